// SPDX-License-Identifier: Apache-2.0
#include "simulation/turn_watch.hpp"

#include <gtest/gtest.h>

#include "core/rotation.hpp"
#include "model/bushing.hpp"
#include "tests/model/loaded_bodies.hpp"
#include "tests/model/models.hpp"

namespace percuss {
namespace turn_watch_test {

/// A body in space that turns about z from angle to angle, on a bushing.
class TurningOnABushing : public testing::Test {
 protected:
  void mount(std::vector<double> stiffness, std::vector<double> damping = {}) {
    BushingOptions options;
    options.body = "brick";
    options.rotational_stiffness = std::move(stiffness);
    options.rotational_damping = std::move(damping);
    add_bushing(*model, "mount", options);
  }
  State turned(double angle) const {
    State state = model->initial;
    const Index p = model->find_body("brick")->q_offset + 3;
    const Eigen::Quaterniond start(state.q[p], state.q[p + 1], state.q[p + 2], state.q[p + 3]);
    const auto now = quaternion_of({0.0, 0.0, angle}) * start;
    state.q.segment<4>(p) << now.w(), now.x(), now.y(), now.z();
    return state;
  }
  /// Of looks at 0, the angles.
  bool goes(std::initializer_list<double> angles) const {
    TurnWatch watch(model->contacts);
    watch.start(model->initial);
    std::string message;
    for (const double angle : angles)
      if (!watch.look(turned(angle), message)) {
        EXPECT_NE(message.find("`mount`"), std::string::npos) << message;
        return false;
      }
    return true;
  }
  std::unique_ptr<Model> model = one_of_every_kind();
};

TEST_F(TurningOnABushing, EndsAfterAWholeTurn) {
  mount({1.0, 2.0, 3.0});
  EXPECT_TRUE(goes({2.0, 4.0, 6.2, 4.0, 1.0, -2.0, -4.0, -6.2}));
  EXPECT_FALSE(goes({2.0, 4.0, 6.2, 6.4}));
}

TEST_F(TurningOnABushing, EndsForOneSpringToo) {
  mount({0.0, 0.0, 3.0});
  EXPECT_TRUE(goes({3.0, 6.1}));
  EXPECT_FALSE(goes({3.0, 6.1, 6.4}));
}

TEST_F(TurningOnABushing, GoesOnAboutAFreeAxis) {
  mount({1.0, 2.0, 0.0}, {0.0, 0.0, 0.1});
  EXPECT_TRUE(goes({2.0, 4.0, 6.2, 6.4, 8.0, 10.0, 12.0, 13.0}));
}

TEST_F(TurningOnABushing, MayJumpWhereNothingIsWatched) {
  mount({}, {1.0, 1.0, 1.0});
  EXPECT_TRUE(goes({6.2, 6.4, 100.0}));
}

}  // namespace turn_watch_test
}  // namespace percuss
