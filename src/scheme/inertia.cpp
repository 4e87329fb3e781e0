// SPDX-License-Identifier: Apache-2.0
#include "scheme/inertia.hpp"

namespace percuss {

void Inertia::subtract(double t, const Vector& q, const Vector& v, const Vector& a, Vector& f) {
  const bool first = mass_.empty();
  mass_.resize(static_cast<std::size_t>(system_.num_bodies()));
  for (Index i = 0; i < system_.num_bodies(); ++i) {
    const auto& body = system_.body(i);
    auto& M = mass_[static_cast<std::size_t>(i)];
    const Index qi = system_.q_offset(i), vi = system_.v_offset(i), nv = body.num_v();
    if (body.subtract_inertia(q.segment(qi, body.num_q()), a.segment(vi, nv), f.segment(vi, nv))) continue;
    if (first || !body.has_constant_mass()) body.tangent(t, q.segment(qi, body.num_q()), v.segment(vi, nv), {}, M);
    f.segment(vi, nv).noalias() -= M * a.segment(vi, nv);
  }
}

}  // namespace percuss
