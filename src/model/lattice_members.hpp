// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "model/lattice_grid.hpp"
#include "model/section_forces.hpp"

namespace percuss {

/// The members of a lattice by name: a direction, along an edge of a cell `x`, `y`, `z`, along a diagonal of a face
/// `xy`, `yz`, ..., or the other one `yx`, `zy`, ...; and a place `2_0_1`, that of the lowest corner of the cell that
/// has the member, counted from 0 along the axes with held nodes among them.
///
/// A member's x axis goes from one end to the other towards greater coordinates, that of the other diagonals towards
/// greater ones of the second axis (`xy`: y) and smaller ones of the first. Its z axis is one of the lattice: along z
/// of members x, xy and yx, and of all in the plane; along x of y, yz and zy; along y of z, xz and zx.
class LatticeMembers {
 public:
  struct Member {
    std::size_t direction;
    std::array<Index, 3> place{0, 0, 0};  ///< of the lowest corner
  };
  LatticeMembers(const LatticeGrid& grid, int diagonals, std::vector<SectionStiffness> stiffness);

  /// Their names.
  const std::vector<std::string>& directions() const { return directions_; }
  /// The member whose direction and place these words are, if there is one.
  std::optional<Member> find(const std::string& direction, const std::string& place) const;
  /// The places of a direction, as "0_0 to 3_1" tells them.
  std::string places(std::size_t direction) const;
  std::string name(const Member& member) const;
  void for_all(const std::function<void(const Member&)>& visit) const;
  const SectionStiffness& stiffness(const Member& member) const { return stiffness_[member.direction]; }
  /// Between its two nodes; held ones do not move.
  SectionElement element(const ModelBody& body, const Member& member) const;

 private:
  std::string place_name(const std::array<Index, 3>& place) const;
  std::array<Index, 3> last_place(std::size_t direction) const;

  LatticeGrid grid_;
  std::vector<LatticeGrid::BarKind> kinds_;
  std::vector<SectionStiffness> stiffness_;  // by kind
  std::vector<std::string> directions_;
};

}  // namespace percuss
