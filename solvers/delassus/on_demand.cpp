// SPDX-License-Identifier: Apache-2.0
#include "solvers/delassus/on_demand.hpp"

#include <algorithm>

#include "core/at.hpp"
#include "solvers/delassus/body_way.hpp"

namespace percuss {

namespace {

/// Rows below which G is formed without a thought, and the entries above which it is not formed at all: 12 GB.
constexpr Index few_rows = 64;
constexpr double most_entries = 1e9;
/// Iterations of a saddle-point solver, as seen on beams over many contacts.
constexpr double iterations = 8.0;

}  // namespace

void OnDemandDelassus::update(const BlockFactor& factor, const ContactSet& law, const ContactSet& force) {
  factor_ = &factor;
  formed_ = forming_is_cheap(factor, force);
  if (formed_) return assembled_.update(factor, law, force);
  implicit_.update(factor, law, force);
  separate_ = &law != &force;
  force_ = force;
  if (separate_) law_ = law;
}

const BlockRows* OnDemandDelassus::form_rows() const {
  if (!formed_) {
    double entries = 0.0;
    for (const Index columns : columns_) entries += static_cast<double>(columns) * static_cast<double>(columns);
    if (entries > most_entries) return nullptr;
    assembled_.update(*factor_, separate_ ? law_ : force_, force_);
    formed_ = true;
  }
  return assembled_.rows();
}

/// A row of G on a body of band b costs a pass over the rows that contacts touch, and Newton's method its factor; the
/// saddle-point system is a band as wide again, over all bodies.
bool OnDemandDelassus::forming_is_cheap(const BlockFactor& factor, const ContactSet& force) const {
  if (force.rows() < few_rows) return true;
  const auto& system = factor.system();
  bool some_large = false;
  for (Index b = 0; b < system.num_bodies() && !some_large; ++b) some_large = system.body(b).num_v() > most_small_rows;
  if (!some_large) return true;
  columns_.assign(at(system.num_bodies()), 0);
  seen_.assign(at(system.num_bodies()), -1);
  Index body = 0;
  for (Index j = 0; j < force.rows(); ++j)
    for (Index e = force.W.begin(j); e < force.W.end(j); ++e) {
      const Index row = force.W.row(e);
      if (row < system.v_offset(body) || row >= system.v_offset(body) + system.body(body).num_v())
        body = system.body_of_row(row);
      if (seen_[at(body)] == j) continue;
      seen_[at(body)] = j;
      ++columns_[at(body)];
    }
  double rows = 0.0, saddle = 0.0;
  for (Index b = 0; b < system.num_bodies(); ++b) {
    const auto n = static_cast<double>(system.body(b).num_v()), m = static_cast<double>(columns_[at(b)]);
    const auto width = static_cast<double>(factor.solver(b).chain_width());
    const bool small = system.body(b).num_v() <= most_small_rows;
    if (!small && m > 0.0 && width == 0.0) return true;  // no narrow band: not what this is for
    if (!small) rows += m * m * width * (2.0 * width + 1.0) + m * m * m;
    const double band = small ? n : 2.0 * width + 1.0;
    saddle += iterations * n * 4.0 * band * band;
  }
  return rows <= saddle;
}

}  // namespace percuss
