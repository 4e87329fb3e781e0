// SPDX-License-Identifier: Apache-2.0
#include "contact/passage.hpp"

#include <algorithm>
#include <cmath>

namespace percuss {

Passage::Passage(const Eigen::Vector2d& d, const Eigen::Vector2d& move) : distance_(d.norm()), way_(move.norm()) {
  before_ = way_ > 0.0 ? -d.dot(move) / way_ : 0.0;
  offset_ = way_ > 0.0 ? std::abs(d[0] * move[1] - d[1] * move[0]) / way_ : distance_;
}

double Passage::chord(double R) const {
  return offset_ < (1.0 - least_way) * R ? std::sqrt((R - offset_) * (R + offset_)) : 0.0;
}

bool Passage::goes_through(double R) const {
  const double c = chord(R), after = before_ - way_;
  if (!(c > 0.0)) return false;
  if (distance_ >= R) return before_ > 0.0 && after < 0.5 * c;
  return before_ > 0.25 * c && after < 0.125 * c;
}

bool Passage::turns_normal(double R) const {
  const bool closes = distance_ > R && distance_ - way_ * before_ / distance_ < R;
  if (!closes) return false;
  if (offset_ > (1.0 + least_way) * R) return true;
  constexpr double cosine_of_half_a_radian = 0.8776;
  const double c = std::sqrt(std::max(0.0, (R - offset_) * (R + offset_)));
  return before_ * c + offset_ * offset_ < cosine_of_half_a_radian * distance_ * R;
}

}  // namespace percuss
