// SPDX-License-Identifier: Apache-2.0
#include "core/denormals.hpp"

#ifdef __SSE2__
#include <immintrin.h>
#endif

namespace percuss {

namespace {

#ifdef __SSE2__
/// Every thread has a control register of its own; a thread made later inherits that of its maker.
void set_mode(FlushDenormals::Where where, unsigned mode) {
  if (where == FlushDenormals::Where::all_threads) {
#pragma omp parallel
    _mm_setcsr(mode);
  }
  _mm_setcsr(mode);
}
#endif

}  // namespace

FlushDenormals::FlushDenormals(Where where) : where_(where) {
#ifdef __SSE2__
  constexpr unsigned flush_results_and_operands = 0x8040;
  before_ = _mm_getcsr();
  set_mode(where_, before_ | flush_results_and_operands);
#endif
}

FlushDenormals::~FlushDenormals() {
#ifdef __SSE2__
  set_mode(where_, before_);
#endif
}

}  // namespace percuss
