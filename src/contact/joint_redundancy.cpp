// SPDX-License-Identifier: Apache-2.0
#include "contact/joint_redundancy.hpp"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <random>
#include <utility>

#include "contact/column_choice.hpp"
#include "contact/linked_joints.hpp"
#include "core/at.hpp"
#include "core/decompositions.hpp"

namespace percuss {

namespace {

/// Moves the bodies to where the rows taken hold, and looks at the others. Lengths are told apart from what positions
/// and axes were typed to by the size of the joints, and from round-off by what they are computed from.
class Trial {
 public:
  /// Of the joints of one mechanism.
  Trial(const MechanicalSystem& system, const ContactModel& contacts, const std::vector<Index>& joints, double t,
        VecRef q)
      : system_(system),
        contacts_(contacts),
        t_(t),
        q_(q),
        joints_(joints),
        columns_(contacts, system.num_v(), joints_, t, q),
        touched_(touched_nearby()),
        scaled_(columns_, touched_),
        g_(gaps(q_)),
        size_(columns_.size),
        round_off_(std::max(2e-12 * size_, 1e-14 * contacts.extent(q))) {
    for (const auto& id : columns_.of) is_driven_.push_back(contacts.is_driven(id.joint) ? 1 : 0);
    choice_ = choose_columns(scaled_.W, is_driven_);
  }

  std::vector<JointRowId> rest() const {
    std::vector<JointRowId> rows;
    for (const Index j : choice_.rest) rows.push_back(columns_.of[at(j)]);
    return rows;
  }
  bool rest_is_driven() const {
    return std::any_of(choice_.rest.begin(), choice_.rest.end(), [&](Index j) { return is_driven_[at(j)] != 0; });
  }
  /// The rest fits initially, but for what typed lengths are rounded by.
  bool rest_fits() const { return largest_of_rest(Vector::Zero(g_.size()), g_) <= 1e-6 * size_; }

  /// Where the bodies go by a random motion, motors among them, the rest holds as it does initially. The motion is as
  /// large as Newton's method comes back from. Rows that hold in one position alone are off elsewhere by about the
  /// square of the way over the size; those that repeat others as far as they were typed, by that share of the way.
  bool rest_holds_elsewhere(std::mt19937& random) const {
    const Vector motion = free_motion(random);
    Vector drives = random_numbers(columns_.cols(), random);
    for (Index j = 0; j < drives.size(); ++j)
      if (is_driven_[at(j)] == 0) drives[j] = 0.0;
    Vector q;
    for (double way = 0.1 * size_; way > 1e-4 * size_ && way * way > 1e3 * round_off_ * size_; way *= 0.25)
      if (settle(way * motion, way * drives, q))
        return largest_of_rest(g_, gaps(q)) <= distinct_columns * way + round_off_;
    return false;
  }

 private:
  /// The velocities that the joints touch here or, since a rod along x does not touch y, nearby.
  std::vector<Index> touched_nearby() const {
    std::mt19937 random(2);
    Vector q(q_.size());
    const Vector way = 1e-3 * random_numbers(system_.num_v(), random);
    system_.advance(q_, 1.0, way, 0.0, way, q);
    const auto nearby = JointColumns(contacts_, system_.num_v(), joints_, t_, q).touched;
    std::vector<Index> all;
    std::set_union(columns_.touched.begin(), columns_.touched.end(), nearby.begin(), nearby.end(),
                   std::back_inserter(all));
    return all;
  }
  Index place(Index j) const { return columns_.place[at(j)]; }
  Vector gaps(const Vector& q) const {
    Vector g(columns_.rows);
    if (g.size() > 0) contacts_.row_gaps(t_, q, joints_, 0, g);
    return g;
  }
  /// The change of a row's value as a length.
  double change(Index j, const Vector& before, const Vector& after) const {
    return (after[place(j)] - before[place(j)]) / scaled_.length[j];
  }
  double largest_of_rest(const Vector& before, const Vector& after) const {
    double largest = 0.0;
    for (const Index j : choice_.rest) {
      const double off = std::abs(change(j, before, after));
      if (!(off <= largest)) largest = off;
    }
    return largest;
  }
  static Vector random_numbers(Index n, std::mt19937& random) {
    Vector numbers(n);
    for (auto& x : numbers) x = 2.0 * static_cast<double>(random()) / static_cast<double>(std::mt19937::max()) - 1.0;
    return numbers;
  }
  /// A motion that the rows taken allow, as lengths of order 1; 0 where they allow none.
  Vector free_motion(std::mt19937& random) const {
    Vector u = random_numbers(choice_.basis.rows(), random);
    project_off(choice_.basis, u);
    return u.norm() > 1e-9 ? u : Vector::Zero(u.size());
  }
  /// q <- from (+) way.
  void move(const Vector& from, const Vector& way, Vector& q) const {
    Vector v = Vector::Zero(system_.num_v());
    for (Index i = 0; i < way.size(); ++i) v[touched_[at(i)]] = way[i] / scaled_.lever[i];
    q.resize(from.size());
    system_.advance(from, 1.0, v, 0.0, v, q);
  }
  /// Goes along `way` and from there by Newton's method, in its shortest steps, to where the rows taken hold, those of
  /// motors moved by `drives` [m]; false where it does not get there.
  bool settle(const Vector& way, const Vector& drives, Vector& q) const {
    move(q_, way, q);
    const auto n = static_cast<Index>(choice_.taken.size());
    Vector off(n);
    for (int i = 0; i < 12; ++i) {
      const Vector g = gaps(q);
      for (Index r = 0; r < n; ++r) {
        const Index j = choice_.taken[at(r)];
        off[r] = change(j, g_, g) - drives[j];
      }
      const double largest = n > 0 ? off.lpNorm<Eigen::Infinity>() : 0.0;
      if (!(largest <= 0.2 * size_)) return false;
      if (largest <= 0.1 * round_off_) return true;
      const JointColumns here(contacts_, system_.num_v(), joints_, t_, q);
      if (here.place != columns_.place ||
          !std::includes(touched_.begin(), touched_.end(), here.touched.begin(), here.touched.end()))
        return false;
      const ScaledColumns scaled(here, touched_, &scaled_.lever);
      Matrix rows(n, scaled.W.rows());
      for (Index r = 0; r < n; ++r) {
        const Index j = choice_.taken[at(r)];
        rows.row(r) = scaled.W.col(j).transpose();
        off[r] *= scaled_.length[j] / scaled.length[j];
      }
      const Eigen::CompleteOrthogonalDecomposition<Matrix> decomposition(rows);
      const Vector from = q, step = decomposition.solve(Vector(-off));
      move(from, step, q);
    }
    return false;
  }

  const MechanicalSystem& system_;
  const ContactModel& contacts_;
  double t_;
  Vector q_;
  std::vector<Index> joints_;
  JointColumns columns_;
  std::vector<Index> touched_;  // velocities, ascending
  ScaledColumns scaled_;
  Vector g_;                 // initially
  double size_, round_off_;  // [m]
  std::vector<char> is_driven_;
  ColumnChoice choice_;
};

}  // namespace

JointRedundancy joint_redundancy(const MechanicalSystem& system, const ContactModel& contacts, double t, VecRef q) {
  JointRedundancy found{joint_rank(contacts, system.num_v(), t, q), {}};
  if (found.redundant() == 0 || found.rows > JointRedundancy::most_rows) return found;
  std::vector<JointRowId> repeated;
  for (const auto& joints : mechanisms(contacts, system, t, q)) {
    const Trial trial(system, contacts, joints, t, q);
    if (trial.rest().empty()) continue;
    if (trial.rest_is_driven() || !trial.rest_fits()) return found;
    std::mt19937 random(1);
    for (int motions = 0; motions < 3; ++motions)
      if (!trial.rest_holds_elsewhere(random)) return found;
    for (const auto& row : trial.rest()) repeated.push_back(row);
  }
  std::sort(repeated.begin(), repeated.end());
  found.repeated = std::move(repeated);
  return found;
}

}  // namespace percuss
