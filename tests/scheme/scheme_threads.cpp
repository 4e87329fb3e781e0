// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "core/parallel.hpp"
#include "tests/scheme/fixtures.hpp"
#include "tests/verification/bar_case.hpp"

namespace percuss::test {

namespace scheme_threads {

class ThreadedScheme : public testing::TestWithParam<NamedScheme> {};

std::vector<NamedScheme> stable_schemes() {
  auto schemes = all_schemes();
  schemes.erase(schemes.begin() + 1);  // explicit Moreau-Jean grows on the undamped bar
  // Order 1 stands for all Galerkin schemes, Fig. 9 for its other readings, which run the same loops; GGL unified is
  // for small systems: dense algebra, no threads. A bar needs no Newton.
  std::erase_if(schemes, [](const auto& s) {
    return (is_galerkin(s) && !s.options.empty()) || s.name == "ggl_unified" || s.label == "HalfExplicitHem" ||
           s.label == "HalfExplicitMbsim" || s.label.ends_with("Newton");
  });
  return schemes;
}

INSTANTIATE_TEST_SUITE_P(Schemes, ThreadedScheme, testing::ValuesIn(stable_schemes()),
                         [](const testing::TestParamInfo<NamedScheme>& p) { return p.param.label; });

TEST_P(ThreadedScheme, GivesTheSameBitsForAnyNumberOfThreads) {
  // Above `parallel_threshold`, damped, through the impact.
  auto options = verification::bar_options(static_cast<int>(parallel_threshold) + 5);
  options.position = {2e-10};
  options.damping.stiffness = 1e-12;
  const auto model = verification::bar_at_wall(options);
  std::vector<State> ends;
  std::vector<double> damping;
  for (const int threads : {1, 2, 4}) {
    set_threads(threads);
    const auto scheme = make(GetParam(), model->system, model->contacts);
    State state = model->initial;
    double lost = 0.0;
    for (int i = 0; i < 8; ++i) {
      const auto report = scheme->step(3e-10, state);
      ASSERT_TRUE(report.ok());
      lost += report.work.damping;
    }
    ends.push_back(state);
    damping.push_back(lost);
  }
  set_threads(0);
  for (std::size_t i = 1; i < ends.size(); ++i) {
    EXPECT_TRUE(ends[0].q == ends[i].q);
    EXPECT_TRUE(ends[0].v == ends[i].v);
    EXPECT_EQ(damping[0], damping[i]);
  }
  EXPECT_NE(ends[0].v[0], -verification::v0) << "the run must reach the contact";
}

}  // namespace scheme_threads

}  // namespace percuss::test
