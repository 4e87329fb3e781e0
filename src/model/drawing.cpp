// SPDX-License-Identifier: Apache-2.0
#include "model/drawing.hpp"

#include <algorithm>
#include <limits>
#include <utility>

#include "model/body_shape.hpp"

namespace percuss {

namespace {

using Box = std::pair<Vector3, Vector3>;

void reach_out(Box& box, const Vector3& x) {
  box.first = box.first.cwiseMin(x);
  box.second = box.second.cwiseMax(x);
}

/// Others are at rest where their unknowns are 0, those of particles apart.
bool moves_freely(const Marker& point) {
  return point.motion() == Marker::Motion::planar || point.motion() == Marker::Motion::spatial;
}

/// Forces in the section of point i of a line with so many points per element; at a node the mean of both sides.
SectionForces forces_at(const Drawing::Part& part, Index i, VecRef q) {
  const auto per_element = static_cast<std::size_t>(part.points_per_element), at = static_cast<std::size_t>(i);
  const auto e = at / per_element, j = at % per_element;
  if (j > 0) return part.sections[e].at(static_cast<double>(j) / static_cast<double>(per_element), q);
  if (e == 0) return part.sections.front().at(0.0, q);
  const auto before = part.sections[e - 1].at(1.0, q);
  return e == part.sections.size() ? before : mean(before, part.sections[e].at(0.0, q));
}

bool is_of_section(PointField field) { return field == PointField::axial_force || field == PointField::section_moment; }

/// Of a beam or bar; of all else they are no numbers.
double* put_forces(const Drawing::Part& part, PointField field, VecRef q, double* next) {
  const auto count = static_cast<Index>(part.shape.points.size());
  if (part.sections.empty())
    return std::fill_n(next, static_cast<std::size_t>(count) * num_components(field),
                       std::numeric_limits<double>::quiet_NaN());
  for (Index i = 0; i < count; ++i) {
    const auto forces = forces_at(part, i, q);
    if (field == PointField::axial_force)
      *next++ = forces.axial;
    else
      next = std::copy(forces.moment.begin(), forces.moment.end(), next);
  }
  return next;
}

Drawing::Part::Kind kind_of(const ModelBody& body) {
  using Kind = Drawing::Part::Kind;

  if (body.is_flexible() || body.sections) return Kind::flexible;
  return body.count == 1 && body.nodes.count == 1 ? Kind::rigid : Kind::moving_parts;
}

/// Those that stand still as far as the model reaches, those of bodies by a tenth of that.
DrawnShape shape_of_all(const std::vector<Wall>& walls, double size) {
  DrawnShape shape;
  for (const auto& wall : walls)
    shape.add(shape_of_walls({wall}, wall.point.motion() == Marker::Motion::ground ? size : 0.1 * size));
  return shape;
}

}  // namespace

Drawing::Drawing(const Model& model, Index points_per_element) {
  constexpr double most = std::numeric_limits<double>::infinity();
  Box box{Vector3::Constant(most), Vector3::Constant(-most)};
  for (const auto& body : model.bodies) {
    auto& part = add(body.name, shape_of(body, points_per_element));
    part.kind = kind_of(body);
    if (!body.sections) continue;
    part.sections = section_elements(body);
    part.points_per_element = (std::ssize(part.shape.points) - 1) / std::ssize(part.sections);
  }
  for (const auto& scene : model.scenery)
    if (!scene.shape.points.empty()) add(scene.name, scene.shape);
  std::vector<double> now;
  evaluate(PointField::position, model.initial.q, model.initial.v, now);
  for (std::size_t i = 0; i < now.size(); i += 3) reach_out(box, {now[i], now[i + 1], now[i + 2]});
  for (const auto& scene : model.scenery)
    for (const auto& wall : scene.walls) reach_out(box, wall.point.position(model.initial.q));
  const double size = box.first[0] <= box.second[0] ? (box.second - box.first).norm() : 0.0;
  for (const auto& scene : model.scenery)
    if (!scene.walls.empty()) add(scene.name, shape_of_all(scene.walls, size > 0.0 ? size : 1.0));
  find_places_at_rest(model);
}

Drawing::Part& Drawing::add(const std::string& name, DrawnShape shape) {
  const auto count = shape.points.size();
  parts_.push_back({name, std::move(shape), Part::Kind::scenery, {}, 1, num_points_});
  num_points_ += count;
  return parts_.back();
}

void Drawing::find_places_at_rest(const Model& model) {
  const Vector zero = Vector::Zero(model.initial.q.size());
  evaluate(PointField::position, model.initial.q, model.initial.v, rest_);
  for (const auto& part : parts_)
    for (std::size_t i = 0; i < part.shape.points.size() && !part.shape.poses; ++i) {
      const auto& point = part.shape.points[i];
      if (moves_freely(point) || part.kind == Part::Kind::rigid) continue;
      const Vector3 x = point.position(zero);
      std::copy(x.begin(), x.end(), rest_.begin() + static_cast<std::ptrdiff_t>(3 * (part.first + i)));
    }
}

void Drawing::evaluate(PointField field, VecRef q, VecRef v, std::vector<double>& numbers) {
  numbers.resize(num_components(field) * num_points_);
  auto* next = numbers.data();
  for (const auto& part : parts_) {
    if (is_of_section(field)) {
      next = put_forces(part, field, q, next);
      continue;
    }
    const bool has_poses = part.shape.poses != nullptr;
    if (has_poses) part.shape.poses(q, v, poses_, rates_);
    const VecView at = has_poses ? VecView(poses_.data(), poses_.size()) : VecView(q.data(), q.size());
    const VecView rate = has_poses ? VecView(rates_.data(), rates_.size()) : VecView(v.data(), v.size());
    for (const auto& point : part.shape.points) {
      Vector3 x = Vector3::Zero();
      if (field == PointField::velocity)
        x = point.velocity(at, rate);
      else if (field != PointField::deflection)
        x = point.position(at);
      else if (point.is_elastic())
        x = point.deflection(at);
      next = std::copy(x.begin(), x.end(), next);
    }
  }
  if (field != PointField::displacement) return;
  for (std::size_t i = 0; i < numbers.size(); ++i) numbers[i] -= rest_[i];
}

}  // namespace percuss
