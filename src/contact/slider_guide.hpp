// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <Eigen/Geometry>
#include <array>
#include <string>
#include <vector>

#include "core/joint_model.hpp"

namespace percuss {

/// The slider of a slider-crank in its guide, in the angles q = (theta1, theta2, theta3) of the mechanism (model/
/// slider_crank.hpp), y3 = l1 sin theta1 + l2 sin theta2, x3 likewise [HETS (25)-(34), frames of spec.md]:
///
///   joint  one bilateral row  y3 = 0
///   notch  four corners between two walls a height d = 2 (b + clearance) apart; corners 1, 2 under the upper wall, 3,
///   4
///          over the lower one:
///          g_N = d/2 + sy y3 + sa a sin theta3 - b cos theta3,   g_T = x3 + ta a cos theta3 + tb b sin theta3
class SliderGuide final : public JointModel {
 public:
  enum class Kind { notch, joint };
  struct Parameters {
    std::string name = "slider";
    Index q = 0, v = 0;                           ///< first rows of the mechanism in q and v
    double crank_length = 0.0, rod_length = 0.0;  ///< l1, l2 [m]
    double half_length = 0.0, half_height = 0.0;  ///< a, b of the slider [m]
    Kind kind = Kind::notch;
    double clearance = 0.0;               ///< c, above and below the slider in the middle [m]
    double restitution = 0.0;             ///< eps_n
    double tangential_restitution = 0.0;  ///< eps_t
    double friction = 0.0;                ///< mu
  };
  explicit SliderGuide(Parameters parameters);

  Index size() const override { return joint() ? 1 : 4; }
  Index num_rows(Index) const override { return !joint() && p_.friction > 0.0 ? 2 : 1; }
  const std::string& name(Index k) const override { return names_[static_cast<std::size_t>(k)]; }
  bool is_joint(Index) const override { return joint(); }
  /// The joint's only row: a force on the slider along y.
  ReactionForm reaction_form(Index) const override { return {2, 0, {}}; }
  Reaction reaction(Index, VecRef, const std::array<double, 3>& rows) const override {
    return {{0.0, rows[0], 0.0}, Eigen::Vector3d::Zero()};
  }
  /// The slider, the pin between crank and rod, and where the crank turns.
  void append_motions(Index k, VecRef q, JointMotions& motions) const override;
  Eigen::Matrix3d body_axes(Index, VecRef q) const override {
    return Eigen::AngleAxisd(q[p_.q + 2], Eigen::Vector3d::UnitZ()).toRotationMatrix();
  }
  bool has_constant_jacobian() const override { return false; }
  void gaps(double t, VecRef q, VecOut gap) const override;
  void normal_velocities(double t, VecRef q, VecRef v, VecOut rate) const override;
  void append(double t, VecRef q, std::span<const Index> closed, Index first, ContactSet& set) const override;
  std::optional<ContactPlace> place(double t, VecRef q, Index k) const override;
  void row_gaps(double t, VecRef q, std::span<const Index> closed, Index first, VecOut value) const override;
  void velocity_bias(const MechanicalSystem& system, double t, VecRef q, VecRef v, std::span<const Index> closed,
                     Index first, VecOut bias) const override;
  void curvature(const MechanicalSystem& system, double t, VecRef q, std::span<const Index> closed, Index first,
                 VecRef lambda, std::vector<Eigen::Triplet<double>>& entries) const override;

 private:
  using Row = std::array<double, 3>;
  /// Sines and cosines of the angles times their lengths, once per call.
  struct Angles {
    double l1_sin, l1_cos, l2_sin, l2_cos, sin, cos;
  };
  bool joint() const { return p_.kind == Kind::joint; }
  Angles angles(VecRef q) const;
  double gap(Index k, const Angles& at) const;
  Row normal(Index k, const Angles& at) const;
  Row tangential(Index k, const Angles& at) const;
  /// Second derivatives of row `row` of corner k along each angle; the mixed ones are 0.
  Row second(Index k, Index row, const Angles& at) const;
  void push(const Row& column, SparseColumns& W) const;

  Parameters p_;
  std::vector<std::string> names_;
};

}  // namespace percuss
