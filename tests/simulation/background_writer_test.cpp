// SPDX-License-Identifier: Apache-2.0
#include "simulation/background_writer.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <future>
#include <stdexcept>
#include <thread>
#include <vector>

namespace percuss {
namespace {

TEST(BackgroundWriter, DoesJobsInOrderOnAnotherThread) {
  BackgroundWriter writer(2);
  std::vector<int> done;
  std::vector<std::thread::id> threads;
  for (int i = 0; i < 50; ++i)
    writer.put([&, i] {
      done.push_back(i);
      threads.push_back(std::this_thread::get_id());
    });
  writer.wait();
  ASSERT_EQ(done.size(), 50U);
  for (int i = 0; i < 50; ++i) EXPECT_EQ(done[static_cast<std::size_t>(i)], i);
  EXPECT_NE(threads.front(), std::this_thread::get_id());
  EXPECT_EQ(threads.front(), threads.back());
}

TEST(BackgroundWriter, LetsSoManyWait) {
  BackgroundWriter writer(2);
  std::promise<void> gate;
  auto opened = gate.get_future().share();
  std::promise<void> begun;
  writer.put([&, opened] {
    begun.set_value();
    opened.wait();
  });
  begun.get_future().wait();
  writer.put([] {});
  writer.put([] {});  // two wait behind the one under way
  std::atomic<bool> returned = false;
  std::thread fourth([&] {
    writer.put([] {});
    returned = true;
  });
  std::this_thread::sleep_for(std::chrono::milliseconds(50));  // for a `put` that does not wait to return
  EXPECT_FALSE(returned);
  gate.set_value();
  fourth.join();
  EXPECT_TRUE(returned);
  writer.wait();
}

TEST(BackgroundWriter, TellsOfAFailureAndDropsTheRest) {
  std::atomic<int> done = 0;
  {
    BackgroundWriter writer(8);
    std::promise<void> gate;
    auto opened = gate.get_future().share();
    writer.put([opened] {
      opened.wait();
      throw std::runtime_error("no room");
    });
    writer.put([&] { ++done; });
    gate.set_value();
    EXPECT_THROW(writer.wait(), std::runtime_error);
    EXPECT_THROW(writer.put([&] { ++done; }), std::runtime_error);
  }  // its thread has ended
  EXPECT_EQ(done, 0);
}

TEST(BackgroundWriter, WithNothingToDo) {
  BackgroundWriter writer(1);
  writer.wait();
}

TEST(BackgroundWriter, EndsWhenItsJobsAreDone) {
  std::atomic<int> done = 0;
  {
    BackgroundWriter writer(8);
    for (int i = 0; i < 5; ++i) writer.put([&] { ++done; });
  }
  EXPECT_EQ(done, 5);
}

}  // namespace
}  // namespace percuss
