// SPDX-License-Identifier: Apache-2.0
#include "tests/report/synthetic_motion.hpp"

#include <fmt/format.h>

#include <cmath>

namespace percuss {

namespace {

constexpr std::size_t beam_points = 21;

void add_box(Motion& motion, std::size_t number) {
  const auto first = static_cast<std::uint32_t>(motion.num_points());
  motion.bodies.push_back({fmt::format("box{}", number), static_cast<Index>(first), 8, false});
  for (int i = 0; i < 8; ++i)
    for (const int bit : {1, 2, 4}) motion.reference.push_back((i & bit) != 0 ? 0.1F : -0.1F);
  for (const auto& face : {std::array<std::uint32_t, 4>{0, 1, 3, 2},
                           {4, 6, 7, 5},
                           {0, 4, 5, 1},
                           {2, 3, 7, 6},
                           {0, 2, 6, 4},
                           {1, 5, 7, 3}}) {
    Motion::Cell cell{{}, true};
    for (const auto corner : face) cell.points.push_back(first + corner);
    motion.cells.push_back(cell);
  }
}

void add_beam(Motion& motion) {
  const auto first = static_cast<std::uint32_t>(motion.num_points());
  motion.bodies.push_back({"beam", static_cast<Index>(first), static_cast<Index>(beam_points), true});
  Motion::Cell line;
  for (std::size_t i = 0; i < beam_points; ++i) {
    motion.reference.insert(motion.reference.end(), {0.1F * static_cast<float>(i), 0.0F, 0.0F});
    line.points.push_back(first + static_cast<std::uint32_t>(i));
  }
  motion.cells.push_back(line);
}

void add_frame(Motion& motion, std::size_t boxes, double t) {
  const auto frame = static_cast<std::uint32_t>(motion.t.size());
  motion.t.push_back(t);
  const auto add = [](std::vector<float>& to, std::initializer_list<double> numbers) {
    for (const double x : numbers) to.push_back(static_cast<float>(x));
  };
  for (std::size_t k = 0; k < boxes; ++k) {
    const double phase = 6.0 * t + 0.7 * static_cast<double>(k), half = 0.5 * phase;
    const double x = 0.5 * static_cast<double>(k % 10), y = 0.5 * static_cast<double>(k / 10),
                 z = std::abs(std::sin(phase));
    add(motion.poses, {x, y, z + 0.18, 0.0, std::sin(half), 0.0, std::cos(half)});
    if (z < 0.25)
      motion.contacts.push_back(
          {frame,
           static_cast<std::uint32_t>(k),
           z < 0.05 ? Motion::Status::impact : Motion::Status::slip,
           {static_cast<float>(x), static_cast<float>(y), 0.0F},
           {static_cast<float>(5.0 * std::cos(phase)), 0.0F, static_cast<float>(20.0 * (0.25 - z))}});
  }
  add(motion.poses, {0.0, -0.6, 0.6, 0.0, 0.0, std::sin(0.2 * t), std::cos(0.2 * t)});
  for (std::size_t i = 0; i < beam_points; ++i) {
    const double s = static_cast<double>(i) / (beam_points - 1);
    add(motion.displacements, {0.0, 0.0, 0.05 * s * s * std::sin(9.0 * t)});
  }
}

}  // namespace

Motion synthetic_motion(std::size_t frames, std::size_t bodies, double end, bool with_field) {
  Motion motion;
  for (std::size_t k = 0; k < bodies; ++k) {
    add_box(motion, k);
    motion.contact_names.push_back(fmt::format("floor{}", k));
  }
  add_beam(motion);
  for (std::size_t i = 0; i < frames; ++i)
    add_frame(motion, bodies, frames > 1 ? end * static_cast<double>(i) / static_cast<double>(frames - 1) : 0.0);
  const float wide = 0.5F * static_cast<float>(std::min<std::size_t>(bodies, 10));
  motion.ground.points = {-0.5F, -1.0F, 0.0F, wide, -1.0F, 0.0F, wide, 2.0F, 0.0F, -0.5F, 2.0F, 0.0F};
  motion.ground.cells.push_back({{0, 1, 2, 3}, true});
  if (with_field) {
    Motion::Field height{"height", "m", {}};
    for (std::size_t i = 0; i < frames; ++i)
      for (const auto& body : motion.bodies)
        for (Index p = 0; p < body.num_points; ++p) {
          const auto pose = 7 * (i * motion.bodies.size() + static_cast<std::size_t>(&body - motion.bodies.data()));
          height.values.push_back(motion.poses[pose + 2]);
        }
    motion.fields.push_back(std::move(height));
  }
  return motion;
}

}  // namespace percuss
