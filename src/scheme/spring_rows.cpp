// SPDX-License-Identifier: Apache-2.0
#include "scheme/spring_rows.hpp"

#include <algorithm>
#include <cmath>
#include <stdexcept>

namespace percuss {

namespace {

/// Calls `act(row, law)` for the rows of joints that give way.
template <class Act>
void for_each_spring(const ContactSet& set, Act&& act) {
  for (Index row = 0; row < set.rows(); ++row)
    if (const auto& law = set.law[static_cast<std::size_t>(row)]; !law.is_rigid()) act(row, law);
}

/// 0 up to z = 1, 1 from z = 100 on.
double stiffness_weight(double z) {
  if (!(z > 1.0)) return 0.0;
  const double x = std::min(1.0, 0.5 * std::log10(z));
  return x * x * (3.0 - 2.0 * x);
}

}  // namespace

SpringLaw SpringLaw::theta_rule(double h, double theta, double ahead) {
  const bool rule = theta >= 0.5;
  const double a = rule ? theta * (1.0 - theta) : 0.75 - theta, b = rule ? theta * theta : 0.25;
  return {h, h, a - ahead, b, 1.0 - theta - ahead, 1.0, rule ? theta : 0.5};
}

void SpringRows::soften(const SpringLaw& law, const ContactModel& model, double t, VecRef q,
                        std::span<const Index> closed, const BlockFactor& factor, ContactSet& set) {
  auto bias = workspace(bias_, set.rows()), share = workspace(share_of_start_, set.rows());
  auto spring = workspace(share_of_spring_, set.rows());
  model.row_gaps(t, q, closed, 0, bias);
  set.regularisation.assign(static_cast<std::size_t>(set.rows()), 0.0);
  const bool depends = law.a != law.a_stiff || law.b != law.b_stiff || law.w != 1.0;
  for (Index row = 0; row < set.rows(); ++row)
    if (set.law[static_cast<std::size_t>(row)].is_rigid()) bias[row] = 0.0;
  for_each_spring(set, [&](Index row, const JointLaw& own) {
    if (!(law.s * law.h > 0.0)) throw std::logic_error("SpringRows: a compliant joint in a scheme that takes none");
    const double response = depends ? law.h * mobility(factor, set.W, row) : 0.0;
    const double z = depends ? stiffness_weight(law.h * response * own.stiffness) : 0.0;
    const double a = law.a + z * (law.a_stiff - law.a), b = law.b + z * (law.b_stiff - law.b);
    const double y = response * own.damping, w = (law.w + y) / (1.0 + y);
    const double total = own.stiffness * law.h * b + own.damping * w;
    share[row] = (own.stiffness * law.h * a + own.damping * (1.0 - w)) / total;
    spring[row] = own.stiffness * law.h * b / total;
    bias[row] *= own.stiffness / total;
    set.regularisation[static_cast<std::size_t>(row)] = 1.0 / (law.s * total);
  });
}

void SpringRows::start_from(double share, VecRef v, const ContactSet& set) {
  for_each_spring(
      set, [&](Index row, const JointLaw&) { bias_[row] += share * share_of_start_[row] * set.W.column_dot(row, v); });
}

void SpringRows::linearise_about(VecRef v, const ContactSet& set) {
  for_each_spring(set,
                  [&](Index row, const JointLaw&) { bias_[row] -= share_of_spring_[row] * set.W.column_dot(row, v); });
}

double SpringRows::mobility(const BlockFactor& factor, const SparseColumns& W, Index row) {
  const auto& system = factor.system();
  double sum = 0.0;
  Index done = -1;  // entries of a body stand together
  for (Index k = W.begin(row); k < W.end(row); ++k) {
    const Index body = system.body_of_row(W.row(k));
    if (body == done) continue;
    done = body;
    const Index offset = system.v_offset(body), n = system.body(body).num_v();
    auto x = workspace(work_, n);
    x.setZero();
    const auto own = [&](Index i) { return W.row(i) >= offset && W.row(i) < offset + n; };
    for (Index i = W.begin(row); i < W.end(row); ++i)
      if (own(i)) x[W.row(i) - offset] += W.value(i);
    factor.solve_in_place(body, x);
    for (Index i = W.begin(row); i < W.end(row); ++i)
      if (own(i)) sum += W.value(i) * x[W.row(i) - offset];
  }
  return sum;
}

}  // namespace percuss
