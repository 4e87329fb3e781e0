// SPDX-License-Identifier: Apache-2.0
#include "core/mechanical_system.hpp"

#include <gtest/gtest.h>

#include "tests/core/room_of_ranks.hpp"

namespace percuss {
namespace mechanical_system_test {

/// nq coordinates and nv velocities; every answer says which body it came from.
class Probe final : public Body {
 public:
  struct Traits {
    bool constant_tangent = true, velocity = false, time = false;
  };
  Probe(Index nq, Index nv, double number, Traits traits = {true, false, false})
      : nq_(nq), nv_(nv), number_(number), traits_(traits) {}
  Index num_q() const override { return nq_; }
  Index num_v() const override { return nv_; }
  bool has_constant_tangent() const override { return traits_.constant_tangent; }
  bool forces_depend_on_velocity() const override { return traits_.velocity; }
  bool forces_depend_on_time() const override { return traits_.time; }
  void advance(VecRef q, double a, VecRef v, double b, VecRef w, VecOut q_next) const override {
    q_next = q.array() + a * v.sum() + b * w.sum();
  }
  void forces(double t, VecRef q, VecRef v, VecOut f) const override {
    f.setConstant(number_ + t + 10.0 * q.sum() + 100.0 * v.sum());
  }
  void tangent(double, VecRef, VecRef, TangentWeights weights, SparseMatrix& A) const override {
    A.resize(nv_, nv_);
    A.setIdentity();
    A *= weights.mass;
  }
  Energy energy(double t, VecRef q, VecRef v) const override { return {v.sum(), q.sum() + t}; }
  Work work(double t, double h, VecRef, VecRef v_old, VecRef v_new) const override {
    return {h * v_old.sum(), t * v_new.sum()};
  }

 private:
  Index nq_, nv_;
  double number_;
  Traits traits_;
};

/// Bodies with (nq, nv) = (2, 1), (0, 0), (1, 3).
MechanicalSystem three_bodies() {
  MechanicalSystem system;
  EXPECT_EQ(system.add(std::make_unique<Probe>(2, 1, 1000.0)), 0);
  EXPECT_EQ(system.add(std::make_unique<Probe>(0, 0, 2000.0)), 1);
  EXPECT_EQ(system.add(std::make_unique<Probe>(1, 3, 3000.0)), 2);
  return system;
}

const Vector q = (Vector(3) << 1.0, 2.0, 3.0).finished();
const Vector v = (Vector(4) << 1.0, 1.0, 2.0, 3.0).finished();

TEST(MechanicalSystem, WithoutBodiesHasNoRowsAndNothingToDo) {
  const MechanicalSystem system;
  EXPECT_EQ(system.num_bodies(), 0);
  EXPECT_EQ(system.num_q(), 0);
  EXPECT_EQ(system.num_v(), 0);
  EXPECT_TRUE(system.has_constant_tangent());
  EXPECT_FALSE(system.forces_depend_on_velocity());
  EXPECT_FALSE(system.forces_depend_on_time());
  Vector none(0), next(0);
  system.forces(0.0, none, none, next);
  system.advance(none, 1.0, none, 1.0, none, next);
  EXPECT_EQ(system.energy(0.0, none, none).total(), 0.0);
  EXPECT_EQ(system.work(0.0, 1.0, none, none, none).applied, 0.0);
}

TEST(MechanicalSystem, PutsItsBodiesSideBySide) {
  const auto system = three_bodies();
  EXPECT_EQ(system.num_bodies(), 3);
  EXPECT_EQ(system.num_q(), 3);
  EXPECT_EQ(system.num_v(), 4);
  EXPECT_EQ(system.q_offset(2), 2);
  EXPECT_EQ(system.v_offset(2), 1);
  EXPECT_EQ(system.body(2).num_v(), 3);
}

TEST(MechanicalSystem, KnowsTheOwnerOfARow) {
  const auto system = three_bodies();
  EXPECT_EQ(system.body_of_row(0), 0);
  for (const Index row : {1, 2, 3}) EXPECT_EQ(system.body_of_row(row), 2);  // a body without rows owns none
}

TEST(MechanicalSystem, GivesEachBodyItsOwnRows) {
  const auto system = three_bodies();
  Vector f(4);
  system.forces(0.5, q, v, f);
  EXPECT_EQ(f, (Vector(4) << 1130.5, 3630.5, 3630.5, 3630.5).finished());
  Vector next(3);
  system.advance(q, 1.0, v, 10.0, Vector(2.0 * v), next);
  EXPECT_EQ(next, (Vector(3) << 22.0, 23.0, 129.0).finished());
}

TEST(MechanicalSystem, SumsEnergyAndWorkOverItsBodies) {
  const auto system = three_bodies();
  const auto energy = system.energy(0.5, q, v);
  EXPECT_EQ(energy.kinetic, 7.0);
  EXPECT_EQ(energy.potential, 6.0 + 3 * 0.5);
  EXPECT_EQ(energy.total(), 14.5);
  const auto work = system.work(0.5, 2.0, q, v, Vector(2.0 * v));
  EXPECT_EQ(work.applied, 14.0);
  EXPECT_EQ(work.damping, 7.0);
}

TEST(MechanicalSystem, HasAConstantTangentOnlyWhenEveryBodyHas) {
  auto system = three_bodies();
  EXPECT_TRUE(system.has_constant_tangent());
  system.add(std::make_unique<Probe>(1, 1, 0.0, Probe::Traits{false, false, false}));
  EXPECT_FALSE(system.has_constant_tangent());
}

TEST(MechanicalSystem, DependsOnVelocityOrTimeWhenOneBodyDoes) {
  auto system = three_bodies();
  EXPECT_FALSE(system.forces_depend_on_velocity());
  system.add(std::make_unique<Probe>(1, 1, 0.0, Probe::Traits{true, true, false}));
  EXPECT_TRUE(system.forces_depend_on_velocity());
  EXPECT_FALSE(system.forces_depend_on_time());
  system.add(std::make_unique<Probe>(1, 1, 0.0, Probe::Traits{true, false, true}));
  EXPECT_TRUE(system.forces_depend_on_time());
}

TEST(MechanicalSystem, ServesManyBodiesAsItServesFew) {
  MechanicalSystem system;
  for (Index i = 0; i < 100; ++i) system.add(std::make_unique<Probe>(1, 1, static_cast<double>(i)));
  Vector f(100), next(100);
  const Vector zero = Vector::Zero(100), one = Vector::Ones(100);
  system.forces(0.0, zero, zero, f);
  EXPECT_EQ(f, Vector::LinSpaced(100, 0.0, 99.0));
  system.advance(f, 2.0, one, 0.0, one, next);
  EXPECT_EQ(next, (f.array() + 2.0).matrix());
}

TEST(MechanicalSystem, KnowsNoFastestModeUnlessABodySaysSo) { EXPECT_FALSE(Probe(1, 1, 0.0).mode_bound().has_value()); }

TEST(MechanicalSystem, ForcesSharedByRanksAreThoseOfOne) {
  const Index rows = Shares::least_rows;
  const auto large = [rows] {
    MechanicalSystem system;
    for (const double number : {1000.0, 2000.0, 3000.0}) system.add(std::make_unique<Probe>(1, rows, number));
    return system;
  };
  const Vector positions = Vector::LinSpaced(3, 1.0, 3.0), velocities = Vector::LinSpaced(3 * rows, -1.0, 2.0);
  Vector alone(3 * rows);
  large().forces(0.5, positions, velocities, alone);
  const auto shared = on_all_ranks<Vector>(2, [&](auto link) {
    auto system = large();
    system.share_among(link.get());
    Vector f = Vector::Constant(3 * rows, 7.0);
    system.forces(0.5, positions, velocities, f);
    if (link->rank() == 1) {  // the other does not ask
      Vector by_itself(3 * rows);
      system.forces_alone(0.5, positions, velocities, by_itself);
      EXPECT_EQ(by_itself, f);
    }
    system.share_among(nullptr);
    EXPECT_EQ(system.link(), nullptr);
    if (link->rank() == 0) system.forces(0.5, positions, velocities, f);  // by itself from here on
    return f;
  });
  for (const auto& f : shared) EXPECT_EQ(f, alone);
}

}  // namespace mechanical_system_test
}  // namespace percuss
