// SPDX-License-Identifier: Apache-2.0
#include "model/lattice.hpp"

namespace percuss {

const ParameterTable<LatticeOptions>& LatticeOptions::parameters() {
  static const auto table = [] {
    ParameterTable<LatticeOptions> t;
    t.numbers(
         "cells", [](auto& o) -> auto& { return o.cells; }, "",
         "number of cells along x and y, in space and z; their number makes the lattice one of the plane or of space",
         Range{1, 1e6, false, false})
        .required();
    t.numbers(
         "cell", [](auto& o) -> auto& { return o.cell; }, "m",
         "edges of a cell along the axes: one number for all, or one for each", positive)
        .required();
    t.choice(
        "bracing", [](auto& o) -> auto& { return o.bracing; },
        std::vector<std::pair<std::string, Bracing>>{
            {"none", Bracing::none}, {"single", Bracing::single}, {"cross", Bracing::cross}},
        "bars along no, one or both diagonals of each face of a cell; without any the lattice is a mechanism");
    t.number(
         "area", [](auto& o) -> auto& { return o.area; }, "m^2", "area of the cross-section of each bar", positive)
        .required();
    t.number(
         "youngs_modulus", [](auto& o) -> auto& { return o.youngs_modulus; }, "Pa", "Young's modulus", positive)
        .required();
    t.number(
         "density", [](auto& o) -> auto& { return o.density; }, "kg/m^3", "mass density", positive)
        .required();
    t.choice(
        "mass", [](auto& o) -> auto& { return o.mass; },
        std::vector<std::pair<std::string, Mass>>{{"consistent", Mass::consistent}, {"lumped", Mass::lumped}},
        "mass matrix");
    t.number(
        "damping.mass", [](auto& o) -> auto& { return o.damping.mass; }, "1/s",
        "Rayleigh damping C = mass M + stiffness K: share of M", non_negative);
    t.number(
        "damping.stiffness", [](auto& o) -> auto& { return o.damping.stiffness; }, "s",
        "Rayleigh damping C = mass M + stiffness K: share of K", non_negative);
    const std::vector<std::pair<std::string, Support>> words{{"free", Support::free}, {"held", Support::held}};
    t.choice(
        "supports.x_min", [](auto& o) -> auto& { return o.supports.x_min; }, words,
        "nodes of the face with the smallest x: free, or held for good, and then no nodes of the body");
    t.choice(
        "supports.x_max", [](auto& o) -> auto& { return o.supports.x_max; }, words, "those with the largest x");
    t.choice(
        "supports.y_min", [](auto& o) -> auto& { return o.supports.y_min; }, words, "those with the smallest y");
    t.choice(
        "supports.y_max", [](auto& o) -> auto& { return o.supports.y_max; }, words, "those with the largest y");
    t.choice(
        "supports.z_min", [](auto& o) -> auto& { return o.supports.z_min; }, words, "those with the smallest z");
    t.choice(
        "supports.z_max", [](auto& o) -> auto& { return o.supports.z_max; }, words, "those with the largest z");
    t.number(
         "free_span", [](auto& o) -> auto& { return o.free_span; }, "m",
         "longest part of the lattice that no support and no contact holds, by which round-off is judged; default: all "
         "of it",
         positive)
        .optional();
    t.numbers(
         "position", [](auto& o) -> auto& { return o.position; }, "m",
         "of the corner with the smallest coordinates; default: the origin")
        .optional();
    t.numbers(
         "velocity", [](auto& o) -> auto& { return o.velocity; }, "m/s", "of all nodes at the start; default: at rest")
        .optional();
    return t;
  }();
  return table;
}

}  // namespace percuss
