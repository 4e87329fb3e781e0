// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/parameters.hpp"

namespace percuss {

/// Declares the keys of a contact's law, `restitution`, `tangential_restitution` and `friction`; `law(options)` gives
/// what holds them.
template <class Options, class Law>
void declare_law(ParameterTable<Options>& t, Law law) {
  t.number(
      "restitution", [law](auto& o) -> auto& { return law(o).restitution; }, "", "Newton's normal restitution eps_n",
      unit_interval);
  t.number(
      "tangential_restitution", [law](auto& o) -> auto& { return law(o).tangential_restitution; }, "",
      "tangential restitution eps_t", unit_interval);
  t.number(
      "friction", [law](auto& o) -> auto& { return law(o).friction; }, "", "Coulomb friction coefficient mu",
      non_negative);
}

/// The same for options that hold the law themselves.
template <class Options>
void declare_law(ParameterTable<Options>& t) {
  declare_law(
      t, [](auto& o) -> auto& { return o; });
}

}  // namespace percuss
