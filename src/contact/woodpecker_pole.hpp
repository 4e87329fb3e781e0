// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <string>

#include "core/contact_model.hpp"

namespace percuss {

/// The three contacts of the woodpecker toy with its pole  [SAE 10.4], q = (y, phi_M, phi_S), for small angles:
///
///   1 beak:          g = lM + lG - lS - r0 - hS phi_S,   w_N = (0, 0, -hS),  w_T = (1, lM, lG - lS)
///   2 sleeve, below: g = rM - r0 + hM phi_M,             w_N = (0, hM, 0),   w_T = (1, rM, 0)
///   3 sleeve, above: g = rM - r0 - hM phi_M,             w_N = (0, -hM, 0),  w_T = (1, rM, 0)
///
/// The points touch the pole at x = r0, which they move towards and away from along x and slide along upwards, y:
/// w_N and w_T are the rates of their coordinates. W is constant. The contacts are called NAME.1, NAME.2, NAME.3.
class WoodpeckerPole final : public ContactModel {
 public:
  struct Geometry {
    double pole_radius = 0.0025;         ///< r0 [m]
    double sleeve_radius = 0.0031;       ///< rM, of the hole [m]
    double sleeve_half_height = 0.0058;  ///< hM [m]
    double sleeve_to_spring = 0.010;     ///< lM, from the pole's axis to the spring [m]
    double spring_to_bird = 0.015;       ///< lG, from the spring to the bird's centre of mass [m]
    double beak_height = 0.020;          ///< hS, of the beak over the centre of mass [m]
    double beak_length = 0.0201;         ///< lS, from the centre of mass to the tip of the beak [m]
  };
  struct Laws {
    std::array<double, 3> restitution{0.5, 0.0, 0.0};  ///< eps_n in [0, 1]
    double tangential_restitution = 0.0;               ///< eps_t in [0, 1]
    double friction = 0.3;                             ///< mu >= 0
  };

  /// `q`, `v`: the woodpecker's first rows in the system's q and v.
  WoodpeckerPole(const std::string& name, Index q, Index v, const Geometry& geometry, const Laws& laws);

  Index size() const override { return 3; }
  Index num_rows(Index) const override { return laws_.friction > 0.0 ? 2 : 1; }
  const std::string& name(Index k) const override { return at(k).name; }
  bool has_constant_jacobian() const override { return true; }
  void gaps(double t, VecRef q, VecOut gap) const override;
  void normal_velocities(double t, VecRef q, VecRef v, VecOut rate) const override;
  void append(double t, VecRef q, std::span<const Index> closed, Index first, ContactSet& set) const override;
  std::optional<ContactPlace> place(double t, VecRef q, Index k) const override;

 private:
  struct Contact {
    std::string name;
    double gap;                           // at q = 0 [m]
    std::array<double, 3> normal, slide;  // w_N, w_T
    double height;                        // of the point over the sleeve's middle at q = 0 [m]
  };
  const Contact& at(Index k) const { return contacts_[static_cast<std::size_t>(k)]; }

  Index q_, v_;
  double pole_radius_;
  Laws laws_;
  std::array<Contact, 3> contacts_;
};

}  // namespace percuss
