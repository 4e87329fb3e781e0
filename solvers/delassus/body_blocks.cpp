// SPDX-License-Identifier: Apache-2.0
#include "solvers/delassus/body_blocks.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "core/at.hpp"
#include "core/parallel_tasks.hpp"

namespace percuss {

Index BodyBlocks::columns_on(const ContactLegs& legs, Index body) const {
  const Index begin = legs.body_begin(body), end = legs.body_end(body);
  return begin == end ? 0 : legs.leg(end - 1).column + legs.leg(end - 1).rows - legs.leg(begin).column;
}

void BodyBlocks::update(const BlockFactor& factor, const ContactSet& law_set, const ContactSet& force_set,
                        bool columns_changed, bool rows_kept, BlockRows& rows, VecOut diagonal) {
  const auto& system = factor.system();
  const bool other = factor_ != &factor;
  factor_ = &factor;
  const bool separate = &law_set != &force_set && !(law_set.W == force_set.W);
  bool moved = parts_.size() != at(system.num_bodies()) || separate != separate_;
  separate_ = separate;
  if (columns_changed || moved) {
    moved = law_.update(system, law_set) || moved;
    if (separate_)
      moved = force_.update(system, force_set) || moved;
    else if (&law_set != &force_set)
      force_.reserve(law_);  // they may part in a later step, which should not allocate
  }
  parts_.resize(at(system.num_bodies()));
  if (space_.size() < at(task_threads())) space_.resize(at(task_threads()));
  bool new_pattern = moved || !rows_kept;
  keeps_response_ = true;
  Index u = 0, longest = 0, most_columns = 0;  // numbers of U; rows of a body as its way sees them
  stale_small_.clear();
  stale_large_.clear();
  stale_shared_.clear();
  for (Index b = 0; b < system.num_bodies(); ++b) {
    if (law_.body_begin(b) == law_.body_end(b) && force().body_begin(b) == force().body_end(b)) continue;
    auto& part = parts_[at(b)];
    const bool refactored = other || part.version != factor.version(b);
    if (moved || refactored) new_pattern = renew(b) || new_pattern;
    if (!part.is_large) {
      part.u = u;
      u += columns_on(force(), b) * system.body(b).num_v();
    }
    if (part.way == BodyWay::chain) longest = std::max(longest, part.large->chain.size());
    if (part.way == BodyWay::halves) longest = std::max(longest, system.body(b).num_v());
    most_columns = std::max(most_columns, columns_on(force(), b));
    if (moved || refactored || columns_changed) list_stale(b);
    keeps_response_ = keeps_response_ && part.way == BodyWay::solves;
  }
  u_.resize(at(u));
  solve_columns();
  if (new_pattern) {
    find_pairs();
    find_pattern(rows);
  }
  for (auto& space : space_) {
    grow(space.slot, law_set.size());
    grow(space.w, longest);
    grow(space.t, longest);
    grow(space.row, most_columns);
  }
  parallel_tasks(law_set.size(), 4.0 * static_cast<double>(rows.value.size()), [&](Index k, Index thread) {
    if (new_pattern) fill_columns(k, rows);
    fill_values(k, space_[at(thread)], rows);
    for (Index r = 0; r < law_set.num_rows(k); ++r) {
      const Index row = law_set.first_row(k) + r;
      double& g = rows.value[at(rows.start[at(row)] + own_[at(k)] + r)];
      if (!law_set.regularisation.empty()) g += law_set.regularisation[at(row)];
      diagonal[row] = g;
    }
  });
}

/// Chooses the body's way anew; true when other contacts may couple through it than before.
bool BodyBlocks::renew(Index body) {
  auto& part = parts_[at(body)];
  const auto way = part.way;
  const bool was_whole = part.large && part.large->chain.whole();
  part.version = factor_->version(body);
  choose(body, part);
  if (part.way == BodyWay::chain) make_chain(body, *part.large);
  if (part.way == BodyWay::halves && !factor_->solver(body).view(part.large->factor)) part.way = BodyWay::solves;
  const bool whole = part.way != BodyWay::chain || part.large->chain.whole();
  return part.way != way || !whole || (way == BodyWay::chain && !was_whole);
}

void BodyBlocks::choose(Index body, Part& part) {
  const auto& solver = factor_->solver(body);
  const Index n = factor_->system().body(body).num_v();
  Index touched = 0;
  for (Index l = law_.body_begin(body); l < law_.body_end(body); ++l)
    touched += law_.end(law_.leg(l).column + law_.leg(l).rows - 1) - law_.begin(law_.leg(l).column);
  const auto costs = body_costs(solver, n, columns_on(force(), body), touched);
  part.is_large = n > most_small_rows;
  part.way = part.is_large ? costs.best() : BodyWay::solves;
  if (!part.is_large) return;
  if (!part.large) part.large = std::make_unique<Large>();
  part.large->costs = costs;
}

/// The rows that some contact touches, ascending, and for every entry of the legs the number of its row among them.
void BodyBlocks::make_chain(Index body, Large& large) {
  auto& position = space_[0].slot;  // by row of the body
  grow(position, factor_->system().body(body).num_v());
  large.touched.clear();
  grow(law_position_, law_.entries());
  if (separate_) grow(force_position_, force_.entries());
  const auto for_entries = [&](const ContactLegs& legs, auto&& f) {
    if (legs.body_begin(body) == legs.body_end(body)) return;
    const auto &first = legs.leg(legs.body_begin(body)), &last = legs.leg(legs.body_end(body) - 1);
    for (Index e = legs.begin(first.column); e < legs.end(last.column + last.rows - 1); ++e) f(e, legs.row(e));
  };
  const auto note = [&large](Index, Index row) { large.touched.push_back(row); };
  for_entries(law_, note);
  if (separate_) for_entries(force_, note);
  std::sort(large.touched.begin(), large.touched.end());
  large.touched.erase(std::unique(large.touched.begin(), large.touched.end()), large.touched.end());
  for (std::size_t p = 0; p < large.touched.size(); ++p) position[at(large.touched[p])] = static_cast<Index>(p);
  for_entries(law_, [&](Index e, Index row) { law_position_[at(e)] = position[at(row)]; });
  if (separate_) for_entries(force_, [&](Index e, Index row) { force_position_[at(e)] = position[at(row)]; });
  factor_->solver(body).condense(large.touched, large.chain);
  large.chain.close();
}

std::string BodyBlocks::description() const {
  std::string text;
  Index small = 0;
  for (std::size_t b = 0; b < parts_.size(); ++b) {
    const auto body = static_cast<Index>(b);
    if (columns_on(force(), body) == 0) continue;
    if (parts_[b].is_large)
      text +=
          fmt::format("{}body {} ({}, {} contact rows): {}", text.empty() ? "" : "; ", b, factor_->solver_name(body),
                      columns_on(force(), body), text_of(parts_[b].way, parts_[b].large->costs));
    else
      ++small;
  }
  if (small > 0) text += fmt::format("{}small bodies ({}): solves", text.empty() ? "" : "; ", small);
  return text;
}

}  // namespace percuss
