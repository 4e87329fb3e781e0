// SPDX-License-Identifier: Apache-2.0
#include "solvers/contact/gauss_seidel.hpp"

namespace percuss {

Report GaussSeidel::solve(const ContactProblem& problem, VecOut x, double tolerance, int most) const {
  if (problem.G.rows() == nullptr)
    return Report::failure(Status::not_converged, "this Delassus operator does not form its rows");
  sweeps_.load(problem);
  return sweeps_.run(x, tolerance, most);
}

}  // namespace percuss
