// SPDX-License-Identifier: Apache-2.0
#include "solvers/contact/colouring.hpp"
#include "solvers/contact/kokkos/anderson.hpp"
#include "solvers/contact/kokkos/methods.hpp"
#include "solvers/contact/sweep_loop.hpp"

namespace percuss::device {

/// The contact order(place), solved with all others held. moved(k): its change, times the scale, an estimate of the
/// residual [m/s].
struct SolveContact {
  ProblemView problem;
  const int* order;
  double relaxation;
  double *y, *moved;

  template <class Lane>
  KOKKOS_INLINE_FUNCTION void operator()(const Lane& lane, int place) const {
    const int k = order[place], first = problem.first[k], n = problem.num_rows(k);
    double own[9], left[3], now[3];
    for (int i = 0; i < n; ++i) {
      const int begin = problem.start[first + i], end = problem.start[first + i + 1];
      for (int j = 0; j < n; ++j) own[n * i + j] = problem.own[3 * (first + i) + j];
      now[i] = y[first + i];
      left[i] = problem.c[first + i] + lane.sum(begin, end, [&](int e) {
        const int j = problem.col[e];
        return j >= first && j < first + n ? 0.0 : problem.value[e] * y[j];
      });
    }
    solve_coulomb(n, own, left, problem.mu[k], now);
    for (int i = 0; i < n; ++i) now[i] = y[first + i] + relaxation * (now[i] - y[first + i]);
    if (relaxation != 1.0) prox_contact(n, problem.mu[k], now);
    double most = 0.0;
    for (int i = 0; i < n; ++i) {
      const double change = ::fabs(now[i] - y[first + i]) * problem.scale[first + i];
      most = change == change ? ::fmax(most, change) : HUGE_VAL;  // a NaN is no change
    }
    lane.once([&] {
      for (int i = 0; i < n; ++i) y[first + i] = now[i];
      moved[k] = most;
    });
  }
};

/// The largest of n numbers, none of them negative.
double largest(int n, const Numbers& of) {
  double most = 0.0;
  Kokkos::parallel_reduce(
      "percuss: largest", Kokkos::RangePolicy<>(0, n),
      KOKKOS_LAMBDA(const int k, double& so_far) { so_far = ::fmax(so_far, of(k)); }, Kokkos::Max<double>(most));
  return most;
}

namespace {

/// Where sweeps stand, colour after colour, the contacts of one colour at once: what `run_sweeps` asks for.
class Sweeper {
 public:
  explicit Sweeper(const ContactSolverOptions& options)
      : relaxation_(options.relaxation), depth_(options.acceleration) {}
  void reserve(Index rows) {
    for (auto* v : {&y_, &best_, &gamma_, &moved_}) make_room(*v, rows);
    if (depth_ == 0) return;
    for (auto* v : {&from_, &swept_}) make_room(*v, rows);
  }
  void begin(const ContactProblem& problem, VecRef x) {
    if (problem_.load(problem)) load_colours(problem);
    reserve(problem_.rows());
    problem_.scaled(x, y_);
  }
  void best(VecOut x) const { problem_.unscaled(best_, x); }

  /// Contacts of one colour do not see each other.
  double sweep() const {
    const auto& view = problem_.view();
    const SolveContact solve{view, order_.data(), relaxation_, y_.data(), moved_.data()};
    for (std::size_t c = 0; c + 1 < begin_.size(); ++c)
      for_each("percuss: gauss_seidel", begin_[c], begin_[c + 1], solve);
    return largest(view.contacts, moved_);
  }
  double residual() const {
    problem_.velocity(y_, gamma_);
    return problem_.residual(gamma_, y_);
  }
  void keep_best() const { copy(y_, problem_.rows(), best_); }
  bool looks_often() const { return problem_.view().contacts == 1; }  // one is solved at once
  int depth() const { return depth_; }
  void start_acceleration() { anderson_.start(problem_.rows(), depth_); }
  bool propose() {
    copy(y_, problem_.rows(), swept_);
    const bool proposed = anderson_.extrapolate(problem_.view(), y_);
    copy(y_, problem_.rows(), from_);
    return proposed;
  }
  double remember() { return anderson_.add(from_, y_); }
  void take_back() {
    copy(swept_, problem_.rows(), y_);
    anderson_.forget();
  }

 private:
  void load_colours(const ContactProblem& problem) {
    colouring_.find(*problem.G.rows(), problem.contacts);
    begin_.assign(1, 0);
    order_on_host_.clear();
    for (Index colour = 0; colour < colouring_.colours(); ++colour) {
      for (const Index k : colouring_.members(colour)) order_on_host_.push_back(static_cast<int>(k));
      begin_.push_back(static_cast<int>(order_on_host_.size()));
    }
    upload(order_on_host_.data(), static_cast<Index>(order_on_host_.size()), order_);
  }

  double relaxation_;
  int depth_;
  Problem problem_;
  Colouring colouring_;
  std::vector<int> begin_, order_on_host_;
  Integers order_;
  Anderson anderson_;
  Numbers y_, best_, gamma_, moved_, from_, swept_;  // from_: where the last accelerated sweep began
};

/// Projected Gauss-Seidel as in gauss_seidel.hpp.
class GaussSeidel final : public ContactMethod {
 public:
  explicit GaussSeidel(const ContactSolverOptions& options) : sweeper_(options) {}
  bool needs_rows() const override { return true; }
  void reserve(Index rows) const override { sweeper_.reserve(rows); }
  Report solve(const ContactProblem& problem, VecOut x, double tolerance, int most) const override {
    sweeper_.begin(problem, x);
    SweepPace pace;
    const Report report = run_sweeps(sweeper_, pace, tolerance, most);
    sweeper_.best(x);
    return report;
  }

 private:
  mutable Sweeper sweeper_;
};

}  // namespace

std::unique_ptr<ContactMethod> make_gauss_seidel(const ContactSolverOptions& options) {
  return std::make_unique<GaussSeidel>(options);
}

}  // namespace percuss::device
