// SPDX-License-Identifier: Apache-2.0
#include "solvers/contact/enumerate.hpp"

#include <limits>
#include <stdexcept>

#include "core/decompositions.hpp"

namespace percuss {

namespace {

enum class Mode { open, closed, stick, slip_forward, slip_backward };

std::vector<Mode> modes_of(Cone cone, Index rows) {
  if (cone == Cone::bilateral) return {Mode::closed};
  if (cone == Cone::unilateral || rows == 1) return {Mode::open, Mode::closed};
  if (rows == 2) return {Mode::open, Mode::stick, Mode::slip_forward, Mode::slip_backward};
  throw std::invalid_argument("Enumerate: a frictional contact of 3 rows has no finite list of modes");
}

/// Rows of S x = s for contact k in `mode`: gamma = 0 on the rows that hold, a given x elsewhere.
void put_equations(const Matrix& G, const Vector& c, Index first, Index n, double mu, Mode mode, bool bilateral,
                   Matrix& S, Vector& s) {
  for (Index i = first; i < first + n; ++i) {
    const bool normal = i == first;
    const bool holds = mode == Mode::stick || (mode != Mode::open && (normal || bilateral));
    if (holds) {
      S.row(i) = G.row(i);
      s[i] = -c[i];
    } else {
      S(i, i) = 1.0;
      if (!normal && mode == Mode::slip_forward) S(i, first) = mu;    // x_T = -mu x_N, gamma_T >= 0
      if (!normal && mode == Mode::slip_backward) S(i, first) = -mu;  // x_T = +mu x_N, gamma_T <= 0
    }
  }
}

}  // namespace

Report Enumerate::solve(const Matrix& G, const Vector& c, const ContactSet& contacts, Vector& x) const {
  if (contacts.size() > 10) throw std::invalid_argument("Enumerate: more than 10 contacts");
  x = Vector::Zero(c.size());
  if (contacts.empty()) return {};
  std::vector<std::vector<Mode>> modes;
  for (Index k = 0; k < contacts.size(); ++k)
    modes.push_back(modes_of(contacts.cone[static_cast<std::size_t>(k)], contacts.num_rows(k)));
  std::vector<std::size_t> pick(modes.size(), 0);
  Report report{Status::not_converged, 0, std::numeric_limits<double>::infinity(), "enumerate: no mode fits", 0.0};
  const Vector diagonal = G.diagonal();
  for (bool more = true; more;) {
    Matrix S = Matrix::Zero(G.rows(), G.cols());
    Vector s = Vector::Zero(G.rows());
    for (Index k = 0; k < contacts.size(); ++k) {
      const auto i = static_cast<std::size_t>(k);
      put_equations(G, c, contacts.first_row(k), contacts.num_rows(k), contacts.mu[i], modes[i][pick[i]],
                    contacts.cone[i] == Cone::bilateral, S, s);
    }
    const Vector candidate = S.completeOrthogonalDecomposition().solve(s);
    const double residual = natural_residual(contacts, diagonal, G * candidate + c, candidate);
    ++report.iterations;
    if (residual < report.residual) {
      report.residual = residual;
      x = candidate;
    }
    std::size_t k = 0;  // next combination, as an odometer
    while (k < pick.size() && ++pick[k] == modes[k].size()) pick[k++] = 0;
    more = k < pick.size();
  }
  if (report.residual <= 1e-9 * (c.lpNorm<Eigen::Infinity>() + std::numeric_limits<double>::min())) {
    report.status = Status::ok;
    report.message.clear();
  }
  return report;
}

}  // namespace percuss
