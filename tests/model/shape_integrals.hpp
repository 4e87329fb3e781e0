// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cmath>
#include <random>

#include "model/flexible_body_planar.hpp"
#include "model/floating_beam_planar.hpp"
#include "tests/model/differences.hpp"

namespace percuss {

/// Particles at any places of the plane that move by any shapes: the body whose shape integrals are sums, and whose
/// kinetic energy follows from where its particles are.
struct ShapeCloud {
  Vector mass;
  Matrix places, u, w;  // 2 x particles;  particles x shapes

  ShapeCloud(Index particles, Index shapes, unsigned seed) {
    std::mt19937 random(seed);
    mass = random_vector(particles, random).array() + 1.5;
    places = random_vector(2 * particles, random).reshaped(2, particles);
    u = 0.3 * random_vector(particles * shapes, random).reshaped(particles, shapes);
    w = 0.3 * random_vector(particles * shapes, random).reshaped(particles, shapes);
  }

  double kinetic(const Vector& q, const Vector& v) const {
    const double c = std::cos(q[2]), s = std::sin(q[2]);
    const Vector e = q.tail(u.cols()), rate = v.tail(u.cols());
    const Vector x = places.row(0).transpose() + u * e, y = places.row(1).transpose() + w * e, x_rate = u * rate,
                 y_rate = w * rate;
    double twice = 0.0;
    for (Index k = 0; k < mass.size(); ++k) {
      const double along = x_rate[k] - v[2] * y[k], across = y_rate[k] + v[2] * x[k];
      twice += mass[k] * (std::pow(v[0] + c * along - s * across, 2) + std::pow(v[1] + s * along + c * across, 2));
    }
    return 0.5 * twice;
  }

  /// The body of these integrals, K = 1000 M, with a node at each particle.
  FlexibleBodyPlanarOptions options() const {
    const auto list = [](const Matrix& A) { return std::vector<double>(A.data(), A.data() + A.size()); };
    const Matrix m = mass.asDiagonal();
    const Vector x = places.row(0), y = places.row(1);
    const Matrix M = u.transpose() * m * u + w.transpose() * m * w;
    FlexibleBodyPlanarOptions o;
    auto& all = o.integrals;
    all.mass = mass.sum();
    all.first_moment = list(places * mass);
    all.inertia = x.dot(m * x) + y.dot(m * y);
    all.mass_matrix = list(M);
    all.stiffness_matrix = list(1000.0 * M);
    all.translation_x = list(u.transpose() * mass);
    all.translation_y = list(w.transpose() * mass);
    all.rotation = list(w.transpose() * m * x - u.transpose() * m * y);
    all.radial = list(u.transpose() * m * x + w.transpose() * m * y);
    all.gyroscopic = list((u.transpose() * m * w - w.transpose() * m * u).transpose());  // columns of A' are rows of A
    o.nodes = list(places);
    for (Index j = 0; j < u.cols(); ++j)
      for (Index k = 0; k < mass.size(); ++k) o.shapes.insert(o.shapes.end(), {u(k, j), w(k, j), 0.1 * u(k, j)});
    return o;
  }
};

/// A beam with a frame that eliminates no unknowns as a body of its integrals: the unknowns of its mesh are the
/// coefficients of its shapes.
inline FlexibleBodyPlanarOptions integrals_of(const FloatingBeamPlanarOptions& beam) {
  const BeamMeshPlanar mesh(beam.mesh);
  const auto frame = frame_conditions(mesh, beam.frame);
  const auto inertia = mesh.inertia(frame);
  const auto list = [](const Matrix& A) { return std::vector<double>(A.data(), A.data() + A.size()); };
  const Matrix M = inertia.elastic.to_sparse(), K = frame.select(mesh.stiffness());
  FlexibleBodyPlanarOptions o;
  o.integrals.mass = inertia.mass;
  o.integrals.inertia = inertia.second;
  o.integrals.first_moment = list(inertia.first);
  o.integrals.mass_matrix = list(M);
  o.integrals.stiffness_matrix = list(K);
  o.integrals.damping_matrix = list(beam.mesh.damping.mass * M + beam.mesh.damping.stiffness * K);
  o.integrals.translation_x = list(inertia.sx);
  o.integrals.translation_y = list(inertia.sy);
  o.integrals.rotation = list(inertia.turning);
  o.integrals.radial = list(inertia.radial);
  o.integrals.gyroscopic = list(Matrix(inertia.gyroscopic).transpose());
  o.integrals.centrifugal = list(inertia.translation.to_sparse());
  for (Index i = 0; i < mesh.num_nodes(); ++i) o.nodes.insert(o.nodes.end(), {mesh.node(i), 0.0});
  Matrix shapes = Matrix::Zero(mesh.num_unknowns(), frame.num_all());
  for (Index i = 0; i < mesh.num_unknowns(); ++i)
    if (frame.place(i) >= 0) shapes(i, frame.place(i)) = 1.0;
  o.shapes = list(shapes);
  return o;
}

}  // namespace percuss
