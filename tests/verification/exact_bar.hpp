// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/decompositions.hpp"
#include "fem/bar_element.hpp"

namespace percuss::verification {

/// The impact of the semi-discrete elastic bar on a rigid wall, solved exactly: mode by mode, event by event, with
/// dense matrices and none of the library's time stepping. Restitution 0, no damping; the wall touches node 0.
///
/// Time tau counts from the impact. Before it the bar flies undeformed at -v0; at tau = 0 node 0 is stopped by the
/// percussion; from then to the release it is held, the others swing; after that all nodes are free.
class ExactBar {
 public:
  ExactBar(const fem::BarElement& element, Eigen::Index elements, double v0);

  double percussion() const { return percussion_; }    ///< [N s]
  double energy_lost() const { return energy_lost_; }  ///< at the impact [J]
  double release() const { return release_; }          ///< tau at which the contact force first vanishes [s]
  double force(double tau) const;                      ///< lambda while node 0 is held [N]
  /// Velocities of all nodes, contact and free flight after it.
  Eigen::VectorXd velocities(double tau) const;
  Eigen::VectorXd displacements(double tau) const;
  double mean_velocity(double tau) const;
  double impulse() const;  ///< percussion and the integral of the force over the contact [N s]

 private:
  struct Modes {
    Eigen::MatrixXd shape;  // columns, M-orthonormal
    Eigen::VectorXd omega;
    Eigen::VectorXd q, v;  // modal start values
    Eigen::VectorXd displacements(double t) const;
    Eigen::VectorXd velocities(double t) const;
  };
  static Modes solve_modes(const Eigen::MatrixXd& M, const Eigen::MatrixXd& K, const Eigen::VectorXd& q,
                           const Eigen::VectorXd& v);

  Eigen::MatrixXd M_, K_;
  double percussion_ = 0.0, energy_lost_ = 0.0, release_ = 0.0;
  Modes held_, free_;
};

}  // namespace percuss::verification
