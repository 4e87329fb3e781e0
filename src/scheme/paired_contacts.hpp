// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <span>
#include <vector>

#include "core/contact_model.hpp"
#include "core/memory_walk.hpp"
#include "solvers/contact/dense_problem.hpp"
#include "solvers/linear/complex_factor.hpp"

namespace percuss {

/// The 2 x 2 matrix B = T diag(mu, mu*) T^-1 that couples two stages, for a step of size 1.
struct StagePair {
  /// `B` must have a complex pair of eigenvalues.
  explicit StagePair(const Eigen::Matrix2d& B);

  Eigen::Matrix2d B;
  Complex mu;
  std::array<Complex, 2> T;                        // first column of T
  std::array<Complex, 2> p;                        // first row of T^-1
  std::array<std::array<Complex, 2>, 2> response;  // 2 mu T_s p_r
};

/// The contacts of two coupled stages (ed_alpha_stages.hpp), each with its law in both:
///
///   gamma_s = W_s' v_s,   v_s = v_s,free + sum_r G_sr x_r,   G_sr = 2 Re(mu T_s p_r W_s' S^-1 W_r),   x = h lambda
///
/// One problem of twice the contacts, dense and not symmetric. With masses alone G = B x (W' M^-1 W), which need not be
/// monotone. But a law stays what it is when its rows are scaled: those of stage 0, times B_10/|B_01|, make the
/// coupling of the stages skew and G positive semidefinite. Of a rigid joint, whose rows vanish anyway, B^-1 gamma is
/// taken. Unilateral contacts need B_00 > 0.
///
/// A joint that gives way is spring and damper in both stages, lambda_s = -(k g(q_s) + d gamma_s). About an iterate,
/// where q_s moves by h sum_r B_sr (v_r - v_r,iterate), its rows are
///   gamma_s + sum_r D_sr (k g_r - h k sum_t B_rt gamma_t,iterate + x_r/h) = 0,   D = (h k B + d 1)^-1,
/// scaled as those of unilateral contacts, which makes the coupling of the stages by D skew as well.
class PairedContacts {
 public:
  /// Keeps references to `model` and `pair`.
  PairedContacts(const ContactModel& model, const ContactSolverOptions& options, const StagePair& pair);

  /// Where the contacts of a stage are looked at: the iterate.
  struct Place {
    double t;
    const Vector& q;
    const Vector& v;
  };
  /// The contacts `closed` in both stages, with the factor of S for a step h. Recomputes only what changed.
  void assemble(double h, const std::array<Place, 2>& stages, std::span<const Index> closed,
                const ComplexFactor& factor);
  /// Some joint is a spring: q and v of the places count.
  bool compliant() const { return compliant_; }
  bool empty() const { return sets_[0].empty(); }
  /// The forces, from the free velocities of both stages; the search starts from the forces found last.
  Report solve(const Vector& v_0, const Vector& v_1);
  /// What the solver may have left open in the last problem [m/s].
  double tolerance() const { return empty() ? 0.0 : problem_.tolerance(); }
  /// z += S^-1 (p_0 W_0 lambda_0 + p_1 W_1 lambda_1)
  void add_response(double h, const ComplexFactor& factor, ComplexColumn& z);
  const ContactModel& model() const { return model_; }
  const ContactSet& set(std::size_t stage) const { return sets_[stage]; }
  /// x = h lambda of a stage (rows of the set).
  VecView percussion(std::size_t stage) const { return {x_[stage].data(), sets_[stage].rows()}; }
  void restart();
  void walk_memory(MemoryWalk& walk) { walk("last", last_); }

 private:
  void warm_up(double h, const std::array<Place, 2>& stages, const ComplexFactor& factor);
  /// The springs' part of the law, without x, in offset_, and that with x into G.
  void linearise_springs(const std::array<Place, 2>& stages, std::span<const Index> closed);
  void soften();
  /// D of a row.
  Eigen::Matrix2d give(const JointLaw& law) const {
    return (h_ * law.stiffness * pair_.B + law.damping * Eigen::Matrix2d::Identity()).inverse();
  }
  bool keeps_response(const MechanicalSystem& system) const;
  void add_kept_response(double h, ComplexColumn& z);
  void form_operator(const ComplexFactor& factor);
  /// The column of G that belongs to row j of contact l in stage r.
  void form_column(const ComplexFactor& factor, std::size_t r, Index l, Index j);
  template <class Visit>
  void for_each_row(Visit&& visit);
  /// Row of the problem that belongs to row i of contact k in a stage.
  Index row_of(std::size_t stage, Index k, Index i) const {
    const Index n = sets_[0].num_rows(k);
    return 2 * sets_[0].first_row(k) + static_cast<Index>(stage) * n + i;
  }
  const Eigen::Matrix2d& scaling(Index k) const {
    const auto i = static_cast<std::size_t>(k);
    return sets_[0].cone[i] == Cone::bilateral && !sets_[0].gives_way(k) ? inverse_ : scale_;
  }

  const ContactModel& model_;
  const StagePair& pair_;
  Eigen::Matrix2d scale_, inverse_;
  DenseProblem problem_;
  StepProfile* profile_ = nullptr;
  std::array<ContactSet, 2> sets_;
  // What G was formed for.
  std::array<SparseColumns, 2> W_;
  std::vector<Index> id_;
  long factorisations_ = -1;
  double h_ = 0.0;
  bool warm_ = false, compliant_ = false;
  const Index total_rows_;               // of all contacts
  std::vector<ComplexColumn> response_;  // columns of S^-1 W, while they are kept: one per row of the problem
  ComplexColumn work_;                   // (nv), zero between calls
  std::vector<Index> bodies_;            // that a column touches
  std::array<Vector, 2> x_, gamma_;
  std::array<Vector, 2> offset_, deflection_;  // of springs: the law without gamma and x; g
  Vector all_x_;
  std::vector<std::array<std::array<double, 3>, 2>>
      last_;  // per contact of the model: percussions of the solution before
};

}  // namespace percuss
