// SPDX-License-Identifier: Apache-2.0
#include "model/components.hpp"

#include <fmt/format.h>

#include "model/reference.hpp"

namespace percuss {

void require_count(const char* key, const std::vector<double>& x, std::size_t count, std::vector<Fault>& faults) {
  if (x.size() != count)
    faults.push_back({{},
                      key,
                      fmt::format("{} numbers where {} are needed", x.size(), count),
                      fmt::format("give {} numbers", count)});
}

Vector3 padded_vector(const char* key, const std::vector<double>& x, Index dimension, std::vector<Fault>& faults) {
  Vector3 padded = Vector3::Zero();
  if (static_cast<Index>(x.size()) > dimension) {
    faults.push_back({{},
                      key,
                      fmt::format("{} components where there are {}", x.size(), dimension),
                      remedy_for_components(dimension)});
    return padded;
  }
  for (std::size_t i = 0; i < x.size(); ++i) padded[static_cast<Index>(i)] = x[i];
  return padded;
}

Vector3 unit_vector(const char* key, const std::vector<double>& x, Index dimension, std::vector<Fault>& faults) {
  const auto before = faults.size();
  Vector3 unit = padded_vector(key, x, dimension, faults);
  if (faults.size() > before) return unit;
  const double length = unit.stableNorm();
  if (length > 0.0) return unit / length;
  faults.push_back({{}, key, "the direction has no length", "give a direction, e.g. [0, 1]"});
  return Vector3::Zero();
}

}  // namespace percuss
