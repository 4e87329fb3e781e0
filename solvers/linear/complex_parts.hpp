// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/types.hpp"
#include "solvers/linear/twisted_solve.hpp"

namespace percuss {

/// A complex number as two, so that the compiler does not shuffle them through one register; its products are without
/// the library's care for infinities.
struct Parts {
  double re, im;
};
inline Parts product(Parts a, Parts b) {
  return {minus_product(a.re * b.re, a.im, b.im), minus_product(a.re * b.im, -a.im, b.re)};
}
/// c - a b
inline Parts minus_product(Parts c, Parts a, Parts b) {
  return {minus_product(minus_product(c.re, -a.im, b.im), a.re, b.re),
          minus_product(minus_product(c.im, a.im, b.re), a.re, b.im)};
}
/// Real and imaginary parts of many.
template <class T>  // double or const double
struct PartsOf {
  T *re, *im;
  Parts operator[](Index i) const { return {re[i], im[i]}; }
  Parts put(Index i, Parts value) const {
    re[i] = value.re;
    im[i] = value.im;
    return value;
  }
};

}  // namespace percuss
