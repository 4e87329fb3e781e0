// SPDX-License-Identifier: Apache-2.0
#include "simulation/velocity_scale.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "core/joint_places.hpp"
#include "simulation/certificates.hpp"
#include "solvers/linear/block_factor.hpp"

namespace percuss {

namespace {

/// What the nodes, and discs about them, extend over along the longest axis.
double extent(const Model& model) {
  double longest = 0.0;
  for (Index axis = 0; axis < 3; ++axis) {
    double low = std::numeric_limits<double>::infinity(), high = -low;
    for (const auto& body : model.bodies)
      for (Index node = 0; node < body.nodes.count && axis < body.nodes.dimension; ++node) {
        const double at = body.marker(node).position(model.initial.q)[axis];
        const double radius = body.radii.empty() ? 0.0 : body.radii[static_cast<std::size_t>(node)];
        low = std::min(low, at - radius);
        high = std::max(high, at + radius);
      }
    longest = std::max(longest, high - low);
  }
  return longest;
}

double largest_speed(const Model& model, VecRef v) {
  Vector rate(model.contacts.size());
  model.contacts.normal_velocities(model.initial.t, model.initial.q, v, rate);
  return rate.lpNorm<Eigen::Infinity>();
}

/// Of the speed of what joints hold: their equations are linear, and solved to rounding but where some nearly repeat
/// others.
constexpr double share_of_joints = 1e-3;

std::vector<Index> joints_of(const ContactModel& contacts) {
  std::vector<Index> joints;
  for (Index k = 0; k < contacts.size(); ++k)
    if (contacts.is_joint(k)) joints.push_back(k);
  return joints;
}

/// Masses need none of PETSc's factors and hierarchies of meshes. Iterations mean something else to each solver: limits
/// that are set to PETSc's are not those of `cg`.
LinearSolverOptions solver_of_masses(const LinearSolverOptions& of_run) {
  return linear_solver_type(of_run.kind).of_petsc ? LinearSolverKind::cg : of_run;
}

}  // namespace

double velocity_scale(const Model& model, double duration, const LinearSolverOptions& linear) {
  const auto& [t, q, v] = model.initial;
  const auto& contacts = model.contacts;
  if (contacts.size() == 0) return 0.0;
  BlockFactor mass(model.system, solver_of_masses(linear));
  if (!mass.update(t, q, v, {}).ok()) return 0.0;
  Vector a(model.system.num_v()), gap(contacts.size());
  const auto joints = joints_of(contacts);
  const bool only_joints = static_cast<Index>(joints.size()) == contacts.size();
  const JointPlaces places(contacts, v.size(), only_joints ? joints : std::vector<Index>{}, q);
  const auto speed = [&](VecRef of) { return only_joints ? places.fastest(of) : largest_speed(model, of); };
  model.system.forces(t, q, v, a);
  mass.solve_in_place(a);
  contacts.gaps(t, q, gap);
  double length = std::max(extent(model), places.size());
  for (const double g : gap)
    if (std::abs(g) < Certificates::far) length = std::max(length, std::abs(g));
  const double acceleration = speed(a);
  const double scale = std::max(speed(v), std::min(std::sqrt(acceleration * length), acceleration * duration));
  if (!std::isfinite(scale)) return 0.0;
  return only_joints ? share_of_joints * scale : scale;
}

}  // namespace percuss
