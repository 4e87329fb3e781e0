// SPDX-License-Identifier: Apache-2.0
#include "simulation/checkpoint.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <bit>
#include <cstdint>
#include <filesystem>
#include <fstream>

#include "core/fault.hpp"
#include "io/hdf5_file.hpp"
#include "simulation/run.hpp"

namespace percuss {
namespace {

namespace fs = std::filesystem;

/// Bounces and slides; the history is not written at every step, states at some.
const std::string model_text = R"(percuss: 1
simulation: {scheme: moreau_midpoint, step: 1.0e-2, end_time: 2.0}
bodies:
  particle: {type: point_mass, mass: 1.0, position: [0.0, 0.5], velocity: [1.0, 0.0]}
contacts:
  floor: {type: node_wall, body: particle, normal: [0.0, 1.0], friction: 0.2, restitution: 0.6}
loads:
  weight: {type: gravity, acceleration: [0.0, -9.81]}
outputs: {every: 3, states_every: 7}
)";

class Checkpoints : public ::testing::Test {
 protected:
  Checkpoints() {
    const auto* test = ::testing::UnitTest::GetInstance()->current_test_info();
    folder_ = fs::temp_directory_path() / (std::string("percuss_checkpoint_") + test->name());
    fs::remove_all(folder_);
    fs::create_directories(folder_);
    write(model_text);
  }
  ~Checkpoints() override { fs::remove_all(folder_); }
  void write(const std::string& text) { std::ofstream(model_path()) << text; }
  std::string model_path() const { return (folder_ / "model.yaml").string(); }
  std::string path(const std::string& name) const { return (folder_ / name).string(); }

  RunOptions into(const std::string& name) const {
    RunOptions options;
    options.folder = path(name);
    options.threads = 1;
    return options;
  }
  RunResult run_all(const std::string& name, CheckpointInterval every = {}) {
    auto options = into(name);
    options.checkpoint_every = every;
    return run(read_model(model_path()), options);
  }
  /// Ends after this many steps, as by Ctrl-C.
  RunResult run_some(const std::string& name, Index steps, CheckpointInterval every = {}) {
    auto options = into(name);
    options.checkpoint_every = every;
    stop_ = false;
    options.stop = &stop_;
    const auto file = read_model(model_path());
    Index seen = 0;
    options.between_steps = [&] { stop_ = ++seen >= steps; };
    return run(file, options);
  }
  RunResult go_on(const std::string& name, const std::vector<std::string>& overrides = {}, AllowedChanges allowed = {},
                  const std::string& out = "") {
    const auto from = read_checkpoint(CheckpointFiles(path(name)).found().front());
    auto options = into(out.empty() ? name : out);
    options.from = &from;
    options.from_folder = path(name);
    options.checkpoint_every = from.every;
    const auto file = read_model(model_path(), overrides);
    refuse_other_model(from, file, allowed);
    return run(file, options);
  }
  /// NaN is one then: events have it where something does not go with them.
  static std::vector<std::uint64_t> bits_of(const std::vector<double>& numbers) {
    std::vector<std::uint64_t> bits;
    for (const double number : numbers) bits.push_back(std::bit_cast<std::uint64_t>(number));
    return bits;
  }
  /// Every series and sampled state, to the bit.
  void expect_same_results(const std::string& a, const std::string& b) const {
    const auto one = Hdf5File::open(path(a) + "/result.h5"), other = Hdf5File::open(path(b) + "/result.h5");
    const auto entries = one.list();
    ASSERT_EQ(entries.size(), other.list().size());
    for (const auto& entry : entries) {
      if (entry.shape.empty()) continue;  // text
      EXPECT_EQ(bits_of(one.read_matrix(entry.path).data), bits_of(other.read_matrix(entry.path).data)) << entry.path;
    }
    const auto text = [](const std::string& file) {
      std::ifstream in(file);
      return std::string(std::istreambuf_iterator<char>(in), {});
    };
    for (const char* file : {"/history.csv", "/events.csv", "/steps.csv", "/dense.csv"})
      EXPECT_EQ(text(path(a) + file), text(path(b) + file)) << file;
  }
  std::vector<std::string> files_of(const std::string& name) const {
    std::vector<std::string> files;
    for (const auto& entry : fs::directory_iterator(path(name))) files.push_back(entry.path().filename().string());
    std::sort(files.begin(), files.end());
    return files;
  }

  fs::path folder_;
  std::atomic<bool> stop_ = false;
};

TEST_F(Checkpoints, ARunThatIsEndedGoesOnToTheSameResults) {
  const auto whole = run_all("whole");
  const auto some = run_some("some", 50);
  EXPECT_EQ(some.outcome, Outcome::interrupted);
  EXPECT_EQ(files_of("some"),
            (std::vector<std::string>{"checkpoint.h5", "events.csv", "history.csv", "result.h5", "summary.json"}));
  const auto rest = go_on("some");
  EXPECT_EQ(rest.outcome, Outcome::done);
  EXPECT_EQ(rest.steps, whole.steps);
  EXPECT_EQ(rest.impacts, whole.impacts);
  EXPECT_EQ(rest.ledger.friction, whole.ledger.friction);
  EXPECT_EQ(rest.worst.gap, whole.worst.gap);
  EXPECT_EQ(rest.energy_made, whole.energy_made);
  expect_same_results("some", "whole");
  EXPECT_EQ(files_of("some"), files_of("whole"));  // nothing to go on from any more
}

/// From the log of a run with checkpoints, and from the results of one that was interrupted.
TEST_F(Checkpoints, StepsAndDenseRowsGoOn) {
  auto text = model_text;
  text.replace(text.find("outputs: {"), 10,
               "outputs: {steps: true, dense: 3.0e-3, history: [particle.nodes.first.position.y], ");
  text.replace(text.find("end_time: 2.0"), 13, "end_time: 2.0, control: {name: switching_point, step_min: 1.0e-6}");
  write(text);
  run_all("whole");
  EXPECT_EQ(files_of("whole"), (std::vector<std::string>{"dense.csv", "events.csv", "history.csv", "result.h5",
                                                         "steps.csv", "summary.json"}));
  for (const auto& every : {CheckpointInterval{}, CheckpointInterval{.steps = 20}}) {
    run_some("some", 70, every);
    EXPECT_EQ(go_on("some").outcome, Outcome::done);
    expect_same_results("some", "whole");
    fs::remove_all(path("some"));
  }
  run_some("some", 70);
  EXPECT_EQ(go_on("some", {"outputs.dense=0.5", "outputs.steps=false"}, {.all_that_may = true}, "other").outcome,
            Outcome::done);  // other outputs, in another folder
  EXPECT_THROW(go_on("some", {"outputs.dense=0"}, {.all_that_may = true}), InputError);  // which are there already
}

TEST_F(Checkpoints, OnceAndAgain) {
  run_all("whole");
  run_some("some", 1, {.steps = 20});
  for (const Index steps : {33, 1, 60}) {
    const auto from = read_checkpoint(CheckpointFiles(path("some")).found().front());
    auto options = into("some");
    options.from = &from;
    options.from_folder = path("some");
    options.checkpoint_every = from.every;
    options.stop = &stop_;
    stop_ = false;
    Index seen = 0;
    options.between_steps = [&] { stop_ = ++seen >= steps; };
    EXPECT_EQ(run(read_model(model_path()), options).outcome, Outcome::interrupted);
  }
  EXPECT_EQ(go_on("some").outcome, Outcome::done);
  expect_same_results("some", "whole");
}

TEST_F(Checkpoints, ThoseAskedForChangeNoResult) {
  run_all("whole");
  run_all("with", {.steps = 10});
  expect_same_results("with", "whole");
  EXPECT_EQ(files_of("with"),
            (std::vector<std::string>{"checkpoint.h5", "events.csv", "history.csv", "result.h5", "summary.json"}));
}

TEST_F(Checkpoints, ALaterEndIsThatOfALongerRun) {
  run_all("short", {.steps = 1000});
  const std::vector<std::string> later{"simulation.end_time=3.0"};
  EXPECT_EQ(go_on("short", later, {.end_time = true}).outcome, Outcome::done);
  write(model_text.substr(0, model_text.find("2.0}")) + "3.0}" + model_text.substr(model_text.find("2.0}") + 4));
  run_all("long");
  expect_same_results("short", "long");
}

TEST_F(Checkpoints, AfterTheEndOfACutStepThereIsAGridOfItsOwn) {
  write(model_text.substr(0, model_text.find("2.0}")) + "0.255}" + model_text.substr(model_text.find("2.0}") + 4));
  run_all("cut", {.steps = 1000});
  const auto result = go_on("cut", {"simulation.end_time=0.5"}, {.end_time = true});
  EXPECT_EQ(result.t, 0.5);
  EXPECT_EQ(result.steps, 26 + 25);  // 0.245 / 0.01, the last one cut
}

TEST_F(Checkpoints, AStepThatFailsLeavesOne) {
  write(R"(percuss: 1
simulation: {scheme: half_explicit_velocity, step: 1.0e-2, end_time: 1.0, retries: 0, contact_solver: {max_iterations: 1, name: gauss_seidel, tolerance_accepted: 0}}
bodies:
  one: {type: disc, mass: 1.0, radius: 0.1, position: [0.0, 0.15]}
  two: {type: disc, mass: 1.0, radius: 0.1, position: [0.05, 0.36]}
contacts:
  discs: {type: disc_group, friction: 0.3}
  box: {type: disc_box, from: [-1.0, 0.0], to: [1.0, 2.0], friction: 0.3}
loads:
  weight: {type: gravity, acceleration: [0.0, -9.81]}
)");
  const auto failed = run_all("some");
  ASSERT_EQ(failed.outcome, Outcome::failed);
  ASSERT_GT(failed.steps, 2);
  const std::vector<std::string> better{"simulation.contact_solver.max_iterations=10000"};
  const auto rest = go_on("some", better, {.all_that_may = true});
  EXPECT_EQ(rest.outcome, Outcome::done) << rest.message;
  EXPECT_EQ(rest.t, 1.0);
}

TEST_F(Checkpoints, OtherColumnsBeginInAnotherFolder) {
  run_some("some", 50);
  const std::vector<std::string> other{"outputs.history=[particle.nodes.first.position.y]"};
  EXPECT_THROW(go_on("some", other), InputError);
  EXPECT_THROW(go_on("some", other, {.all_that_may = true}), InputError);
  EXPECT_EQ(go_on("some", other, {.all_that_may = true}, "new").outcome, Outcome::done);
  const auto file = Hdf5File::open(path("new") + "/result.h5");
  EXPECT_DOUBLE_EQ(file.read_vector("history/t").front(), 0.51);
}

TEST_F(Checkpoints, AnotherModelIsRefusedByItsKeys) {
  run_some("some", 50);
  write(model_text.substr(0, model_text.find("0.6}")) + "0.5}" + model_text.substr(model_text.find("0.6}") + 4));
  try {
    go_on("some", {}, {.all_that_may = true});
    FAIL() << "accepted";
  } catch (const InputError& error) {
    ASSERT_EQ(error.faults().size(), 1u);
    const auto& fault = error.faults().front();
    EXPECT_EQ(fault.key, "contacts.floor.restitution");
    EXPECT_NE(fault.message.find("0.6"), std::string::npos);
    EXPECT_NE(fault.message.find("0.5"), std::string::npos);
    EXPECT_EQ(fault.place.line, 6);
  }
  write("# another comment\n" + model_text);  // the same model
  EXPECT_EQ(go_on("some").outcome, Outcome::done);
}

TEST_F(Checkpoints, AnotherOrderIsAnotherModel) {
  const std::string
      walls = R"(  floor: {type: node_wall, body: particle, normal: [0.0, 1.0], friction: 0.2, restitution: 0.6}
)",
      other = R"(  left: {type: node_wall, body: particle, wall: [-9.0, 0.0], normal: [1.0, 0.0]}
)";
  const auto at = model_text.find(walls);
  const auto with = [&](const std::string& contacts) {
    write(model_text.substr(0, at) + contacts + model_text.substr(at + walls.size()));
  };
  with(walls + other);
  run_some("some", 50);
  with(other + walls);
  EXPECT_THROW(go_on("some"), InputError);
  with(walls + other);
  EXPECT_EQ(go_on("some").outcome, Outcome::done);
}

TEST_F(Checkpoints, LayoutAndTitleAreNoModel) {
  run_some("some", 50);
  auto text = model_text;
  const auto replace = [&text](const std::string& old, const std::string& now) {
    text.replace(text.find(old), old.size(), now);
  };
  replace("percuss: 1", "percuss: 1\ntitle: another");
  replace("1.0e-2", "0.01");
  replace("-9.81", "-9.810");
  replace("scheme: moreau_midpoint", "scheme: {name: moreau_midpoint}");
  write(text);
  EXPECT_EQ(go_on("some").outcome, Outcome::done);
}

TEST_F(Checkpoints, ResultsOfAnotherRunAreRefused) {
  run_some("some", 50);
  run_some("other", 50);
  fs::copy_file(path("other") + "/result.h5", path("some") + "/result.h5", fs::copy_options::overwrite_existing);
  EXPECT_THROW(go_on("some"), InputError);
}

TEST_F(Checkpoints, ARunThatWasKilledAtItsVeryEndIsEnded) {
  write(model_text.substr(0, model_text.find("2.0}")) + "0.255}" + model_text.substr(model_text.find("2.0}") + 4));
  run_all("whole");  // with a last step that is cut, and a last row that is
  run_all("some", {.steps = 10});
  const auto folder =
      fs::path(path("some"));  // as a kill between its last checkpoint and the names of the results leaves it
  fs::rename(folder / "result.h5", folder / "result.h5.part");
  fs::rename(folder / "history.csv", folder / "history.csv.part");
  fs::rename(folder / "summary.json", folder / "summary.json.part");
  EXPECT_EQ(go_on("some").outcome, Outcome::done);
  expect_same_results("some", "whole");
  EXPECT_EQ(files_of("some"),
            (std::vector<std::string>{"checkpoint.h5", "events.csv", "history.csv", "result.h5", "summary.json"}));
}

TEST_F(Checkpoints, ResultsOfOthersInAnotherFolderStay) {
  run_some("some", 50);
  run_some("unfinished", 50, {.steps = 10});
  EXPECT_THROW(go_on("some", {}, {}, "unfinished"), InputError);
  run_all("other");
  std::ofstream(path("other") + "/summary.json") << R"({"model": "/another/model.yaml"})";
  EXPECT_THROW(go_on("some", {}, {}, "other"), InputError);
  EXPECT_EQ(go_on("some", {}, {}, "new").outcome, Outcome::done);
}

TEST_F(Checkpoints, OneFolderHasManyNames) {
  run_all("whole");
  run_some("some", 50, {.steps = 20});
  EXPECT_EQ(go_on("some", {}, {}, "./some/../some/").outcome, Outcome::done);
  expect_same_results("some", "whole");
}

TEST_F(Checkpoints, OverridesMayHaveLines) {
  const std::vector<std::string> overrides{"title=\"two\\\\ \nlines\""};
  auto options = into("some");
  options.stop = &stop_;
  stop_ = true;
  run(read_model(model_path(), overrides), options);
  EXPECT_EQ(read_checkpoint(path("some") + "/checkpoint.h5").overrides, overrides);
}

/// Its stages have seen no spring law yet when the first impact comes.
TEST_F(Checkpoints, BushingsGoOn) {
  write(R"(percuss: 1
simulation: {scheme: half_explicit_velocity, step: 1.0e-3, end_time: 0.6}
bodies:
  box: {type: rigid_body_planar, mass: 1.0, inertia: 0.1, position: [0.0, 0.2]}
joints:
  mount: {type: bushing, body: box, point: [0.0, 0.0], stiffness: [10.0, 10.0], damping: [0.1, 0.1]}
contacts:
  floor: {type: node_wall, body: box, normal: [0.0, 1.0], restitution: 0.5}
loads:
  weight: {type: gravity, acceleration: [0.0, -9.81]}
)");
  const auto whole = run_all("whole");
  ASSERT_EQ(whole.outcome, Outcome::done) << whole.message;
  ASSERT_GT(whole.impacts, 0);
  run_some("some", 20);
  const auto rest = go_on("some");
  EXPECT_EQ(rest.outcome, Outcome::done) << rest.message;
  expect_same_results("some", "whole");
}

TEST_F(Checkpoints, AnotherVersionOfTheProgramIsRefused) {
  run_some("some", 50);
  auto from = read_checkpoint(path("some") + "/checkpoint.h5");
  from.revision = "another";
  EXPECT_THROW(refuse_other_model(from, read_model(model_path()), {.all_that_may = true}), InputError);
}

TEST_F(Checkpoints, ARunThatLeavesThemIsNotBegunAnewUnasked) {
  run_some("some", 50, {.steps = 10});
  EXPECT_THROW(run_all("some"), InputError);
  auto options = into("some");
  options.overwrite = true;
  EXPECT_EQ(run(read_model(model_path()), options).outcome, Outcome::done);
  EXPECT_EQ(files_of("some"), (std::vector<std::string>{"events.csv", "history.csv", "result.h5", "summary.json"}));
}

TEST_F(Checkpoints, WhatIsDamagedIsRefused) {
  run_some("some", 50);
  const auto file = path("some") + "/checkpoint.h5";
  EXPECT_THROW(read_checkpoint(path("some") + "/result.h5"), InputError);
  EXPECT_THROW(read_checkpoint(path("some") + "/none.h5"), InputError);
  const auto size = fs::file_size(file);
  fs::copy_file(file, file + ".whole");
  fs::resize_file(file, size / 2);
  EXPECT_THROW(read_checkpoint(file), InputError);
  int seen = 0;
  for (std::uintmax_t place = 0; place < size; place += 97) {  // a byte here and there
    fs::copy_file(file + ".whole", file, fs::copy_options::overwrite_existing);
    std::fstream bytes(file, std::ios::in | std::ios::out | std::ios::binary);
    bytes.seekg(static_cast<std::streamoff>(place));
    const char was = static_cast<char>(bytes.get());
    bytes.seekp(static_cast<std::streamoff>(place));
    bytes.put(static_cast<char>(was ^ 0x15));
    bytes.close();
    EXPECT_THROW(read_checkpoint(file), InputError) << "byte " << place;
    ++seen;
  }
  EXPECT_GT(seen, 10);
}

}  // namespace
}  // namespace percuss
