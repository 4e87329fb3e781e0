// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <vector>

#include "core/contact_set.hpp"
#include "solvers/contact/cone_scaling.hpp"

namespace percuss {

/// The forces and velocities of all contacts, each inside its cone, in units in which the cones are their own duals:
///
///   p = D y,  q = D^-1 gamma*,  D = (mu^1/2, mu^-1/2, mu^-1/2);
///
/// without friction p and q have one component and D = 1.
/// gamma* = gamma + (mu |gamma_T|, 0) is De Saxce's velocity, of which  r = D^-1 gamma + (|q_T|, 0) - q  is missing: q
/// is an unknown of its own. A solution has r = 0 and p o q = 0; on the way there p o q = t e. Buffers only grow.
class ConePairs {
 public:
  using Block = std::array<double, 9>;
  struct Step {
    ConeVector p, q;
  };
  void reserve(Index contacts);
  /// Keeps a reference to the contacts until the next load.
  void load(const ContactSet& contacts);
  /// c with zeros in the rows that no force acts in, and its largest entry in the units of q.
  void without_missing_rows(VecRef c, VecOut v) const;
  double size_of_velocities(VecRef v) const;
  /// p o q = t e, near the y given and the velocities -y.
  void place(VecRef y, double t);
  void forces(VecOut y) const;
  /// r, the scalings and `product`, of p and q as they are now; gamma is that of `forces`.
  void look(VecRef gamma);
  /// t: the mean of p . q.
  double product() const { return product_; }
  /// The largest |r|.
  double lag() const;

  /// Of Newton's equations  (D N W W D + G) dy = D (N s - r),  N the derivative of q - (|q_T|, 0) by q, W the scaling:
  /// D N W W D and the share of G's rows that counts. Without the shift's derivative N = 1.
  void find_blocks(Index contact, bool with_derivative, Block& P, Block& Q) const;
  /// The right-hand side for  p o q = target e, `correction` taken off, and r falling to 1 - `share` of what it is.
  void find_right_side(double target, double share, bool corrected, bool with_derivative, VecOut b);
  /// The step that belongs to the solution of these equations.
  void find_step(VecRef dy, std::vector<Step>& step) const;
  /// What the linear equations leave out of p o q after so much of this step.
  void correct(const std::vector<Step>& step, double share);
  /// Up to where p and q stay inside the cones.
  double reach(const std::vector<Step>& step) const;
  /// A part of the step, at most 1, after which no contact is far behind the others on its way to the boundary.
  double length(const std::vector<Step>& step) const;
  void move(const std::vector<Step>& step, double share);

 private:
  struct Pair {
    ConeVector p, q, r, slope;  // slope: of |q_T|
    ConeVector s, correction;   // s = W (lambda \ right-hand side of p o q)
    ConeScaling scaling;
    std::array<double, 3> D;  // 0 for what the contact does not have
  };

  const ContactSet* contacts_ = nullptr;
  Index size_ = 0;
  std::vector<Pair> pairs_;
  double product_ = 0.0, least_ = 0.0;
};

}  // namespace percuss
