// SPDX-License-Identifier: Apache-2.0
#include "core/parallel.hpp"

namespace percuss {

int set_threads([[maybe_unused]] int threads) {
#ifdef _OPENMP
  static const int standard = omp_get_max_threads();  // all cores, or what OMP_NUM_THREADS says
  omp_set_num_threads(threads > 0 ? threads : standard);
  Eigen::setNbThreads(1);  // its own loops wake the others for products of some hundred rows, which takes longer
  return omp_get_max_threads();
#else
  return 1;
#endif
}

void combine(double a, VecRef x, double b, VecRef y, VecOut z) {
  parallel_for(z.size(), [&](Index begin, Index end) {
    const Index n = end - begin;
    z.segment(begin, n) = a * x.segment(begin, n) + b * y.segment(begin, n);
  });
}

void combine(VecRef x, double b, VecRef y, double c, VecRef w, VecOut z) {
  parallel_for(z.size(), [&](Index begin, Index end) {
    const Index n = end - begin;
    z.segment(begin, n) = x.segment(begin, n) + b * y.segment(begin, n) + c * w.segment(begin, n);
  });
}

double dot(VecRef x, VecRef y) {
  return ordered_sum(x.size(), [&](Index begin, Index end) {
    return x.segment(begin, end - begin).dot(y.segment(begin, end - begin));
  });
}

}  // namespace percuss
