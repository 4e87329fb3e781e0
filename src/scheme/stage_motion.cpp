// SPDX-License-Identifier: Apache-2.0
#include "scheme/stage_motion.hpp"

#include "core/parallel.hpp"

namespace percuss {

namespace {

// The compiler cannot prove that the vectors of a pass stand apart, and so many of them are too many to check: it must
// be told, which it believes of arguments only.
#define PERCUSS_APART __restrict__

/// c_0 x_0 + c_1 x_1 + c_2 x_2 (+ c_3 a); terms that a motion does not have are zero times the first. The last two go
/// together: of ED-alpha they are the two parts of one complex number, which cancel in a body at rest.
struct Sum {
  Sum(const StageMotion& motion, double StageShares::*share)
      : c{motion.known[0].share.*share, motion.known[1].share.*share, motion.known[2].share.*share, motion.a.*share} {}
  double operator()(double x0, double x1, double x2) const { return c[0] * x0 + c[1] * x1 + c[2] * x2; }
  double operator()(double x0, double x1, double x2, double a) const {
    return (c[0] * x0 + c[1] * x1) + (c[2] * x2 + c[3] * a);
  }
  double c[4];
};

struct Terms {
  Terms(const StageMotion& motion, const double* acceleration) : a(acceleration) {
    for (std::size_t k = 0; k < 3; ++k) x[k] = motion.known[k].x ? motion.known[k].x : motion.known[0].x;
  }
  const double *x[3], *a;
};

/// y <- sum
void pass(const Terms from, const Sum sum, Index begin, Index end, double* PERCUSS_APART y) {
  const double *x0 = from.x[0], *x1 = from.x[1], *x2 = from.x[2], *a = from.a;
  if (a)
    for (Index i = begin; i < end; ++i) y[i] = sum(x0[i], x1[i], x2[i], a[i]);
  else
    for (Index i = begin; i < end; ++i) y[i] = sum(x0[i], x1[i], x2[i]);
}
void pass(const StageMotion& motion, double StageShares::*share, const double* acceleration, Vector& y) {
  const Terms from(motion, acceleration);
  const Sum sum(motion, share);
  parallel_for(y.size(), [&](Index begin, Index end) { pass(from, sum, begin, end, y.data()); });
}

/// Without the acceleration: v <- sum_v, increment <- sum_q.
void base_pass(const Terms from, const Sum sum_v, const Sum sum_q, Index begin, Index end, double* PERCUSS_APART v,
               double* PERCUSS_APART increment) {
  const double *x0 = from.x[0], *x1 = from.x[1], *x2 = from.x[2];
  for (Index i = begin; i < end; ++i) {
    v[i] = sum_v(x0[i], x1[i], x2[i]);
    increment[i] = sum_q(x0[i], x1[i], x2[i]);
  }
}
/// Without the acceleration: q_next <- q + sum_q, v_next <- sum_v where wanted.
void begin_pass(const Terms from, const Sum sum_q, const Sum sum_v, const double* q, Index begin, Index end,
                double* PERCUSS_APART v_next, double* PERCUSS_APART q_next) {
  const double *x0 = from.x[0], *x1 = from.x[1], *x2 = from.x[2];
  if (v_next)
    for (Index i = begin; i < end; ++i) {
      q_next[i] = q[i] + sum_q(x0[i], x1[i], x2[i]);
      v_next[i] = sum_v(x0[i], x1[i], x2[i]);
    }
  else
    for (Index i = begin; i < end; ++i) q_next[i] = q[i] + sum_q(x0[i], x1[i], x2[i]);
}

struct EndSums {
  explicit EndSums(const StageMotion& motion)
      : q(motion, &StageShares::q), v(motion, &StageShares::v), along(motion, &StageShares::along) {}
  Sum q, v, along;
};
/// q_next <- q + sum_q, v_next <- sum_v, y <- sum_along where wanted.
void end_pass(const Terms from, const EndSums sums, const double* q, Index begin, Index end,
              double* PERCUSS_APART v_next, double* PERCUSS_APART q_next, double* PERCUSS_APART y) {
  const double *x0 = from.x[0], *x1 = from.x[1], *x2 = from.x[2], *a = from.a;
  if (y)
    for (Index i = begin; i < end; ++i) {
      q_next[i] = q[i] + sums.q(x0[i], x1[i], x2[i], a[i]);
      v_next[i] = sums.v(x0[i], x1[i], x2[i], a[i]);
      y[i] = sums.along(x0[i], x1[i], x2[i], a[i]);
    }
  else
    for (Index i = begin; i < end; ++i) {
      q_next[i] = q[i] + sums.q(x0[i], x1[i], x2[i], a[i]);
      v_next[i] = sums.v(x0[i], x1[i], x2[i], a[i]);
    }
}

#undef PERCUSS_APART

}  // namespace

void StageMotion::velocity(VecRef acceleration, Vector& v_next) const {
  pass(*this, &StageShares::v, acceleration.data(), v_next);
}

void StageMotion::without_acceleration(Vector& v, Vector& increment) const {
  const Terms from(*this, nullptr);
  const Sum sum_v(*this, &StageShares::v), sum_q(*this, &StageShares::q);
  parallel_for(v.size(), [&](Index first, Index last) {
    base_pass(from, sum_v, sum_q, first, last, v.data(), increment.data());
  });
}

void StageMotion::go_along(VecRef acceleration) const {
  if (along) pass(*this, &StageShares::along, acceleration.data(), *along);
}

void StageMotion::begin(const MechanicalSystem& system, bool with_velocity, Vector& v_next, Vector& q_next) const {
  if (system.advances_by_addition()) {
    const Terms from(*this, nullptr);
    const EndSums sums(*this);
    parallel_for(q_next.size(), [&](Index first, Index last) {
      begin_pass(from, sums.q, sums.v, q.data(), first, last, with_velocity ? v_next.data() : nullptr, q_next.data());
    });
    return;
  }
  pass(*this, &StageShares::q, nullptr, v_next);
  system.advance(q, 1.0, v_next, 0.0, v_next, q_next);
  if (with_velocity) pass(*this, &StageShares::v, nullptr, v_next);
}

void StageMotion::end(const MechanicalSystem& system, VecRef acceleration, Vector& v_next, Vector& q_next) const {
  if (system.advances_by_addition()) {
    const Terms from(*this, acceleration.data());
    const EndSums sums(*this);
    parallel_for(q_next.size(), [&](Index first, Index last) {
      end_pass(from, sums, q.data(), first, last, v_next.data(), q_next.data(), along ? along->data() : nullptr);
    });
    return;
  }
  pass(*this, &StageShares::q, acceleration.data(), v_next);
  system.advance(q, 1.0, v_next, 0.0, v_next, q_next);
  velocity(acceleration, v_next);
  go_along(acceleration);
}

}  // namespace percuss
