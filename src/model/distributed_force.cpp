// SPDX-License-Identifier: Apache-2.0
#include "model/distributed_force.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "model/components.hpp"
#include "model/point_force.hpp"

namespace percuss {

const ParameterTable<DistributedForceOptions>& DistributedForceOptions::parameters() {
  static const auto table = [] {
    ParameterTable<DistributedForceOptions> t;
    t.text(
         "body", [](auto& o) -> auto& { return o.body; }, "name of a beam")
        .required();
    t.numbers(
        "direction", [](auto& o) -> auto& { return o.direction; }, "",
        "direction of a positive force, fixed in space, of any length; missing components are 0");
    t.number(
        "from", [](auto& o) -> auto& { return o.from; }, "m", "where it begins, along the undeformed beam",
        non_negative);
    t.number(
         "to", [](auto& o) -> auto& { return o.to; }, "m", "where it ends; default: at the end of the beam", positive)
        .optional();
    LoadValue::declare(t, "force per length", "N/m");
    return t;
  }();
  return table;
}

namespace {

bool has_axis(const ModelBody& body) { return body.is_flexible() && body.length > 0.0; }

/// The mean of the points of the axis between two places: Gauss with two points in each element, which is exact for
/// cubic shapes.
Marker mean_point(const ModelBody& body, double from, double to) {
  std::vector<Marker> points;
  std::vector<double> weights;
  for (Index e = 0; e + 1 < body.nodes.count; ++e) {
    const double a = std::max(from, body.nodes.reference(e)[0]), b = std::min(to, body.nodes.reference(e + 1)[0]);
    if (!(a < b)) continue;
    for (const double s : {0.5 - 0.5 / std::sqrt(3.0), 0.5 + 0.5 / std::sqrt(3.0)}) {
      points.push_back(body.marker(e, Vector3(a + s * (b - a), 0.0, 0.0)));
      weights.push_back(0.5 * (b - a));
    }
  }
  return Marker::mean(points, weights);
}

}  // namespace

void add_distributed_force(Model& model, const DistributedForceOptions& options) {
  auto faults = DistributedForceOptions::parameters().validate(options);
  const auto* body = model.find_body(options.body);
  if (body == nullptr)
    faults.push_back({{},
                      "body",
                      fmt::format("there is no body `{}`", options.body),
                      remedy_for_unknown(options.body, model.body_names(), "`body`")});
  else if (!has_axis(*body))
    faults.push_back({{},
                      "body",
                      fmt::format("`{}` is a {}, which has no axis for a force per length", body->name, body->type),
                      "name a beam, or use a load of type `force`"});
  options.check("force per length", faults);
  const bool bound = body != nullptr && has_axis(*body);
  const auto direction = unit_vector("direction", options.direction, bound ? body->nodes.dimension : 3, faults);
  const double to = options.to == DistributedForceOptions::end_of_body && bound ? body->length : options.to;
  if (bound && to > body->length)
    faults.push_back({{}, "to", fmt::format("{} m is off the beam", to), fmt::format("it is {} m long", body->length)});
  if (bound && !(options.from < to))
    faults.push_back({{},
                      "from",
                      fmt::format("it begins at {} m and ends at {} m", options.from, to),
                      "let it begin before it ends"});
  if (!faults.empty()) throw InputError(std::move(faults));
  model.note_load(options.function());
  model.system.add(std::make_unique<PointForce>(mean_point(*body, options.from, to), direction,
                                                options.function().scaled(to - options.from)));
}

}  // namespace percuss
