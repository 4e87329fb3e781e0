// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <limits>
#include <string>
#include <utility>
#include <vector>

#include "core/parameters.hpp"
#include "scheme/scheme.hpp"

namespace percuss {

/// Limits on what a run certifies; exit code 4 when one is broken. Off unless given, but for the shares, beyond which a
/// run warns.
struct CertificateLimits {
  double residual = std::numeric_limits<double>::infinity();  ///< natural residual of every step <= [m/s]
  double complementarity =
      std::numeric_limits<double>::infinity();                   ///< max |Lambda_N (gamma_N+ + eps gamma_N-)| <= [J]
  double penetration = std::numeric_limits<double>::infinity();  ///< -min g_N over all steps <= [m]
  double drift = std::numeric_limits<double>::infinity();  ///< |g| of a joint at any row of the history <= [m, rad]
  double energy_error = std::numeric_limits<double>::infinity();  ///< |E_scheme| of the whole run <= [J]
  double energy_share = 0.05;      ///< energy made by the integrator <= energy_share * energy put in [1]
  double energy_lost_share = 0.2;  ///< energy lost by the integrator <= energy_lost_share * energy put in [1]
  double loose_share = 0.01;       ///< loose steps, and retried steps, <= loose_share * steps [1]

  static const ParameterTable<CertificateLimits>& parameters();
};

/// Whether steps are taken as they are, or in parts.
struct StepControlOptions {
  enum class Name {
    fixed,            ///< every step as it is
    impact_step,      ///< a step with an impact is taken back, and done in smaller ones [HETS, Sec. 7.2]
    switching_point,  ///< smooth steps are extrapolated, those in which a contact switches are small ones [SAE]
    error             ///< positions are within a tolerance in every step, by step doubling
  };
  Name name = Name::fixed;
  double factor = 0.1;  ///< of the step: within that an impact is found, in [1e-6, 1)

  // Of switching_point and error, whose largest step is that of the simulation.
  double step_min = 0.0;  ///< smallest step, which is taken as it is, > 0; 0 stands for 1e-5 of the step [s]

  /// Of error: of every coordinate in a step, > 0; one for all bodies, or one for each [m, rad].
  std::vector<double> position_tolerance{1e-6};

  // Of switching_point.
  Index order_max = 6;  ///< of the extrapolation, >= 1; from 2 on it has an error to judge
  enum class Order { adaptive, fixed };
  Order order = Order::adaptive;  ///< as high as the tolerances ask for; or order_max always, and no tolerances
  enum class Substeps { odd, all };
  /// 1, 3, 5, ... or 1, 2, 3, ...: those make energy in closed contacts [SAE, Sec. 8]
  Substeps substeps = Substeps::odd;
  enum class ContactLaw { at_ends, midpoint };
  ContactLaw contact_law = ContactLaw::at_ends;  ///< see ImpulseLaw; `midpoint` is that of [SAE]
  double tolerance_absolute = 1e-8;              ///< of velocities in a step, > 0 [m/s, rad/s]
  double tolerance_relative = 1e-8;              ///< likewise, of the largest velocity [1]

  /// What `step_min` stands for.
  double smallest_step(double step) const { return step_min > 0.0 ? step_min : 1e-5 * step; }
  static const ParameterTable<StepControlOptions>& parameters();
  /// The keys that `name` has a use for.
  static std::vector<std::string> keys_of(Name name);
};

/// The section `simulation` of the model file.
struct SimulationSettings {
  double step = 0.0;        ///< h > 0 [s]
  double end_time = 0.0;    ///< > start_time [s]
  double start_time = 0.0;  ///< [s]
  enum class StiffSprings { implicit, refuse };
  StiffSprings stiff_springs = StiffSprings::implicit;  ///< where the step is beyond the limit of explicit springs
  bool allow_unstable_step = false;
  double stability_fraction = 1.0;  ///< a step is refused when h > stability_fraction * limit [1]
  double initial_overlap = 1e-9;    ///< a model is refused when some gap at the start is < -initial_overlap [m]
  Index retries = 4;                ///< times that a step which fails is halved before the run ends
  std::string scheme;
  Values scheme_options;
  SolverSet solvers;
  CertificateLimits limits;
  StepControlOptions control;

  static const ParameterTable<SimulationSettings>& parameters();  ///< the keys that are plain values
};

/// What a column tells of its quantity: at the end of a row, or over the time since the row before.
enum class Over { end, max, min, mean, rms, impulse };

const std::vector<std::pair<std::string, Over>>& words_of_over();

/// One column of history.csv; several where `quantity` is a pattern.
struct OutputColumn {
  std::string name;      ///< heading
  std::string quantity;  ///< e.g. "wall.force", "bar.nodes.last.velocity", "energy.total", "*.gap"
  Place place;
  Over over = Over::end;
  std::size_t entry = 0;  ///< number in the list of the file
};

/// `QUANTITY` or `max(QUANTITY)`, which is its heading as well.
OutputColumn column_of(const std::string& text, const Place& place);

/// `outputs.contacts`: which columns of contacts a history has.
enum class ContactColumns {
  listed,  ///< those that `history` names
  all      ///< behind those all that there is to tell of every contact
};

/// `outputs.geometry`: pictures of the run.
struct GeometrySettings {
  Index every = 0;               ///< steps between frames; 0: none
  Index points_per_element = 4;  ///< that beams are drawn with, >= 1
  bool contacts = true;          ///< contact points with forces and status
  std::vector<std::string> fields{"displacement", "velocity"};

  static const ParameterTable<GeometrySettings>& parameters();  ///< the keys that are plain values
};

/// The section `outputs` of the model file.
struct OutputSettings {
  Index every = 1;             ///< steps between rows of the history
  Index states_every = 0;      ///< steps between sampled states in result.h5; 0: the first and last only
  double dense = 0.0;          ///< between rows of dense.csv [s]; 0: none
  bool steps = false;          ///< steps.csv
  bool events = true;          ///< events.csv
  Index max_events = 1000000;  ///< lines of events.csv
  ContactColumns contacts = ContactColumns::listed;
  std::vector<OutputColumn> history;
  GeometrySettings geometry;

  static const ParameterTable<OutputSettings>& parameters();  ///< the keys that are plain values
};

}  // namespace percuss
