// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "solvers/contact/dense_contacts.hpp"
#include "solvers/contact/newton_point.hpp"
#include "solvers/contact/regularisation.hpp"

namespace percuss {

/// The equations of a Newton step (newton.hpp) as one dense matrix: for some ten rows. Cost n^3/3 a step.
class DenseNewton {
 public:
  bool load(const ContactProblem& problem);
  void reserve(Index rows);
  Index size() const { return contacts_.size(); }
  bool linear() const { return regularisation_.only_joints(); }
  void scaled(VecRef x, VecOut y) const { contacts_.scaled(x, y); }
  void unscaled(VecRef y, VecOut x) const { contacts_.unscaled(y, x); }
  double rounding(VecRef y) const { return contacts_.rounding(y); }
  /// gamma and the residual of point.y.
  void evaluate(NewtonPoint& point) const;
  /// The Newton step; false when the equations have no solution even when regularised.
  bool find_step(const NewtonPoint& at);
  VecView step() const { return {step_.data(), size()}; }

 private:
  double linearise(const NewtonPoint& at);

  DenseContacts contacts_;
  Regularisation regularisation_;
  std::vector<double> J_;  // row by row, overwritten by its factors
  Vector step_;
};

}  // namespace percuss
