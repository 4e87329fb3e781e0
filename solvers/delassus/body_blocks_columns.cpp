// SPDX-License-Identifier: Apache-2.0
// U = A^-1 W of the bodies, and what else is solved for column by column.
#include <algorithm>

#include "core/at.hpp"
#include "core/parallel_tasks.hpp"
#include "solvers/delassus/body_blocks.hpp"
#include "solvers/delassus/response.hpp"

namespace percuss {

void BodyBlocks::list_stale(Index body) {
  const auto& part = parts_[at(body)];
  if (!part.is_large) return stale_small_.push_back(body);
  const bool shares = part.way == BodyWay::halves || factor_->system().body(body).num_v() >= parallel_threshold;
  if (part.way != BodyWay::chain) (shares ? stale_shared_ : stale_large_).push_back(body);
}

void BodyBlocks::solve_columns() {
  parallel_tasks(static_cast<Index>(stale_small_.size()), 8.0 * static_cast<double>(u_.size()),
                 [&](Index i, Index) { solve_small(stale_small_[at(i)]); });
  double work = 0.0;
  for (const Index b : stale_large_) work += parts_[at(b)].large->costs.solves;
  parallel_tasks(static_cast<Index>(stale_large_.size()), work, [&](Index i, Index thread) {
    solve_large(stale_large_[at(i)], *parts_[at(stale_large_[at(i)])].large, space_[at(thread)].x);
  });
  for (const Index b : stale_shared_) {
    auto& part = parts_[at(b)];
    if (part.way == BodyWay::solves)
      solve_large(b, *part.large, space_[0].x);
    else
      solve_halves(b, *part.large);
  }
}

void BodyBlocks::solve_small(Index body) {
  const Index n = factor_->system().body(body).num_v();
  const auto inverse = factor_->solver(body).inverse_diagonal();
  double* x = u_.data() + parts_[at(body)].u;
  for (Index l = force().body_begin(body); l < force().body_end(body); ++l) {
    const auto& leg = force().leg(l);
    for (Index column = leg.column; column < leg.column + leg.rows; ++column, x += n) {
      std::fill(x, x + n, 0.0);
      for (Index e = force().begin(column); e < force().end(column); ++e) x[force().row(e)] += force().value(e);
      if (inverse.empty())
        factor_->solve_in_place(body, Eigen::Map<Vector>(x, n));
      else
        for (Index i = 0; i < n; ++i) x[i] *= inverse[at(i)];
    }
  }
}

/// Of a long column only `first ... first + length` is kept: the inverse of a mass matrix decays.
void BodyBlocks::solve_large(Index body, Large& large, Vector& space) {
  const Index n = factor_->system().body(body).num_v();
  large.first.clear();
  large.length.clear();
  large.offset.clear();
  large.u.clear();
  constexpr Index most_rows = 256;
  const Index columns = columns_on(force(), body);
  large.by_rows = n <= most_rows;
  if (large.by_rows) large.u.resize(at(n * columns));
  auto x = workspace(space, n);
  Index j = 0;
  for (Index l = force().body_begin(body); l < force().body_end(body); ++l) {
    const auto& leg = force().leg(l);
    for (Index column = leg.column; column < leg.column + leg.rows; ++column) {
      x.setZero();
      for (Index e = force().begin(column); e < force().end(column); ++e) x[force().row(e)] += force().value(e);
      factor_->solve_in_place(body, x);
      if (large.by_rows) {
        Eigen::Map<Vector, 0, Eigen::InnerStride<>>(large.u.data() + j++, n, Eigen::InnerStride<>(columns)) = x;
        continue;
      }
      const auto [first, length] = extent_above_underflow(x);
      large.first.push_back(first);
      large.length.push_back(length);
      large.offset.push_back(static_cast<Index>(large.u.size()));
      large.u.insert(large.u.end(), x.data() + first, x.data() + first + length);
    }
  }
}

void BodyBlocks::solve_halves(Index body, Large& large) {
  const auto solve = [&](const ContactLegs& legs, std::vector<SparseVector>& z) {
    const Index columns = columns_on(legs, body);
    grow(z, columns);
    if (columns == 0) return;
    const Index first = legs.leg(legs.body_begin(body)).column;
    const double work = static_cast<double>(columns) * static_cast<double>(large.factor.place.size());
    parallel_tasks(columns, work, [&](Index j, Index thread) {
      const Index begin = legs.begin(first + j), count = legs.end(first + j) - begin;
      space_[at(thread)].half(large.factor, count, legs.row_data() + begin, legs.value_data() + begin, z[at(j)]);
    });
  };
  solve(law_, large.z_law);
  if (separate_) solve(force_, large.z_force);
}

void BodyBlocks::add_response(VecRef x, VecOut v) const {
  const auto& system = factor_->system();
  for (Index b = 0; b < system.num_bodies(); ++b) {
    if (force().body_begin(b) == force().body_end(b)) continue;
    const auto& part = parts_[at(b)];
    const Index n = system.body(b).num_v(), first = force().leg(force().body_begin(b)).column;
    auto v_b = v.segment(system.v_offset(b), n);
    if (part.way == BodyWay::solves && part.is_large && part.large->by_rows) {
      add_response_by_rows(b, x, v_b);
      continue;
    }
    if (part.way != BodyWay::solves) workspace(work_, n).setZero();
    for (Index l = force().body_begin(b); l < force().body_end(b); ++l) {
      const auto& leg = force().leg(l);
      for (Index c = 0; c < leg.rows; ++c) {
        const Index column = leg.column + c, j = column - first;
        const double x_j = x[leg.row + c];
        if (x_j == 0.0) continue;
        if (part.way != BodyWay::solves)
          for (Index e = force().begin(column); e < force().end(column); ++e)
            work_[force().row(e)] += force().value(e) * x_j;
        else if (!part.is_large)
          v_b += x_j * VecView(u_.data() + part.u + j * n, n);
        else
          v_b.segment(part.large->first[at(j)], part.large->length[at(j)]) +=
              x_j * VecView(part.large->u.data() + part.large->offset[at(j)], part.large->length[at(j)]);
      }
    }
    if (part.way == BodyWay::solves) continue;
    auto response = work_.head(n);
    factor_->solve_in_place(b, response);
    v_b += response;
  }
}

/// v += U x of a body whose U stands row after row.
void BodyBlocks::add_response_by_rows(Index body, VecRef x, VecOut v) const {
  const Index columns = columns_on(force(), body), first = force().leg(force().body_begin(body)).column;
  auto x_b = workspace(work_, columns);
  for (Index l = force().body_begin(body); l < force().body_end(body); ++l) {
    const auto& leg = force().leg(l);
    x_b.segment(leg.column - first, leg.rows) = x.segment(leg.row, leg.rows);
  }
  const double* u = parts_[at(body)].large->u.data();
  for (Index i = 0; i < v.size(); ++i, u += columns) v[i] += VecView(u, columns).dot(x_b);
}

}  // namespace percuss
