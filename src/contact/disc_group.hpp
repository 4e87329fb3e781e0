// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <Eigen/Core>
#include <string>
#include <vector>

#include "contact/disc.hpp"
#include "contact/near_pairs.hpp"
#include "contact/neighbour_grid.hpp"
#include "core/contact_model.hpp"

namespace percuss {

/// Discs in the plane against each other, each with each. With d = x_j - x_i (i before j), n = d / |d|, t = (-n_y, n_x)
///
///   g_N = |d| - r_i - r_j,   gamma_N = n . d',   gamma_T = t . d' - r_i phi_i' - r_j phi_j'   (slip of the discs'
///   points x_i + r_i n and x_j - r_j n),   bias = (t . d')/|d| (t . d', -n . d')
///
/// The tangential row is there where friction acts. Discs with one centre (to 1e-12 of r_i + r_j) have no normal: they
/// get n = (1, 0), which pushes the later disc towards +x, and that n counts as constant.
///
/// **Slots** (contact/near_pairs.hpp). A group has min(n (n - 1)/2, 3 n) contacts, the slots of its pairs. When all
/// pairs fit (n <= 7) each has its own. Why 3 n suffice: joined by their centres, discs that touch but do not overlap
/// make a planar graph, which has at most 3 n - 6 edges, and for discs of one radius so do those with gaps below
/// 2 (sqrt(2) - 1) r; the skin is r/2, with the smallest r. Where radii differ much or discs overlap there may be more.
///
/// **Long steps.** A step in which a pair found would go through each other, or seem to touch by its forecast gap while
/// the discs miss each other (contact/passage.hpp), is too large.
///
/// The list of pairs is what `prepare` changes: one instance serves one simulation at a time.
class DiscGroup final : public ContactModel {
 public:
  static constexpr double far = NearPairs::far;  ///< gap of a slot that holds no pair [m]

  /// Contacts are called `name`, or NAME.1, NAME.2, ... when there are several. Throws std::invalid_argument when a
  /// radius is not positive.
  DiscGroup(const std::string& name, std::vector<Disc> discs, const SurfaceLaw& law);

  Index size() const override { return pairs_.size(); }
  Index num_rows(Index) const override { return law_.friction > 0.0 ? 2 : 1; }
  const std::string& name(Index k) const override { return names_[static_cast<std::size_t>(k)]; }
  bool has_constant_jacobian() const override { return false; }
  void prepare(double t, VecRef q, VecRef v, double h) override;
  void check_forecast() const override;
  bool may_have_passed(VecRef q) const override;
  void restart() override;
  void walk_memory(MemoryWalk& walk) override;
  /// Throws std::logic_error before the first `prepare`, unless each pair has a slot of its own.
  void gaps(double t, VecRef q, VecOut gap) const override;
  void normal_velocities(double t, VecRef q, VecRef v, VecOut rate) const override;
  void append(double t, VecRef q, std::span<const Index> closed, Index first, ContactSet& set) const override;
  std::optional<ContactPlace> place(double t, VecRef q, Index k) const override;
  void row_gaps(double t, VecRef q, std::span<const Index> closed, Index first, VecOut value) const override;
  void velocity_bias(const MechanicalSystem& system, double t, VecRef q, VecRef v, std::span<const Index> closed,
                     Index first, VecOut bias) const override;
  void curvature(const MechanicalSystem& system, double t, VecRef q, std::span<const Index> closed, Index first,
                 VecRef lambda, std::vector<Eigen::Triplet<double>>& entries) const override;

  /// Which discs contact k is between, as they are numbered in the constructor's list.
  const PairSlots::Slot& pair(Index k) const { return pairs_[k]; }
  Index lists_made() const { return pairs_.lists_made(); }
  double skin() const { return pairs_.skin(); }  ///< of the present list [m]

 private:
  struct Frame {
    Eigen::Vector2d n, t;
    double distance = 0.0;   // |d| [m]
    double curvature = 0.0;  // 1/|d|, 0 for discs with one centre
  };
  const Disc& disc(Index i) const { return discs_[static_cast<std::size_t>(i)]; }
  double gap(const PairSlots::Slot& slot, VecRef q) const;
  Frame frame(const PairSlots::Slot& slot, VecRef q) const;
  Eigen::Vector2d relative_velocity(const PairSlots::Slot& slot, VecRef v) const;
  /// visit(k, passage, R) of the pairs that `moves` (2n) of the centres in the coming step bring near enough to each
  /// other for it to matter, until one returns true; whether one has.
  template <class Visit>
  bool some_passage(VecRef moves, Visit&& visit) const;

  std::vector<Disc> discs_;
  SurfaceLaw law_;
  std::vector<std::string> names_;  // of all slots: less memory than a scheme's records of them
  Vector radius_;                   // (n)
  mutable Vector centre_;           // (2n) workspace: of the discs
  Vector velocity_;                 // (2n) likewise
  double smallest_radius_;
  NearPairs pairs_;
  NeighbourGrid grid_;
};

}  // namespace percuss
