// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <limits>
#include <span>
#include <vector>

#include "core/sparse_columns.hpp"

namespace percuss {

/// The set that a contact's force must lie in.
/// unilateral: normal force >= 0.  coulomb: that, and |lambda_T| <= mu lambda_N.  bilateral: free (a joint).
enum class Cone { unilateral, coulomb, bilateral };

/// What a row of a joint does, g(q) being its value and gamma its rate:  lambda = -(stiffness g + damping gamma).
/// An infinite stiffness is a rigid row: gamma = 0, and lambda what that takes.
struct JointLaw {
  double stiffness = std::numeric_limits<double>::infinity();  ///< >= 0 [N/m, N m/rad]
  double damping = 0.0;                                        ///< >= 0 [N s/m, N m s/rad]

  bool is_rigid() const { return stiffness == std::numeric_limits<double>::infinity(); }
  double force(double g, double gamma) const { return -(stiffness * g + damping * gamma); }
  void walk_memory(MemoryWalk& walk) {
    walk("stiffness", stiffness);
    walk("damping", damping);
  }
};

/// The contacts and joints that take part in one discrete problem: gamma = W' v, rows of a contact normal first.
/// Rebuilt in place by `ContactModel::evaluate`; keeps its capacity, so that a step need not allocate.
struct ContactSet {
  SparseColumns W;                     ///< (nv x nl)
  std::vector<Index> start{0};         ///< (nc+1) offsets into the rows: contacts of 1, 2, 3 rows side by side
  std::vector<Cone> cone;              ///< (nc)
  std::vector<Index> id;               ///< (nc) number of the contact in its model: the key of warm starts and records
  std::vector<double> mu;              ///< (nc) friction coefficient [1]
  std::vector<double> eps_n;           ///< (nc) normal restitution, in [0, 1]
  std::vector<double> eps_t;           ///< (nc) tangential restitution, in [0, 1]
  std::vector<JointLaw> law;           ///< (rows) of joints; rigid for all others
  std::vector<double> regularisation;  ///< (rows), or empty: added to the diagonal of G, filled by the scheme [1/kg]

  Index size() const { return static_cast<Index>(cone.size()); }
  Index rows() const { return start.back(); }
  Index first_row(Index k) const { return start[static_cast<std::size_t>(k)]; }
  Index num_rows(Index k) const { return start[static_cast<std::size_t>(k) + 1] - first_row(k); }
  /// No contacts; v has `nv` rows.
  void clear(Index nv);
  /// Contact k is a joint that gives way, in all its rows.
  bool gives_way(Index k) const { return !law[static_cast<std::size_t>(first_row(k))].is_rigid(); }
  /// Names the contact whose `num_rows` columns have just been pushed into W.
  void finish_contact(Index contact_id, Cone contact_cone, Index contact_rows, double contact_mu, double contact_eps_n,
                      double contact_eps_t);
  /// The same of a joint, and the laws of its rows.
  void finish_joint(Index contact_id, std::span<const JointLaw> laws);
  bool empty() const { return cone.empty(); }
};

}  // namespace percuss
