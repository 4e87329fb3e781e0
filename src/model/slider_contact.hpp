// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "contact/slider_guide.hpp"
#include "core/parameters.hpp"
#include "model/model.hpp"

namespace percuss {

/// The guide of a slider-crank's slider: a notch with clearance, or a joint without.
struct SliderContactOptions {
  std::string body;
  SliderGuide::Kind kind = SliderGuide::Kind::notch;
  double clearance = 1e-3;              ///< c >= 0 [m]; of a notch
  double restitution = 0.0;             ///< eps_n in [0, 1]
  double tangential_restitution = 0.0;  ///< eps_t in [0, 1]
  double friction = 0.0;                ///< mu >= 0

  static const ParameterTable<SliderContactOptions>& parameters();
};

/// Adds the guide to the model, contacts NAME.1 to NAME.4 or the joint NAME. Throws InputError with every fault of the
/// options, keys relative to the contact.
void add_slider_contact(Model& model, const std::string& name, const SliderContactOptions& options);

}  // namespace percuss
