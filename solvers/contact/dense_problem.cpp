// SPDX-License-Identifier: Apache-2.0
#include "solvers/contact/dense_problem.hpp"

#include <cmath>

namespace percuss {

/// The dense G as the contact solvers see it.
class DenseProblem::Operator final : public DelassusOperator {
 public:
  void reserve(Index rows) {
    diagonal_.resize(rows);
    rows_.start.reserve(static_cast<std::size_t>(rows) + 1);
    rows_.col.reserve(static_cast<std::size_t>(rows * rows));
    rows_.value.reserve(static_cast<std::size_t>(rows * rows));
  }
  void assign(const Eigen::Ref<const Matrix>& G, VecRef diagonal) {
    size_ = G.rows();
    diagonal_.head(size_) = diagonal;
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
  bool keeps_response() const override { return true; }
  VecView diagonal() const override { return {diagonal_.data(), size_}; }
  const BlockRows* rows() const override { return &rows_; }

 private:
  Index size_ = 0;
  Vector diagonal_;
  BlockRows rows_;
};

DenseProblem::DenseProblem(const ContactSolverOptions& options)
    : options_(options), solver_(make_contact_solver(options)), operator_(std::make_unique<Operator>()) {}

DenseProblem::~DenseProblem() = default;

void DenseProblem::reserve(Index rows) {
  if (c_.size() >= rows) return;
  G_.conservativeResize(rows, rows);
  c_.conservativeResize(rows);
  diagonal_.resize(rows);
  operator_->reserve(rows);
  solver_->reserve(rows);
  const auto n = static_cast<std::size_t>(rows);
  for (auto* numbers : {&contacts_.start, &contacts_.id}) numbers->reserve(n + 1);
  for (auto* numbers : {&contacts_.mu, &contacts_.eps_n, &contacts_.eps_t, &contacts_.compliance}) numbers->reserve(n);
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
  }
  operator_->assign(G, diagonal_.head(n));
  auto report = solver_->solve({*operator_, constant(), contacts_}, x);
  if (report.residual <= options_.tolerance(constant()) + round_off) report.status = Status::ok;
  if (report.ok()) report.message.clear();
  return report;
}

}  // namespace percuss
