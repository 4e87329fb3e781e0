// SPDX-License-Identifier: Apache-2.0
#include "io/settings.hpp"

namespace percuss {

const ParameterTable<CertificateLimits>& CertificateLimits::parameters() {
  static const auto table = [] {
    ParameterTable<CertificateLimits> t;
    t.number(
         "residual", [](auto& o) -> auto& { return o.residual; }, "m/s", "limit on the natural residual of every step",
         non_negative)
        .optional();
    t.number(
         "complementarity", [](auto& o) -> auto& { return o.complementarity; }, "J",
         "limit on |Lambda_N (gamma_N+ + eps gamma_N-)| of every contact and step", non_negative)
        .optional();
    t.number(
         "penetration", [](auto& o) -> auto& { return o.penetration; }, "m", "limit on -min g_N over all steps",
         non_negative)
        .optional();
    t.number(
         "drift", [](auto& o) -> auto& { return o.drift; }, "m, rad",
         "limit on the drift of the joints' rows, at every row of the history", non_negative)
        .optional();
    t.number(
         "energy_error", [](auto& o) -> auto& { return o.energy_error; }, "J",
         "limit on the energy that the integrator adds or removes over the run", non_negative)
        .optional();
    t.number(
        "energy_share", [](auto& o) -> auto& { return o.energy_share; }, "",
        "the run warns when the integrator made more than this share of the energy put in", non_negative);
    t.number(
        "energy_lost_share", [](auto& o) -> auto& { return o.energy_lost_share; }, "",
        "the run warns when the integrator lost more than this share of the energy put in", non_negative);
    t.number(
        "loose_share", [](auto& o) -> auto& { return o.loose_share; }, "",
        "the run warns when more than this share of the steps was solved loosely, or repeated in smaller ones",
        non_negative);
    return t;
  }();
  return table;
}

const ParameterTable<StepControlOptions>& StepControlOptions::parameters() {
  static const auto table = [] {
    ParameterTable<StepControlOptions> t;
    t.choice(
         "name", [](auto& o) -> auto& { return o.name; },
         std::vector<std::pair<std::string, Name>>{{"fixed", Name::fixed},
                                                   {"impact_step", Name::impact_step},
                                                   {"switching_point", Name::switching_point},
                                                   {"error", Name::error}},
         "fixed: every step as it is; impact_step: a step in which a contact is struck is taken back and done in "
         "smaller ones; switching_point: smooth steps are "
         "extrapolated to high order, those in which a contact switches are small ones; error: steps are as large as a "
         "tolerance of the positions allows")
        .number(
            "factor", [](auto& o) -> auto& { return o.factor; }, "",
            "of impact_step: smaller steps, as a share of the step", Range{1e-6, 1.0, false, true});
    t.number(
         "step_min", [](auto& o) -> auto& { return o.step_min; }, "s",
         "of switching_point and error: smallest step, in which contacts switch, and which is taken as it is; 1e-5 of "
         "the step unless given",
         positive)
        .optional();
    t.numbers(
        "position_tolerance", [](auto& o) -> auto& { return o.position_tolerance; }, "m, rad",
        "of error: a step is good when no coordinate differs by more from that of two steps of half its size; one "
        "number for all bodies, or one for each in the order of the file",
        positive);
    t.integer(
        "order_max", [](auto& o) -> auto& { return o.order_max; }, "of switching_point: highest order of extrapolation",
        Range{1, 12, false, false});
    t.choice(
        "order", [](auto& o) -> auto& { return o.order; },
        std::vector<std::pair<std::string, Order>>{{"adaptive", Order::adaptive}, {"fixed", Order::fixed}},
        "of switching_point: adaptive: until the tolerances are met, else the step is halved; fixed: order_max in "
        "every smooth step, without tolerances");
    t.choice(
        "substeps", [](auto& o) -> auto& { return o.substeps; },
        std::vector<std::pair<std::string, Substeps>>{{"odd", Substeps::odd}, {"all", Substeps::all}},
        "of switching_point: numbers of substeps that are extrapolated from: odd: 1, 3, 5, ...; all: 1, 2, 3, ..., "
        "which make energy in closed contacts with restitution [SAE, Sec. 8]");
    t.choice(
        "contact_law", [](auto& o) -> auto& { return o.contact_law; },
        std::vector<std::pair<std::string, ContactLaw>>{{"at_ends", ContactLaw::at_ends},
                                                        {"midpoint", ContactLaw::midpoint}},
        "of switching_point: at_ends: Newton's law on gap velocities at both ends of a step, without restitution where "
        "a contact stays closed; midpoint: that of the scheme, as in [SAE], by which contacts rattle on curved ways");
    t.number(
        "tolerance_absolute", [](auto& o) -> auto& { return o.tolerance_absolute; }, "m/s, rad/s",
        "of switching_point: a smooth step is good when its velocities are off by <= tolerance_absolute + "
        "tolerance_relative |v|_inf, and its positions by that times the step",
        positive);
    t.number(
        "tolerance_relative", [](auto& o) -> auto& { return o.tolerance_relative; }, "", "see tolerance_absolute",
        Range{1e-13, 1.0, false, true});
    return t;
  }();
  return table;
}

std::vector<std::string> StepControlOptions::keys_of(Name name) {
  switch (name) {
    case Name::fixed:
      break;
    case Name::impact_step:
      return {"factor"};
    case Name::error:
      return {"step_min", "position_tolerance"};
    case Name::switching_point:
      return {"step_min", "order_max", "order", "substeps", "contact_law", "tolerance_absolute", "tolerance_relative"};
  }
  return {};
}

const ParameterTable<SimulationSettings>& SimulationSettings::parameters() {
  static const auto table = [] {
    ParameterTable<SimulationSettings> t;
    t.number(
         "step", [](auto& o) -> auto& { return o.step; }, "s", "step size h", positive)
        .required();
    t.number(
         "end_time", [](auto& o) -> auto& { return o.end_time; }, "s", "time at which the run ends")
        .required();
    t.number(
        "start_time", [](auto& o) -> auto& { return o.start_time; }, "s", "time at which the run starts");
    using StiffSprings = SimulationSettings::StiffSprings;
    t.choice(
        "stiff_springs", [](auto& o) -> auto& { return o.stiff_springs; },
        std::vector<std::pair<std::string, StiffSprings>>{{"implicit", StiffSprings::implicit},
                                                          {"refuse", StiffSprings::refuse}},
        "where the step is too large for explicit springs and torsion springs: implicit takes them all as if each had "
        "`implicit: true`, and says so; refuse does not run the model");
    t.boolean(
        "allow_unstable_step", [](auto& o) -> auto& { return o.allow_unstable_step; },
        "run even when the step exceeds the scheme's stability limit");
    t.number(
        "stability_fraction", [](auto& o) -> auto& { return o.stability_fraction; }, "",
        "steps above this fraction of the stability limit are refused", Range{0.0, 1.0, true, false});
    t.number(
        "initial_overlap", [](auto& o) -> auto& { return o.initial_overlap; }, "m",
        "largest initial overlap that is accepted; contacts that overlap by less start closed", non_negative);
    t.integer(
        "retries", [](auto& o) -> auto& { return o.retries; },
        "how often a failing step is halved before the run stops; 0: stop at once", Range{0, 20, false, false});
    t.choice(
        "delassus", [](auto& o) -> auto& { return o.solvers.delassus; },
        std::vector<std::pair<std::string, DelassusKind>>{{"auto", DelassusKind::automatic},
                                                          {"assembled", DelassusKind::assembled},
                                                          {"implicit", DelassusKind::implicit}},
        "representation of the Delassus operator");
    return t;
  }();
  return table;
}

const ParameterTable<GeometrySettings>& GeometrySettings::parameters() {
  static const auto table = [] {
    ParameterTable<GeometrySettings> t;
    t.integer(
         "every", [](auto& o) -> auto& { return o.every; },
         "steps between frames of result.vtkhdf and result.xmf, for ParaView", Range{1, 1e15, false, false})
        .required();
    t.integer(
        "points_per_element", [](auto& o) -> auto& { return o.points_per_element; },
        "points that each element of a beam is drawn with; 1: its nodes alone", Range{1, 1000, false, false});
    t.boolean(
        "contacts", [](auto& o) -> auto& { return o.contacts; },
        "write contact points as well: gap, normal and friction force, status, percussion since the frame before");
    return t;
  }();
  return table;
}

const ParameterTable<OutputSettings>& OutputSettings::parameters() {
  static const auto table = [] {
    ParameterTable<OutputSettings> t;
    t.integer(
        "every", [](auto& o) -> auto& { return o.every; }, "steps between rows of the history",
        Range{1, 1e15, false, false});
    t.integer(
        "states_every", [](auto& o) -> auto& { return o.states_every; },
        "steps between sampled states (q, v) in result.h5; 0: first and last state only", Range{0, 1e15, false, false});
    t.number(
        "dense", [](auto& o) -> auto& { return o.dense; }, "s",
        "time between rows of dense.csv, whatever the steps are: columns of the history that follow from positions and "
        "velocities, interpolated to the order of the steps; 0: none",
        non_negative);
    t.boolean(
        "steps", [](auto& o) -> auto& { return o.steps; },
        "write steps.csv: end, size, order and work of every step, and part of one, that the step control passed");
    t.boolean(
        "events", [](auto& o) -> auto& { return o.events; },
        "write events.csv: impacts of every contact, and when it closed, opened, stuck and slipped");
    t.integer(
        "max_events", [](auto& o) -> auto& { return o.max_events; },
        "events that are written, the first ones; the run says how many there were", Range{1, 1e15, false, false});
    t.choice(
        "contacts", [](auto& o) -> auto& { return o.contacts; },
        std::vector<std::pair<std::string, ContactColumns>>{{"listed", ContactColumns::listed},
                                                            {"all", ContactColumns::all}},
        "`all`: behind the columns of `history` those of every contact, of a group each by itself: gap, force, "
        "percussion, closed, and with friction its force and percussion");
    return t;
  }();
  return table;
}

const std::vector<std::pair<std::string, Over>>& words_of_over() {
  static const std::vector<std::pair<std::string, Over>> words{{"end", Over::end}, {"max", Over::max},
                                                               {"min", Over::min}, {"mean", Over::mean},
                                                               {"rms", Over::rms}, {"impulse", Over::impulse}};
  return words;
}

OutputColumn column_of(const std::string& text, const Place& place) {
  OutputColumn column{text, text, place};
  for (const auto& [word, over] : words_of_over()) {
    if (!text.starts_with(word + "(") || !text.ends_with(")")) continue;
    column.quantity = text.substr(word.size() + 1, text.size() - word.size() - 2);
    column.over = over;
  }
  return column;
}

}  // namespace percuss
