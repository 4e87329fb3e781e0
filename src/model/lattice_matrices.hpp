// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "fem/lattice_member.hpp"
#include "model/lattice_mesh.hpp"
#include "model/section_forces.hpp"

namespace percuss {

/// An element of a member, the largest circular frequency that it has by itself [1/s], and what its sections are.
struct LatticeElementType {
  fem::LatticeMember element;
  double frequency = 0.0;
  SectionStiffness section;
};

/// Sums over all members, on the rows of the mesh.
struct LatticeMatrices {
  SparseMatrix M, K;
  Matrix weight;         ///< (rows x dimension) forces under a unit acceleration along each axis
  double fastest = 0.0;  ///< largest frequency of an element [1/s]
  double mass = 0.0;     ///< of all members, held or not [kg]
};

/// `types`: by the kinds of the mesh.
LatticeMatrices assemble_lattice(const LatticeMesh& mesh, const std::vector<LatticeElementType>& types);

}  // namespace percuss
