// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <Kokkos_Core.hpp>
// Kokkos before everything that says PERCUSS_INLINE.
#include <utility>
#include <vector>

#include "solvers/contact/contact_solver.hpp"
#include "solvers/contact/coulomb_contact.hpp"

namespace percuss::device {

using Numbers = Kokkos::View<double*>;
using Integers = Kokkos::View<int*>;

/// At least n entries; what was there is lost when it grows.
template <class V>
void make_room(V& view, Index n) {
  const auto size = static_cast<std::size_t>(n);
  if (view.extent(0) < size) view = V(Kokkos::view_alloc(Kokkos::WithoutInitializing, "percuss"), size);
}

/// The first n numbers from and to the processor's memory.
template <class V>
void upload(const typename V::value_type* from, Index n, V& to) {
  using Host = Kokkos::View<const typename V::value_type*, Kokkos::HostSpace, Kokkos::MemoryTraits<Kokkos::Unmanaged>>;
  make_room(to, n);
  const auto size = static_cast<std::size_t>(n);
  Kokkos::deep_copy(Kokkos::subview(to, std::make_pair(std::size_t{0}, size)), Host(from, size));
}
inline void download(const Numbers& from, Index n, double* to) {
  using Host = Kokkos::View<double*, Kokkos::HostSpace, Kokkos::MemoryTraits<Kokkos::Unmanaged>>;
  const auto size = static_cast<std::size_t>(n);
  Kokkos::deep_copy(Host(to, size), Kokkos::subview(from, std::make_pair(std::size_t{0}, size)));
}

/// What kernels see of a contact problem in units in which the diagonal of G is one (scaled_units.hpp): rows of
/// G^ = G_ij / (s_i s_j), c^ = c / s, contact by contact. A handle: copies share the numbers.
struct ProblemView {
  int contacts = 0, rows = 0;
  Integers first, start, col;  // rows of a contact; entries of a row of G^
  Numbers value, c, scale, mu;

  KOKKOS_INLINE_FUNCTION int num_rows(int k) const { return first(k + 1) - first(k); }
  KOKKOS_INLINE_FUNCTION double row_dot(int i, const Numbers& y) const {
    double sum = 0.0;
    for (int e = start(i); e < start(i + 1); ++e) sum += value(e) * y(col(e));
    return sum;
  }
};

/// A contact problem on the device, without joints (MethodSolver has eliminated them), and the block-row product. Views
/// only grow.
class Problem {
 public:
  /// Copies G's rows and the laws to the device; needs `problem.G.rows()`.
  void load(const ContactProblem& problem);
  Index rows() const { return view_.rows; }
  const ProblemView& view() const { return view_; }
  /// y = s x to the device, x = y / s from it.
  void scaled(VecRef x, Numbers& y) const;
  void unscaled(const Numbers& y, VecOut x) const;
  /// gamma^ = G^ y + c^
  void velocity(const Numbers& y, const Numbers& gamma) const;
  /// G^ y
  void product(const Numbers& y, const Numbers& Gy) const;
  /// The natural residual [m/s].
  double residual(const Numbers& gamma, const Numbers& y) const;

 private:
  ProblemView view_;
  Vector s_;
  std::vector<int> first_, start_, col_;
  std::vector<double> value_, c_, mu_;
  mutable Vector work_;
};

}  // namespace percuss::device
