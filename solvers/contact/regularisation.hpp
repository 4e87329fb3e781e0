// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>

#include "core/contact_set.hpp"

namespace percuss {

/// What linearised equations add to the diagonal of G^ where small pivots say that rows depend on each other: at first
/// to the rows of contacts, which often do, and share a force in many ways; to those of joints only where that is not
/// enough. A row of a joint that stands off the others by 1e-6 of its length has a pivot of 1e-12, and its right force
/// only as it is.
class Regularisation {
 public:
  static constexpr int most_attempts = 5;

  /// For the equations of these contacts; nothing has been seen of them.
  void restart(const ContactSet& contacts) {
    const auto joints = std::count(contacts.cone.begin(), contacts.cone.end(), Cone::bilateral);
    only_joints_ = joints > 0 && joints == contacts.size();
    spare_joints_ = joints > 0 && !only_joints_;
    forget();
  }
  bool only_joints() const { return only_joints_; }
  /// What has been seen counts no more.
  void forget() { rows_ = Rows::none; }
  /// A step begins: `least` is added at first where rows have been seen to depend on each other.
  void begin(double least) {
    least_ = least;
    value_ = rows_ == Rows::none ? 0.0 : least;
  }
  /// Whether equations with this smallest pivot, rows being of order one, will do; a shift of the diagonal bounds it.
  bool accepts(double pivot, double shift = 0.0) const {
    if (rows_ == Rows::all) return pivot > 0.0;
    const double least = rows_ == Rows::none && !only_joints_ ? dependent_contact : dependent_joint;
    return pivot > (shift > 0.0 ? std::min(least, 1e-2 * shift) : least);
  }
  void increase() {
    value_ = rows_ == Rows::all ? 100.0 * value_ : least_;
    rows_ = rows_ == Rows::none && spare_joints_ ? Rows::contacts : Rows::all;
  }
  double of_contacts() const { return value_; }
  double of_joints() const { return rows_ == Rows::all ? value_ : 0.0; }

 private:
  static constexpr double dependent_contact = 1e-11;
  static constexpr double dependent_joint = 1e-14;  // rounding alone
  enum class Rows : signed char { none, contacts, all };

  Rows rows_ = Rows::none;
  bool only_joints_ = false, spare_joints_ = false;
  double least_ = 0.0, value_ = 0.0;
};

}  // namespace percuss
