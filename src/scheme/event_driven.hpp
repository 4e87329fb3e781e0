// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <limits>
#include <string>
#include <vector>

#include "core/parameters.hpp"
#include "scheme/accumulation.hpp"
#include "scheme/event_search.hpp"
#include "scheme/mode_choice.hpp"
#include "scheme/scheme_registry.hpp"
#include "scheme/step_state.hpp"

namespace percuss {

struct EventDrivenOptions {
  double tolerance = 1e-11;  ///< of positions, for a step of a smooth phase, in [1e-16, 1e-3] [m, rad]
  double span = 1.0;         ///< time over which an error of a velocity counts, > 0 [s]
  Index parts = 1;           ///< a step is done in at least so many, >= 1

  static const ParameterTable<EventDrivenOptions>& parameters();
  std::vector<Fault> validate() const { return parameters().validate(*this); }
};

/// Event-driven integration, for references: the motion between two switching points of the contacts is smooth and
/// integrated to a tolerance (PhaseStep); where a gap closes, a force leaves its cone or a slip stops, the point is
/// found as a root. Impacts are those of all schemes (`correct_by_impact`). Impacts in geometric progression end, and
/// the contact closes, where what is left of them is below a thousandth of the tolerance or round-off; told is the time
/// at which they would have ended.
///
/// A step of size h goes from t to t + h through all events between. A few contacts may touch at the same time;
/// explicit inside, so that stiff models are slow. Not among the schemes of model files: `percuss reference` runs it.
class EventDriven final : public Scheme {
 public:
  EventDriven(const MechanicalSystem& system, const ContactModel& contacts, const SolverSet& solvers,
              EventDrivenOptions options = {});
  /// The entry under which `find_scheme` knows it.
  static const SchemeType& type();

  StepReport step(double h, State& state) override;
  void restart() override { started_ = false; }
  void break_off(Kink kink) override { kinked_ = kinked_ || kink != Kink::ahead; }
  void walk_memory(MemoryWalk& walk) override;
  std::span<const ContactRecord> contacts() const override { return impact_.records; }
  std::span<const ContactImpact> impacts() const override { return {}; }  // they are among the events
  std::optional<std::span<const ContactEvent>> events() const override { return events_; }
  VecView velocity_before() const override { return {now_.v.data(), now_.v.size()}; }
  long factorisations() const override { return phase_.factor().factorisations(); }
  std::string remark() const override;

 private:
  Report begin(StepReport& sum);
  /// A smooth step of at most what is left, or up to the next event and through it.
  Report advance(StepReport& sum);
  /// The largest step up to h whose error is within the tolerance; what the next one may be goes into next_h_.
  Report take_smooth(double& h);
  Report accept(StepReport& sum);
  /// Strikes what approaches among the contacts that touch, `approaching` (-1: none) with them, and chooses the modes.
  Report collide(Index approaching, double bracket, StepReport& sum);
  Report strike(StepReport& sum);
  std::array<double, 2> slip_of(Index i) const;
  void sort_out(double bracket);
  void note_strike(Index k, const std::array<double, 2>& slip, double bracket);
  bool accumulates(Index contact, double rate);
  Report change_modes(const Event& event, StepReport& sum);
  void take_modes(double bracket);
  void tell_change(Index k, ContactMode to, double t, double bracket);
  void tell_impacts(std::size_t first, double bracket);
  /// Slips in two directions have turned.
  void follow_slips();
  Report write_records();
  double resolution() const;

  EventDrivenOptions options_;
  const MechanicalSystem& system_;
  const ContactModel& contacts_;
  SmoothPhase phase_;
  ModeChoice choice_;
  PhaseStep step_;
  EventSearch search_;
  StepState impact_;  // its records are those of the step
  ContactStage stage_;
  State now_;
  std::vector<PhaseMode> modes_, chosen_;
  std::vector<Accumulation> accumulations_;  // by contact number
  std::vector<double> still_;                // by contact number: time that bounces which end here would still take [s]
  std::vector<Touching> touching_;
  std::vector<Index> ids_, closed_;  // contacts that touch; and rigid joints
  std::vector<std::array<double, 3>> percussions_;
  std::vector<ContactEvent> events_;  // of the step
  ContactSet set_, told_;
  Vector gap_, rate_, v_before_;
  bool started_ = false, kinked_ = false;
  double next_h_ = 0.0, h_max_ = 0.0;
  double end_ = 0.0, left_ = 0.0;  // of the step: its end, and the time until then [s]
  struct {
    double size = 0.0;
    SmoothPhase::Power work;
  } taken_;          // of the smooth step under way: how far the motion has come, and the work until there
  int at_once_ = 0;  // events without a time between them
  Index accumulated_ = 0;
  double accumulation_bound_ = 0.0;
};

}  // namespace percuss
