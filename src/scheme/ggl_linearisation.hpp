// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <Eigen/SparseCore>
#include <vector>

#include "core/contact_model.hpp"
#include "core/decompositions.hpp"
#include "core/mechanical_system.hpp"
#include "core/report.hpp"
#include "scheme/position_rows.hpp"
#include "scheme/projection_metric.hpp"

namespace percuss {

/// Where the Newton iteration of one step of `ggl_unified` stands; u (nv) is the displacement of the step,
/// q' = q (+) u, and W~ = W(q (+) u/2).
struct GglIterate {
  double h = 0.0, t_mid = 0.0;
  Vector v, u;          // (nv) v' and u
  Vector q_mid, v_mid;  // q (+) u/2, (v + v')/2
  Vector lambda, psi;   // first set.rows() and rows.size() entries
  ContactSet set;       // W~
  PositionRows rows;    // where Psi acts
  explicit GglIterate(const ContactModel& model) : rows(model) {}
};

/// The equations of [GGL (36)-(39)] linearised at an iterate, v' and u eliminated:
///
///   (M + h/2 C) dv + B du = W~ dLambda - r_v,    B = h/2 K - 1/2 d(W Lambda)/dq
///    du = E (h/2 dv + N W~ dPsi - r_u),          E = I + N/2 d(W Psi)/dq, the inverse of I - N/2 d(W Psi)/dq to the
///                                                first order in Psi, which is of the size of a penetration
///   N = M^-1, or I in the euclidean metric
///   A = M + h/2 C + h/2 B E,  dense, factored once per linearisation
///
/// leaves a contact problem  S x + c  in x = (Lambda, Psi / scale): first the velocity rows W~' (v' + eps v) [m/s],
/// then the position rows 2/h g(q') [m/s]. Rows of W turn with u: d(W_j)/dq comes from `ContactModel::curvature`, and
/// the rows of g use W~ + 1/2 dW/dq u, that is W at the end. Bodies whose tangent is constant between contacts of
/// constant W are factored once per step size.
class GglLinearisation {
 public:
  /// Keeps references.
  GglLinearisation(const MechanicalSystem& system, const ContactModel& contacts, ProjectionMetric metric);
  /// Room for this many contact rows (velocity and position rows together).
  void reserve(Index rows);

  /// M at (t, q), kept for the step.
  void set_mass(double t, VecRef q, VecRef v);
  /// r = M x
  void multiply_mass(VecRef x, VecOut r) const { r.noalias() = M_.lazyProduct(x); }
  /// r -= N W~ Psi
  void take_shift(const GglIterate& at, VecOut r) const;
  /// Everything else at the iterate; `v_start` is v. `singular` when A is.
  Report update(const GglIterate& at, VecRef v_start);
  /// S of the contact problem (rows() x rows()).
  void fill(Eigen::Ref<Matrix> S) const;
  Index rows() const { return velocity_rows_ + position_rows_; }
  long factorisations() const { return factorisations_; }
  /// Psi = scale x
  double psi_scale() const { return psi_scale_; }

  /// dv, du that remove the residuals r_v, r_u [N s], [m] while no percussion changes.
  void remove_residuals(VecRef r_v, VecRef r_u, VecOut dv, VecOut du) const;
  /// y += what dv, du do to the rows of the contact problem.
  void add_row_changes(VecRef dv, VecRef du, VecOut y) const;
  /// dv, du += what percussions dx do.
  void add_response(VecRef dx, VecOut dv, VecOut du) const;

 private:
  using Blocks = std::vector<SparseMatrix>;
  Report factorize_mass();
  Report factorize(const GglIterate& at);
  void evaluate_tangents(const GglIterate& at);
  void evaluate_curvature(const GglIterate& at);
  void linearise_rows(const GglIterate& at, VecRef v_start);
  void evaluate_responses(const GglIterate& at);
  void apply_E(VecOut x) const;
  void dense(double t, VecRef q, VecRef v, TangentWeights weights, Blocks& blocks, bool filled, Matrix& A);

  /// x <- N x, x of one column or several
  template <class X>
  void apply_metric(X&& x) const;

  const MechanicalSystem& system_;
  const ContactModel& contacts_;
  ProjectionMetric metric_;
  bool constant_;  // A depends on h alone
  double factored_h_ = 0.0, h_ = 0.0, psi_scale_ = 1.0;
  Index velocity_rows_ = 0, position_rows_ = 0;
  bool has_mass_ = false, mass_is_factored_ = false, has_tangents_ = false, psi_turns_ = false;
  Matrix M_, C_, K_, B_, A_;  // B_ stands for B E
  Eigen::PartialPivLU<Matrix> lu_;
  Eigen::LLT<Matrix> mass_factor_;
  Blocks mass_blocks_, damping_blocks_, stiffness_blocks_;  // of the bodies: their storage is reused
  std::vector<Eigen::Triplet<double>> curvature_;           // dW_j/dq of all rows, one after the other
  std::vector<std::size_t> curvature_start_;
  Vector psi_of_row_;  // (velocity rows) Psi, 0 where none acts
  Matrix V_, U_;       // rows of the problem as columns: derivative to v' and to u
  Matrix dv_, du_;     // response of v' and u to a unit of each x
  mutable Vector work_, shift_;
  long factorisations_ = 0;
};

}  // namespace percuss
