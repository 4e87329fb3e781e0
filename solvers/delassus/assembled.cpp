// SPDX-License-Identifier: Apache-2.0
#include "solvers/delassus/assembled.hpp"

#include <algorithm>

namespace percuss {

double BlockRows::coefficient(Index i, Index j) const {
  for (Index k = start[static_cast<std::size_t>(i)]; k < start[static_cast<std::size_t>(i) + 1]; ++k)
    if (col[static_cast<std::size_t>(k)] == j) return value[static_cast<std::size_t>(k)];
  return 0.0;
}

void AssembledDelassus::update(const BlockFactor& factor, const ContactSet& law, const ContactSet& force) {
  const bool response_current = stamp_.holds_for(factor) && force_ == force.W;
  if (response_current && law_ == law.W && law_start_ == law.start && regularisation_ == law.regularisation) return;
  if (!response_current) {
    response_.update(factor, force.W);
    force_ = force.W;
    stamp_.take(factor);
  }
  law_ = law.W;
  law_start_ = law.start;
  regularisation_ = law.regularisation;
  global_ = {&factor, &law_, &force_, regularisation_};
  find_coupled(factor.system(), law, force);
  form_rows(law);
}

void AssembledDelassus::find_coupled(const MechanicalSystem& system, const ContactSet& law, const ContactSet& force) {
  all_coupled_ = system.num_bodies() == 1;
  if (all_coupled_) return;
  on_body_.resize(static_cast<std::size_t>(system.num_bodies()));
  coupled_.resize(std::max(coupled_.size(), static_cast<std::size_t>(law.size())));
  for (auto& list : on_body_) list.clear();
  const auto for_bodies_of = [&system](const ContactSet& contacts, Index k, auto&& call) {
    for (Index j = contacts.first_row(k); j < contacts.first_row(k) + contacts.num_rows(k); ++j)
      for (Index e = contacts.W.begin(j); e < contacts.W.end(j); ++e)
        call(static_cast<std::size_t>(system.body_of_row(contacts.W.row(e))));
  };
  for (Index k = 0; k < force.size(); ++k)
    for_bodies_of(force, k, [&](std::size_t body) {
      if (on_body_[body].empty() || on_body_[body].back() != k) on_body_[body].push_back(k);
    });
  for (Index k = 0; k < law.size(); ++k) {
    auto& list = coupled_[static_cast<std::size_t>(k)];
    list.assign(1, k);
    for_bodies_of(law, k,
                  [&](std::size_t body) { list.insert(list.end(), on_body_[body].begin(), on_body_[body].end()); });
    std::sort(list.begin(), list.end());
    list.erase(std::unique(list.begin(), list.end()), list.end());
  }
}

void AssembledDelassus::form_rows(const ContactSet& law) {
  rows_.start.resize(1);
  rows_.col.clear();
  rows_.value.clear();
  size_ = law.rows();
  auto diagonal = workspace(diagonal_, size_);
  const auto add_entry = [&](Index i, Index j) {
    double g = response_.dot(law_, i, j);
    if (i == j && !regularisation_.empty()) g += regularisation_[static_cast<std::size_t>(i)];
    rows_.col.push_back(j);
    rows_.value.push_back(g);
    if (i == j) diagonal[i] = g;
  };
  for (Index k = 0; k < law.size(); ++k)
    for (Index i = law.first_row(k); i < law.first_row(k) + law.num_rows(k); ++i) {
      if (all_coupled_)
        for (Index j = 0; j < size_; ++j) add_entry(i, j);
      else
        for (const Index other : coupled_[static_cast<std::size_t>(k)])
          for (Index j = law.first_row(other); j < law.first_row(other) + law.num_rows(other); ++j) add_entry(i, j);
      rows_.start.push_back(static_cast<Index>(rows_.col.size()));
    }
}

void AssembledDelassus::apply(VecRef x, VecOut y) const {
  for (Index i = 0; i < size(); ++i) y[i] = rows_.row_dot(i, x);
}

}  // namespace percuss
