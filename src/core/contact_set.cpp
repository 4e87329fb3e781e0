// SPDX-License-Identifier: Apache-2.0
#include "core/contact_set.hpp"

#include <algorithm>

namespace percuss {

void ContactSet::clear(Index nv) {
  W.clear(nv);
  start.resize(1);
  cone.clear();
  id.clear();
  mu.clear();
  eps_n.clear();
  eps_t.clear();
  law.clear();
  regularisation.clear();
}

void ContactSet::finish_contact(Index contact_id, Cone contact_cone, Index contact_rows, double contact_mu,
                                double contact_eps_n, double contact_eps_t) {
  start.push_back(start.back() + contact_rows);
  cone.push_back(contact_cone);
  id.push_back(contact_id);
  mu.push_back(contact_mu);
  eps_n.push_back(contact_eps_n);
  eps_t.push_back(contact_eps_t);
  law.resize(static_cast<std::size_t>(rows()));
}

void ContactSet::finish_joint(Index contact_id, std::span<const JointLaw> laws) {
  finish_contact(contact_id, Cone::bilateral, static_cast<Index>(laws.size()), 0.0, 0.0, 0.0);
  std::copy(laws.begin(), laws.end(), law.end() - static_cast<std::ptrdiff_t>(laws.size()));
}

}  // namespace percuss
