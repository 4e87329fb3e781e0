// SPDX-License-Identifier: Apache-2.0
#include "simulation/geometry_output.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "core/denormals.hpp"
#include "core/fault.hpp"

namespace percuss {

namespace {

constexpr std::array<PointFieldWord, 5> field_words{
    {{"displacement", "m",
      "from where the point is undeformed, of bodies that move freely from where it was at the start",
      PointField::displacement},
     {"velocity", "m/s", "of the point", PointField::velocity},
     {"deflection", "m", "of flexible bodies, in the axes of their frame", PointField::deflection},
     {"axial_force", "N", "within bars and beams, tension above 0", PointField::axial_force},
     {"bending_moment", "N m", "within beams: torsion, bending about y and z of their axes",
      PointField::section_moment}}};

/// Of a contact, behind its place.
const std::vector<VtkField> contact_fields{
    {"contact", 1, ""},       {"status", 1, ""},          {"gap", 1, "m"},
    {"normal_force", 3, "N"}, {"friction_force", 3, "N"}, {"percussion", 3, "N s"}};
constexpr std::size_t numbers_of_contact = 3 + 3 * 4;  // number, status, gap, four vectors

const char* word_of(Drawing::Part::Kind kind) {
  using Kind = Drawing::Part::Kind;
  return kind == Kind::rigid          ? "rigid"
         : kind == Kind::flexible     ? "flexible"
         : kind == Kind::moving_parts ? "moving parts"
                                      : "scenery";
}

std::vector<VtkBlock> blocks_of(const Drawing& drawing) {
  std::vector<VtkBlock> blocks;
  for (const auto& part : drawing.parts()) {
    VtkBlock block{part.name, part.shape.points.size(), {}, word_of(part.kind)};
    for (const auto& cell : part.shape.cells) {
      auto& list = cell.kind == DrawnShape::Kind::vertex ? block.cells.vertices
                   : cell.kind == DrawnShape::Kind::line ? block.cells.lines
                                                         : block.cells.polygons;
      list.emplace_back(cell.points.begin(), cell.points.end());
    }
    blocks.push_back(std::move(block));
  }
  return blocks;
}

std::vector<PointField> fields_of(const std::vector<std::string>& words) {
  std::vector<PointField> fields;
  for (const auto& word : words)
    for (const auto& known : field_words)
      if (word == known.word) fields.push_back(known.field);
  return fields;
}

std::vector<VtkField> vtk_fields(const std::vector<std::string>& words) {
  std::vector<VtkField> fields;
  for (const auto& word : words)
    for (const auto& known : field_words)
      if (word == known.word) fields.push_back({word, num_components(known.field), known.unit});
  return fields;
}

double status_of(const ContactRecord& record, bool has_friction, bool struck, bool knows_mode) {
  constexpr double open = 0.0, sticks = 1.0, slips = 2.0, touches = 3.0, impact = 4.0;
  if (struck) return impact;
  if (!knows_mode) return record.closed && record.force[0] > 0.0 ? touches : open;
  if (record.mode == ContactMode::apart) return open;
  if (!has_friction) return touches;
  return record.mode == ContactMode::holds ? sticks : slips;
}

}  // namespace

std::span<const PointFieldWord> point_field_words() { return field_words; }

GeometryOutput::GeometryOutput(const ResultFolder& folder, const Model& model, const GeometrySettings& settings)
    : model_(model),
      drawing_(model, settings.points_per_element),
      with_contacts_(settings.contacts),
      fields_(fields_of(settings.fields)),
      values_(fields_.size()),
      contact_values_(contact_fields.size()) {
  const auto blocks = blocks_of(drawing_);
  const auto of_contacts = with_contacts_ ? contact_fields : std::vector<VtkField>{};
  const auto fields = vtk_fields(settings.fields);
  data_.emplace(folder.part(data_name), blocks, fields, of_contacts);
  std::string names;
  for (Index k = 0; k < model.contacts.size(); ++k) names += model.contacts.name(k) + "\n";
  data_->file().write_text("contact_names", names);
  if (with_contacts_)
    data_->file().write_attribute("VTKHDF/contacts/PointData/status", "meaning",
                                  "0: open, 1: sticks, 2: slips, 3: touches, 4: struck since the frame before");
  const auto cells = xdmf_cells(blocks);
  index_.emplace(folder.part(index_name), std::string(data_name) + ".part", drawing_.num_points(), cells.numbers.size(),
                 cells.count, fields, of_contacts);
}

std::span<const double> GeometryOutput::frame(const Sample& sample) {
  const auto& [t, q, v] = sample.state;
  frame_.assign(1, t);
  frame_.insert(frame_.end(), q.begin(), q.end());
  frame_.insert(frame_.end(), v.begin(), v.end());
  for (Index k = 0; with_contacts_ && k < static_cast<Index>(sample.contacts.size()); ++k) add_contact(sample, k);
  return frame_;
}

void GeometryOutput::add_contact(const Sample& sample, Index k) {
  const auto i = static_cast<std::size_t>(k);
  const auto& record = sample.contacts[i];
  const auto& percussion = sample.percussions[i];
  const bool pushed = percussion != std::array<double, 3>{};
  if (model_.contacts.is_joint(k) || (!record.closed && !pushed)) return;
  const auto place = model_.contacts.place(sample.state.t, sample.state.q, k);
  if (!place) return;
  const auto put = [this](const Eigen::Vector3d& x) { frame_.insert(frame_.end(), x.begin(), x.end()); };
  const auto& d = place->direction;
  const bool hit = !sample.struck_contacts.empty() && sample.struck_contacts[i] != 0;
  const double status = status_of(record, model_.contacts.has_friction(k), hit, sample.knows_modes);
  frame_.insert(frame_.end(), {static_cast<double>(k), status, record.gap});
  put(place->point);
  put(record.force[0] * d[0]);
  put(record.force[1] * d[1] + record.force[2] * d[2]);
  put(percussion[0] * d[0] + percussion[1] * d[1] + percussion[2] * d[2]);
}

bool GeometryOutput::fits(std::span<const double> frame) const {
  const auto state = static_cast<std::size_t>(1 + model_.system.num_q() + model_.system.num_v());
  return frame.size() >= state && (frame.size() - state) % numbers_of_contact == 0;
}

void GeometryOutput::write(std::span<const double> frame) {
  writer_.put([this, copy = std::vector<double>(frame.begin(), frame.end())] { draw(copy); });
}

void GeometryOutput::draw(std::span<const double> frame) {
  const FlushDenormals no_denormals(FlushDenormals::Where::this_thread);  // as in the time loop
  const auto nq = model_.system.num_q(), nv = model_.system.num_v();
  const VecView q(frame.data() + 1, nq), v(frame.data() + 1 + nq, nv);
  drawing_.evaluate(PointField::position, q, v, positions_);
  for (std::size_t i = 0; i < fields_.size(); ++i) drawing_.evaluate(fields_[i], q, v, values_[i]);
  contact_positions_.clear();
  for (auto& values : contact_values_) values.clear();
  for (auto rest = frame.subspan(static_cast<std::size_t>(1 + nq + nv)); !rest.empty();
       rest = rest.subspan(numbers_of_contact)) {
    const auto put = [](std::vector<double>& to, std::span<const double> x) {
      to.insert(to.end(), x.begin(), x.end());
    };
    for (std::size_t i = 0; i < 3; ++i) contact_values_[i].push_back(rest[i]);
    put(contact_positions_, rest.subspan(3, 3));
    for (std::size_t i = 0; i < 3; ++i) put(contact_values_[3 + i], rest.subspan(6 + 3 * i, 3));
  }
  append(frame[0]);
}

void GeometryOutput::append(double t) {
  const VtkPoints points{positions_, {values_.begin(), values_.end()}};
  const VtkPoints contacts{contact_positions_, {contact_values_.begin(), contact_values_.end()}};
  data_->append(t, points, contacts);
  index_->append(t, contact_positions_.size() / 3);
}

void GeometryOutput::copy(const std::string& path, Index frames) {
  writer_.wait();
  const auto old = Hdf5File::open(path);
  const auto times = old.read_vector("steps/values");
  if (static_cast<Index>(times.size()) < frames)
    throw input_error("", fmt::format("{} frames, but the checkpoint is of {}", times.size(), frames),
                      "the pictures are of another run: run the model again", {path});
  const auto contacts = with_contacts_ ? old.read_vector("VTKHDF/contacts/NumberOfPoints") : std::vector<double>{};
  std::size_t first_contact = 0;
  for (std::size_t i = 0; i < static_cast<std::size_t>(frames); ++i) {
    const auto rows = data_->num_points();
    positions_ = old.read_rows("bodies/points", i * rows, rows);
    for (std::size_t k = 0; k < fields_.size(); ++k)
      values_[k] = old.read_rows("bodies/fields/" + data_->fields()[k].name, i * rows, rows);
    const auto count = with_contacts_ ? static_cast<std::size_t>(contacts[i]) : 0;
    if (with_contacts_) contact_positions_ = old.read_rows("VTKHDF/contacts/Points", first_contact, count);
    for (std::size_t k = 0; with_contacts_ && k < contact_fields.size(); ++k)
      contact_values_[k] = old.read_rows("VTKHDF/contacts/PointData/" + contact_fields[k].name, first_contact, count);
    append(times[i]);
    first_contact += count;
  }
}

void GeometryOutput::flush() {
  writer_.put([this] {
    data_->flush();
    index_->flush();  // afterwards: it tells of what is there
  });
}

void GeometryOutput::abandon() {
  try {
    writer_.wait();
  } catch (const std::runtime_error&) {  // the first failure has been told
  }
  data_->abandon();
}

void GeometryOutput::close() {
  writer_.wait();
  data_->close();
  index_->close(data_name);
}

}  // namespace percuss
