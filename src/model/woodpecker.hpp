// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "contact/woodpecker_pole.hpp"
#include "core/parameters.hpp"
#include "model/model.hpp"

namespace percuss {

/// The woodpecker toy: a sleeve on a pole, a torsion spring, a bird  [SAE 10.4]. The standards are the paper's data,
/// the start included.
struct WoodpeckerOptions {
  double sleeve_mass = 0.0003;                        ///< mM > 0 [kg]
  double bird_mass = 0.0045;                          ///< mS > 0 [kg]
  double sleeve_inertia = 5e-9;                       ///< JM > 0 [kg m^2]
  double bird_inertia = 7e-7;                         ///< JS > 0 [kg m^2]
  double stiffness = 0.0056;                          ///< c_phi >= 0 [N m/rad]
  double gravity = 9.81;                              ///< downwards, against y [m/s^2]
  WoodpeckerPole::Geometry geometry;                  ///< the lengths; lM and lG are in M, too
  std::vector<double> position{0, -0.1036, -0.2788};  ///< y [m], phi_M, phi_S [rad] at the start
  std::vector<double> velocity{-0.3411, 0, -7.4583};  ///< y' [m/s], phi_M', phi_S' [1/s] at the start

  static const ParameterTable<WoodpeckerOptions>& parameters();
  std::vector<Fault> validate() const;
};

/// Constant M and K, linearised for small angles: q = (y, phi_M, phi_S), height of the sleeve and angles of sleeve and
/// bird,  M = [mS+mM, mS lM, mS lG; ., JM + mS lM^2, mS lM lG; ., ., JS + mS lG^2],
/// f = -g (mS + mM, mS lM, mS lG) - c_phi (0, phi_M - phi_S, phi_S - phi_M). No nodes, hence no loads but its own
/// gravity.
class Woodpecker final : public Body {
 public:
  explicit Woodpecker(const WoodpeckerOptions& options);
  const WoodpeckerPole::Geometry& geometry() const { return geometry_; }

  Index num_q() const override { return 3; }
  Index num_v() const override { return 3; }
  bool has_constant_tangent() const override { return true; }
  bool is_stiff() const override { return true; }
  bool forces_depend_on_velocity() const override { return false; }
  bool forces_depend_on_time() const override { return false; }
  void advance(VecRef q, double a, VecRef v, double b, VecRef w, VecOut q_next) const override;
  void forces(double t, VecRef q, VecRef v, VecOut f) const override;
  void tangent(double t, VecRef q, VecRef v, TangentWeights weights, SparseMatrix& A) const override;
  Energy energy(double t, VecRef q, VecRef v) const override;
  Work work(double, double, VecRef, VecRef, VecRef) const override { return {}; }
  std::optional<ModeBound> mode_bound() const override;

 private:
  WoodpeckerPole::Geometry geometry_;
  Matrix3 M_, K_;
  Vector3 weight_;
};

/// Throws InputError with every fault of the options.
BuiltBody make_woodpecker(const WoodpeckerOptions& options);

/// Beak and sleeve of a woodpecker against its pole, with the lengths of the body.
struct WoodpeckerPoleOptions {
  std::string body;
  std::vector<double> restitution{0.5, 0.0, 0.0};  ///< eps_n in [0, 1] of beak, sleeve below, sleeve above
  double tangential_restitution = 0.0;             ///< eps_t in [0, 1]
  double friction = 0.3;                           ///< mu >= 0

  static const ParameterTable<WoodpeckerPoleOptions>& parameters();
};

/// Adds the contacts NAME.1, NAME.2, NAME.3. Throws InputError with every fault, keys relative to the contact.
void add_woodpecker_pole(Model& model, const std::string& name, const WoodpeckerPoleOptions& options);

}  // namespace percuss
