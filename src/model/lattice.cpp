// SPDX-License-Identifier: Apache-2.0
#include "model/lattice.hpp"

#include "model/lattice_body.hpp"

namespace percuss {

const ParameterTable<LatticeOptions>& LatticeOptions::parameters() {
  static const auto table = [] {
    ParameterTable<LatticeOptions> t;
    declare_lattice_cells(t);
    t.number(
         "area", [](auto& o) -> auto& { return o.area; }, "m^2", "area of the cross-section of each bar", positive)
        .required();
    declare_bar_material(t);
    declare_lattice_supports(
        t, {{"free", Support::free}, {"held", Support::held}},
        "nodes of the face with the smallest x: free, or held for good, and then no nodes of the body");
    return t;
  }();
  return table;
}

std::vector<Fault> LatticeOptions::validate() const {
  auto faults = parameters().validate(*this);
  check(faults);
  return faults;
}

BuiltBody make_lattice(const LatticeOptions& o) {
  if (auto faults = o.validate(); !faults.empty()) throw InputError(std::move(faults));
  const auto grid = o.grid();
  const double axial = o.youngs_modulus * o.area;
  return make_lattice_of(o, {axial, 0.0, 0.0}, [&](const Vector3& span) {
    const fem::BarElement bar{span.norm(), o.area, o.youngs_modulus, o.density};
    const double frequency = fem::highest_frequency(bar, o.lumped());
    check_member(o, bar.density * bar.area * bar.length, axial / bar.length, frequency);
    return LatticeElementType{bar_member(bar, span / bar.length, grid.dimension, o.lumped()), frequency, {axial}};
  });
}

}  // namespace percuss
