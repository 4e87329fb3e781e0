// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <Eigen/Core>
#include <string>
#include <vector>

#include "contact/disc.hpp"
#include "contact/neighbour_grid.hpp"
#include "contact/pair_slots.hpp"
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
/// **Slots.** Contacts are numbered for life, pairs are not: a group has min(n (n - 1)/2, 3 n) contacts, the slots.
/// When all pairs fit (n <= 7) each has its own. Else a slot holds one of the pairs whose gap was below a skin when the
/// list of pairs was made, or nobody: then its gap is `far` and never closes. Why 3 n suffice: joined by their centres,
/// discs that touch but do not overlap make a planar graph, which has at most 3 n - 6 edges, and for discs of one
/// radius so do those with gaps below 2 (sqrt(2) - 1) r; the skin is r/2, with the smallest r. Where radii differ much
/// or discs overlap there may be more: then the nearest pairs get the slots, and the smallest gap left out is the skin.
/// `prepare` makes a new list when since the last one some disc may have come half the skin, the coming step included:
/// so no pair outside the list can close. In a dense heap that flies fast the list goes by how fast pairs approach, and
/// holds for one step. When even that has more pairs than slots (the step is far too large), `prepare` throws
/// std::runtime_error: no contact is left out silently.
///
/// **When a slot changes hands.** Only between steps, and only if its pair is open. A scheme that compares the slot's
/// gap before and after the step sees `far` or another pair's positive gap before. Both say "was open", which is true
/// of the new pair too, else it would have been in the list: so it is an impact if and only if the new pair closes. A
/// closed pair never loses its slot. A warm start may be that of the pair before: it is only where a solver begins.
///
/// The list of pairs is what `prepare` changes: one instance serves one simulation at a time.
class DiscGroup final : public ContactModel {
 public:
  /// Gap of a slot that holds no pair [m]: beyond all models, yet finite, so that differences and squares are.
  static constexpr double far = 1e30;

  /// Contacts are called `name`, or NAME.1, NAME.2, ... when there are several. Throws std::invalid_argument when a
  /// radius is not positive.
  DiscGroup(const std::string& name, std::vector<Disc> discs, const SurfaceLaw& law);

  Index size() const override { return static_cast<Index>(slots_.slots().size()); }
  Index num_rows(Index) const override { return law_.friction > 0.0 ? 2 : 1; }
  const std::string& name(Index k) const override { return names_[static_cast<std::size_t>(k)]; }
  bool has_constant_jacobian() const override { return false; }
  void prepare(double t, VecRef q, VecRef v, double h) override;
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
  const PairSlots::Slot& pair(Index k) const { return slots_.slots()[static_cast<std::size_t>(k)]; }
  Index lists_made() const { return lists_made_; }
  double skin() const { return skin_; }  ///< of the present list [m]

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
  void list_all_pairs();
  void list_near_pairs(VecRef q, VecRef v, double h, double travel);
  double keep_smallest();
  void list_for_one_step(VecRef v, double h);

  std::vector<Disc> discs_;
  SurfaceLaw law_;
  std::vector<std::string> names_;  // of all slots: less memory than a scheme's records of them
  bool all_listed_ = false;
  double standard_skin_ = 0.0;
  Vector radius_;  // (n)
  PairSlots slots_;
  NeighbourGrid grid_;
  std::vector<DiscPair> near_;  // while a list is made
  Vector listed_at_;            // (2n) centres when the list was made; empty: no list yet
  double skin_ = 0.0;
  Index lists_made_ = 0;
};

}  // namespace percuss
