// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>

#include "model/beam_line.hpp"
#include "model/linear_body.hpp"
#include "model/model.hpp"

namespace percuss {

/// The elastic unknowns of a beam's body: those of the mesh that its frame or its supports leave free, or modes.
struct BeamCoordinates {
  std::shared_ptr<const ModalBasis> basis;          ///< null: the unknowns of the mesh
  std::shared_ptr<const ModalReduction> reduction;  ///< likewise
  FrameConditions rows;                             ///< of the body's rows among the unknowns of M, K and C
  SymmetricMatrix M, K, C;
  Vector x, rate;     ///< rows at the start
  MeshUnknowns over;  ///< the mesh by the rows
  ModeFinder modes;
  double slowest;  ///< its slowest mode [1/s]
};

/// What a start that is refused breaks, for the message.
struct StartFault {
  const char *fault, *remedy;
};

/// Throws InputError, keys as in the beam, where the start or the modes do not go with the conditions.
BeamCoordinates beam_coordinates(const BeamLineOptions& line, ModalProblem problem, const StartFault& start);

/// The body of a beam about a position of rest.
std::unique_ptr<LinearBody> linear_beam(const BeamLineOptions& line, const BeamCoordinates& coordinates,
                                        const ModeBound& mesh_bound);
/// Forces on the rows from forces on all unknowns of the mesh.
Vector forces_on_rows(const BeamCoordinates& coordinates, const FrameConditions& frame, VecRef mesh);

}  // namespace percuss
