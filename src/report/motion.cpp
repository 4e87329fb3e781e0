// SPDX-License-Identifier: Apache-2.0
#include "report/motion.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <stdexcept>

namespace percuss {

namespace {

void hold(bool right, const char* what) {
  if (!right) throw std::invalid_argument(fmt::format("motion: {}", what));
}

void check_cells(const std::vector<Motion::Cell>& cells, std::size_t points) {
  for (const auto& cell : cells) {
    hold(cell.points.size() >= (cell.face ? 3U : 2U), "a line needs two points, a face three");
    for (const auto point : cell.points) hold(point < points, "a cell names a point that is not there");
  }
}

}  // namespace

std::size_t Motion::num_flexible_points() const {
  std::size_t n = 0;
  for (const auto& body : bodies) n += body.flexible ? static_cast<std::size_t>(body.num_points) : 0U;
  return n;
}

void Motion::check() const {
  hold(std::is_sorted(t.begin(), t.end()), "times must ascend");
  hold(reference.size() % 3 == 0 && ground.points.size() % 3 == 0, "points have three coordinates");
  Index next = 0;
  for (const auto& body : bodies) {
    hold(body.first_point == next && body.num_points >= 0, "points of the bodies must follow each other");
    next += body.num_points;
  }
  hold(static_cast<std::size_t>(next) == num_points(), "every point belongs to a body");
  hold(poses.size() == num_frames() * bodies.size() * 7, "poses must be frames * bodies * 7 numbers");
  hold(displacements.size() == num_frames() * num_flexible_points() * 3,
       "displacements must be frames * points of flexible bodies * 3 numbers");
  for (const auto& field : fields)
    hold(field.values.size() == num_frames() * num_points(), "a field must have frames * points numbers");
  check_cells(cells, num_points());
  check_cells(ground.cells, ground.points.size() / 3);
  for (const auto& contact : contacts)
    hold(contact.frame < num_frames() && contact.number < contact_names.size(),
         "a contact names a frame or a name that is not there");
}

}  // namespace percuss
