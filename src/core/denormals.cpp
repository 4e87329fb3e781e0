// SPDX-License-Identifier: Apache-2.0
#include "core/denormals.hpp"

#ifdef __SSE2__
#include <immintrin.h>
#endif

namespace percuss {

namespace {

#ifdef __SSE2__
/// Every thread has a control register of its own; a thread made later inherits that of its maker.
void set_mode(unsigned mode) {
#pragma omp parallel
  _mm_setcsr(mode);
  _mm_setcsr(mode);
}
#endif

}  // namespace

FlushDenormals::FlushDenormals() {
#ifdef __SSE2__
  constexpr unsigned flush_results_and_operands = 0x8040;
  before_ = _mm_getcsr();
  set_mode(before_ | flush_results_and_operands);
#endif
}

FlushDenormals::~FlushDenormals() {
#ifdef __SSE2__
  set_mode(before_);
#endif
}

}  // namespace percuss
