// SPDX-License-Identifier: Apache-2.0
#include "contact/woodpecker_pole.hpp"

namespace percuss {

WoodpeckerPole::WoodpeckerPole(const std::string& name, Index q, Index v, const Geometry& g, const Laws& laws)
    : q_(q), v_(v), pole_radius_(g.pole_radius), laws_(laws) {
  const double play = g.sleeve_radius - g.pole_radius;
  contacts_[0] = {name + ".1",
                  g.sleeve_to_spring + g.spring_to_bird - g.beak_length - g.pole_radius,
                  {0.0, 0.0, -g.beak_height},
                  {1.0, g.sleeve_to_spring, g.spring_to_bird - g.beak_length},
                  g.beak_height};
  contacts_[1] = {
      name + ".2", play, {0.0, g.sleeve_half_height, 0.0}, {1.0, g.sleeve_radius, 0.0}, -g.sleeve_half_height};
  contacts_[2] = {
      name + ".3", play, {0.0, -g.sleeve_half_height, 0.0}, {1.0, g.sleeve_radius, 0.0}, g.sleeve_half_height};
}

void WoodpeckerPole::gaps(double, VecRef q, VecOut gap) const {
  for (Index k = 0; k < 3; ++k) {
    const auto& n = at(k).normal;
    gap[k] = at(k).gap + n[0] * q[q_] + n[1] * q[q_ + 1] + n[2] * q[q_ + 2];
  }
}

void WoodpeckerPole::normal_velocities(double, VecRef, VecRef v, VecOut rate) const {
  for (Index k = 0; k < 3; ++k) {
    const auto& n = at(k).normal;
    rate[k] = n[0] * v[v_] + n[1] * v[v_ + 1] + n[2] * v[v_ + 2];
  }
}

void WoodpeckerPole::append(double, VecRef, std::span<const Index> closed, Index first, ContactSet& set) const {
  const auto push = [&](const std::array<double, 3>& column) {
    for (Index i = 0; i < 3; ++i)
      if (column[static_cast<std::size_t>(i)] != 0.0) set.W.push(v_ + i, column[static_cast<std::size_t>(i)]);
    set.W.finish_column();
  };
  for (const Index k : closed) {
    const auto& contact = at(k - first);
    const Index rows = num_rows(k - first);
    push(contact.normal);
    if (rows > 1) push(contact.slide);
    set.finish_contact(k, rows > 1 ? Cone::coulomb : Cone::unilateral, rows, laws_.friction,
                       laws_.restitution[static_cast<std::size_t>(k - first)], laws_.tangential_restitution);
  }
}

std::optional<ContactPlace> WoodpeckerPole::place(double, VecRef q, Index k) const {
  const auto& contact = at(k);
  ContactPlace place;
  place.point << pole_radius_ + contact.gap, contact.height, 0.0;
  for (std::size_t i = 0; i < 3; ++i) {
    place.point[0] += contact.normal[i] * q[q_ + static_cast<Index>(i)];
    place.point[1] += contact.slide[i] * q[q_ + static_cast<Index>(i)];
  }
  place.direction[0] << 1.0, 0.0, 0.0;
  if (num_rows(k) > 1) place.direction[1] << 0.0, 1.0, 0.0;
  return place;
}

}  // namespace percuss
