// SPDX-License-Identifier: Apache-2.0
#include "model/section_forces.hpp"

#include <gtest/gtest.h>

#include "core/at.hpp"
#include "model/bar.hpp"
#include "model/beam.hpp"
#include "model/beam_planar.hpp"
#include "tests/model/beam_bodies.hpp"

namespace percuss {
namespace section_forces_test {

constexpr double EA = 2e6, EI = 200.0 / 3.0;  // of rod_mesh

/// u = 1e-3 x^2 at the nodes of three elements of 0.5 m: strains 0.5e-3, 1.5e-3, 2.5e-3.
TEST(SectionElement, OfABarIsTheStrainOfItsElements) {
  BarOptions options;
  options.length = 1.5;
  options.elements = 3;
  options.area = 2e-4;
  options.youngs_modulus = 1e9;
  options.density = 1000.0;
  Model model;
  model.add_body("bar", "bar", make_bar(options));
  const auto line = section_elements(model.bodies[0]);
  ASSERT_EQ(line.size(), 3u);
  const Vector q = (Vector(4) << 0.0, 0.25e-3, 1e-3, 2.25e-3).finished();
  for (Index e = 0; e < 3; ++e)
    EXPECT_NEAR(line[at(e)].at(0.3, q).axial, 2e5 * (0.5e-3 + static_cast<double>(e) * 1e-3), 1e-9);
}

/// A cantilever with the force P across and F along at its tip: N = F, M = P (L - x), everywhere, for the deflection
/// P x^2 (3 L - x)/(6 EI) is a cubic. The line's own axes: the beam stands at an angle.
TEST(SectionElement, OfACantileverIsForceTimesArm) {
  BeamPlanarOptions options;
  options.mesh = rod_mesh(4);
  options.supports.first = BeamPlanarOptions::Support::clamped;
  options.angle = 0.7;
  options.position = {2.0, -1.0};
  Model model;
  model.add_body("beam", "beam_planar", make_beam_planar(options));
  const double P = 3.0, F = -40.0, L = 1.0;
  Vector q(12);
  for (Index i = 1; i <= 4; ++i) {
    const double x = 0.25 * static_cast<double>(i);
    q.segment(3 * (i - 1), 3) << F * x / EA, P * x * x * (3.0 * L - x) / (6.0 * EI), P * x * (2.0 * L - x) / (2.0 * EI);
  }
  const auto line = section_elements(model.bodies[0]);
  for (Index e = 0; e < 4; ++e)
    for (const double s : {0.0, 0.25, 1.0}) {
      const auto forces = line[at(e)].at(s, q);
      const double x = 0.25 * (static_cast<double>(e) + s);
      EXPECT_NEAR(forces.axial, F, 1e-9);  // digits of u = 1e-5 m by EA/l = 8e6
      EXPECT_NEAR(forces.moment[2], P * (L - x), 1e-12);
      EXPECT_EQ(forces.moment.head(2), Eigen::Vector2d::Zero());
    }
}

/// In space, clamped: forces along y and z at the tip and a torque about x. phi_y = -w', so a force along +z bends by
/// M_y = -P_z (L - x).
TEST(SectionElement, OfABeamInSpaceHasBothBendingsAndTorsion) {
  BeamOptions options;
  options.mesh = spatial_mesh(2);
  options.supports.first = BeamOptions::Support::clamped;
  Model model;
  model.add_body("beam", "beam", make_beam(options));
  const double Py = 2.0, Pz = 5.0, T = 0.9, L = 1.0, EIy = 100.0, EIz = 225.0, GJ = 90.0;
  Vector q(12);
  for (Index i = 1; i <= 2; ++i) {
    const double x = 0.5 * static_cast<double>(i), w = x * x * (3.0 * L - x) / 6.0, slope = x * (2.0 * L - x) / 2.0;
    q.segment(6 * (i - 1), 6) << 0.0, Py * w / EIz, Pz * w / EIy, T * x / GJ, -Pz * slope / EIy, Py * slope / EIz;
  }
  const auto line = section_elements(model.bodies[0]);
  for (Index e = 0; e < 2; ++e)
    for (const double s : {0.0, 0.5, 1.0}) {
      const double arm = L - 0.5 * (static_cast<double>(e) + s);
      EXPECT_LT((line[at(e)].at(s, q).moment - Vector3(T, -Pz * arm, Py * arm)).norm(), 1e-11);
    }
}

/// One element between w' = a at both ends without w'': eps = u'/l + a^2/2 where it stiffens.
TEST(SectionElement, KnowsTheStrainOfStiffening) {
  auto options = floating_rod(1, FloatingBeamPlanarOptions::Frame::tangential);
  options.stiffening = FloatingBeamPlanarOptions::Stiffening::mean_strain;
  for (const bool stiffens : {true, false}) {
    if (!stiffens) options.stiffening = FloatingBeamPlanarOptions::Stiffening::none;
    Model model;
    model.add_body("rod", "floating_beam_planar", make_floating_beam_planar(options));
    Vector q = model.initial.q;
    q.tail(3) << 1e-4, 0.02, 0.03;  // u, w, phi of the tip
    // int w'^2 dx / 2 of Hermite's polynomial with w0 = phi0 = 0 on l = 1: (36 w^2 - 6 w phi + 4 phi^2)/60
    const double bending = (36.0 * 0.02 * 0.02 - 6.0 * 0.02 * 0.03 + 4.0 * 0.03 * 0.03) / 60.0;
    EXPECT_NEAR(section_element(model.bodies[0], 0).at(0.5, q).axial, EA * (1e-4 + (stiffens ? bending : 0.0)), 1e-9);
  }
}

}  // namespace section_forces_test
}  // namespace percuss
