// SPDX-License-Identifier: Apache-2.0
#include "simulation/modal_residual.hpp"

#include <fmt/format.h>

#include <Eigen/Cholesky>
#include <algorithm>
#include <cmath>
#include <limits>

#include "io/model_file.hpp"
#include "model/modal_reduction.hpp"

namespace percuss {

double ReducedBody::share() const {
  constexpr double of_forces = 1e-9, of_motion = 1e-12, of_residual = 1e-12;
  if (residual <= std::max(of_forces * forces, of_motion * motion)) return 0.0;
  return deformation > of_residual * residual ? residual / deformation : std::numeric_limits<double>::infinity();
}

std::string ReducedBody::warning() const {
  constexpr double of_motion = 1e-3;  // a millionth of the kinetic energy: the stretching of what turns slowly
  if (share() < doubtful || residual < of_motion * motion) return "";
  return fmt::format(
      "the {} modes of `{}` leave {} out (at t = {:.3g} s): give `modes.static_points` where forces act on it and "
      "`modes.static_moments` where moments do, or more modes",
      modes, name,
      std::isfinite(share()) ? fmt::format("{:.2g} of its deformation", share()) : std::string("all its deformation"),
      time);
}

/// Both models. Bodies have the same numbers in both, contacts too.
struct ModalResidual::Twin {
  struct Watched {
    Index number;
    const ModalReduction* reduction;
    ResidualNorm norm;
    ReducedBody seen;
  };

  explicit Twin(const ModelFile& file);
  const MechanicalSystem& reduced() const { return reduced_model.system; }
  const MechanicalSystem& whole() const { return whole_file.model->system; }
  void look(const Sample& sample);
  void expand(const State& state);
  void add_contact_forces(const Sample& sample);
  void judge(Watched& body, const State& state);

  const Model& reduced_model;
  ModelFile whole_file;
  double next, spacing, step;
  std::vector<const ModalReduction*> reductions;  // of all bodies
  std::vector<Watched> bodies;
  // of the whole model
  Vector q, v, f, contact_f;
  std::vector<Index> acting;
  ContactSet set;
  SparseMatrix M;
};

namespace {

/// (head, shapes y) of (head, y).
Vector expanded(VecRef rows, const ModalReduction& reduction) {
  const Index n = reduction.num_modes(), head = rows.size() - n;
  Vector whole(head + reduction.num_rows());
  whole << rows.head(head), reduction.shapes() * rows.tail(n);
  return whole;
}

}  // namespace

ModalResidual::Twin::Twin(const ModelFile& file)
    : reduced_model(*file.model),
      whole_file(rebuild(file, {.implicit_springs = file.model->implicit_springs, .whole_bodies = true})),
      next(file.simulation.start_time),
      spacing((file.simulation.end_time - file.simulation.start_time) / static_cast<double>(most_samples)),
      step(file.simulation.step),
      reductions(static_cast<std::size_t>(reduced().num_bodies()), nullptr) {
  for (const auto& body : reduced_model.bodies) {
    if (body.reduction == nullptr) continue;
    reductions[static_cast<std::size_t>(body.number)] = body.reduction.get();
    bodies.push_back(
        {body.number, body.reduction.get(), ResidualNorm(*body.reduction), {body.name, body.reduction->num_modes()}});
  }
}

void ModalResidual::Twin::look(const Sample& sample) {
  constexpr double of_spacing = 1e-9;
  if (sample.struck || sample.state.t < next - of_spacing * spacing) return;
  next = sample.state.t + spacing;
  expand(sample.state);
  f.resize(whole().num_v());
  whole().forces(sample.state.t, q, v, f);
  add_contact_forces(sample);
  if (!f.allFinite()) return;  // forces at the start that nobody found
  for (auto& body : bodies) judge(body, sample.state);
}

/// q, v <- the whole bodies as the modes have them.
void ModalResidual::Twin::expand(const State& state) {
  q.resize(whole().num_q());
  v.resize(whole().num_v());
  for (Index i = 0; i < reduced().num_bodies(); ++i) {
    const auto* reduction = reductions[static_cast<std::size_t>(i)];
    const auto rows_q = state.q.segment(reduced().q_offset(i), reduced().body(i).num_q()),
               rows_v = state.v.segment(reduced().v_offset(i), reduced().body(i).num_v());
    auto whole_q = q.segment(whole().q_offset(i), whole().body(i).num_q()),
         whole_v = v.segment(whole().v_offset(i), whole().body(i).num_v());
    whole_q = reduction != nullptr ? expanded(rows_q, *reduction) : Vector(rows_q);
    whole_v = reduction != nullptr ? expanded(rows_v, *reduction) : Vector(rows_v);
  }
}

/// contact_f = W lambda,  f += contact_f.
void ModalResidual::Twin::add_contact_forces(const Sample& sample) {
  auto& contacts = whole_file.model->contacts;
  acting.clear();
  for (std::size_t k = 0; k < sample.contacts.size(); ++k)
    if (sample.contacts[k].force != std::array<double, 3>{}) acting.push_back(static_cast<Index>(k));
  contacts.prepare(sample.state.t, q, v, step);
  contacts.evaluate(sample.state.t, q, whole().num_v(), acting, set);
  contact_f = Vector::Zero(f.size());
  for (Index k = 0; k < set.size(); ++k) {
    const auto& force = sample.contacts[static_cast<std::size_t>(set.id[static_cast<std::size_t>(k)])].force;
    for (Index row = 0; row < set.num_rows(k); ++row)
      set.W.add_column(set.first_row(k) + row, force[static_cast<std::size_t>(row)], contact_f);
  }
  f += contact_f;
}

/// M_reduced a = P' f,  r = f - M P a.
void ModalResidual::Twin::judge(Watched& watched, const State& state) {
  const Index i = watched.number;
  const auto &body = reduced().body(i), &whole_body = whole().body(i);
  const auto& reduction = *watched.reduction;
  const Index n = reduction.num_modes(), rows = reduction.num_rows(), head = body.num_v() - n;
  const Vector y = state.q.segment(reduced().q_offset(i), body.num_q()),
               rate = state.v.segment(reduced().v_offset(i), body.num_v());
  Vector r = f.segment(whole().v_offset(i), whole_body.num_v());
  reduction.subtract_modal_damping(rate.tail(n), r.tail(rows));
  Vector on_modes(body.num_v());
  on_modes << r.head(head), reduction.shapes().transpose() * r.tail(rows);
  body.tangent(state.t, y, rate, {}, M);
  const Vector a = Eigen::LDLT<Matrix>(Matrix(M)).solve(on_modes);
  whole_body.subtract_inertia(q.segment(whole().q_offset(i), whole_body.num_q()), expanded(a, reduction), r);
  const double residual = watched.norm(r.tail(rows));
  auto& seen = watched.seen;
  ++seen.samples;
  seen.deformation = std::max(seen.deformation, reduction.deformation(y.tail(n)));
  seen.forces = std::max(seen.forces, watched.norm(contact_f.segment(whole().v_offset(i) + head, rows)));
  seen.motion = std::max(seen.motion, std::sqrt(2.0 * body.energy(state.t, y, rate).kinetic));
  if (residual > seen.residual) {
    seen.residual = residual;
    seen.time = state.t;
  }
}

ModalResidual::ModalResidual(const ModelFile& file) {
  const auto& bodies = file.model->bodies;
  if (std::any_of(bodies.begin(), bodies.end(), [](const auto& body) { return body.reduction != nullptr; }))
    twin_ = std::make_unique<Twin>(file);
}

ModalResidual::~ModalResidual() = default;

void ModalResidual::look(const Sample& sample) {
  if (twin_ != nullptr) twin_->look(sample);
}

void ReducedBody::walk_memory(MemoryWalk& walk) {
  walk("residual", residual);
  walk("deformation", deformation);
  walk("forces", forces);
  walk("motion", motion);
  walk("time", time);
  walk("samples", samples);
}

void ModalResidual::walk_memory(MemoryWalk& walk) {
  if (twin_ == nullptr) return;
  walk("next", twin_->next);
  walk("contacts", twin_->whole_file.model->contacts);
  for (auto& body : twin_->bodies) walk(body.seen.name, body.seen);
}

std::vector<ReducedBody> ModalResidual::bodies() const {
  std::vector<ReducedBody> seen;
  if (twin_ != nullptr)
    for (const auto& body : twin_->bodies) seen.push_back(body.seen);
  return seen;
}

}  // namespace percuss
