// SPDX-License-Identifier: Apache-2.0
#include <cmath>
#include <limits>

#include "solvers/contact/jacobi_pace.hpp"
#include "solvers/contact/kokkos/device_problem.hpp"
#include "solvers/contact/kokkos/methods.hpp"

namespace percuss::device {

/// y <- prox(y - omega gamma^), all contacts at once.
void sweep_all(const ProblemView& problem, double omega, const Numbers& gamma, const Numbers& y) {
  Kokkos::parallel_for(
      "percuss: jacobi", Kokkos::RangePolicy<>(0, problem.contacts), KOKKOS_LAMBDA(const int k) {
        const int first = problem.first[k], n = problem.num_rows(k);
        double z[3];
        for (int i = 0; i < n; ++i) z[i] = y(first + i) - omega * gamma(first + i);
        prox_contact(n, problem.mu[k], z);
        for (int i = 0; i < n; ++i) y(first + i) = z[i];
      });
}

namespace {

/// Projected Jacobi as in jacobi.hpp, in kernels.
class Jacobi final : public ContactMethod {
 public:
  explicit Jacobi(const ContactSolverOptions& options) : options_(options) {}
  bool needs_rows() const override { return true; }
  void reserve(Index rows) const override {
    for (auto* v : {&y_, &gamma_, &best_}) make_room(*v, rows);
  }

  Report solve(const ContactProblem& problem, VecOut x, double tolerance, int most) const override {
    problem_.load(problem);
    reserve(problem_.rows());
    problem_.scaled(x, y_);
    JacobiPace pace(options_.relaxation, problem_.rows());
    double least = std::numeric_limits<double>::infinity();
    Report report;
    for (;; ++report.iterations) {
      problem_.velocity(y_, gamma_);
      const double residual = problem_.residual(gamma_, y_);
      if (!std::isfinite(residual) && report.iterations == 0) {
        report.residual = residual;
        report.status = Status::not_finite;
        return report;
      }
      if (residual < least) {
        least = residual;
        Kokkos::deep_copy(best_, y_);
      }
      if ((least <= tolerance && report.iterations > 0) || report.iterations == most) break;
      sweep_all(problem_.view(), pace.next(residual), gamma_, y_);
    }
    problem_.unscaled(best_, x);
    report.residual = least;
    if (!(least <= tolerance)) report.status = Status::not_converged;
    return report;
  }

 private:
  ContactSolverOptions options_;
  mutable Problem problem_;
  mutable Numbers y_, gamma_, best_;
};

}  // namespace

std::unique_ptr<ContactMethod> make_jacobi(const ContactSolverOptions& options) {
  return std::make_unique<Jacobi>(options);
}

}  // namespace percuss::device
