// SPDX-License-Identifier: Apache-2.0
#include "model/slider_contact.hpp"

#include <fmt/format.h>

#include "model/slider_crank.hpp"

namespace percuss {

const ParameterTable<SliderContactOptions>& SliderContactOptions::parameters() {
  static const auto table = [] {
    ParameterTable<SliderContactOptions> t;
    t.text(
         "body", [](auto& o) -> auto& { return o.body; }, "name of the slider_crank")
        .required();
    t.choice(
        "kind", [](auto& o) -> auto& { return o.kind; },
        std::vector<std::pair<std::string, SliderGuide::Kind>>{{"notch", SliderGuide::Kind::notch},
                                                               {"joint", SliderGuide::Kind::joint}},
        "four corners in a notch, or one bilateral row that holds the slider's centre on the x axis");
    t.number(
        "clearance", [](auto& o) -> auto& { return o.clearance; }, "m",
        "free height above and below the slider in the middle of the notch; a joint has none", non_negative);
    t.number(
        "restitution", [](auto& o) -> auto& { return o.restitution; }, "", "Newton's normal restitution eps_n",
        unit_interval);
    t.number(
        "tangential_restitution", [](auto& o) -> auto& { return o.tangential_restitution; }, "",
        "tangential restitution eps_t", unit_interval);
    t.number(
        "friction", [](auto& o) -> auto& { return o.friction; }, "", "Coulomb friction coefficient mu", non_negative);
    return t;
  }();
  return table;
}

namespace {

/// The mechanism of that name, or null and a fault.
const SliderCrank* find_mechanism(const Model& model, const std::string& name, std::vector<Fault>& faults) {
  const auto* body = model.find_body(name);
  const auto* mechanism =
      body == nullptr ? nullptr : dynamic_cast<const SliderCrank*>(&model.system.body(body->number));
  if (mechanism != nullptr) return mechanism;
  std::vector<std::string> fitting;
  for (const auto& other : model.bodies)
    if (other.type == "slider_crank") fitting.push_back(other.name);
  faults.push_back(
      {{},
       "body",
       body == nullptr ? fmt::format("there is no body `{}`", name)
                       : fmt::format("`{}` is a {}, which has no slider", name, body->type),
       fitting.empty() ? std::string("add a body of type slider_crank") : remedy_for_unknown(name, fitting, "`body`")});
  return nullptr;
}

}  // namespace

void add_slider_contact(Model& model, const std::string& name, const SliderContactOptions& options) {
  auto faults = SliderContactOptions::parameters().validate(options);
  const auto* mechanism = find_mechanism(model, options.body, faults);
  if (options.kind == SliderGuide::Kind::joint)
    for (const auto& [key, value] :
         {std::pair{"restitution", options.restitution},
          std::pair{"tangential_restitution", options.tangential_restitution}, std::pair{"friction", options.friction}})
      if (value > 0.0)
        faults.push_back({{}, key, "a joint has neither impacts nor friction", "leave it out, or use `kind: notch`"});
  if (!faults.empty()) throw InputError(std::move(faults));
  const auto* body = model.find_body(options.body);
  SliderGuide::Parameters p;
  p.name = name;
  p.q = body->q_offset;
  p.v = body->v_offset;
  p.crank_length = mechanism->crank_length();
  p.rod_length = mechanism->rod_length();
  p.half_length = mechanism->half_length();
  p.half_height = mechanism->half_height();
  p.kind = options.kind;
  p.clearance = options.clearance;
  p.restitution = options.restitution;
  p.tangential_restitution = options.tangential_restitution;
  p.friction = options.friction;
  model.contacts.add(std::make_unique<SliderGuide>(std::move(p)));
}

}  // namespace percuss
