// SPDX-License-Identifier: Apache-2.0
#include "model/beam_coordinates.hpp"

#include <utility>

namespace percuss {

namespace {

BeamCoordinates whole(const BeamLineOptions& line, std::shared_ptr<const ModalProblem> problem,
                      const StartFault& start) {
  const auto& frame = problem->frame;
  std::vector<Fault> faults;
  const auto unknowns = [&](const char* key, const std::vector<double>& numbers) {
    return initial_unknowns(key, numbers, frame, start.fault, start.remedy, faults);
  };
  Vector x = unknowns("displacement", line.displacement), rate = unknowns("displacement_rate", line.rate);
  if (!faults.empty()) throw InputError(std::move(faults));
  return {nullptr,
          nullptr,
          frame,
          SymmetricMatrix(problem->M),
          SymmetricMatrix(problem->K),
          line.damping.matrix(problem->M, problem->K),
          std::move(x),
          std::move(rate),
          [problem](Index unknown) { return problem->frame.over_kept(unknown); },
          [problem](Index count) { return mesh_modes(*problem, count); },
          mesh_modes(*problem, 1).omega[0]};
}

BeamCoordinates reduced(const BeamLineOptions& line, std::shared_ptr<const ModalProblem> problem) {
  const auto basis = std::make_shared<const ModalBasis>(line.modes, *problem);
  const Index n = basis->size();
  return {basis,
          std::make_shared<const ModalReduction>(basis, std::move(problem)),
          FrameConditions(n, {}, Matrix(n, 0), {}),
          basis->mass(),
          basis->stiffness(),
          basis->damping(line.damping.mass, line.damping.stiffness),
          basis->start("displacement", line.displacement),
          basis->start("displacement_rate", line.rate),
          [basis](Index unknown) { return basis->over_modes(unknown); },
          [basis](Index count) { return basis->mesh_modes(count); },
          basis->omega()[0]};
}

}  // namespace

BeamCoordinates beam_coordinates(const BeamLineOptions& line, ModalProblem problem, const StartFault& start) {
  auto shared = std::make_shared<const ModalProblem>(std::move(problem));
  if (line.modes.reduces()) return reduced(line, std::move(shared));
  return whole(line, std::move(shared), start);
}

std::unique_ptr<LinearBody> linear_beam(const BeamLineOptions& line, const BeamCoordinates& c,
                                        const ModeBound& mesh_bound) {
  const auto bound = c.basis == nullptr ? mesh_bound
                                        : c.basis->bound(c.basis->omega()[c.basis->size() - 1], line.damping.mass,
                                                         line.damping.stiffness);
  return std::make_unique<LinearBody>(c.M, c.C, c.K, bound);
}

Vector forces_on_rows(const BeamCoordinates& c, const FrameConditions& frame, VecRef mesh) {
  return c.basis == nullptr ? frame.select(mesh) : c.basis->project(frame.select(mesh));
}

}  // namespace percuss
