// SPDX-License-Identifier: Apache-2.0
#include <cmath>
#include <limits>

#include "solvers/contact/kokkos/device_problem.hpp"
#include "solvers/contact/kokkos/methods.hpp"
#include "solvers/contact/second_order_cone.hpp"

namespace percuss::device {

/// What one projected step says of itself: |next - z|^2, (next - z) . G^ (next - z), (z - next) . (next - y).
struct StepSums {
  double squared = 0.0, curvature = 0.0, uphill = 0.0;
};

/// z = y + beta (y - before) for the numbers and their products with G^.
void extrapolate(int n, double beta, const Numbers& y, const Numbers& before, const Numbers& z) {
  Kokkos::parallel_for(
      "percuss: extrapolate", Kokkos::RangePolicy<>(0, n),
      KOKKOS_LAMBDA(const int i) { z(i) = y(i) + beta * (y(i) - before(i)); });
}

/// next_k = P_K(z - (Gz + c^ + shift) / L), contact by contact.
void project_step(const ProblemView& problem, double L, const Numbers& z, const Numbers& Gz, const Numbers& shift,
                  const Numbers& next) {
  Kokkos::parallel_for(
      "percuss: project", Kokkos::RangePolicy<>(0, problem.contacts), KOKKOS_LAMBDA(const int k) {
        const int first = problem.first[k], n = problem.num_rows(k);
        double x[3];
        for (int i = 0; i < n; ++i) {
          const double slope = Gz(first + i) + problem.c[first + i] + (i == 0 ? shift(k) : 0.0);
          x[i] = z(first + i) - slope / L;
        }
        project_second_order_cone(problem.mu[k], x, n);
        for (int i = 0; i < n; ++i) next(first + i) = x[i];
      });
}

double sum_of(int n, const Numbers& a, const Numbers& b, const Numbers& c, const Numbers& d) {
  double sum = 0.0;
  Kokkos::parallel_reduce(
      "percuss: (a - b) . (c - d)", Kokkos::RangePolicy<>(0, n),
      KOKKOS_LAMBDA(const int i, double& part) { part += (a(i) - b(i)) * (c(i) - d(i)); }, sum);
  return sum;
}

StepSums measure_step(int n, const Numbers& y, const Numbers& z, const Numbers& Gz, const Numbers& next,
                      const Numbers& Gnext) {
  return {sum_of(n, next, z, next, z), sum_of(n, next, z, Gnext, Gz), sum_of(n, z, next, next, y)};
}

/// shift_k = mu |gamma_T|  (De Saxce)
void find_shift(const ProblemView& problem, const Numbers& gamma, const Numbers& shift) {
  Kokkos::parallel_for(
      "percuss: shift", Kokkos::RangePolicy<>(0, problem.contacts), KOKKOS_LAMBDA(const int k) {
        double squared = 0.0;
        for (int i = problem.first[k] + 1; i < problem.first[k + 1]; ++i) squared += gamma(i) * gamma(i);
        shift(k) = problem.mu[k] * ::sqrt(squared);
      });
}

/// The natural residual of the convex problem that a shift held fast leaves [m/s].
double convex_residual(const ProblemView& problem, const Numbers& gamma, const Numbers& shift, const Numbers& y) {
  double worst = 0.0;
  Kokkos::parallel_reduce(
      "percuss: convex residual", Kokkos::RangePolicy<>(0, problem.contacts),
      KOKKOS_LAMBDA(const int k, double& most) {
        const int first = problem.first[k], n = problem.num_rows(k);
        double x[3];
        for (int i = 0; i < n; ++i) x[i] = y(first + i) - gamma(first + i) - (i == 0 ? shift(k) : 0.0);
        project_second_order_cone(problem.mu[k], x, n);
        for (int i = 0; i < n; ++i) most = ::fmax(most, ::fabs(y(first + i) - x[i]) * problem.scale[first + i]);
      },
      Kokkos::Max<double>(worst));
  return worst;
}

namespace {

/// Accelerated projected gradient descent with De Saxce's shift, as in apgd.hpp, in kernels.
class Apgd final : public ContactMethod {
 public:
  bool needs_rows() const override { return true; }
  void reserve(Index rows) const override {
    for (auto* v : {&y_, &before_, &z_, &next_, &Gy_, &Gbefore_, &Gz_, &Gnext_, &gamma_, &shift_, &best_})
      make_room(*v, rows);
  }

  Report solve(const ContactProblem& problem, VecOut x, double tolerance, int most) const override {
    problem_.load(problem);
    reserve(problem_.rows());
    problem_.scaled(x, y_);
    start();
    double least = std::numeric_limits<double>::infinity();
    Report report;
    while (report.iterations < most) {
      ++report.iterations;
      step();
      const double residual = problem_.residual(gamma_, y_);
      if (!std::isfinite(residual)) break;
      if (residual < least) {
        least = residual;
        Kokkos::deep_copy(best_, y_);
      }
      if (least <= tolerance) break;
      // The shift follows when the optimum of the old one is found well enough.
      if (convex_residual(problem_.view(), gamma_, shift_, y_) <= 0.3 * residual)
        find_shift(problem_.view(), gamma_, shift_);
    }
    problem_.unscaled(best_, x);
    report.residual = least;
    if (!(least <= tolerance)) report.status = Status::not_converged;
    return report;
  }

 private:
  void start() const {
    const auto& view = problem_.view();
    problem_.velocity(y_, gamma_);
    find_shift(view, gamma_, shift_);
    problem_.product(y_, Gy_);
    Kokkos::deep_copy(before_, y_);
    Kokkos::deep_copy(Gbefore_, Gy_);
    Kokkos::deep_copy(best_, y_);
    L_ = theta_ = 1.0;
  }

  void step() const {
    const auto& view = problem_.view();
    const double theta_next = 0.5 * theta_ * (std::sqrt(theta_ * theta_ + 4.0) - theta_);
    const double beta = theta_ * (1.0 - theta_) / (theta_ * theta_ + theta_next);
    extrapolate(view.rows, beta, y_, before_, z_);
    extrapolate(view.rows, beta, Gy_, Gbefore_, Gz_);
    StepSums sums;
    for (;; L_ *= 2.0) {  // until the parabola is steep enough
      project_step(view, L_, z_, Gz_, shift_, next_);
      problem_.product(next_, Gnext_);
      sums = measure_step(view.rows, y_, z_, Gz_, next_, Gnext_);
      if (!(sums.curvature > 1.0000001 * L_ * sums.squared)) break;
    }
    std::swap(before_, y_);
    std::swap(y_, next_);
    std::swap(Gbefore_, Gy_);
    std::swap(Gy_, Gnext_);
    theta_ = theta_next;
    if (sums.uphill > 0.0) {  // the momentum starts anew
      theta_ = 1.0;
      Kokkos::deep_copy(before_, y_);
      Kokkos::deep_copy(Gbefore_, Gy_);
    }
    L_ *= 0.98;
    problem_.velocity(y_, gamma_);
  }

  mutable Problem problem_;
  // y, the y before, the extrapolated z, the trial; their products with G^; gamma = G^ y + c^; the shift per contact
  mutable Numbers y_, before_, z_, next_, Gy_, Gbefore_, Gz_, Gnext_, gamma_, shift_, best_;
  mutable double L_ = 1.0, theta_ = 1.0;
};

}  // namespace

std::unique_ptr<ContactMethod> make_apgd(const ContactSolverOptions&) { return std::make_unique<Apgd>(); }

}  // namespace percuss::device
