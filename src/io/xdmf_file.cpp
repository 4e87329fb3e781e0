// SPDX-License-Identifier: Apache-2.0
#include "io/xdmf_file.hpp"

#include <fmt/format.h>

#include <cerrno>
#include <cstring>
#include <stdexcept>
#include <utility>

namespace percuss {

namespace {

constexpr const char* head =
    "<?xml version=\"1.0\"?>\n<Xdmf Version=\"3.0\">\n<Domain>\n"
    "<Grid Name=\"frames\" GridType=\"Collection\" CollectionType=\"Temporal\">\n";
constexpr const char* tail = "</Grid>\n</Domain>\n</Xdmf>\n";

}  // namespace

XdmfFile::XdmfFile(std::string path, std::string data, std::size_t num_points, std::size_t cell_numbers,
                   std::size_t num_cells, std::vector<VtkField> fields, std::vector<VtkField> contact_fields)
    : path_(std::move(path)),
      data_(std::move(data)),
      num_points_(num_points),
      cell_numbers_(cell_numbers),
      num_cells_(num_cells),
      fields_(std::move(fields)),
      contact_fields_(std::move(contact_fields)) {
  open();
  write(head);
  end_ = std::ftell(file_.get());
  write(tail);
}

/// Rows of a series, of which so many are in the file at least: start, stride, count and extents.
std::string XdmfFile::slab(const std::string& dataset, std::size_t first, std::size_t rows, std::size_t columns) const {
  if (columns == 1)
    return fmt::format(
        "<DataItem Dimensions=\"{2}\" NumberType=\"Float\" Precision=\"4\" Format=\"HDF\">"
        "{0}:/{1}|{3}:1:{2}:{4}</DataItem>",
        data_, dataset, rows, first, first + rows);
  return fmt::format(
      "<DataItem Dimensions=\"{2} {5}\" NumberType=\"Float\" Precision=\"4\" Format=\"HDF\">"
      "{0}:/{1}|{3} 0:1 1:{2} {5}:{4} {5}</DataItem>",
      data_, dataset, rows, first, first + rows, columns);
}

std::string XdmfFile::attributes(const std::vector<VtkField>& fields, const std::string& group, std::size_t first,
                                 std::size_t rows) const {
  std::string text;
  for (const auto& field : fields)
    text += fmt::format("<Attribute Name=\"{}\" AttributeType=\"{}\" Center=\"Node\">{}</Attribute>\n", field.name,
                        field.components == 3 ? "Vector" : "Scalar",
                        slab(group + "/" + field.name, first, rows, field.components));
  return text;
}

void XdmfFile::append(double t, std::size_t contacts) { frames_.push_back({t, contacts}); }

/// Of the frame behind those that are written.
std::string XdmfFile::grid(const Frame& frame) {
  const auto first = written_ * num_points_;
  auto text = fmt::format(
      "<Grid Name=\"frame\" GridType=\"Collection\" CollectionType=\"Spatial\">\n<Time Value=\"{}\"/>\n"
      "<Grid Name=\"bodies\" GridType=\"Uniform\">\n<Topology TopologyType=\"Mixed\" NumberOfElements=\"{}\">"
      "<DataItem Dimensions=\"{}\" NumberType=\"Int\" Precision=\"8\" Format=\"HDF\">{}:/bodies/cells</DataItem>"
      "</Topology>\n<Geometry GeometryType=\"XYZ\">{}</Geometry>\n{}</Grid>\n",
      frame.t, num_cells_, cell_numbers_, data_, slab("bodies/points", first, num_points_, 3),
      attributes(fields_, "bodies/fields", first, num_points_));
  if (frame.contacts > 0)
    text += fmt::format(
        "<Grid Name=\"contacts\" GridType=\"Uniform\">\n<Topology TopologyType=\"Polyvertex\" "
        "NumberOfElements=\"{0}\" NodesPerElement=\"1\"><DataItem Dimensions=\"{0}\" NumberType=\"Int\" "
        "Precision=\"8\" Format=\"HDF\">{3}:/VTKHDF/contacts/Vertices/Connectivity|0:1:{0}:{0}</DataItem></Topology>\n"
        "<Geometry GeometryType=\"XYZ\">{1}</Geometry>\n{2}</Grid>\n",
        frame.contacts, slab("VTKHDF/contacts/Points", contact_points_, frame.contacts, 3),
        attributes(contact_fields_, "VTKHDF/contacts/PointData", contact_points_, frame.contacts), data_);
  contact_points_ += frame.contacts;
  ++written_;
  return text + "</Grid>\n";
}

/// Without a buffer: what `write` gets goes to the system at once, so that hardly a kill comes in between.
void XdmfFile::open() {
  file_.reset(std::fopen(path_.c_str(), "wb"));
  if (!file_ || std::setvbuf(file_.get(), nullptr, _IONBF, 0) != 0) refuse();
}

/// The new grids take the place of the end, which follows them.
void XdmfFile::flush() {
  if (std::fseek(file_.get(), end_, SEEK_SET) != 0) refuse();
  std::string grids;
  while (written_ < frames_.size()) grids += grid(frames_[written_]);
  write(grids + tail);
  end_ += static_cast<long>(grids.size());
}

void XdmfFile::close(const std::string& data) {
  data_ = data;
  written_ = contact_points_ = 0;
  open();
  write(head);
  end_ = std::ftell(file_.get());
  flush();
  if (std::fclose(file_.release()) != 0) refuse();
}

void XdmfFile::write(const std::string& text) {
  if (std::fwrite(text.data(), 1, text.size(), file_.get()) != text.size()) refuse();
}

void XdmfFile::refuse() const {
  throw std::runtime_error(fmt::format("{}: cannot write: {}", path_, std::strerror(errno)));
}

}  // namespace percuss
