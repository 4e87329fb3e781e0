// SPDX-License-Identifier: Apache-2.0
#include "io/vtkhdf_file.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <numeric>

namespace percuss {

namespace {

constexpr Hdf5Storage counts{Hdf5Number::int64};
constexpr Hdf5Storage reals{Hdf5Number::float32};
constexpr std::size_t worth_packing = 1000;  // points of a frame
constexpr std::array<const char*, 4> topologies{"Vertices", "Lines", "Polygons", "Strips"};
const std::string contacts_group = "VTKHDF/contacts";

/// As VTK takes it, and unlike those before.
std::string block_name(const std::string& name, const std::vector<std::string>& taken) {
  std::string word;
  for (const char c : name) word += std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '-' ? c : '_';
  if (word.empty() || std::isalpha(static_cast<unsigned char>(word[0])) == 0) word = "_" + word;
  const auto is_taken = [&](const std::string& one) {
    return one == "Assembly" || one == "contacts" || std::find(taken.begin(), taken.end(), one) != taken.end();
  };
  auto free = word;
  for (int i = 2; is_taken(free); ++i) free = fmt::format("{}_{}", word, i);
  return free;
}

/// One kind of cells of a block: how many, and their points end to end with where each begins.
void write_cells(Hdf5File& h5, const std::string& group, const VtkCells::List& cells) {
  std::vector<std::int64_t> points, offsets{0};
  for (const auto& cell : cells) {
    points.insert(points.end(), cell.begin(), cell.end());
    offsets.push_back(static_cast<std::int64_t>(points.size()));
  }
  h5.write_numbers(group + "/NumberOfCells", std::array{static_cast<std::int64_t>(cells.size())});
  h5.write_numbers(group + "/NumberOfConnectivityIds", std::array{static_cast<std::int64_t>(points.size())});
  h5.write_numbers(group + "/Connectivity", points);
  h5.write_numbers(group + "/Offsets", offsets);
}

void declare_field(Hdf5File& h5, const std::string& dataset, const VtkField& field, Hdf5Storage storage = reals) {
  h5.declare_rows(dataset, field.components, storage);
  h5.write_attribute(dataset, "units", field.unit);
}

}  // namespace

VtkhdfFile::VtkhdfFile(const std::string& path, const std::vector<VtkBlock>& blocks, std::vector<VtkField> fields,
                       std::vector<VtkField> contact_fields)
    : h5_(Hdf5File::create(path)), fields_(std::move(fields)), contact_fields_(std::move(contact_fields)) {
  h5_.create_group("VTKHDF");
  h5_.write_attribute_list("VTKHDF", "Version", std::array<std::int64_t, 2>{2, 2});
  h5_.write_fixed_attribute("VTKHDF", "Type", "PartitionedDataSetCollection");
  h5_.create_group("VTKHDF/Assembly", /*ordered=*/true);
  declare_steps();
  std::size_t points = 0;
  for (const auto& block : blocks) points += block.num_points;
  const Hdf5Storage of_frames{Hdf5Number::float32, points >= worth_packing ? points : 0};
  h5_.declare_rows("bodies/points", 3, of_frames);
  h5_.write_attribute("bodies/points", "units", "m");
  for (const auto& field : fields_) declare_field(h5_, "bodies/fields/" + field.name, field, of_frames);
  h5_.write_numbers("bodies/cells", xdmf_cells(blocks).numbers);
  for (const auto& block : blocks) {
    names_.push_back(block_name(block.name, names_));
    add_block(names_.back(), block, num_points_);
    num_points_ += block.num_points;
  }
  if (!contact_fields_.empty()) add_contacts();
  tell_frames();
}

/// What is the same for all blocks, one entry a frame: their cells are written once, hence no offsets.
void VtkhdfFile::declare_steps() {
  h5_.declare_rows("steps/values", 1);
  h5_.write_attribute("steps/values", "units", "s");
  for (const auto* name : {"steps/zeros", "steps/ones"}) h5_.declare_rows(name, 1, counts);
  h5_.declare_rows("steps/no_cell_offsets", topologies.size(), counts);
}

void VtkhdfFile::begin_block(const std::string& group, std::size_t index) {
  h5_.create_group(group);
  h5_.write_attribute_list(group, "Version", std::array<std::int64_t, 2>{2, 2});
  h5_.write_fixed_attribute(group, "Type", "PolyData");
  h5_.write_attribute(group, "Index", index);
  h5_.link("steps/values", group + "/Steps/Values");
  h5_.link("steps/ones", group + "/Steps/NumberOfParts");
  for (const auto* name : {"CellOffsets", "ConnectivityIdOffsets"})
    h5_.link("steps/no_cell_offsets", group + "/Steps/" + name);
  h5_.soft_link("/" + group, "VTKHDF/Assembly/" + group.substr(group.find('/') + 1));
}

void VtkhdfFile::add_block(const std::string& name, const VtkBlock& block, std::size_t first) {
  const auto group = "VTKHDF/" + name;
  begin_block(group, names_.size() - 1);
  h5_.write_attribute(group, "name", block.name);
  h5_.write_attribute(group, "kind", block.kind);
  h5_.link("steps/zeros", group + "/Steps/PartOffsets");
  shares_.push_back({group + "/Steps/PointOffsets", first});
  h5_.declare_rows(shares_.back().offsets, 1, counts);
  h5_.write_numbers(group + "/NumberOfPoints", std::array{static_cast<std::int64_t>(block.num_points)});
  h5_.link("bodies/points", group + "/Points");
  for (const auto& field : fields_) h5_.link("bodies/fields/" + field.name, group + "/PointData/" + field.name);
  const std::array<VtkCells::List, 4> kinds{block.cells.vertices, block.cells.lines, block.cells.polygons, {}};
  for (std::size_t i = 0; i < kinds.size(); ++i) write_cells(h5_, group + "/" + topologies[i], kinds[i]);
}

/// A vertex for each point; 0, 1, 2, ... serves as the cells of every frame, as far as they go.
void VtkhdfFile::add_contacts() {
  const auto& group = contacts_group;
  begin_block(group, names_.size());
  for (const auto* name :
       {"/Steps/PartOffsets", "/Steps/PointOffsets", "/NumberOfPoints", "/Vertices/Connectivity", "/Vertices/Offsets"})
    h5_.declare_rows(group + name, 1, counts);
  h5_.append_value(group + "/Vertices/Offsets", 0.0);
  h5_.declare_rows(group + "/Points", 3, reals);
  for (const auto& field : contact_fields_) declare_field(h5_, group + "/PointData/" + field.name, field);
  for (const auto* name : {"/NumberOfCells", "/NumberOfConnectivityIds"}) {
    h5_.link(group + "/NumberOfPoints", group + "/Vertices" + name);
    for (const auto* kind : {"/Lines", "/Polygons", "/Strips"}) h5_.link("steps/zeros", group + kind + name);
  }
  for (const auto* kind : {"/Lines", "/Polygons", "/Strips"}) {
    h5_.write_numbers(group + kind + "/Connectivity", {});
    h5_.write_numbers(group + kind + "/Offsets", std::array<std::int64_t, 1>{0});
  }
}

void VtkhdfFile::append(double t, const VtkPoints& points, const VtkPoints& contacts) {
  h5_.append_value("steps/values", t);
  h5_.append_value("steps/zeros", 0.0);
  h5_.append_value("steps/ones", 1.0);
  h5_.append_row("steps/no_cell_offsets", std::array<double, topologies.size()>{});
  for (const auto& [offsets, first] : shares_)
    h5_.append_value(offsets, static_cast<double>(frames_ * num_points_ + first));
  h5_.append_rows("bodies/points", points.positions);
  for (std::size_t i = 0; i < fields_.size(); ++i)
    h5_.append_rows("bodies/fields/" + fields_[i].name, points.fields[i]);
  if (!contact_fields_.empty()) append_contacts(contacts);
  ++frames_;
}

void VtkhdfFile::append_contacts(const VtkPoints& contacts) {
  const auto& group = contacts_group;
  const auto count = contacts.positions.size() / 3;
  h5_.append_value(group + "/Steps/PartOffsets", static_cast<double>(frames_));
  h5_.append_value(group + "/Steps/PointOffsets", static_cast<double>(contact_points_));
  h5_.append_value(group + "/NumberOfPoints", static_cast<double>(count));
  for (; most_contacts_ < count; ++most_contacts_) {
    h5_.append_value(group + "/Vertices/Connectivity", static_cast<double>(most_contacts_));
    h5_.append_value(group + "/Vertices/Offsets", static_cast<double>(most_contacts_ + 1));
  }
  h5_.append_rows(group + "/Points", contacts.positions);
  for (std::size_t i = 0; i < contact_fields_.size(); ++i)
    h5_.append_rows(group + "/PointData/" + contact_fields_[i].name, contacts.fields[i]);
  contact_points_ += count;
}

void VtkhdfFile::tell_frames() {
  auto groups = names_;
  if (!contact_fields_.empty()) groups.emplace_back("contacts");
  for (const auto& name : groups) h5_.write_attribute("VTKHDF/" + name + "/Steps", "NSteps", frames_);
}

void VtkhdfFile::flush() {
  tell_frames();
  h5_.flush();
}

void VtkhdfFile::close() {
  tell_frames();
  h5_.close();
}

XdmfCells xdmf_cells(const std::vector<VtkBlock>& blocks) {
  constexpr std::int64_t polyvertex = 1, polyline = 2, polygon = 3;  // each followed by how many points it has
  XdmfCells cells;
  std::int64_t first = 0;
  for (const auto& block : blocks) {
    for (const auto& [type, list] : {std::pair{polyvertex, &block.cells.vertices},
                                     {polyline, &block.cells.lines},
                                     {polygon, &block.cells.polygons}})
      for (const auto& cell : *list) {
        cells.numbers.push_back(type);
        cells.numbers.push_back(static_cast<std::int64_t>(cell.size()));
        for (const auto point : cell) cells.numbers.push_back(first + point);
        ++cells.count;
      }
    first += static_cast<std::int64_t>(block.num_points);
  }
  return cells;
}

}  // namespace percuss
