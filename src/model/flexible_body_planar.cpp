// SPDX-License-Identifier: Apache-2.0
#include "model/flexible_body_planar.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <memory>

#include "model/components.hpp"
#include "model/floating_body_planar.hpp"

namespace percuss {

namespace {

using FlexibleOptions = FlexibleBodyPlanarOptions;

/// Places of the nodes and what the shapes do there.
class NodeShapes {
 public:
  explicit NodeShapes(const FlexibleOptions& o)
      : count_(static_cast<Index>(o.nodes.size()) / 2),
        places_(Eigen::Map<const Matrix>(o.nodes.data(), 2, count_)),
        shapes_(Eigen::Map<const Matrix>(o.shapes.data(), 3 * count_, o.integrals.num_shapes())) {}

  Index count() const { return count_; }
  std::array<double, 3> place(Index node) const { return {places_(0, node), places_(1, node), 0.0}; }
  const Matrix& over_nodes() const { return shapes_; }
  /// A point is fixed to the section of the node next to it; model files name points that are nodes (reference.hpp).
  ElasticMotion motion(const Vector3& point) const {
    Index node = 0;
    (places_.colwise() - point.head<2>()).colwise().squaredNorm().minCoeff(&node);
    ElasticMotion motion;
    motion.section << point.head<2>() - places_.col(node), 0.0;
    for (Index j = 0; j < shapes_.cols(); ++j) {
      const Vector3 moved = shapes_.col(j).segment<3>(3 * node), turn(0.0, 0.0, moved[2]);
      if (!moved.isZero(0.0))
        motion.shares.push_back({j, Vector3(moved[0], moved[1], 0.0) + turn.cross(motion.section), turn});
    }
    return motion;
  }

 private:
  Index count_;
  Matrix places_, shapes_;  // 2 x nodes;  (u, w, phi of all nodes) x shapes
};

void check_nodes(const FlexibleOptions& o, std::vector<Fault>& faults) {
  const std::size_t n = o.nodes.size() / 2;
  if (n == 0 || o.nodes.size() % 2 != 0) {
    faults.push_back({{},
                      "nodes",
                      fmt::format("{} numbers are no list of places", o.nodes.size()),
                      "give x and y of each node in one list, of one node at least"});
    return;
  }
  for (std::size_t i = 0; i < n; ++i)
    for (std::size_t j = 0; j < i; ++j)
      if (o.nodes[2 * i] == o.nodes[2 * j] && o.nodes[2 * i + 1] == o.nodes[2 * j + 1])
        faults.push_back({{}, "nodes", fmt::format("nodes {} and {} are in the same place", j, i), "leave one out"});
  const Index r = o.integrals.num_shapes();
  if (r < 0) return;
  if (const std::size_t needed = 3 * n * static_cast<std::size_t>(r); o.shapes.size() != needed)
    faults.push_back({{},
                      "shapes",
                      fmt::format("{} numbers for {} shapes at {} nodes", o.shapes.size(), r, n),
                      fmt::format("give {}: u, w and phi at all nodes, shape by shape", needed)});
}

Vector start_of(const std::vector<double>& numbers, Index size) {
  if (numbers.empty()) return Vector::Zero(size);
  return Eigen::Map<const Vector>(numbers.data(), size);
}

void declare_start(ParameterTable<FlexibleOptions>& t) {
  t.numbers(
       "coordinates", [](auto& o) -> auto& { return o.coordinates; }, "",
       "initial deformation: the coefficient of each shape; default: none")
      .optional();
  t.numbers(
       "coordinate_rates", [](auto& o) -> auto& { return o.coordinate_rates; }, "",
       "initial rates of the coefficients; default: zero")
      .optional();
  t.numbers(
      "position", [](auto& o) -> auto& { return o.position; }, "m", "initial position of the frame's origin, x and y");
  t.number(
      "angle", [](auto& o) -> auto& { return o.angle; }, "rad", "initial angle of the frame, counter-clockwise");
  t.numbers(
      "velocity", [](auto& o) -> auto& { return o.velocity; }, "m/s",
      "initial velocity of the frame's origin, x and y");
  t.number(
      "angular_velocity", [](auto& o) -> auto& { return o.angular_velocity; }, "1/s",
      "initial angular velocity of the frame");
}

}  // namespace

const ParameterTable<FlexibleOptions>& FlexibleBodyPlanarOptions::parameters() {
  static const auto table = [] {
    ParameterTable<FlexibleOptions> t;
    declare_shape_integrals(
        t, [](auto& o) -> auto& { return o.integrals; });
    t.numbers(
         "nodes", [](auto& o) -> auto& { return o.nodes; }, "m",
         "places where the shapes are known, x and y of each in one list: undeformed, in the frame")
        .required();
    t.numbers(
         "shapes", [](auto& o) -> auto& { return o.shapes; }, "",
         "the shapes at the nodes, shape by shape: displacement u along x, w along y and rotation phi of each node per "
         "unit of the coefficient")
        .required();
    declare_start(t);
    return t;
  }();
  return table;
}

std::vector<Fault> FlexibleBodyPlanarOptions::validate() const {
  auto faults = parameters().validate(*this);
  integrals.check(faults);
  check_nodes(*this, faults);
  if (const Index r = integrals.num_shapes(); r > 0) {
    const auto size = static_cast<std::size_t>(r);
    if (!coordinates.empty()) require_count("coordinates", coordinates, size, faults);
    if (!coordinate_rates.empty()) require_count("coordinate_rates", coordinate_rates, size, faults);
  }
  require_count("position", position, 2, faults);
  require_count("velocity", velocity, 2, faults);
  return faults;
}

BuiltBody make_flexible_body_planar(const FlexibleOptions& o) {
  if (auto faults = o.validate(); !faults.empty()) throw InputError(std::move(faults));
  auto all = shape_integrals(o.integrals);
  const Index r = all.K.size();
  auto body = std::make_unique<FloatingBodyPlanar>(std::move(all.inertia), std::move(all.K), std::move(all.C),
                                                   FrameConditions(r, {}, Matrix(r, 0), {}), all.bound, std::nullopt);
  const auto shapes = std::make_shared<const NodeShapes>(o);
  BuiltBody built;
  built.add_gravity = [floating = body.get()](const std::array<double, 3>& g) { floating->add_gravity(g[0], g[1]); };
  built.bodies.push_back(std::move(body));
  built.q.resize(3 + r);
  built.v.resize(3 + r);
  built.q << o.position[0], o.position[1], o.angle, start_of(o.coordinates, r);
  built.v << o.velocity[0], o.velocity[1], o.angular_velocity, start_of(o.coordinate_rates, r);
  built.q_names = {"x", "y", "phi"};
  built.v_names = {"v_x", "v_y", "omega"};
  for (Index j = 0; j < r; ++j) {
    built.q_names.push_back(fmt::format("elastic.{}", j));
    built.v_names.push_back(fmt::format("elastic_rate.{}", j));
  }
  built.motion = Marker::Motion::planar;
  built.nodes = {shapes->count(), 2, [shapes](Index i) { return shapes->place(i); }};
  built.points = [shapes](Index q, Index v, const Vector3& point) {
    return Marker::elastic_planar(q, v, point, shapes->motion(point));
  };
  built.spin_limit = all.modes.omega[0];
  built.modes = [shapes, modes = std::move(all.modes)](Index count) {
    const Index n = std::min<Index>(count, modes.omega.size());
    return Eigenmodes{modes.omega.head(n), shapes->over_nodes() * modes.shapes.leftCols(n)};
  };
  built.node_unknowns = {"u", "w", "phi"};
  return built;
}

}  // namespace percuss
