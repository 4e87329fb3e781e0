// SPDX-License-Identifier: Apache-2.0
#include "scheme/paired_contacts.hpp"

#include <fmt/format.h>

#include <Eigen/LU>
#include <algorithm>
#include <cmath>

#include "core/parallel.hpp"
#include "scheme/contact_stage.hpp"

namespace percuss {

StagePair::StagePair(const Eigen::Matrix2d& coupling) : B(coupling) {
  const double half_trace = 0.5 * B.trace();
  mu = {half_trace, std::sqrt(B.determinant() - half_trace * half_trace)};
  T = {Complex(B(0, 1)), mu - B(0, 0)};
  const Complex determinant = T[0] * std::conj(T[1]) - std::conj(T[0]) * T[1];
  p = {std::conj(T[1]) / determinant, -std::conj(T[0]) / determinant};
  for (std::size_t s = 0; s < 2; ++s)
    for (std::size_t r = 0; r < 2; ++r) response[s][r] = 2.0 * mu * T[s] * p[r];
}

PairedContacts::PairedContacts(const ContactModel& model, const ContactSolverOptions& options, const StagePair& pair)
    : model_(model),
      pair_(pair),
      inverse_(pair.B.inverse()),
      problem_(options),
      total_rows_(total_rows(model)),
      last_(static_cast<std::size_t>(model.size())) {
  scale_ << pair.B(1, 0) / std::abs(pair.B(0, 1)), 0.0, 0.0, 1.0;
  for (Index k = 0; k < model.size(); ++k) compliant_ = compliant_ || model.gives_way(k);
}

void PairedContacts::restart() {
  factorisations_ = -1;
  std::fill(last_.begin(), last_.end(), std::array<std::array<double, 3>, 2>{});
}

/// Sizes all buffers with the expected contacts of the model closed.
void PairedContacts::warm_up(double h, const std::array<Place, 2>& stages, const ComplexFactor& factor) {
  warm_ = true;
  std::vector<Index> all;
  find_expected(model_, stages[0].v.size(), all);
  if (all.empty()) return;
  const Index rows = total_rows(model_);
  assemble(h, stages, all, factor);
  all_x_.setZero(2 * rows);
  for (auto* v : {&x_[0], &x_[1], &gamma_[0], &gamma_[1]}) v->setZero(rows);
}

void PairedContacts::assemble(double h, const std::array<Place, 2>& stages, std::span<const Index> closed,
                              const ComplexFactor& factor) {
  profile_ = factor.system().profile();
  if (!warm_) warm_up(h, stages, factor);
  const Index nv = factor.system().num_v();
  for (std::size_t s = 0; s < 2; ++s)
    if (closed.empty())
      sets_[s].clear(nv);
    else
      model_.evaluate(stages[s].t, stages[s].q, nv, closed, sets_[s]);
  if (empty()) return;
  const bool same = factorisations_ == factor.factorisations() && (!compliant_ || h_ == h) && id_ == sets_[0].id &&
                    W_[0] == sets_[0].W && W_[1] == sets_[1].W;
  h_ = h;
  if (!same) form_operator(factor);
  if (compliant_) linearise_springs(stages, closed);
}

void PairedContacts::linearise_springs(const std::array<Place, 2>& stages, std::span<const Index> closed) {
  const auto& set = sets_[0];
  const Index rows = set.rows();
  for (std::size_t s = 0; s < 2; ++s) {
    auto g = workspace(deflection_[s], rows), offset = workspace(offset_[s], rows);
    model_.row_gaps(stages[s].t, stages[s].q, closed, 0, g);
    sets_[s].W.transpose_multiply(stages[s].v, offset);
  }
  for (Index row = 0; row < rows; ++row) {
    const auto& law = set.law[static_cast<std::size_t>(row)];
    Eigen::Vector2d known = Eigen::Vector2d::Zero();
    if (!law.is_rigid()) {
      const Eigen::Vector2d g(deflection_[0][row], deflection_[1][row]), gamma(offset_[0][row], offset_[1][row]);
      known = give(law) * (law.stiffness * (g - h_ * (pair_.B * gamma)));
    }
    for (std::size_t s = 0; s < 2; ++s) offset_[s][row] = known[static_cast<Index>(s)];
  }
}

void PairedContacts::soften() {
  auto G = problem_.matrix();
  const auto& set = sets_[0];
  for (Index k = 0; k < set.size(); ++k) {
    if (!set.gives_way(k)) continue;
    for (Index i = 0; i < set.num_rows(k); ++i) {
      const auto& law = set.law[static_cast<std::size_t>(set.first_row(k) + i)];
      const Eigen::Matrix2d more = scaling(k) * give(law) / h_;
      for (std::size_t s = 0; s < 2; ++s)
        for (std::size_t r = 0; r < 2; ++r)
          G(row_of(s, k, i), row_of(r, k, i)) += more(static_cast<Index>(s), static_cast<Index>(r));
    }
  }
}

/// As long as that is no more memory than a few vectors of a large mesh.
bool PairedContacts::keeps_response(const MechanicalSystem& system) const {
  constexpr Index most_numbers = 1 << 21;
  return total_rows_ * system.num_v() <= most_numbers;
}

void PairedContacts::form_operator(const ComplexFactor& factor) {
  const TimedCost timed(profile_, StepCost::delassus);
  problem_.clear();
  problem_.reserve(2 * sets_[0].rows());
  const auto& set = sets_[0];
  for (Index k = 0; k < set.size(); ++k)
    for (int s = 0; s < 2; ++s)
      problem_.add(set.cone[static_cast<std::size_t>(k)], set.num_rows(k), set.mu[static_cast<std::size_t>(k)]);
  work_.setZero(factor.system().num_v(), 2);
  const auto columns = static_cast<std::size_t>(2 * set.rows());
  if (keeps_response(factor.system()) && response_.size() < columns) response_.resize(columns);
  W_[0] = sets_[0].W;
  W_[1] = sets_[1].W;
  for (std::size_t r = 0; r < 2; ++r)
    for (Index l = 0; l < set.size(); ++l)
      for (Index j = 0; j < set.num_rows(l); ++j) form_column(factor, r, l, j);
  if (compliant_) soften();
  id_ = set.id;
  factorisations_ = factor.factorisations();
}

void PairedContacts::form_column(const ComplexFactor& factor, std::size_t r, Index l, Index j) {
  const auto& system = factor.system();
  const auto& W = W_[r];
  const Index column = sets_[r].first_row(l) + j;
  bodies_.clear();
  for (Index e = W.begin(column); e < W.end(column); ++e) {
    work_(W.row(e), 0) += W.value(e);
    const Index body = system.body_of_row(W.row(e));
    if (std::find(bodies_.begin(), bodies_.end(), body) == bodies_.end()) bodies_.push_back(body);
  }
  for (const Index body : bodies_)
    factor.solve_in_place(body, work_.middleRows(system.v_offset(body), system.body(body).num_v()));
  auto G = problem_.matrix();
  const Index to = row_of(r, l, j);
  for (Index k = 0; k < sets_[0].size(); ++k)
    for (Index i = 0; i < sets_[0].num_rows(k); ++i) {
      Eigen::Vector2d moved;
      for (std::size_t s = 0; s < 2; ++s) {
        double g_real = 0.0, g_imag = 0.0;
        const Index row = sets_[s].first_row(k) + i;
        for (Index e = W_[s].begin(row); e < W_[s].end(row); ++e) {
          g_real += W_[s].value(e) * work_(W_[s].row(e), 0);
          g_imag += W_[s].value(e) * work_(W_[s].row(e), 1);
        }
        const Complex c = pair_.response[s][r];
        moved[static_cast<Index>(s)] = c.real() * g_real - c.imag() * g_imag;
      }
      const Eigen::Vector2d scaled = scaling(k) * moved;
      for (std::size_t s = 0; s < 2; ++s) G(row_of(s, k, i), to) = scaled[static_cast<Index>(s)];
    }
  if (keeps_response(system)) response_[static_cast<std::size_t>(to)] = work_;
  for (const Index body : bodies_) work_.middleRows(system.v_offset(body), system.body(body).num_v()).setZero();
}

/// visit(stage, contact of the set, row of the contact, its percussion in the solution before)
template <class Visit>
void PairedContacts::for_each_row(Visit&& visit) {
  const auto& set = sets_[0];
  for (Index k = 0; k < set.size(); ++k) {
    auto& last = last_[static_cast<std::size_t>(set.id[static_cast<std::size_t>(k)])];
    for (std::size_t s = 0; s < 2; ++s)
      for (Index i = 0; i < set.num_rows(k); ++i) visit(s, k, i, last[s][static_cast<std::size_t>(i)]);
  }
}

Report PairedContacts::solve(const Vector& v_0, const Vector& v_1) {
  const TimedCost timed(profile_, StepCost::contact);
  const auto& set = sets_[0];
  const Index rows = set.rows();
  auto gamma_0 = workspace(gamma_[0], rows), gamma_1 = workspace(gamma_[1], rows);
  for (auto& part : x_) workspace(part, rows);
  sets_[0].W.transpose_multiply(v_0, gamma_0);
  sets_[1].W.transpose_multiply(v_1, gamma_1);
  auto c = problem_.constant();
  for (Index k = 0; k < set.size(); ++k)
    for (Index i = 0; i < set.num_rows(k); ++i) {
      const Index row = set.first_row(k) + i;
      Eigen::Vector2d gamma(gamma_0[row], gamma_1[row]);
      if (compliant_) gamma += Eigen::Vector2d(offset_[0][row], offset_[1][row]);
      const Eigen::Vector2d scaled = scaling(k) * gamma;
      for (std::size_t s = 0; s < 2; ++s) c[row_of(s, k, i)] = scaled[static_cast<Index>(s)];
    }
  auto x = workspace(all_x_, 2 * rows);
  for_each_row([&](std::size_t s, Index k, Index i, double& last) { x[row_of(s, k, i)] = last; });
  auto report = problem_.solve(0.0, x);
  if (profile_ != nullptr) profile_->add_problem(set.size(), report.iterations);
  for_each_row([&](std::size_t s, Index k, Index i, double& last) {
    x_[s][set.first_row(k) + i] = x[row_of(s, k, i)];
    last = report.ok() ? x[row_of(s, k, i)] : 0.0;
  });
  if (!report.ok()) {
    const Index worst = problem_.worst(x) / 2;  // of both stages' contacts, side by side
    report.message += fmt::format("; worst at `{}`", model_.name(set.id[static_cast<std::size_t>(worst)]));
  }
  return report;
}

void PairedContacts::add_response(double h, const ComplexFactor& factor, ComplexColumn& z) {
  if (empty()) return;
  if (keeps_response(factor.system())) return add_kept_response(h, z);
  for (std::size_t s = 0; s < 2; ++s)
    for (Index row = 0; row < sets_[s].rows(); ++row) {
      const Complex force = pair_.p[s] * (x_[s][row] / h);
      for (Index e = sets_[s].W.begin(row); e < sets_[s].W.end(row); ++e)
        work_.row(sets_[s].W.row(e)) += sets_[s].W.value(e) * Eigen::RowVector2d(force.real(), force.imag());
    }
  factor.solve_in_place(work_);
  z += work_;
  work_.setZero();
}

void PairedContacts::add_kept_response(double h, ComplexColumn& z) {
  for (std::size_t s = 0; s < 2; ++s)
    for (Index k = 0; k < sets_[s].size(); ++k)
      for (Index i = 0; i < sets_[s].num_rows(k); ++i) {
        const Complex force = pair_.p[s] * (x_[s][sets_[s].first_row(k) + i] / h);
        const auto& u = response_[static_cast<std::size_t>(row_of(s, k, i))];
        parallel_for(z.rows(), [&, re = force.real(), im = force.imag()](Index begin, Index end) {
          const double *u_re = u.col(0).data(), *u_im = u.col(1).data();
          double *z_re = z.col(0).data(), *z_im = z.col(1).data();
          for (Index row = begin; row < end; ++row) {
            z_re[row] += re * u_re[row] - im * u_im[row];
            z_im[row] += re * u_im[row] + im * u_re[row];
          }
        });
      }
}

}  // namespace percuss
