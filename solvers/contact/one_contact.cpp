// SPDX-License-Identifier: Apache-2.0
#include "solvers/contact/one_contact.hpp"

#include <Eigen/LU>

#include "solvers/contact/coulomb_contact.hpp"

namespace percuss {

void solve_one_contact(Cone cone, double mu, const ContactMatrix& G, const ContactVector& c, ContactVector& x) {
  if (cone != Cone::bilateral) {
    using Rows = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor | Eigen::AutoAlign, 3, 3>;
    const Rows rows = G;
    solve_coulomb(static_cast<int>(c.size()), rows.data(), c.data(), cone == Cone::coulomb ? mu : 0.0, x.data());
  } else if (G.rows() > 1) {
    x = -G.fullPivLu().solve(c);
  } else {
    x[0] = G(0, 0) > 0.0 ? -c[0] / G(0, 0) : 0.0;
  }
}

}  // namespace percuss
