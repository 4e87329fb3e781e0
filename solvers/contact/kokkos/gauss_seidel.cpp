// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>

#include "solvers/contact/colouring.hpp"
#include "solvers/contact/kokkos/device_problem.hpp"
#include "solvers/contact/kokkos/methods.hpp"

namespace percuss::device {

/// The contacts order(begin) ... order(end - 1), each solved with all others held; no two of them see each other.
/// Returns the largest change, times the scale: an estimate of the residual [m/s].
double sweep_colour(const ProblemView& problem, const Integers& order, int begin, int end, double relaxation,
                    const Numbers& y) {
  double worst = 0.0;
  Kokkos::parallel_reduce(
      "percuss: gauss_seidel", Kokkos::RangePolicy<>(begin, end),
      KOKKOS_LAMBDA(const int place, double& most) {
        const int k = order(place), first = problem.first(k), n = problem.num_rows(k);
        double own[9], left[3], now[3];
        for (int i = 0; i < n; ++i) {
          left[i] = problem.c(first + i);
          now[i] = y(first + i);
          for (int j = 0; j < n; ++j) own[n * i + j] = 0.0;
          for (int e = problem.start(first + i); e < problem.start(first + i + 1); ++e) {
            const int j = problem.col(e) - first;
            if (j >= 0 && j < n)
              own[n * i + j] = problem.value(e);
            else
              left[i] += problem.value(e) * y(first + j);
          }
        }
        solve_coulomb(n, own, left, problem.mu(k), now);
        for (int i = 0; i < n; ++i) now[i] = y(first + i) + relaxation * (now[i] - y(first + i));
        if (relaxation != 1.0) prox_contact(n, problem.mu(k), now);
        for (int i = 0; i < n; ++i) {
          const double moved = ::fabs(now[i] - y(first + i)) * problem.scale(first + i);
          most = moved == moved ? ::fmax(most, moved) : HUGE_VAL;  // a NaN is no change
          y(first + i) = now[i];
        }
      },
      Kokkos::Max<double>(worst));
  return worst;
}

namespace {

/// Projected Gauss-Seidel as in gauss_seidel.hpp, colour after colour, the contacts of one colour at once.
class GaussSeidel final : public ContactMethod {
 public:
  explicit GaussSeidel(const ContactSolverOptions& options) : options_(options) {}
  bool needs_rows() const override { return true; }
  void reserve(Index rows) const override {
    for (auto* v : {&y_, &gamma_}) make_room(*v, rows);
  }

  Report solve(const ContactProblem& problem, VecOut x, double tolerance, int most) const override {
    problem_.load(problem);
    reserve(problem_.rows());
    problem_.scaled(x, y_);
    load_colours(problem);
    constexpr int look_every = 10;  // a look at the residual costs as much as a sweep
    Report report;
    while (report.iterations < most) {
      ++report.iterations;
      double change = 0.0;
      for (Index colour = 0; colour < colouring_.colours(); ++colour) {
        const auto c = static_cast<std::size_t>(colour);
        const double moved = sweep_colour(problem_.view(), order_, begin_[c], begin_[c + 1], options_.relaxation, y_);
        change = std::max(change, moved);
      }
      if (change > tolerance && report.iterations < most && report.iterations % look_every != 0) continue;
      problem_.velocity(y_, gamma_);
      report.residual = problem_.residual(gamma_, y_);
      if (!std::isfinite(report.residual)) {
        report.status = Status::not_finite;
        return report;
      }
      if (report.residual <= tolerance) break;
    }
    problem_.unscaled(y_, x);
    if (!(report.residual <= tolerance)) report.status = Status::not_converged;
    return report;
  }

 private:
  void load_colours(const ContactProblem& problem) const {
    colouring_.find(*problem.G.rows(), problem.contacts);
    begin_.assign(1, 0);
    order_on_host_.clear();
    for (Index colour = 0; colour < colouring_.colours(); ++colour) {
      for (const Index k : colouring_.members(colour)) order_on_host_.push_back(static_cast<int>(k));
      begin_.push_back(static_cast<int>(order_on_host_.size()));
    }
    upload(order_on_host_.data(), static_cast<Index>(order_on_host_.size()), order_);
  }

  ContactSolverOptions options_;
  mutable Problem problem_;
  mutable Colouring colouring_;
  mutable std::vector<int> begin_, order_on_host_;
  mutable Integers order_;
  mutable Numbers y_, gamma_;
};

}  // namespace

std::unique_ptr<ContactMethod> make_gauss_seidel(const ContactSolverOptions& options) {
  return std::make_unique<GaussSeidel>(options);
}

}  // namespace percuss::device
