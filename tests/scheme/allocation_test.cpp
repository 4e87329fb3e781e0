// SPDX-License-Identifier: Apache-2.0
// A step allocates nothing after the first: malloc and its kin are counted, which sees through every container.
#include <gtest/gtest.h>

#include <atomic>
#include <cerrno>
#include <cstddef>

#include "core/sanitizer.hpp"
#include "model/beam_contacts.hpp"
#include "model/circle_in_circle.hpp"
#include "model/joint.hpp"
#include "model/spring.hpp"
#include "model/torque.hpp"
#include "model/torsion_spring.hpp"
#include "model/woodpecker.hpp"
#include "tests/model/beam_bodies.hpp"
#include "tests/model/loaded_bodies.hpp"
#include "tests/model/shaft_bodies.hpp"
#include "tests/scheme/fixtures.hpp"
#include "tests/solvers/contact_problems.hpp"
#include "tests/solvers/linear_systems.hpp"
#include "tests/verification/assembled_slider_crank.hpp"
#include "tests/verification/bar_case.hpp"

#if !PERCUSS_UNDER_SANITIZER && defined(__GLIBC__)
#define PERCUSS_COUNTS_ALLOCATIONS 1
#endif

#if PERCUSS_COUNTS_ALLOCATIONS

namespace {
std::atomic<long> allocations{0};
}

extern "C" {
void* __libc_malloc(std::size_t);
void* __libc_calloc(std::size_t, std::size_t);
void* __libc_realloc(void*, std::size_t);
void* __libc_memalign(std::size_t, std::size_t);
void* malloc(std::size_t size) {
  ++allocations;
  return __libc_malloc(size);
}
void* calloc(std::size_t count, std::size_t size) {
  ++allocations;
  return __libc_calloc(count, size);
}
void* realloc(void* old, std::size_t size) {
  ++allocations;
  return __libc_realloc(old, size);
}
void* memalign(std::size_t alignment, std::size_t size) {
  ++allocations;
  return __libc_memalign(alignment, size);
}
void* aligned_alloc(std::size_t alignment, std::size_t size) { return memalign(alignment, size); }
int posix_memalign(void** out, std::size_t alignment, std::size_t size) {
  *out = memalign(alignment, size);
  return *out == nullptr ? ENOMEM : 0;
}
}

namespace percuss::test {

namespace {

TEST(AllocationCounter, SeesVectorsAndEigen) {
  const long before = allocations;
  const std::vector<double> a(1000);
  const Vector b = Vector::Zero(1000);
  EXPECT_GE(allocations - before, 2) << a.size() + static_cast<std::size_t>(b.size());
}

struct AllocationCase {
  NamedScheme scheme;
  std::string solver, delassus;
};
void PrintTo(const AllocationCase& c, std::ostream* out) {
  *out << c.scheme.label << '_' << c.solver << '_' << c.delassus;
}

std::vector<AllocationCase> allocation_cases() {
  std::vector<AllocationCase> cases;
  for (const auto& scheme : all_schemes()) {
    if (scheme.label == "MoreauJeanExplicit") continue;  // unstable on the undamped bar
    for (const auto& type : linear_solver_types())
      if (type.available && type.kind != LinearSolverKind::diagonal && !type.of_petsc)  // which allocates on its own
        for (const char* delassus : {"assembled", "implicit"}) cases.push_back({scheme, type.name, delassus});
    const bool refuses =
        scheme.name.starts_with("ggl_") || scheme.name == "mixed_ed_alpha" || scheme.label == "NonsmoothAlphaVelocity";
    if (!refuses) cases.push_back({scheme, "tridiagonal", "active_set"});
  }
  return cases;
}

class StepAllocates : public testing::TestWithParam<AllocationCase> {};

INSTANTIATE_TEST_SUITE_P(Schemes, StepAllocates, testing::ValuesIn(allocation_cases()),
                         [](const testing::TestParamInfo<AllocationCase>& p) {
                           return testing::PrintToString(p.param);
                         });

// Flight, impact, contact, release and flight again: 1.2e-3 s of the bar.
TEST_P(StepAllocates, NothingAfterTheFirstStep) {
  SolverSet solvers;
  for (const auto& type : linear_solver_types())
    if (type.name == GetParam().solver) solvers.linear = type.kind;
  if (GetParam().delassus == "implicit") {
    solvers.delassus = DelassusKind::implicit;
    solvers.contact.name = ContactSolverOptions::Name::jacobi;
  }
  if (GetParam().delassus == "active_set") solvers.contact.name = ContactSolverOptions::Name::active_set;
  auto options = verification::bar_options(20);
  options.damping.stiffness = 1e-9;
  const auto model = verification::bar_at_wall(options, 0.3);
  const auto scheme = make(GetParam().scheme, model->system, model->contacts, solvers);
  State state = model->initial;
  ASSERT_TRUE(scheme->step(1e-6, state).ok());
  int impacts = 0;
  bool all_ok = true;
  const long before = allocations;
  for (int i = 0; i < 1200; ++i) {
    const auto report = scheme->step(1e-6, state);
    all_ok = all_ok && report.ok();
    impacts += report.impact ? 1 : 0;
  }
  const long during = allocations - before;
  EXPECT_EQ(during, 0);
  EXPECT_TRUE(all_ok);
  EXPECT_GE(impacts, 1) << "the run must pass through an impact";
}

// The same for a frictional contact with tangential rows.
TEST(StepAllocates, NothingWithFriction) {
  for (const auto& named : frictional_schemes()) {
    const auto model = ParticleOverFloor{.position = {0.0, 0.0, 0.01},
                                         .velocity = {1.0, 0.5, -1.0},
                                         .gravity = -10.0,
                                         .restitution = 0.5,
                                         .friction = 0.3}
                           .build();
    const auto scheme = make(named, model->system, model->contacts);
    State state = model->initial;
    scheme->step(1e-3, state);
    const long before = allocations;
    for (int i = 0; i < 500; ++i) scheme->step(1e-3, state);
    EXPECT_EQ(allocations - before, 0) << named.label;
  }
}

// The same for joints and for contacts of turning bodies: from the first impacts in the notch to sliding.
TEST(StepAllocates, NothingWithJoints) {
  for (const auto& named : frictional_schemes()) {
    const auto model = verification::assembled_slider_crank(verification::SliderGuide::Kind::notch);
    SolverSet solvers;
    solvers.contact.max_iterations = 100000;
    const auto scheme = make(named, model->system, model->contacts, solvers);
    State state = model->initial;
    ASSERT_TRUE(scheme->step(1e-5, state).ok());
    int impacts = 0;
    bool all_ok = true;
    const long before = allocations;
    for (int i = 0; i < 1000; ++i) {
      const auto report = scheme->step(1e-5, state);
      all_ok = all_ok && report.ok();
      impacts += report.impact ? 1 : 0;
    }
    EXPECT_EQ(allocations - before, 0) << named.label;
    EXPECT_TRUE(all_ok) << named.label;
    EXPECT_GE(impacts, 1) << named.label;
  }
}

// The same for bodies that turn, with loads on their points, and for contacts that come three at a time.
TEST(StepAllocates, NothingWithBodiesAndLoadsOfEveryKind) {
  for (const auto& named : frictional_schemes()) {
    const auto model = one_of_every_kind();
    WoodpeckerPoleOptions pole;
    pole.body = "toy";
    add_woodpecker_pole(*model, "pole", pole);
    SpringOptions spring;
    spring.body = "plate";
    spring.point = {0.1, 0.2};
    spring.to = "brick";
    spring.to_point = {0.3, 0.2, 0.1};
    spring.stiffness = spring.damping = 1.0;
    add_spring(*model, "spring", spring);
    ForceOptions force;
    force.body = "brick";
    force.point = {0.1};
    force.history = {{0.0, 0.0}, {1.0, 1.0}};
    add_force(*model, force);
    TorqueOptions torque;
    torque.body = "plate";
    torque.value = 1.0;
    add_torque(*model, torque);
    TorsionSpringOptions torsion;
    torsion.body = "plate";
    torsion.stiffness = 1.0;
    add_torsion_spring(*model, "spring", torsion);
    const auto scheme = make(named, model->system, model->contacts);
    State state = model->initial;
    scheme->step(1e-4, state);
    const long before = allocations;
    for (int i = 0; i < 1000; ++i) scheme->step(1e-4, state);
    EXPECT_EQ(allocations - before, 0) << named.label;
  }
}

// The same for a beam with a floating frame that swings on a hinge and strikes a wall with a point inside an element.
// GGL unified and ED-alpha form whole matrices of such bodies anew.
TEST(StepAllocates, NothingWithAFloatingBeam) {
  for (const auto& named : all_schemes()) {
    if (named.name == "ggl_unified" || named.name == "mixed_ed_alpha") continue;
    if (named.name == "nonsmooth_generalized_alpha" && named.options.empty())
      continue;  // does not converge with the hinge
    Model model;
    auto rod = floating_rod(20, FloatingBeamPlanarOptions::Frame::articulated);
    rod.mesh.youngs_modulus = 5e6;
    rod.stiffening = FloatingBeamPlanarOptions::Stiffening::mean_strain;
    rod.angle = -1.56;
    rod.angular_velocity = -5.0;
    model.add_body("rod", "floating_beam_planar", make_floating_beam_planar(rod));
    JointOptions pin;
    pin.body = "rod";
    add_joint(model, "pin", JointKind::revolute, pin);
    NodeWallOptions wall;
    wall.body = "rod";
    wall.point = {0.97};
    add_node_wall(model, "wall", wall);
    const auto scheme = make(named, model.system, model.contacts);
    State state = model.initial;
    ASSERT_TRUE(scheme->step(1e-5, state).ok()) << named.label;
    bool all_ok = true;
    int impacts = 0;
    const long before = allocations;
    for (int i = 0; i < 400; ++i) {
      const auto report = scheme->step(1e-5, state);
      all_ok = all_ok && report.ok();
      impacts += report.impact ? 1 : 0;
    }
    EXPECT_EQ(allocations - before, 0) << named.label;
    EXPECT_TRUE(all_ok) << named.label;
    EXPECT_GE(impacts, 1) << named.label;
  }
}

// In space, on a ball joint, with the unknowns that mean axes eliminate.
TEST(StepAllocates, NothingWithAFloatingBeamInSpace) {
  for (const auto& named : all_schemes()) {
    if (named.name == "ggl_unified" || named.name == "mixed_ed_alpha") continue;
    if (named.name == "nonsmooth_generalized_alpha" && named.options.empty()) continue;
    Model model;
    auto rod = floating_in_space(20, FloatingBeamOptions::Frame::free);
    rod.stiffening = FloatingBeamOptions::Stiffening::mean_strain;
    rod.orientation = {0.3, -0.5, 0.9};  // no coefficient of the joint is 0 at the start
    rod.angular_velocity = {5.0, 1.0, -2.0};
    model.add_body("rod", "floating_beam", make_floating_beam(rod));
    JointOptions pin;
    pin.body = "rod";
    add_joint(model, "pin", JointKind::ball, pin);
    const auto scheme = make(named, model.system, model.contacts);
    State state = model.initial;
    ASSERT_TRUE(scheme->step(1e-6, state).ok()) << named.label;
    bool all_ok = true;
    const long before = allocations;
    for (int i = 0; i < 100; ++i) all_ok = all_ok && scheme->step(1e-6, state).ok();
    EXPECT_EQ(allocations - before, 0) << named.label;
    EXPECT_TRUE(all_ok) << named.label;
  }
}

// Two rods that fly, meet where they cross, and slide along each other.
TEST(StepAllocates, NothingWithBeamsThatTouch) {
  for (const auto& named : all_schemes()) {
    if (named.name == "ggl_unified" || named.name == "mixed_ed_alpha") continue;
    if (named.name == "nonsmooth_generalized_alpha" && named.options.empty()) continue;
    Model model;
    for (const double z : {0.0, 0.5}) {
      auto rod = floating_in_space(6, FloatingBeamOptions::Frame::free);
      rod.position = z > 0.0 ? std::vector{0.1, -0.4, z} : std::vector{-0.5, 0.1, z};
      rod.orientation = {0.1, 0.2, z > 0.0 ? 1.3 : 0.1};
      rod.velocity = {0.3, 0.1, z > 0.0 ? -1.0 : 1.0};
      model.add_body(z > 0.0 ? "high" : "low", "floating_beam", make_floating_beam(rod));
    }
    BeamGroupOptions group;
    group.radius = 0.2;
    group.law.friction = named.name.starts_with("moreau_") ? 0.3 : 0.0;
    add_beam_group(model, "rods", group);
    const auto scheme = make(named, model.system, model.contacts);
    State state = model.initial;
    const auto step = [&](double h) {
      model.contacts.prepare(state.t, state.q, state.v, h);
      return scheme->step(h, state);
    };
    int closed = 0;
    for (int i = 0; i < 500 && closed < 3; ++i) {  // until it touches, and a few steps more
      ASSERT_TRUE(step(2e-4).ok()) << named.label;
      for (const auto& record : scheme->contacts()) closed += record.closed ? 1 : 0;
    }
    ASSERT_GE(closed, 3) << named.label;
    bool all_ok = step(1e-6).ok();  // another step: other factors
    const long before = allocations;
    for (int i = 0; i < 50; ++i) all_ok = all_ok && step(1e-6).ok();
    EXPECT_EQ(allocations - before, 0) << named.label;
    EXPECT_TRUE(all_ok) << named.label;
  }
}

// A journal that flies, strikes its bearing, and slides along and around in it; both are free in space. GGL unified
// makes room for the curvature of contacts when they close.
TEST(StepAllocates, NothingWithAJournalInABearing) {
  for (const auto& named : frictional_schemes()) {
    if (named.name == "ggl_unified") continue;
    Model model;
    RigidBodyOptions shaft, housing;
    shaft.mass = housing.mass = 2.0;
    shaft.inertia = {1.0, 2.0, 2.5};
    housing.inertia = {2.0, 2.0, 1.5};
    shaft.position = {0.1, 0.05, 0.06};
    shaft.velocity = {1.0, 5.0, 6.0};
    shaft.angular_velocity = {50.0, 1.0, -1.0};
    housing.orientation = {0.1, 0.2, -0.3};
    housing.angular_velocity = {0.5, -1.0, 2.0};
    model.add_body("shaft", "rigid_body", make_rigid_body(shaft));
    model.add_body("housing", "rigid_body", make_rigid_body(housing));
    CircleInCircleOptions bearing;
    bearing.body = "shaft";
    bearing.radius = 0.4;
    bearing.to = "housing";
    bearing.ring_radius = 0.5;
    bearing.axis = {1.0, 0.1, 0.2};
    bearing.law.friction = 0.1;
    add_circle_in_circle(model, "bearing", bearing);
    const auto scheme = make(named, model.system, model.contacts);
    State state = model.initial;
    ASSERT_TRUE(scheme->step(1e-4, state).ok()) << named.label;
    bool all_ok = true;
    int impacts = 0;
    const long before = allocations;
    for (int i = 0; i < 400; ++i) {
      const auto report = scheme->step(1e-4, state);
      all_ok = all_ok && report.ok();
      impacts += report.impact ? 1 : 0;
    }
    EXPECT_EQ(allocations - before, 0) << named.label;
    EXPECT_TRUE(all_ok) << named.label;
    EXPECT_GE(impacts, 1) << named.label;
  }
}

// It flies: nothing holds it.
TEST(StepAllocates, NothingWithAShaft) {
  for (const auto& named : all_schemes()) {
    if (named.name == "ggl_unified" || named.name == "mixed_ed_alpha") continue;
    if (named.name == "nonsmooth_generalized_alpha" && named.options.empty()) continue;
    Model model;
    auto rotor = paper_rotor();
    rotor.angular_velocity = 200.0;
    rotor.axis = {0.5, -0.6, 0.8};  // no coefficient is 0
    model.add_body("rotor", "shaft", make_shaft(rotor));
    model.bodies[0].add_gravity({0.0, 0.0, -9.81});
    const auto scheme = make(named, model.system, model.contacts);
    State state = model.initial;
    ASSERT_TRUE(scheme->step(1e-6, state).ok()) << named.label;
    bool all_ok = true;
    const long before = allocations;
    for (int i = 0; i < 100; ++i) all_ok = all_ok && scheme->step(1e-6, state).ok();
    EXPECT_EQ(allocations - before, 0) << named.label;
    EXPECT_TRUE(all_ok) << named.label;
  }
}

// A rigid mechanism is factored anew in every step.
TEST(DenseFactors, AllocateNothingWhenTheyFactorAgain) {
  for (const auto kind : {LinearSolverKind::dense, LinearSolverKind::dense_lu})
    for (const Index n : {3, 6, 30}) {
      const auto A = banded_matrix(n, n - 1, 1);
      const auto solver = make_linear_solver(kind, A);
      Vector x = Vector::Ones(n);
      ASSERT_TRUE(solver->factorize(A).ok());
      const long before = allocations;
      for (int i = 0; i < 10; ++i) {
        solver->factorize(A);
        solver->solve_in_place(x);
      }
      EXPECT_EQ(allocations - before, 0) << name_of(kind) << ", n = " << n;
    }
}

TEST(ContactSolvers, AllocateNothingOnceTheyHaveReserved) {
  using Name = ContactSolverOptions::Name;
  for (const auto name : {Name::automatic, Name::newton, Name::gauss_seidel, Name::jacobi, Name::apgd, Name::admm,
                          Name::fischer_burmeister, Name::interior_point}) {
    ContactSolverOptions options;
    options.name = name;
    const auto solver = make_contact_solver(options);
    solver->reserve(64);
    for (unsigned seed = 1; seed <= 100; ++seed) {
      const auto problem = random_problem(seed, true, 0.5);
      const DenseDelassus G(problem.G);
      Vector x = Vector::Zero(problem.c.size());
      const long before = allocations;
      const auto cold = solver->solve({G, problem.c, problem.contacts}, x);
      x *= 1.01;
      const auto warm = solver->solve({G, problem.c, problem.contacts}, x);
      EXPECT_EQ(allocations - before, 0) << "seed " << seed << ", solver " << static_cast<int>(name);
      EXPECT_TRUE(cold.ok() && warm.ok());
      if (HasFailure()) return;
    }
  }
}

}  // namespace

}  // namespace percuss::test
#endif
