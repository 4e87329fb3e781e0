// SPDX-License-Identifier: Apache-2.0
#include "core/ranks.hpp"

#include <fmt/format.h>

#include <array>
#include <cstdlib>
#include <thread>

#include "core/fault.hpp"

namespace percuss {

namespace {

/// What a rank says at a meeting; of two numbers that have to be equal, the largest and the largest of the negative.
enum Word { place, minus_place, mark, minus_mark, stops, leaves, leader_leaves, leader_code, num_words };
using Words = std::array<std::int64_t, num_words>;

bool are_equal(const Words& words, Word word, Word minus) { return words[word] == -words[minus]; }

}  // namespace

bool Ranks::meet(RankPlace at, std::uint64_t value, bool stop) {
  const auto here = static_cast<std::int64_t>(at), its = static_cast<std::int64_t>(value >> 1U);  // has a negative
  Words words{here, -here, its, -its, stop ? 1 : 0, 0, 0, 0};
  link_->largest(words.data(), num_words);
  if (words[leaves] != 0) {
    has_left_ = true;
    tells_ = false;
    throw RankHasLeft();
  }
  if (are_equal(words, place, minus_place) && are_equal(words, mark, minus_mark)) return words[stops] != 0;
  if (at == RankPlace::input)
    throw input_error("", "the ranks do not run the same model in the same way",
                      "give all of them the same files and the same words", {"command line", 0, 0});
  throw std::runtime_error(
      "the ranks have come to different states, which only processors or libraries that differ can bring about: run "
      "the model on machines of one kind, or on one rank");
}

bool Ranks::leave() {
  if (has_left_) return tells_;
  has_left_ = true;
  Words words{};
  words[leaves] = 1;
  words[leader_leaves] = leads() ? 1 : 0;
  link_->largest(words.data(), num_words);
  tells_ = leads() || words[leader_leaves] == 0;
  return tells_;
}

int Ranks::settle(int exit_code) {
  Words words{};
  words[leader_code] = leads() ? exit_code : -1;
  link_->largest(words.data(), num_words);
  return static_cast<int>(words[leader_code]);
}

void Ranks::abort(const std::string& why) {
  constexpr int failed = 3;
  if (!leads()) std::this_thread::sleep_for(patience);
  fmt::print(voice_, "{}{}\n", leads() ? "" : fmt::format("rank {}: ", rank()), why);
  std::fflush(voice_);
  link_->abort(failed);
  std::_Exit(failed);  // not reached
}

}  // namespace percuss
