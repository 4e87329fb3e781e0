// SPDX-License-Identifier: Apache-2.0
// Which contacts couple, and the numbers of their rows.
#include <algorithm>

#include "core/at.hpp"
#include "core/parallel_tasks.hpp"
#include "solvers/delassus/body_blocks.hpp"

namespace percuss {

template <class F>
void BodyBlocks::for_pairs(Index law_leg, F&& f) const {
  const auto& pairs = pairs_[at(law_leg)];
  if (pairs.listed)
    for (Index i = pairs.begin; i < pairs.end; ++i) f(force().leg(pair_[at(i)]));
  else
    for (Index l = pairs.begin; l < pairs.end; ++l) f(force().leg(l));
}

/// Force legs by the rows of a chain that does not reach from end to end.
void BodyBlocks::list_legs(Index body, Large& large) {
  large.leg_start.assign(at(large.chain.size() + 1), 0);
  const auto for_entries = [&](auto&& f) {
    for (Index l = force().body_begin(body); l < force().body_end(body); ++l) {
      const auto& leg = force().leg(l);
      for (Index e = force().begin(leg.column); e < force().end(leg.column + leg.rows - 1); ++e)
        f(l, at(force_position()[at(e)]));
    }
  };
  for_entries([&](Index, std::size_t p) { ++large.leg_start[p + 1]; });
  for (std::size_t p = 1; p < large.leg_start.size(); ++p) large.leg_start[p] += large.leg_start[p - 1];
  large.leg.resize(at(large.leg_start.back()));
  for_entries([&](Index l, std::size_t p) { large.leg[at(large.leg_start[p]++)] = l; });
  std::copy_backward(large.leg_start.begin(), large.leg_start.end() - 1, large.leg_start.end());
  large.leg_start[0] = 0;
}

void BodyBlocks::find_pairs() {
  pairs_.resize(law_.all().size());
  pair_.clear();
  mark_.assign(force().all().size(), -1);
  for (std::size_t b = 0; b < parts_.size(); ++b) {
    const auto body = static_cast<Index>(b);
    const bool listed = parts_[b].way == BodyWay::chain && !parts_[b].large->chain.whole() &&
                        law_.body_begin(body) < law_.body_end(body);
    if (listed) list_legs(body, *parts_[b].large);
    for (Index l = law_.body_begin(body); l < law_.body_end(body); ++l) {
      pairs_[at(l)] = {listed, force().body_begin(body), force().body_end(body)};
      if (!listed) continue;
      const auto& large = *parts_[b].large;
      const auto& leg = law_.leg(l);
      const auto entries = std::minmax_element(law_position_.begin() + law_.begin(leg.column),
                                               law_position_.begin() + law_.end(leg.column + leg.rows - 1));
      const auto begin = static_cast<std::ptrdiff_t>(pair_.size());
      const Index from = large.chain.reach_begin(*entries.first), to = large.chain.reach_end(*entries.second);
      for (Index i = large.leg_start[at(from)]; i < large.leg_start[at(to)]; ++i) {
        const Index other = large.leg[at(i)];
        if (mark_[at(other)] == l) continue;
        mark_[at(other)] = l;
        pair_.push_back(other);
      }
      if (!std::is_sorted(pair_.begin() + begin, pair_.end())) std::sort(pair_.begin() + begin, pair_.end());
      pairs_[at(l)] = {true, static_cast<Index>(begin), static_cast<Index>(pair_.size())};
    }
  }
}

/// The contacts that couple with contact k, itself included, ascending.
void BodyBlocks::collect(Index k) {
  const auto begin = static_cast<std::ptrdiff_t>(coupled_.size());
  for (const Index l : law_.of_contact(k))
    for_pairs(l, [&](const Leg& other) {
      if (mark_[at(other.contact)] == k) return;
      mark_[at(other.contact)] = k;
      coupled_.push_back(other.contact);
    });
  if (mark_[at(k)] != k) coupled_.push_back(k);
  if (!std::is_sorted(coupled_.begin() + begin, coupled_.end())) std::sort(coupled_.begin() + begin, coupled_.end());
}

void BodyBlocks::find_pattern(BlockRows& rows) {
  const Index contacts = law_.num_contacts();
  direct_.assign(at(contacts), 0);
  own_.assign(at(contacts), 0);
  mark_.assign(at(contacts), -1);
  coupled_start_.assign(1, 0);
  coupled_.clear();
  rows.start.assign(1, 0);
  for (Index k = 0; k < contacts; ++k) {
    const auto legs = law_.of_contact(k);
    Index length = 0;
    if (legs.size() == 1 && !pairs_[at(legs[0])].listed)
      for (const Index l : force().of_contact(k))
        if (force().leg(l).body == law_.leg(legs[0]).body) {
          const Index body = force().leg(l).body;
          direct_[at(k)] = 1;
          own_[at(k)] = force().leg(l).column - force().leg(force().body_begin(body)).column;
          length = columns_on(force(), body);
        }
    if (direct_[at(k)] == 0) {
      collect(k);
      for (std::size_t i = at(coupled_start_.back()); i < coupled_.size(); ++i) {
        if (coupled_[i] == k) own_[at(k)] = length;
        length += law_.num_rows(coupled_[i]);
      }
    }
    coupled_start_.push_back(static_cast<Index>(coupled_.size()));
    for (Index r = 0; r < law_.num_rows(k); ++r) rows.start.push_back(rows.start.back() + length);
  }
  rows.col.resize(at(rows.start.back()));
  rows.value.resize(at(rows.start.back()));
}

void BodyBlocks::fill_columns(Index k, BlockRows& rows) const {
  for (Index r = 0; r < law_.num_rows(k); ++r) {
    Index* col = rows.col.data() + rows.start[at(law_.first_row(k) + r)];
    const auto put = [&col](Index first, Index count) {
      for (Index j = 0; j < count; ++j) *col++ = first + j;
    };
    if (direct_[at(k)] != 0)
      for_pairs(law_.of_contact(k)[0], [&](const Leg& other) { put(other.row, other.rows); });
    else
      for (Index i = coupled_start_[at(k)]; i < coupled_start_[at(k) + 1]; ++i)
        put(law_.first_row(coupled_[at(i)]), law_.num_rows(coupled_[at(i)]));
  }
}

void BodyBlocks::fill_values(Index k, Workspace& space, BlockRows& rows) const {
  const bool direct = direct_[at(k)] != 0;
  Index place = 0;
  for (Index i = coupled_start_[at(k)]; i < coupled_start_[at(k) + 1]; ++i) {
    space.slot[at(coupled_[at(i)])] = place;
    place += law_.num_rows(coupled_[at(i)]);
  }
  for (Index r = 0; r < law_.num_rows(k); ++r) {
    const Index row = law_.first_row(k) + r;
    double* const out = rows.value.data() + rows.start[at(row)];
    std::fill(out, rows.value.data() + rows.start[at(row) + 1], 0.0);
    for (const Index l : law_.of_contact(k)) add_leg(l, r, direct, space, out);
  }
}

/// out += value(column of W) over the columns of the coupled legs; `value` takes the number of a column of the force.
template <class Value>
void BodyBlocks::add_row(Index law_leg, bool direct, const Workspace& space, double* out, Value&& value) const {
  const Index first = force().body_begin(law_.leg(law_leg).body);
  if (direct) {
    const Index column = force().leg(first).column, count = columns_on(force(), law_.leg(law_leg).body);
    for (Index j = 0; j < count; ++j) out[j] = value(column + j);
    return;
  }
  for_pairs(law_leg, [&](const Leg& other) {
    double* const block = out + space.slot[at(other.contact)];
    for (Index c = 0; c < other.rows; ++c) block[c] += value(other.column + c);
  });
}

/// Adds one law row on one body times A^-1 W.
void BodyBlocks::add_leg(Index law_leg, Index r, bool direct, Workspace& space, double* out) const {
  const auto& leg = law_.leg(law_leg);
  if (force().body_begin(leg.body) == force().body_end(leg.body)) return;
  const auto& part = parts_[at(leg.body)];
  const Index column = leg.column + r, begin = law_.begin(column), end = law_.end(column);
  const Index base = force().leg(force().body_begin(leg.body)).column;
  if (part.way == BodyWay::chain) return add_chain_row(law_leg, column, direct, space, out);
  if (part.way == BodyWay::halves) {
    const auto& large = *part.large;
    const auto& z = large.z_law[at(column - law_.leg(law_.body_begin(leg.body)).column)];
    for (std::size_t i = 0; i < z.row.size(); ++i) space.w[at(z.row[i])] = z.value[i];
    const auto& others = separate_ ? large.z_force : large.z_law;
    add_row(law_leg, direct, space, out, [&](Index j) {
      const auto& other = others[at(j - base)];
      double sum = 0.0;
      for (std::size_t i = 0; i < other.row.size(); ++i) sum += space.w[at(other.row[i])] * other.value[i];
      return sum;
    });
    for (const Index row : z.row) space.w[at(row)] = 0.0;
    return;
  }
  if (part.is_large && part.large->by_rows) return add_row_of_u(law_leg, r, direct, space, out);
  if (part.is_large) {
    const auto& large = *part.large;
    return add_row(law_leg, direct, space, out, [&](Index j) {
      const auto i = at(j - base);
      double sum = 0.0;
      for (Index e = begin; e < end; ++e) {
        const Index local = law_.row(e) - large.first[i];
        if (local >= 0 && local < large.length[i]) sum += law_.value(e) * large.u[at(large.offset[i] + local)];
      }
      return sum;
    });
  }
  const Index n = factor_->system().body(leg.body).num_v();
  const double* const u = u_.data() + part.u;
  add_row(law_leg, direct, space, out, [&](Index j) {
    double sum = 0.0;
    for (Index e = begin; e < end; ++e) sum += law_.value(e) * u[(j - base) * n + law_.row(e)];
    return sum;
  });
}

void BodyBlocks::add_row_of_u(Index law_leg, Index r, bool direct, Workspace& space, double* out) const {
  const auto& leg = law_.leg(law_leg);
  const Index columns = columns_on(force(), leg.body), base = force().leg(force().body_begin(leg.body)).column;
  const double* const u = parts_[at(leg.body)].large->u.data();
  double* const __restrict__ row = direct ? out : space.row.data();
  std::fill(row, row + columns, 0.0);
  for (Index e = law_.begin(leg.column + r); e < law_.end(leg.column + r); ++e) {
    const double value = law_.value(e);
    const double* const __restrict__ u_row = u + law_.row(e) * columns;
    for (Index j = 0; j < columns; ++j) row[j] += value * u_row[j];
  }
  if (!direct) add_row(law_leg, false, space, out, [&](Index j) { return row[j - base]; });
}

void BodyBlocks::add_chain_row(Index law_leg, Index column, bool direct, Workspace& space, double* out) const {
  const Index begin = law_.begin(column), end = law_.end(column);
  if (begin == end) return;
  const auto& chain = parts_[at(law_.leg(law_leg).body)].large->chain;
  Index first = chain.size(), last = 0;
  for (Index e = begin; e < end; ++e) {
    const Index p = law_position_[at(e)];
    space.w[at(p)] += law_.value(e);
    first = std::min(first, p);
    last = std::max(last, p);
  }
  const Index from = chain.reach_begin(first), to = chain.reach_end(last);
  chain.multiply(space.w.data(), first, last, from, to, space.t.data());
  for (Index e = begin; e < end; ++e) space.w[at(law_position_[at(e)])] = 0.0;
  const double* const t = space.t.data();
  const auto& position = force_position();
  const auto value = [&](Index j) {
    double sum = 0.0;
    for (Index e = force().begin(j); e < force().end(j); ++e) sum += force().value(e) * t[position[at(e)]];
    return sum;
  };
  if (chain.whole()) return add_row(law_leg, direct, space, out, value);
  add_row(law_leg, direct, space, out, [&](Index j) {
    double sum = 0.0;
    for (Index e = force().begin(j); e < force().end(j); ++e) {
      const Index p = position[at(e)];
      if (p >= from && p < to) sum += force().value(e) * t[p];
    }
    return sum;
  });
}

}  // namespace percuss
