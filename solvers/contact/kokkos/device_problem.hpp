// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <Kokkos_Core.hpp>
#include <utility>
#include <vector>

#include "solvers/contact/contact_solver.hpp"
#include "solvers/contact/coulomb_contact.hpp"
#include "solvers/contact/kokkos/lanes.hpp"

namespace percuss::device {

using Numbers = Kokkos::View<double*>;
using Integers = Kokkos::View<int*>;

/// At least n entries; what was there is lost when it grows.
template <class V>
void make_room(V& view, Index n) {
  const auto size = static_cast<std::size_t>(n);
  if (view.extent(0) < size) view = V(Kokkos::view_alloc(Kokkos::WithoutInitializing, "percuss"), size);
}

/// The first n numbers from and to the processor's memory. Where they are on the device.
template <class V>
typename V::value_type* upload(const typename V::value_type* from, Index n, V& to) {
  using Host = Kokkos::View<const typename V::value_type*, Kokkos::HostSpace, Kokkos::MemoryTraits<Kokkos::Unmanaged>>;
  make_room(to, n);
  const auto size = static_cast<std::size_t>(n);
  Kokkos::deep_copy(Kokkos::subview(to, std::make_pair(std::size_t{0}, size)), Host(from, size));
  return to.data();
}
inline void download(const Numbers& from, Index n, double* to) {
  using Host = Kokkos::View<double*, Kokkos::HostSpace, Kokkos::MemoryTraits<Kokkos::Unmanaged>>;
  const auto size = static_cast<std::size_t>(n);
  Kokkos::deep_copy(Host(to, size), Kokkos::subview(from, std::make_pair(std::size_t{0}, size)));
}

/// The first n numbers, on the device.
inline void copy(const Numbers& from, Index n, const Numbers& to) {
  const auto these = std::make_pair(std::size_t{0}, static_cast<std::size_t>(n));
  Kokkos::deep_copy(Space(), Kokkos::subview(to, these), Kokkos::subview(from, these));
}

/// What kernels see of a contact problem in units in which the diagonal of G is one (scaled_units.hpp): rows of
/// G^ = G_ij / (s_i s_j), c^ = c / s, contact by contact. Plain addresses in the device's memory: a kernel that takes
/// less than 512 bytes along is launched without waiting for the one before. Valid until the problem is loaded anew.
struct ProblemView {
  int contacts = 0, rows = 0;
  const int *first = nullptr, *start = nullptr, *col = nullptr;  // rows of a contact; entries of a row of G^
  const double *value = nullptr, *c = nullptr, *scale = nullptr, *mu = nullptr;
  const double* own = nullptr;  // three numbers a row: its entries for the contact's own rows

  KOKKOS_INLINE_FUNCTION int num_rows(int k) const { return first[k + 1] - first[k]; }
  template <class Lane>
  KOKKOS_INLINE_FUNCTION double row_dot(const Lane& lane, int i, const double* y) const {
    return lane.sum(start[i], start[i + 1], [&](int e) { return value[e] * y[col[e]]; });
  }
};

/// A contact problem on the device, without joints (MethodSolver has eliminated them), and the block-row product. Views
/// only grow.
class Problem {
 public:
  /// Copies G's rows and the laws to the device; needs `problem.G.rows()`. What G couples goes there only where that
  /// has changed since the last problem: returns whether it has.
  bool load(const ContactProblem& problem);
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
  bool load_pattern(const BlockRows& G, const ContactSet& contacts);

  ProblemView view_;
  Integers first_there_, start_there_, col_there_;
  Numbers value_there_, own_there_, c_there_, scale_there_, mu_there_;
  Vector s_;
  std::vector<int> first_, start_, col_;  // as they are on the device
  std::vector<double> mu_;
  mutable Vector work_;
};

}  // namespace percuss::device
