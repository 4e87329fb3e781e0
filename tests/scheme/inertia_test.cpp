// SPDX-License-Identifier: Apache-2.0
#include "scheme/inertia.hpp"

#include <gtest/gtest.h>

#include "tests/solvers/contact_systems.hpp"

namespace percuss {
namespace inertia_test {

TEST(Inertia, IsTakenOffBodyByBody) {
  const RandomSystem many({2, 1, 3}, 1);
  Inertia inertia(many.system);
  const Vector q = Vector::Zero(6), a = Vector::LinSpaced(6, 1.0, 6.0);
  for (int call = 0; call < 2; ++call) {
    Vector f = Vector::Ones(6);
    inertia.subtract(0.0, q, q, a, f);
    EXPECT_LE((f - (Vector::Ones(6) - many.M * a)).cwiseAbs().maxCoeff(), 1e-14);  // entries of order 10: some eps
  }
}

}  // namespace inertia_test
}  // namespace percuss
