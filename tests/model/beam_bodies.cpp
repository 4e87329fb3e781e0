// SPDX-License-Identifier: Apache-2.0
#include "tests/model/beam_bodies.hpp"

namespace percuss {

BeamMeshOptions rod_mesh(Index elements, double youngs_modulus) {
  BeamMeshOptions mesh;
  mesh.length = 1.0;
  mesh.elements = elements;
  mesh.section.shape = BeamSection::Shape::rectangle;
  mesh.section.width = mesh.section.height = 0.02;
  mesh.youngs_modulus = youngs_modulus;
  mesh.density = 7800.0;
  return mesh;
}

FloatingBeamPlanarOptions floating_rod(Index elements, FloatingBeamPlanarOptions::Frame frame) {
  FloatingBeamPlanarOptions options;
  options.mesh = rod_mesh(elements);
  options.frame = frame;
  return options;
}

const std::vector<FloatingBeamPlanarOptions::Frame>& all_frames() {
  using Frame = FloatingBeamPlanarOptions::Frame;
  static const std::vector<Frame> frames{Frame::tangential, Frame::pinned, Frame::articulated, Frame::free};
  return frames;
}

}  // namespace percuss
