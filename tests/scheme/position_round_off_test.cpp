// SPDX-License-Identifier: Apache-2.0
#include "scheme/position_round_off.hpp"

#include <gtest/gtest.h>

#include <limits>

#include "contact/joints.hpp"
#include "core/contact_list.hpp"

namespace percuss {
namespace position_round_off_test {

using Row = Joints::Row;

/// A planar body of 1 mm pinned 1000 m from the origin: positions are known to 8 eps 1000 m = 1.8e-12 m, which is
/// 1.8e-9 m/s over a millisecond and 1.8e-6 rad/s a millimetre away.
struct PinnedFarAway {
  PinnedFarAway() {
    contacts.last<Joints>().add({"pin",
                                 Marker::planar(0, 0, Vector3(-1e-3, 0.0, 0.0)),
                                 Marker::ground(Vector3(1000.0, 0.0, 0.0)),
                                 {Row::point(Vector3::UnitX()), Row::point(Vector3::UnitY())}});
    q << 1000.001, 0.0, 0.0, 0.0;
  }
  ContactList contacts;
  Vector q{4};
  /// Of body and, without joints, a fourth coordinate.
  bool small(double x, double y, double turn, double other) const {
    return is_position_round_off(contacts, q, 1e-3, (Vector(4) << x, y, turn, other).finished());
  }
};

TEST(PositionRoundOff, CountsAnglesByWhatTheyMove) {
  const PinnedFarAway model;
  EXPECT_TRUE(model.small(0.0, 0.0, 0.0, 0.0));
  EXPECT_TRUE(model.small(1.7e-9, -1.7e-9, 1.7e-6, 1.7e-9));
  EXPECT_FALSE(model.small(0.0, 1.9e-9, 0.0, 0.0));
  EXPECT_FALSE(model.small(0.0, 0.0, -1.9e-6, 0.0));
  EXPECT_FALSE(model.small(0.0, 0.0, 0.0, 1.9e-9));  // what moves no joint counts as it is
}

TEST(PositionRoundOff, IsNoNumberThatIsNone) {
  const PinnedFarAway model;
  EXPECT_FALSE(model.small(0.0, 0.0, std::numeric_limits<double>::quiet_NaN(), 0.0));
  EXPECT_FALSE(model.small(std::numeric_limits<double>::infinity(), 0.0, 0.0, 0.0));
}

TEST(PositionRoundOff, WithoutJointsCountsEveryVelocityAsItIs) {
  const ContactList contacts;
  const Vector q = Vector::Zero(2);
  EXPECT_TRUE(is_position_round_off(contacts, q, 1e-3, Vector::Zero(2)));
  EXPECT_FALSE(is_position_round_off(contacts, q, 1e-3, Vector::Constant(2, 1e-9)));
}

}  // namespace position_round_off_test
}  // namespace percuss
