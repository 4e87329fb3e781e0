// SPDX-License-Identifier: Apache-2.0
#include "report/motion_packing.hpp"

#include <algorithm>
#include <utility>

namespace percuss {

namespace {

using Json = Blob::Json;

/// Number `column` of `columns` over the frames that are kept.
std::vector<float> curve_of(const std::vector<float>& table, std::size_t columns, std::size_t column,
                            const std::vector<std::size_t>& frames) {
  std::vector<float> curve;
  curve.reserve(frames.size());
  for (const auto frame : frames) curve.push_back(table[frame * columns + column]);
  return curve;
}

Json packed_table(const std::vector<float>& table, std::size_t columns, const std::vector<std::size_t>& frames,
                  Blob& blob) {
  PackedCurves curves;
  for (std::size_t i = 0; i < columns; ++i) curves.add(curve_of(table, columns, i, frames));
  return blob.add_curves(curves);
}

/// q and -q are one rotation: the sign that is nearer to the frame before makes smooth curves.
std::vector<float> smooth_poses(const Motion& motion) {
  auto poses = motion.poses;
  const auto stride = 7 * motion.bodies.size();
  for (std::size_t i = stride; i < poses.size(); i += 7) {
    float product = 0.0F;
    for (std::size_t k = 3; k < 7; ++k) product += poses[i + k] * poses[i - stride + k];
    if (product < 0.0F)
      for (std::size_t k = 3; k < 7; ++k) poses[i + k] = -poses[i + k];
  }
  return poses;
}

Json packed_cells(const std::vector<Motion::Cell>& cells, Blob& blob) {
  std::vector<std::uint32_t> starts{0}, points, faces;
  for (const auto& cell : cells) {
    points.insert(points.end(), cell.points.begin(), cell.points.end());
    starts.push_back(static_cast<std::uint32_t>(points.size()));
    faces.push_back(cell.face ? 1U : 0U);
  }
  Json json;
  json["starts"] = blob.add_integers(starts);
  json["points"] = blob.add_integers(points);
  json["faces"] = blob.add_integers(faces);
  return json;
}

/// Contact by contact, so that neighbours are alike.
Json packed_contacts(const Motion& motion, std::size_t stride, Blob& blob) {
  std::vector<Motion::Contact> contacts;
  for (const auto& contact : motion.contacts)
    if (contact.frame % stride == 0) contacts.push_back(contact);
  std::stable_sort(contacts.begin(), contacts.end(), [](const auto& a, const auto& b) {
    return std::pair(a.number, a.frame) < std::pair(b.number, b.frame);
  });
  std::vector<std::uint32_t> counts(motion.contact_names.size(), 0), frames, status;
  PackedCurves curves;
  for (auto first = contacts.begin(); first != contacts.end();) {
    const auto last = std::find_if(first, contacts.end(), [&](const auto& c) { return c.number != first->number; });
    counts[first->number] = static_cast<std::uint32_t>(last - first);
    for (std::size_t k = 0; k < 6; ++k) {
      std::vector<float> curve;
      for (auto c = first; c != last; ++c) curve.push_back(k < 3 ? c->position[k] : c->force[k - 3]);
      curves.add(curve);
    }
    first = last;
  }
  for (const auto& contact : contacts) {
    frames.push_back(contact.frame / static_cast<std::uint32_t>(stride));
    status.push_back(static_cast<std::uint32_t>(contact.status));
  }
  Json json;
  json["names"] = motion.contact_names;
  json["counts"] = blob.add_integers(counts);
  json["frames"] = blob.add_integers(frames);
  json["status"] = blob.add_integers(status);
  json["curves"] = blob.add_curves(curves);
  return json;
}

}  // namespace

Blob::Json pack_motion(const Motion& motion, Blob& blob, std::size_t most) {
  motion.check();
  const auto numbers = motion.poses.size() + motion.displacements.size() + 6 * motion.contacts.size() +
                       motion.fields.size() * motion.num_frames() * motion.num_points();
  const auto stride = std::max<std::size_t>(1, (numbers + most - 1) / most);
  std::vector<std::size_t> frames;
  std::vector<double> times;
  for (std::size_t i = 0; i < motion.num_frames(); i += stride) {
    frames.push_back(i);
    times.push_back(motion.t[i]);
  }
  Json json;
  json["planar"] = motion.planar;
  json["every"] = stride;
  json["t"] = blob.add_numbers(times);
  json["bodies"] = Json::array();
  for (const auto& body : motion.bodies)
    json["bodies"].push_back(
        {{"name", body.name}, {"first", body.first_point}, {"points", body.num_points}, {"flexible", body.flexible}});
  json["reference"] = blob.add_floats(motion.reference);
  json["cells"] = packed_cells(motion.cells, blob);
  json["poses"] = packed_table(smooth_poses(motion), 7 * motion.bodies.size(), frames, blob);
  json["displacements"] = packed_table(motion.displacements, 3 * motion.num_flexible_points(), frames, blob);
  json["fields"] = Json::array();
  for (const auto& field : motion.fields)
    json["fields"].push_back({{"name", field.name},
                              {"unit", field.unit},
                              {"curves", packed_table(field.values, motion.num_points(), frames, blob)}});
  json["contacts"] = packed_contacts(motion, stride, blob);
  json["ground"] = {{"points", blob.add_floats(motion.ground.points)},
                    {"cells", packed_cells(motion.ground.cells, blob)}};
  return json;
}

}  // namespace percuss
