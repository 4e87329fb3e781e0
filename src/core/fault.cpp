// SPDX-License-Identifier: Apache-2.0
#include "core/fault.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>

namespace percuss {

namespace {

/// Edit distance in which swapping two neighbouring letters counts one, as it does for a typist.
std::size_t edit_distance(std::string_view a, std::string_view b) {
  std::vector<std::size_t> before_last(b.size() + 1), last(b.size() + 1), row(b.size() + 1);
  std::iota(last.begin(), last.end(), std::size_t{0});
  for (std::size_t i = 1; i <= a.size(); ++i) {
    row[0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      row[j] = std::min({last[j] + 1, row[j - 1] + 1, last[j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1)});
      if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
        row[j] = std::min(row[j], before_last[j - 2] + 1);
    }
    std::swap(before_last, last);
    std::swap(last, row);
  }
  return last[b.size()];
}

std::string summary_of(const std::vector<Fault>& faults) {
  std::string text;
  for (const auto& fault : faults) text += to_string(fault) + "\n";
  if (faults.size() > 1) text += fmt::format("{} faults", faults.size());
  while (!text.empty() && text.back() == '\n') text.pop_back();
  return text;
}

}  // namespace

std::string to_string(const Fault& fault) {
  std::string text;
  if (!fault.place.file.empty()) text += fault.place.file + ":";
  if (fault.place.line > 0) text += fmt::format("{}:{}:", fault.place.line, fault.place.column);
  if (!text.empty()) text += " ";
  if (!fault.key.empty()) text += fault.key + ": ";
  text += fault.message;
  if (!fault.remedy.empty()) text += "\n  " + fault.remedy;
  return text;
}

InputError::InputError(std::vector<Fault> faults)
    : std::runtime_error(summary_of(faults)), faults_(std::move(faults)) {}

InputError input_error(std::string key, std::string message, std::string remedy, Place place) {
  std::vector<Fault> faults;
  faults.push_back({std::move(place), std::move(key), std::move(message), std::move(remedy)});
  return InputError(std::move(faults));
}

std::string nearest_name(std::string_view word, std::span<const std::string> candidates) {
  std::string best;
  std::size_t best_distance = std::max<std::size_t>(1, word.size() / 3) + 1;
  for (const auto& candidate : candidates) {
    const auto distance = edit_distance(word, candidate);
    if (distance < best_distance) {
      best = candidate;
      best_distance = distance;
    }
  }
  if (!best.empty() || word.size() < 3) return best;
  const auto last_parts = {"_" + std::string(word), "." + std::string(word)};  // `hht` of mixed_hht
  for (const auto& candidate : candidates)
    for (const auto& parts : last_parts)
      if (candidate.ends_with(parts)) return candidate;
  return best;
}

std::string join(std::span<const std::string> words, std::string_view separator) {
  return fmt::format("{}", fmt::join(words, separator));
}

std::string guess_of(std::string_view word, std::span<const std::string> candidates) {
  const auto near = nearest_name(word, candidates);
  return near.empty() ? std::string() : fmt::format("did you mean `{}`?  ", near);
}

std::string remedy_for_unknown(std::string_view word, std::span<const std::string> candidates, std::string_view what) {
  return guess_of(word, candidates) +
         fmt::format("{} accepts: {}", what, candidates.empty() ? std::string("nothing") : join(candidates));
}

}  // namespace percuss
