// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "core/body.hpp"
#include "core/parameters.hpp"
#include "model/floating_inertia_planar.hpp"
#include "solvers/linear/eigenmodes.hpp"

namespace percuss {

/// What r shapes (u_i, w_i) of the deformation of a body make of its mass and stiffness, as a finite element program
/// exports it or as it has been integrated by hand, about the frame in which the shapes are given. Integrals are over
/// the mass of the undeformed body: one number per shape, or r rows of r numbers.
struct ShapeIntegralsPlanarOptions {
  double mass = 0.0;                                 ///< [kg]
  double inertia = 0.0;                              ///< about the origin of the frame [kg m^2]
  std::vector<double> first_moment{0.0, 0.0};        ///< int (x, y) dm [kg m]
  std::vector<double> mass_matrix;                   ///< r x r; r follows from it
  std::vector<double> stiffness_matrix;              ///< r x r
  std::vector<double> damping_matrix;                ///< r x r; empty: none
  std::vector<double> damping_ratios;                ///< of the modes in the frame, slowest first, or one for all
  std::vector<double> translation_x, translation_y;  ///< int u_i dm, int w_i dm
  std::vector<double> rotation;                      ///< int x w_i - y u_i dm
  std::vector<double> radial;                        ///< int x u_i + y w_i dm
  std::vector<double> gyroscopic;                    ///< int u_i w_j - w_i u_j dm, skew
  std::vector<double> centrifugal;                   ///< int u_i u_j + w_i w_j dm; empty: the mass matrix

  /// r, or -1 where the mass matrix is none.
  Index num_shapes() const;
  void check(std::vector<Fault>& faults) const;
};

/// Adds the keys of a struct whose ShapeIntegralsPlanarOptions `of(options)` gives.
template <class Options, class Of>
void declare_shape_integrals(ParameterTable<Options>& t, Of of);

/// What a body is made of.
struct ShapeIntegralsPlanar {
  FloatingInertiaPlanar inertia;
  SymmetricMatrix K, C;
  Eigenmodes modes;  ///< in the frame; shapes over the given ones
  ModeBound bound;   ///< with the frame free to move
};

/// Of options without faults. Throws InputError where the matrices are no body's: not symmetric, not positive definite.
ShapeIntegralsPlanar shape_integrals(const ShapeIntegralsPlanarOptions& options);

template <class Options, class Of>
void declare_shape_integrals(ParameterTable<Options>& t, Of of) {
  using Numbers = std::vector<double> ShapeIntegralsPlanarOptions::*;
  const auto member = [of](Numbers m) {
    return [ of, m ](auto& o) -> auto& { return of(o).*m; };
  };
  using O = ShapeIntegralsPlanarOptions;
  t.number(
       "mass", [of](auto& o) -> auto& { return of(o).mass; }, "kg", "mass", positive)
      .required();
  t.number(
       "inertia", [of](auto& o) -> auto& { return of(o).inertia; }, "kg m^2",
       "moment of inertia of the undeformed body about the origin of its frame", positive)
      .required();
  t.numbers("first_moment", member(&O::first_moment), "kg m",
            "mass times the place of the undeformed body's centre of mass in the frame, x and y");
  t.numbers("mass_matrix", member(&O::mass_matrix), "kg",
            "mass matrix of the r shapes, row by row in one list; units are those of shapes without unit")
      .required();
  t.numbers("stiffness_matrix", member(&O::stiffness_matrix), "N/m", "stiffness matrix of the shapes, row by row")
      .required();
  t.numbers("damping_matrix", member(&O::damping_matrix), "N s/m",
            "damping matrix of the shapes, row by row; default: none")
      .optional();
  t.numbers("damping_ratios", member(&O::damping_ratios), "",
            "damping ratio of each mode in the frame, slowest first, or one for all, instead of `damping_matrix`",
            non_negative)
      .optional();
  t.numbers("integrals.translation_x", member(&O::translation_x), "kg", "int u_i dm of each shape").required();
  t.numbers("integrals.translation_y", member(&O::translation_y), "kg", "int w_i dm of each shape").required();
  t.numbers("integrals.rotation", member(&O::rotation), "kg m", "int x w_i - y u_i dm of each shape").required();
  t.numbers("integrals.radial", member(&O::radial), "kg m", "int x u_i + y w_i dm of each shape").required();
  t.numbers("integrals.gyroscopic", member(&O::gyroscopic), "kg", "int u_i w_j - w_i u_j dm, row i after row i, skew")
      .required();
  t.numbers("integrals.centrifugal", member(&O::centrifugal), "kg",
            "int u_i u_j + w_i w_j dm, by which the moment of inertia grows with the square of the deformation; "
            "default: `mass_matrix`, which has rotary inertia besides")
      .optional();
}

}  // namespace percuss
