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

BeamMeshSpatialOptions spatial_mesh(Index elements) {
  BeamMeshSpatialOptions mesh;
  mesh.length = 1.0;
  mesh.elements = elements;
  mesh.section.area = 6e-4;
  mesh.section.second_moment_y = 2e-8;
  mesh.section.second_moment_z = mesh.section.torsion_constant = 4.5e-8;
  mesh.youngs_modulus = 5e9;
  mesh.shear_modulus = 2e9;
  mesh.density = 7800.0;
  return mesh;
}

FloatingBeamOptions floating_in_space(Index elements, FloatingBeamOptions::Frame frame) {
  FloatingBeamOptions options;
  options.mesh = spatial_mesh(elements);
  options.frame = frame;
  return options;
}

const std::vector<FloatingBeamOptions::Frame>& all_spatial_frames() {
  using Frame = FloatingBeamOptions::Frame;
  static const std::vector<Frame> frames{Frame::tangential, Frame::pinned, Frame::articulated, Frame::free};
  return frames;
}

}  // namespace percuss
