// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <Eigen/Core>

namespace percuss {

/// How two discs come at each other in a step: d, from the centre of one to that of the other, goes straight from `d`
/// to d + `move`. R is the sum of their radii: they overlap while |d| < R. With p the smallest distance of the line
/// that d goes along from 0, the discs overlap on a chord of it of length 2c, c^2 = R^2 - p^2, which is entered at the
/// normal that an impact has, and in whose middle they no longer approach. Of a chord with p > 15/16 R nothing is
/// asked: the discs graze each other, and hit or miss within what a step of this size can tell.
class Passage {
 public:
  /// Of R: shorter ways are never too long.
  static constexpr double least_way = 1.0 / 16.0;

  Passage(const Eigen::Vector2d& d, const Eigen::Vector2d& move);

  /// After the step an impact can no longer be what it should: discs that were apart have more than a quarter of the
  /// chord behind them, or overlapping ones, that had no more than 3/8 behind them, 7/16.
  bool goes_through(double R) const;
  /// In a step in which the forecast gap closes, g + h g' < 0, the normal of its start says little: the discs miss each
  /// other, by more than R/16, or have turned by more than half a radian when they touch.
  bool turns_normal(double R) const;

 private:
  double chord(double R) const;  // c, or 0 where they graze

  double distance_;  // |d| at the start [m]
  double before_;    // way to where |d| is smallest [m]
  double offset_;    // p [m]
  double way_;       // |move| [m]
};

}  // namespace percuss
