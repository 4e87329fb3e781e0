// SPDX-License-Identifier: Apache-2.0
#include "solvers/contact/dense_problem.hpp"

#include <array>
#include <cmath>

#include "solvers/contact/elimination.hpp"
#include "solvers/contact/prox.hpp"

namespace percuss {

/// The dense G as the contact solvers see it.
class DenseProblem::Operator final : public DelassusOperator {
 public:
  void assign(const Eigen::Ref<const Matrix>& G, VecRef diagonal) {
    size_ = G.rows();
    diagonal_ = diagonal;
    rows_.start.assign(1, 0);
    rows_.col.clear();
    rows_.value.clear();
    for (Index i = 0; i < size_; ++i) {
      for (Index j = 0; j < size_; ++j) {
        rows_.col.push_back(j);
        rows_.value.push_back(G(i, j));
      }
      rows_.start.push_back(static_cast<Index>(rows_.col.size()));
    }
  }
  /// Its matrix comes from `assign`, not from a factor.
  void update(const BlockFactor&, const ContactSet&, const ContactSet&) override {}
  Index size() const override { return size_; }
  void apply(VecRef x, VecOut y) const override {
    for (Index i = 0; i < size_; ++i) y[i] = rows_.row_dot(i, x);
  }
  void add_response(VecRef, VecOut) const override {}
  VecView diagonal() const override { return {diagonal_.data(), size_}; }
  const BlockRows* rows() const override { return &rows_; }

 private:
  Index size_ = 0;
  Vector diagonal_;
  BlockRows rows_;
};

DenseProblem::DenseProblem(const ContactSolverOptions& options)
    : options_(options), fallback_(make_contact_solver(options)), operator_(std::make_unique<Operator>()) {}

DenseProblem::~DenseProblem() = default;

void DenseProblem::reserve(Index rows) {
  if (c_.size() >= rows) return;
  G_.conservativeResize(rows, rows);
  J_.resize(rows, rows);
  c_.conservativeResize(rows);
  for (Vector* v : {&gamma_, &diagonal_, &scale_, &b_, &start_}) v->resize(rows);
  const auto n = static_cast<std::size_t>(rows);
  free_.reserve(n);
  column_.reserve(n);
  for (auto* numbers : {&contacts_.start, &contacts_.id}) numbers->reserve(n + 1);
  for (auto* numbers : {&contacts_.mu, &contacts_.eps_n, &contacts_.eps_t}) numbers->reserve(n);
  contacts_.cone.reserve(n);
}

void DenseProblem::clear() { contacts_.clear(0); }

void DenseProblem::add(Cone cone, Index rows, double mu) {
  contacts_.finish_contact(contacts_.size(), cone, rows, mu, 0.0, 0.0);
  reserve(contacts_.rows());
}

Report DenseProblem::solve(double round_off, VecOut x) {
  const Index n = rows();
  const auto G = matrix();
  for (Index i = 0; i < n; ++i) {
    if (!std::isfinite(c_[i]) || !std::isfinite(G(i, i)))
      return Report::failure(Status::not_finite, "contact problem: G or c is not finite");
    if (!(G(i, i) > 0.0)) return Report::failure(Status::singular, "contact problem: a row of G moves nothing");
    diagonal_[i] = G(i, i);
    scale_[i] = std::sqrt(G(i, i));
  }
  const double size = constant().lpNorm<Eigen::Infinity>();
  const double asked = options_.tolerance_absolute + options_.tolerance_relative * size + round_off;
  start_.head(n) = x;
  auto report = solve_newton(1e-14 * size + round_off, asked, x);
  if (report.ok()) return report;
  x = start_.head(n);
  operator_->assign(G, diagonal_.head(n));
  report = fallback_->solve({*operator_, constant(), contacts_}, x);
  if (report.residual <= asked) report.status = Status::ok;
  report.message = report.ok() ? "semi-smooth Newton did not settle: solved by the contact solver"
                               : "contact problem: no convergence, neither by Newton nor by the contact solver";
  return report;
}

/// Until the residual is at `target`, or where it is as `asked` and halves no more.
Report DenseProblem::solve_newton(double target, double asked, VecOut x) {
  constexpr int most = 20;  // active sets of a few contacts settle within 3; more is a cycle
  Report report;
  double last = INFINITY;
  for (report.iterations = 0; report.iterations <= most; ++report.iterations) {
    judge(x, report);
    if (report.residual <= target || (report.residual <= asked && report.residual > 0.5 * last)) return report;
    if (!std::isfinite(report.residual)) break;
    last = report.residual;
    assemble_newton(x);
    const auto n = static_cast<Index>(free_.size());
    eliminate(J_.topLeftCorner(n, n), b_.head(n), column_);
    x.setZero();
    for (Index i = 0; i < n; ++i) {
      const Index row = free_[static_cast<std::size_t>(i)];
      x[row] = b_[i] / scale_[row];
    }
  }
  report.status = Status::not_converged;
  return report;
}

/// gamma = G x + c and the natural residual.
void DenseProblem::judge(VecRef x, Report& report) {
  const Index n = rows();
  auto gamma = gamma_.head(n);
  gamma = constant();
  for (Index j = 0; j < n; ++j)
    if (x[j] != 0.0) gamma += x[j] * G_.col(j).head(n);
  report.residual = natural_residual(contacts_, diagonal_.head(n), gamma, x);
}

/// Rows of contact k that carry force once it is active: without friction the normal one alone.
Index DenseProblem::free_rows(Index k) const {
  const auto i = static_cast<std::size_t>(k);
  const bool tangential =
      contacts_.cone[i] == Cone::bilateral || (contacts_.cone[i] == Cone::coulomb && contacts_.mu[i] > 0.0);
  return tangential ? contacts_.num_rows(k) : 1;
}

/// The linear system of one Newton step for the new x itself, over the unknowns that their law does not set to zero,
/// scaled to a unit diagonal.
void DenseProblem::assemble_newton(VecRef x) {
  free_.clear();
  for (Index k = 0; k < contacts_.size(); ++k) {
    const Index first = contacts_.first_row(k);
    const auto i = static_cast<std::size_t>(k);
    const bool active = contacts_.cone[i] == Cone::bilateral || x[first] - gamma_[first] / diagonal_[first] > 0.0;
    if (!active) continue;
    for (Index r = 0; r < free_rows(k); ++r) free_.push_back(first + r);
  }
  Index at = 0;
  for (Index k = 0; at < static_cast<Index>(free_.size()); ++k) {
    if (free_[static_cast<std::size_t>(at)] != contacts_.first_row(k)) continue;
    const auto i = static_cast<std::size_t>(k);
    const Index n = free_rows(k);
    const Index law_rows = contacts_.cone[i] == Cone::coulomb ? 1 : n;
    for (Index r = 0; r < law_rows; ++r) add_law_row(at + r);
    if (law_rows < n) add_coulomb_rows(at + 1, n - 1, contacts_.mu[i], x);
    at += n;
  }
}

/// Row i of the Newton system:  gamma = 0.
void DenseProblem::add_law_row(Index i) {
  const Index row = free_[static_cast<std::size_t>(i)];
  for (std::size_t j = 0; j < free_.size(); ++j)
    J_(i, static_cast<Index>(j)) = G_(row, free_[j]) / (scale_[row] * scale_[free_[j]]);
  b_[i] = -c_[row] / scale_[row];
}

/// Rows first .. first+n-1, the tangential ones of a contact whose normal row stands before them: sticking
/// (gamma_T = 0) or slipping, x_T = mu x_N d with d = z/|z|, z = x_T - r gamma_T, and its derivative.
void DenseProblem::add_coulomb_rows(Index first, Index n, double mu, VecRef x) {
  const Index row = free_[static_cast<std::size_t>(first)];
  const double normal = prox_positive(x[row - 1]), r = 1.0 / diagonal_.segment(row, n).sum();
  std::array<double, 2> z{};
  double size = 0.0;
  for (Index a = 0; a < n; ++a) z[static_cast<std::size_t>(a)] = x[row + a] - r * gamma_[row + a];
  size = std::hypot(z[0], z[1]);
  if (size <= mu * normal || size == 0.0) {
    for (Index a = 0; a < n; ++a) add_law_row(first + a);
    return;
  }
  const std::array<double, 2> d{z[0] / size, z[1] / size};
  const double ratio = mu * normal / size;
  for (Index a = 0; a < n; ++a) {
    const auto ia = static_cast<std::size_t>(a);
    // x_Ta - mu d_a x_N - ratio P_ab (dx_Tb - r (G dx)_Tb),  P = I - d d' turns nothing when there is one tangent.
    auto derivative = J_.row(first + a).head(static_cast<Index>(free_.size()));
    derivative.setZero();
    double rest = 0.0;
    for (Index b = 0; b < n && n > 1; ++b) {
      const double p = ratio * ((a == b ? 1.0 : 0.0) - d[ia] * d[static_cast<std::size_t>(b)]);
      for (std::size_t j = 0; j < free_.size(); ++j)
        derivative[static_cast<Index>(j)] += p * r * G_(row + b, free_[j]) / scale_[free_[j]];
      derivative[first + b] -= p / scale_[row + b];
      rest -= p * (z[static_cast<std::size_t>(b)] + r * c_[row + b]);
    }
    derivative[first + a] += 1.0 / scale_[row + a];
    derivative[first - 1] -= mu * d[ia] / scale_[row - 1];
    derivative *= scale_[row + a];
    b_[first + a] = rest * scale_[row + a];
  }
}

}  // namespace percuss
