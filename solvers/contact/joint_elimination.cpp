// SPDX-License-Identifier: Apache-2.0
#include "solvers/contact/joint_elimination.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>

#include "core/at.hpp"

namespace percuss {

namespace {

/// Pivots below it, the diagonal being one, say that joints depend on each other; see regularisation.hpp.
constexpr double dependent_joint = 1e-13;
/// A row of a contact that joints leave less of, of what it moves without them, is held by them.
constexpr double held = 1e-11;

}  // namespace

/// G' as the iterations see it.
class JointElimination::Reduced final : public DelassusOperator {
 public:
  explicit Reduced(const JointElimination& parent) : parent_(parent) {}
  void update(const BlockFactor&, const ContactSet&, const ContactSet&) override {}
  Index size() const override { return static_cast<Index>(parent_.kept_.size()); }
  void apply(VecRef x, VecOut y) const override {
    if (has_rows_) {
      for (Index i = 0; i < size(); ++i) y[i] = rows_.row_dot(i, x);
      return;
    }
    auto all = workspace(parent_.x_, whole_->size()), gamma = workspace(parent_.gamma_, whole_->size());
    all.setZero();
    for (Index i = 0; i < size(); ++i) all[parent_.kept_[at(i)]] = x[i];
    whole_->apply(all, gamma);
    const Index nj = parent_.joint_rows();
    auto force = workspace(parent_.step_, nj);
    for (Index j = 0; j < nj; ++j) force[j] = gamma[parent_.joint_[at(j)]] / parent_.s_[j];
    parent_.lu_.lower_in_place(force);
    for (Index i = 0; i < size(); ++i)
      y[i] = gamma[parent_.kept_[at(i)]] - VecView(parent_.B_.data() + parent_.slot(i) * nj, nj).dot(force);
  }
  void add_response(VecRef, VecOut) const override {}
  bool keeps_response() const override { return true; }
  VecView diagonal() const override { return {diagonal_.data(), size()}; }
  const BlockRows* rows() const override { return has_rows_ ? &rows_ : nullptr; }

  const JointElimination& parent_;
  const DelassusOperator* whole_ = nullptr;
  bool has_rows_ = false;
  Vector diagonal_;
  BlockRows rows_;
};

JointElimination::JointElimination() : reduced_(std::make_unique<Reduced>(*this)) {}
JointElimination::~JointElimination() = default;

Report JointElimination::load(const ContactProblem& problem, double tolerance) {
  split(problem.contacts);
  if (joint_rows() > most_joint_rows)
    return Report::failure(Status::not_converged, "more than " + std::to_string(most_joint_rows) +
                                                      " rows of joints to eliminate; the solver `auto` has no limit");
  find_touched(problem);
  factor_joints(problem);
  auto report = check(problem, tolerance);
  if (report.ok()) form_reduced(problem);
  return report;
}

void JointElimination::reserve(Index rows) {
  const auto n = at(rows);
  for (auto* list : {&kept_, &joint_, &contact_of_, &place_, &reduced_number_, &slot_}) list->reserve(n);
  for (auto* list : {&contacts_.start, &contacts_.id}) list->reserve(n + 1);
  for (auto* list : {&contacts_.mu, &contacts_.eps_n, &contacts_.eps_t}) list->reserve(n);
  contacts_.law.reserve(n);
  contacts_.cone.reserve(n);
  for (auto* list : {&touched_, &present_}) list->reserve(n);
  for (auto* list : {&B_, &Y_}) list->reserve(n * n / 4 + 1);  // n_j (n - n_j) at most
  values_.reserve(3 * n);
  for (auto* vector : {&s_, &c_, &half_c_, &step_, &x_, &gamma_, &reduced_->diagonal_}) workspace(*vector, rows);
  reduced_->rows_.start.reserve(n + 1);
  reduced_->rows_.col.reserve(n * n);
  reduced_->rows_.value.reserve(n * n);
  lu_.matrix(rows);
}

const DelassusOperator& JointElimination::G() const { return *reduced_; }

void JointElimination::restrict(VecRef x, VecOut x_c) const {
  for (Index i = 0; i < x_c.size(); ++i) x_c[i] = x[kept_[at(i)]];
}

void JointElimination::expand(const ContactProblem& problem, VecRef x_c, VecOut x) const {
  const Index nj = joint_rows();
  x.setZero();
  for (Index i = 0; i < x_c.size(); ++i) x[kept_[at(i)]] = x_c[i];
  if (!reduced_->has_rows_) {
    for (int pass = 0; pass < 2; ++pass) solve_joints(problem, x);  // the second takes the rounding of the first away
    return;
  }
  auto step = workspace(step_, nj);  // the same halves as in G' and c', or the contacts miss what those promise
  step = half_c_.head(nj);
  for (Index i = 0; i < x_c.size(); ++i)
    if (slot(i) >= 0) step += x_c[i] * VecView(Y_.data() + slot(i) * nj, nj);
  lu_.finish_in_place(step);
  for (Index j = 0; j < nj; ++j) x[joint_[at(j)]] = -step[j] / s_[j];
}

/// x_j -= G_jj^+ (G x + c)_j
void JointElimination::solve_joints(const ContactProblem& problem, VecOut x) const {
  auto gamma = workspace(gamma_, problem.c.size());
  auto step = workspace(step_, joint_rows());
  problem.G.apply(x, gamma);
  for (Index j = 0; j < joint_rows(); ++j) step[j] = (gamma[joint_[at(j)]] + problem.c[joint_[at(j)]]) / s_[j];
  lu_.solve_in_place(step);
  for (Index j = 0; j < joint_rows(); ++j) x[joint_[at(j)]] -= step[j] / s_[j];
}

/// Who is a joint, who is not, and where each row goes.
void JointElimination::split(const ContactSet& contacts) {
  for (auto* list : {&kept_, &joint_, &contact_of_, &place_, &reduced_number_}) list->clear();
  contacts_.clear(0);
  for (Index k = 0; k < contacts.size(); ++k) {
    const bool joint = contacts.cone[at(k)] == Cone::bilateral;
    auto& rows = joint ? joint_ : kept_;
    reduced_number_.push_back(joint ? -1 : contacts_.size());
    for (Index i = contacts.first_row(k); i < contacts.first_row(k) + contacts.num_rows(k); ++i) {
      contact_of_.push_back(k);
      place_.push_back(static_cast<Index>(rows.size()));
      rows.push_back(i);
    }
    if (!joint)
      contacts_.finish_contact(contacts.id[at(k)], contacts.cone[at(k)], contacts.num_rows(k), contacts.mu[at(k)], 0.0,
                               0.0);
  }
}

/// The contacts that share an entry of G with a joint; all of them when G forms no rows.
void JointElimination::find_touched(const ContactProblem& problem) {
  const auto& set = problem.contacts;
  const auto* const rows = problem.G.rows();
  touched_.assign(at(contacts_.size()), rows == nullptr ? 1 : 0);
  for (Index k = 0; rows != nullptr && k < set.size(); ++k) {
    const Index own = reduced_number_[at(k)], first = set.first_row(k);
    for (Index e = rows->start[at(first)]; e < rows->start[at(first) + 1]; ++e) {
      const Index other = reduced_number_[at(contact_of_[at(rows->col[at(e)])])];
      if (own < 0 && other >= 0) touched_[at(other)] = 1;
      if (own >= 0 && other < 0) touched_[at(own)] = 1;
    }
  }
  slot_.clear();
  Index slots = 0;
  for (Index k = 0; k < contacts_.size(); ++k)
    for (Index i = 0; i < contacts_.num_rows(k); ++i) slot_.push_back(touched_[at(k)] != 0 ? slots++ : -1);
  B_.assign(at(slots * joint_rows()), 0.0);
  Y_.assign(at(slots * joint_rows()), 0.0);
}

void JointElimination::factor_joints(const ContactProblem& problem) {
  const Index nj = joint_rows();
  const auto diagonal = problem.G.diagonal();
  auto s = workspace(s_, nj);
  for (Index j = 0; j < nj; ++j) s[j] = diagonal[joint_[at(j)]] > 0.0 ? std::sqrt(diagonal[joint_[at(j)]]) : 1.0;
  double* const A = lu_.matrix(nj);
  std::fill_n(A, nj * nj, 0.0);
  couple(problem, A);
  lu_.factorize(PivotedLU::Pivots::complete, dependent_joint);
  for (std::size_t first = 0; first < Y_.size(); first += at(nj)) {
    lu_.upper_in_place(Eigen::Map<Vector>(B_.data() + first, nj));
    lu_.lower_in_place(Eigen::Map<Vector>(Y_.data() + first, nj));
  }
}

/// A = S^-1 G_jj S^-1; B_ and Y_ before they are solved with its factors.
void JointElimination::couple(const ContactProblem& problem, double* A) {
  const Index nj = joint_rows(), n = problem.c.size();
  if (const auto* const G = problem.G.rows()) {
    const auto is_joint = [&](Index row) { return reduced_number_[at(contact_of_[at(row)])] < 0; };
    for (Index i = 0; i < n; ++i)
      for (Index e = G->start[at(i)]; e < G->start[at(i) + 1]; ++e) {
        const Index j = G->col[at(e)], p = place_[at(i)], q = place_[at(j)];
        if (is_joint(i) && is_joint(j)) A[p * nj + q] = G->value[at(e)] / (s_[p] * s_[q]);
        if (!is_joint(i) && is_joint(j)) B_[at(slot(p) * nj + q)] = G->value[at(e)] / s_[q];
        if (is_joint(i) && !is_joint(j)) Y_[at(slot(q) * nj + p)] = G->value[at(e)] / s_[p];
      }
    return;
  }
  auto unit = workspace(x_, n), column = workspace(gamma_, n);
  unit.setZero();
  for (Index q = 0; q < nj; ++q) {
    unit[joint_[at(q)]] = 1.0;
    problem.G.apply(unit, column);
    unit[joint_[at(q)]] = 0.0;
    for (Index p = 0; p < nj; ++p) A[p * nj + q] = column[joint_[at(p)]] / (s_[p] * s_[q]);
    for (std::size_t i = 0; i < kept_.size(); ++i)  // Y_ serves the diagonal alone here: G_jc is taken for G_cj'
      B_[i * at(nj) + at(q)] = Y_[i * at(nj) + at(q)] = column[kept_[i]] / s_[q];
  }
}

/// Dependent joints must ask for velocities that go together.
Report JointElimination::check(const ContactProblem& problem, double tolerance) const {
  const Index nj = joint_rows(), n = problem.c.size();
  if (lu_.rank() == nj) return {};
  auto x = workspace(x_, n), gamma = workspace(gamma_, n);
  x.setZero();
  for (int pass = 0; pass < 2; ++pass) solve_joints(problem, x);
  problem.G.apply(x, gamma);
  Index worst = 0;
  double largest = 0.0, asked = 0.0;
  for (Index j = 0; j < nj; ++j) {
    const Index i = joint_[at(j)];
    const double left = std::abs(gamma[i] + problem.c[i]);
    asked = std::max(asked, std::abs(problem.c[i]) / s_[j]);
    if (left <= tolerance || left / s_[j] <= largest) continue;
    largest = left / s_[j];
    worst = i;
  }
  if (largest <= 1e-9 * asked) return {};  // what elimination leaves by rounding: the judge will say
  const auto id = problem.contacts.id[at(contact_of_[at(worst)])];
  return Report::failure(Status::singular, "joints contradict each other: contact " + std::to_string(id) +
                                               " asks for a velocity that the others do not leave");
}

void JointElimination::form_reduced(const ContactProblem& problem) {
  const Index nj = joint_rows(), n = static_cast<Index>(kept_.size());
  auto force = workspace(half_c_, nj), c = workspace(c_, n), diagonal = workspace(reduced_->diagonal_, n);
  for (Index j = 0; j < nj; ++j) force[j] = problem.c[joint_[at(j)]] / s_[j];
  lu_.lower_in_place(force);
  const auto whole = problem.G.diagonal();
  const double rounding = 16.0 * std::numeric_limits<double>::epsilon() / lu_.last_pivot();
  for (Index i = 0; i < n; ++i) {
    c[i] = problem.c[kept_[at(i)]];
    diagonal[i] = whole[kept_[at(i)]];
    if (slot(i) < 0) continue;
    const VecView b(B_.data() + slot(i) * nj, nj), y(Y_.data() + slot(i) * nj, nj);
    c[i] -= b.dot(force);
    const double reduced = diagonal[i] - b.dot(y);
    diagonal[i] = reduced > std::max(held, rounding) * diagonal[i] ? reduced : 0.0;
  }
  reduced_->whole_ = &problem.G;
  reduced_->has_rows_ = problem.G.rows() != nullptr;
  if (reduced_->has_rows_) form_rows(*problem.G.rows(), problem.contacts);
}

/// Rows that no joint acts on.
void JointElimination::copy_rows(const BlockRows& G, Index first, Index count) {
  auto& rows = reduced_->rows_;
  for (Index i = first; i < first + count; ++i) {
    for (Index e = G.start[at(i)]; e < G.start[at(i) + 1]; ++e) {
      rows.col.push_back(place_[at(G.col[at(e)])]);
      rows.value.push_back(G.value[at(e)]);
    }
    rows.start.push_back(static_cast<Index>(rows.col.size()));
  }
}

/// G' contact by contact: the blocks of G_cc, and those between touched contacts that joints make.
void JointElimination::form_rows(const BlockRows& G, const ContactSet& contacts) {
  const Index nj = joint_rows(), n = static_cast<Index>(kept_.size());
  auto& rows = reduced_->rows_;
  rows.start.assign(1, 0);
  rows.col.clear();
  rows.value.clear();
  values_.assign(3 * at(n), 0.0);
  for (Index k = 0; k < contacts.size(); ++k) {
    const Index own = reduced_number_[at(k)];
    if (own < 0) continue;
    const Index first = contacts_.first_row(own), count = contacts_.num_rows(own);
    if (touched_[at(own)] == 0) {
      copy_rows(G, contacts.first_row(k), count);
      continue;
    }
    present_.assign(at(contacts_.size()), 0);
    for (Index r = 0; r < count; ++r) {
      double* const line = values_.data() + r * n;
      const Index i = contacts.first_row(k) + r;
      for (Index e = G.start[at(i)]; e < G.start[at(i) + 1]; ++e) {
        const Index other = reduced_number_[at(contact_of_[at(G.col[at(e)])])];
        if (other < 0) continue;
        present_[at(other)] = 1;
        line[place_[at(G.col[at(e)])]] = G.value[at(e)];
      }
      const VecView b(B_.data() + slot(first + r) * nj, nj);
      for (Index l = 0; l < contacts_.size(); ++l)
        for (Index j = contacts_.first_row(l); touched_[at(l)] != 0 && j < contacts_.first_row(l + 1); ++j) {
          const double joint = b.dot(VecView(Y_.data() + slot(j) * nj, nj));
          if (joint != 0.0) present_[at(l)] = 1;
          line[j] -= joint;
        }
    }
    for (Index r = 0; r < count; ++r) {
      double* const line = values_.data() + r * n;
      line[first + r] = reduced_->diagonal_[first + r];
      for (Index l = 0; l < contacts_.size(); ++l)
        for (Index j = contacts_.first_row(l); j < contacts_.first_row(l + 1); ++j) {
          if (present_[at(l)] == 0) continue;
          rows.col.push_back(j);
          rows.value.push_back(line[j]);
          line[j] = 0.0;
        }
      rows.start.push_back(static_cast<Index>(rows.col.size()));
    }
  }
}

}  // namespace percuss
