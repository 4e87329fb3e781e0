// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "model/lattice_mesh.hpp"
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
  using Member = LatticeGrid::Bar;
  /// `stiffness`: by the kinds of the mesh.
  LatticeMembers(std::shared_ptr<const LatticeMesh> mesh, std::vector<SectionStiffness> stiffness);

  /// Their names.
  const std::vector<std::string>& directions() const { return directions_; }
  /// The member whose direction and place these words are, if there is one.
  std::optional<Member> find(const std::string& direction, const std::string& place) const;
  /// Where members of a direction may be, as "0_0 to 3_1".
  std::string places(std::size_t direction) const;
  /// There are none in some faces.
  bool leave_out_feet() const;
  std::string name(const Member& member) const;
  void for_all(const std::function<void(const Member&)>& visit) const;
  const SectionStiffness& stiffness(const Member& member) const { return stiffness_[member.kind]; }
  /// Its elements from end to end; held nodes do not move.
  std::vector<SectionElement> elements(const ModelBody& body, const Member& member) const;

 private:
  std::string place_name(const std::array<Index, 3>& place) const;

  std::shared_ptr<const LatticeMesh> mesh_;
  std::vector<SectionStiffness> stiffness_;
  std::vector<std::string> directions_;
};

}  // namespace percuss
