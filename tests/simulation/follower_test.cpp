// SPDX-License-Identifier: Apache-2.0
#include "simulation/follower.hpp"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <functional>
#include <iterator>
#include <thread>

#include "core/fault.hpp"
#include "tests/core/room_of_ranks.hpp"

namespace percuss {
namespace follower_test {

/// Discs fall on a floor, with every kind of output.
constexpr const char* discs = R"(percuss: 1
simulation: {scheme: moreau_jean, step: 1.0e-3, end_time: 0.3}
bodies:
  low: {type: disc, mass: 1.0, radius: 0.1, position: [0.0, 0.15], velocity: [0.5, 0.0]}
  high: {type: disc, mass: 2.0, radius: 0.1, position: [0.05, 0.4]}
contacts:
  floor: {type: disc_plane, bodies: low, normal: [0.0, 1.0], restitution: 0.5, friction: 0.3}
  pair: {type: disc_disc, body: low, other: high, friction: 0.2}
loads:
  gravity: {type: gravity, acceleration: [0.0, -9.81]}
outputs:
  every: 7
  dense: 0.01
  steps: true
  geometry: {every: 11}
  history: ["*.force", low.x, {name: push, quantity: floor.force, over: max}]
)";

/// Ranks are threads here, each with a model of its own.
class Followers : public testing::Test {
 protected:
  Followers() {
    std::filesystem::create_directories(folder_);
    std::ofstream(model_) << discs;
  }
  ~Followers() override { std::filesystem::remove_all(folder_); }

  std::string out(const std::string& name) const { return (folder_ / name).string(); }
  RunResult alone(const RunOptions& options) const { return run(read_model(model_), options); }

  /// What `change` makes of the options of a rank. Of each rank, its outcome or what it throws.
  std::vector<std::string> together(const RunOptions& options,
                                    const std::function<void(RunOptions&, const Ranks&)>& change = {}) const {
    constexpr int size = 3;
    RoomOfRanks room(size);
    std::vector<std::string> ends(size);
    std::vector<std::thread> threads;
    for (int rank = 0; rank < size; ++rank)
      threads.emplace_back([&, rank] {
        auto& end = ends[static_cast<std::size_t>(rank)];
        Ranks ranks(std::make_unique<LinkInRoom>(room, rank));
        auto own = options;
        own.ranks = &ranks;
        own.threads = 1;
        if (change) change(own, ranks);
        try {
          const auto result = run(read_model(model_), own);
          end = result.outcome == Outcome::done ? "done" : result.message;
        } catch (const RankHasLeft&) {
          end = "another has left";
        } catch (const InputError& error) {
          end = error.faults()[0].message;
        }
      });
    for (auto& thread : threads) thread.join();
    return ends;
  }

  std::string text(const std::string& path) const {
    std::ifstream file(folder_ / path);
    return {std::istreambuf_iterator<char>(file), {}};
  }

  const std::filesystem::path folder_ =
      std::filesystem::path(testing::TempDir()) / testing::UnitTest::GetInstance()->current_test_info()->name();
  const std::string model_ = (folder_ / "discs.yaml").string();
};

using Ends = std::vector<std::string>;

TEST_F(Followers, DoTheStepsOfTheOneThatWrites) {
  RunOptions options;
  options.folder = out("alone");
  EXPECT_EQ(alone(options).outcome, Outcome::done);
  options.folder = out("together");
  EXPECT_EQ(together(options), Ends(3, "done"));  // they compare their states after every step
  for (const char* const file : {"history.csv", "events.csv", "steps.csv", "dense.csv"}) {
    EXPECT_GT(text(std::string("alone/") + file).size(), 100U) << file;
    EXPECT_EQ(text(std::string("alone/") + file), text(std::string("together/") + file)) << file;
  }
}

TEST_F(Followers, GoOnFromACheckpointOfOneProcess) {
  RunOptions options;
  options.folder = out("whole");
  EXPECT_EQ(alone(options).outcome, Outcome::done);
  options.folder = out("parts");
  options.checkpoint_every.steps = 50;
  options.time_limit = 1e-9;  // after one step
  EXPECT_EQ(alone(options).outcome, Outcome::interrupted);
  options.time_limit = 0.0;
  const auto from = read_checkpoint(out("parts") + "/checkpoint.h5");
  options.from = &from;
  options.from_folder = options.folder;
  EXPECT_EQ(together(options), Ends(3, "done"));
  EXPECT_EQ(text("whole/history.csv"), text("parts/history.csv"));
}

TEST_F(Followers, StopWhereAnyRankIsAskedTo) {
  const std::atomic<bool> stop = true;
  RunOptions options;
  options.folder = out("together");
  for (const int who : {0, 2})
    for (const auto& end : together(options, [&](RunOptions&own, const Ranks&ranks) {
           if (ranks.rank() == who) own.stop = &stop;
         }))
      EXPECT_EQ(end, "interrupted at t = 0.001 s after 1 of 300 steps");
}

TEST_F(Followers, LeaveWithTheOneWhoseFolderIsRefused) {
  std::filesystem::create_directories(folder_ / "together");
  std::ofstream(folder_ / "together" / "history.csv") << "t\n";
  RunOptions options;
  options.folder = out("together");
  const auto ends = together(options);
  EXPECT_NE(ends[0].find("holds files of unknown origin"), std::string::npos) << ends[0];
  EXPECT_EQ(ends[1], "another has left");
  EXPECT_EQ(ends[2], "another has left");
}

}  // namespace follower_test
}  // namespace percuss
