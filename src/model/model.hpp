// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <functional>
#include <limits>
#include <memory>
#include <string>
#include <unordered_map>
#include <vector>

#include "contact/marker.hpp"
#include "core/contact_list.hpp"
#include "core/mechanical_system.hpp"
#include "core/state.hpp"
#include "model/linear_body.hpp"
#include "model/modal_reduction.hpp"
#include "model/section_forces.hpp"
#include "model/shape.hpp"
#include "solvers/linear/eigenmodes.hpp"

namespace percuss {

/// The nodes of a body: node i has `dimension` displacement coordinates, numbered i * dimension + component in the
/// body's own q and v. A rigid body has one node with `dimension` coordinates, the reference point that it turns about.
struct Nodes {
  Index count = 1;
  Index dimension = 1;
  std::function<std::array<double, 3>(Index)> reference;  ///< position without displacement [m]
};

/// A point of a flexible body, given in the axes of the undeformed body, by the body's first rows of q and v.
using PointMaker = std::function<Marker(Index q, Index v, const Vector3& point)>;

/// The `count` slowest modes of a flexible body under the conditions of its frame or supports; shapes over all unknowns
/// of its nodes, node by node. A body reduced to fewer modes gives those that it has.
using ModeFinder = std::function<Eigenmodes(Index count)>;

/// What a body is drawn as, by its first rows of q and v.
using ShapeMaker = std::function<DrawnShape(Index q, Index v)>;

class LatticeMembers;

/// What stands under one name in the model file, as a maker of `body_types()` returns it: one body mostly, or a group
/// of equal ones, with initial coordinates and velocities.
struct BuiltBody {
  std::vector<std::unique_ptr<Body>> bodies;
  Vector q, v;
  Nodes nodes;                                          ///< of the whole group; count 0: nothing can be held by a node
  Marker::Motion motion = Marker::Motion::translation;  ///< how points of it move: what its nodes are
  PointMaker points;                                    ///< of a flexible body; empty: all else
  ModeFinder modes;                                     ///< of a flexible body
  std::shared_ptr<const ModalReduction> reduction;      ///< of a body reduced to modes
  std::vector<std::string> node_unknowns;               ///< of a flexible body: their names, e.g. u, w, phi
  double length = 0.0;  ///< of a beam along x of its axes [m]; 0: it has no axis, and a flexible body its nodes alone
  SectionStiffnessOf sections;                    ///< of a bar or beam; empty: of all else
  bool sections_stiffen = false;                  ///< their axial strain is the mean von Karman strain
  std::shared_ptr<const LatticeMembers> members;  ///< of a lattice
  double outer_radius = 0.0;  ///< of a beam that is a circle or tube all along [m]; 0: it is not round
  double spin_limit = 0.0;    ///< angular velocity beyond which a linear floating frame buckles falsely [1/s]; 0: none
  /// Of a body that spins about an axis of its own: frequency of its free wobble, as its velocities see it, per angular
  /// velocity about x, y and z [1]; 0: it has none.
  Vector3 wobble = Vector3::Zero();
  std::vector<double> radii;  ///< of discs, one per node [m]; empty: it is no disc
  ShapeMaker shape;           ///< of a body with a shape of its own; empty: what the above tells (model/body_shape.hpp)
  std::vector<std::string> q_names, v_names;  ///< of coordinates in minimal form ("theta1", "omega1"), or none
  std::function<void(const std::array<double, 3>&)> add_gravity;  ///< along the coordinate axes [m/s^2]; empty: refused
  /// Adds a force on a row of the body's own v (a coordinate of a node) [N]; empty: forces act through markers.
  std::function<void(Index row, TimeFunction force)> add_force;

  BuiltBody() = default;
  /// A linear body, whose loads and gravity are its own.
  explicit BuiltBody(std::unique_ptr<LinearBody> body, Nodes its_nodes);
  /// The only body, for tests and for those who build models by hand.
  Body& body() const { return *bodies.front(); }
};

/// A body in its model, found by name.
struct ModelBody {
  std::string name, type;
  Index number = 0, count = 1;  ///< first body in the system, how many
  Index q_offset = 0, v_offset = 0;
  Nodes nodes;
  Marker::Motion motion = Marker::Motion::translation;
  PointMaker points;
  ModeFinder modes;
  std::shared_ptr<const ModalReduction> reduction;
  std::vector<std::string> node_unknowns;
  SectionStiffnessOf sections;
  bool sections_stiffen = false;
  std::shared_ptr<const LatticeMembers> members;
  double length = 0.0, outer_radius = 0.0, spin_limit = 0.0;
  Vector3 wobble = Vector3::Zero();
  std::vector<double> radii;
  ShapeMaker shape;
  std::vector<std::string> q_names, v_names;
  std::function<void(const std::array<double, 3>&)> add_gravity;
  std::function<void(Index row, TimeFunction force)> add_force;

  /// Row of the coordinate `axis` (0, 1, 2: x, y, z) of node `node` in the system's q and v; not of a flexible body,
  /// whose nodes have markers alone.
  Index q_row(Index node, Index axis) const;
  Index v_row(Index node, Index axis) const;
  bool is_flexible() const { return points != nullptr; }
  /// Node `node` of the body; on a rigid body its reference point.
  Marker marker(Index node) const;
  /// A point in body axes [m], of body number `node` of a group; on a flexible body a point of the undeformed body.
  /// Bodies whose nodes do not turn have their nodes alone.
  Marker marker(Index node, const Vector3& point) const;
};

/// Bodies, contacts and initial state by their names in the model file. Schemes and recorders keep references to it:
/// it stays where it was made.
class Model {
 public:
  Model() = default;
  Model(const Model&) = delete;
  Model& operator=(const Model&) = delete;

  void add_body(const std::string& name, const std::string& type, BuiltBody built);
  /// Null when there is no such body.
  const ModelBody* find_body(const std::string& name) const;
  std::vector<std::string> body_names() const;
  /// Where the times of steps are told; null: nowhere. Must outlive the steps.
  void tell_times(StepProfile* profile) {
    system.tell_times(profile);
    contacts.tell_times(profile);
  }
  /// A load over time has been added.
  void note_load(const TimeFunction& load);

  MechanicalSystem system;
  ContactList contacts;  ///< and joints
  std::vector<ModelBody> bodies;
  std::vector<Scenery> scenery;  ///< of contacts, for pictures
  State initial;
  bool implicit_springs = false;   ///< springs and torsion springs that are added are rows of joints, all of them
  std::vector<double> kinks;       ///< of the rates of motors: times at which their accelerations jump, ascending [s]
  std::vector<double> load_kinks;  ///< of loads over time, ascending [s]
  double shortest_period = std::numeric_limits<double>::infinity();  ///< of loads and motors [s]

 private:
  std::unordered_map<std::string, std::size_t> number_of_;  // of bodies by name, the first of a name
};

/// Number of the node that `text` names (an index, `first` or `last`), or -1 when the body has no such node.
Index find_node(const Nodes& nodes, const std::string& text);

}  // namespace percuss
