// SPDX-License-Identifier: Apache-2.0
#include "solvers/delassus/response_diagonal.hpp"

#include <algorithm>

#include "core/at.hpp"
#include "solvers/delassus/body_way.hpp"

namespace percuss {

void ResponseDiagonal::take(const MechanicalSystem& system, const ContactSet& law, const ContactSet& force) {
  separate_ = &law != &force && !(law.W == force.W);
  law_.update(system, law);
  if (separate_)
    force_.update(system, force);
  else if (&law != &force)
    force_.reserve(law_);  // they may part in a later step, which should not allocate
}

void ResponseDiagonal::find(const BlockFactor& factor, VecOut diagonal) {
  const auto& system = factor.system();
  diagonal.setZero();
  for (Index b = 0; b < system.num_bodies(); ++b) {
    if (law_.body_begin(b) == law_.body_end(b)) continue;
    if (factor.solver(b).chain_width() > 0 && system.body(b).num_v() > most_small_rows)
      add_through_chain(factor, b, diagonal);
    else
      add_by_solves(factor, b, diagonal);
  }
}

template <class Call>
void ResponseDiagonal::for_legs(Index body, Call&& call) const {
  Index f = force().body_begin(body);
  for (Index l = law_.body_begin(body); l < law_.body_end(body); ++l) {
    while (f < force().body_end(body) && force().leg(f).contact < law_.leg(l).contact) ++f;
    if (f == force().body_end(body)) return;
    if (force().leg(f).contact == law_.leg(l).contact) call(law_.leg(l), force().leg(f));
  }
}

void ResponseDiagonal::add_through_chain(const BlockFactor& factor, Index body, VecOut diagonal) {
  touched_.clear();
  const auto touch = [&](const ContactLegs& legs, const ContactLegs::Leg& leg) {
    for (Index e = legs.begin(leg.column); e < legs.end(leg.column + leg.rows - 1); ++e)
      touched_.push_back(legs.row(e));
  };
  for_legs(body, [&](const auto& law, const auto& force_leg) {
    touch(law_, law);
    if (separate_) touch(force_, force_leg);
  });
  if (touched_.empty()) return;
  std::sort(touched_.begin(), touched_.end());
  touched_.erase(std::unique(touched_.begin(), touched_.end()), touched_.end());
  position_.resize(at(factor.system().body(body).num_v()));
  for (std::size_t p = 0; p < touched_.size(); ++p) position_[at(touched_[p])] = static_cast<Index>(p);
  factor.solver(body).condense(touched_, chain_);
  w_.assign(touched_.size(), 0.0);
  t_.resize(touched_.size());
  const auto span_of = [&](const ContactLegs& legs, Index column) {
    Index first = static_cast<Index>(touched_.size()), last = -1;
    for (Index e = legs.begin(column); e < legs.end(column); ++e) {
      first = std::min(first, position_[at(legs.row(e))]);
      last = std::max(last, position_[at(legs.row(e))]);
    }
    return std::pair(first, last);
  };
  for_legs(body, [&](const auto& law, const auto& force_leg) {
    for (Index r = 0; r < law.rows; ++r) {
      const Index from = law.column + r, by = force_leg.column + r;
      const auto [first, last] = span_of(force(), by);
      const auto [low, high] = span_of(law_, from);
      if (last < first || high < low) continue;
      for (Index e = force().begin(by); e < force().end(by); ++e)
        w_[at(position_[at(force().row(e))])] += force().value(e);
      chain_.multiply(w_.data(), first, last, std::min(low, first), std::max(high, last) + 1, t_.data());
      for (Index e = law_.begin(from); e < law_.end(from); ++e)
        diagonal[law.row + r] += law_.value(e) * t_[at(position_[at(law_.row(e))])];
      for (Index e = force().begin(by); e < force().end(by); ++e) w_[at(position_[at(force().row(e))])] = 0.0;
    }
  });
}

void ResponseDiagonal::add_by_solves(const BlockFactor& factor, Index body, VecOut diagonal) {
  auto x = workspace(column_, factor.system().body(body).num_v());
  for_legs(body, [&](const auto& law, const auto& force_leg) {
    for (Index r = 0; r < law.rows; ++r) {
      x.setZero();
      const Index by = force_leg.column + r, from = law.column + r;
      for (Index e = force().begin(by); e < force().end(by); ++e) x[force().row(e)] += force().value(e);
      factor.solve_in_place(body, x);
      for (Index e = law_.begin(from); e < law_.end(from); ++e) diagonal[law.row + r] += law_.value(e) * x[law_.row(e)];
    }
  });
}

}  // namespace percuss
