// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>
#include <limits>

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
    const double most_omega = options_.relaxation;
    const double least_omega = std::min(1.0 / static_cast<double>(problem_.rows()), most_omega);
    double omega = most_omega, last = std::numeric_limits<double>::infinity(), least = last;
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
      omega = residual > last ? std::max(0.5 * omega, least_omega) : std::min(1.05 * omega, most_omega);
      last = residual;
      sweep_all(problem_.view(), omega, gamma_, y_);
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
