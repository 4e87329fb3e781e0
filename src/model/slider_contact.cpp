// SPDX-License-Identifier: Apache-2.0
#include "model/slider_contact.hpp"

#include <fmt/format.h>

#include <cmath>

#include "model/law_keys.hpp"
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
        "clearance above and below the slider when it is centred in the notch; not for a joint", non_negative);
    declare_law(t);
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

/// As every joint: the start must fit it, in position and velocity, to 1e-9 of the lengths and speeds.
void check_start(const Model& model, const SliderCrank& mechanism, const ModelBody& body) {
  constexpr double tolerance = 1e-9;
  const double l1 = mechanism.crank_length(), l2 = mechanism.rod_length();
  const double q1 = model.initial.q[body.q_offset], q2 = model.initial.q[body.q_offset + 1];
  const double w1 = model.initial.v[body.v_offset], w2 = model.initial.v[body.v_offset + 1];
  const double height = l1 * std::sin(q1) + l2 * std::sin(q2);
  const double rate = l1 * std::cos(q1) * w1 + l2 * std::cos(q2) * w2;
  if (std::abs(height) > tolerance * (l1 + l2))
    throw input_error("body",
                      fmt::format("the joint cannot be assembled: the slider stands {:.6g} m off its line", height),
                      fmt::format("choose `angles` of `{}` with l1 sin theta1 + l2 sin theta2 = 0", body.name));
  if (std::abs(rate) > tolerance * (l1 * std::abs(w1) + l2 * std::abs(w2)))
    throw input_error(
        "body", fmt::format("the slider initially leaves its line at {:.6g} m/s", rate),
        fmt::format("choose `rates` of `{}` with l1 cos theta1 omega1 + l2 cos theta2 omega2 = 0", body.name));
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
  if (options.kind == SliderGuide::Kind::joint) check_start(model, *mechanism, *body);
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
  if (p.kind == SliderGuide::Kind::notch) {
    const Vector3 up(0.0, p.half_height + p.clearance, 0.0);
    model.scenery.push_back(
        {name, {}, {{Marker::ground(up), -Vector3::UnitY(), 2}, {Marker::ground(-up), Vector3::UnitY(), 2}}});
  }
  model.contacts.add(std::make_unique<SliderGuide>(std::move(p)));
}

}  // namespace percuss
