// SPDX-License-Identifier: Apache-2.0
// Spheres in a box brought to rest under gravity by springs where they overlap, so stiff that the lowest overlap by
// some thousandths; minimised by FIRE (Bitzek et al. 2006). What overlaps in the end is a contact.
#include <algorithm>
#include <cmath>
#include <random>
#include <unordered_map>

#include "problems/pile.hpp"
#include "problems/pile_parts.hpp"

namespace percuss::problems {

namespace {

struct Pair {
  std::int32_t i, j;  // j < 0: wall -1 - j of floor, left, right, front, back
};

class Settling {
 public:
  explicit Settling(const PileOptions& options) {
    constexpr double contacts_per_sphere = 3.1;
    const auto n = std::max<std::size_t>(
        1, static_cast<std::size_t>(std::lround(static_cast<double>(options.contacts) / contacts_per_sphere)));
    std::mt19937_64 random(options.seed);
    std::uniform_real_distribution<double> any(0.0, 1.0);
    const double mean = 0.5 * diameter, spacing = 1.02 * diameter;
    const auto across = static_cast<std::size_t>(std::max(1.0, std::floor(std::cbrt(static_cast<double>(n)))));
    side_ = static_cast<double>(across) * spacing;
    for (std::size_t i = 0; i < n; ++i) {
      radius.push_back(mean * (0.8 + 0.4 * any(random)));
      const auto layer = i / (across * across);
      const Vector3 cell(static_cast<double>(i % across), static_cast<double>(i / across % across),
                         static_cast<double>(layer));
      const Vector3 jitter(any(random) - 0.5, any(random) - 0.5, any(random) - 0.5);
      centre.push_back(spacing * (cell + Vector3::Constant(0.5)) + 0.2 * mean * jitter);
    }
    const double layers = static_cast<double>(n / (across * across) + 1);
    stiffness_ = layers / (2e-3 * diameter);  // of weights per length
    velocity_.assign(n, Vector3::Zero());
    force_.assign(n, Vector3::Zero());
    for (const double r : radius) weight_.push_back(std::pow(r / mean, 3));
  }

  /// Until no force is left beyond a thousandth of a weight.
  void settle() {
    constexpr int most = 40000;
    const double longest = 0.5 / std::sqrt(stiffness_);
    double dt = 0.2 * longest, alpha = 0.1;
    constexpr double reach = 0.1 * diameter;  // how far apart the surfaces of a pair may be
    double moved = 0.0;                       // at most, by a sphere, since pairs were found
    int downhill = 0;
    for (int i = 0; i < most; ++i) {
      if (i == 0 || moved > 0.5 * reach) {
        find_pairs(reach);
        moved = 0.0;
      }
      const double worst = find_forces();
      if (worst < 1e-3 && i > 100) break;
      double power = 0.0, f2 = 0.0, v2 = 0.0;
      for (std::size_t k = 0; k < centre.size(); ++k) {
        power += force_[k].dot(velocity_[k]);
        f2 += force_[k].squaredNorm();
        v2 += velocity_[k].squaredNorm();
      }
      if (power > 0.0) {
        const double turn = f2 > 0.0 ? alpha * std::sqrt(v2 / f2) : 0.0;
        for (std::size_t k = 0; k < centre.size(); ++k) velocity_[k] = (1.0 - alpha) * velocity_[k] + turn * force_[k];
        if (++downhill > 5) {
          dt = std::min(1.1 * dt, longest);
          alpha *= 0.99;
        }
      } else {
        for (auto& v : velocity_) v.setZero();
        dt *= 0.5;
        alpha = 0.1;
        downhill = 0;
      }
      double fastest = 0.0;
      for (std::size_t k = 0; k < centre.size(); ++k) {
        velocity_[k] += dt / weight_[k] * force_[k];
        centre[k] += dt * velocity_[k];
        fastest = std::max(fastest, velocity_[k].squaredNorm());
      }
      moved += dt * std::sqrt(fastest);
    }
    find_pairs(0.0);
  }

  /// Distance of the surfaces, and the direction from j to i.
  double gap(const Pair& pair, Vector3& normal) const {
    const auto i = static_cast<std::size_t>(pair.i);
    if (pair.j >= 0) {
      const auto j = static_cast<std::size_t>(pair.j);
      normal = centre[i] - centre[j];
      const double distance = normal.norm();
      normal /= distance;
      return distance - radius[i] - radius[j];
    }
    const int wall = -1 - pair.j, axis = wall == 0 ? 2 : (wall - 1) / 2;
    const bool far = wall == 2 || wall == 4;
    normal = Vector3::Unit(axis) * (far ? -1.0 : 1.0);
    return (far ? side_ - centre[i][axis] : centre[i][axis]) - radius[i];
  }

  std::vector<double> radius;
  std::vector<Vector3> centre;
  std::vector<Pair> pairs;

 private:
  void find_pairs(double reach) {
    const double width = 1.2 * diameter + reach;
    const auto cell = [&](const Vector3& x, int dx, int dy, int dz) {
      const auto at = [&](int axis, int d) {
        return static_cast<std::int64_t>(std::floor(x[axis] / width)) + d + (std::int64_t{1} << 20);
      };
      return (at(0, dx) << 42) + (at(1, dy) << 21) + at(2, dz);
    };
    cells_.clear();
    for (std::size_t k = 0; k < centre.size(); ++k)
      cells_[cell(centre[k], 0, 0, 0)].push_back(static_cast<std::int32_t>(k));
    pairs.clear();
    Vector3 normal;
    for (std::size_t k = 0; k < centre.size(); ++k) {
      const auto i = static_cast<std::int32_t>(k);
      for (std::int32_t wall = -5; wall < 0; ++wall)
        if (gap({i, wall}, normal) <= reach) pairs.push_back({i, wall});
      for (int d = 0; d < 27; ++d) {
        const auto found = cells_.find(cell(centre[k], d % 3 - 1, d / 3 % 3 - 1, d / 9 - 1));
        if (found == cells_.end()) continue;
        for (const auto j : found->second)
          if (j < i && gap({i, j}, normal) <= reach) pairs.push_back({i, j});
      }
    }
  }

  /// In weights of a mean sphere; the largest of all.
  double find_forces() {
    for (std::size_t k = 0; k < centre.size(); ++k) force_[k] = Vector3(0.0, 0.0, -weight_[k]);
    Vector3 normal;
    for (const auto& pair : pairs) {
      const double open = gap(pair, normal);
      if (open >= 0.0) continue;
      force_[static_cast<std::size_t>(pair.i)] -= stiffness_ * open * normal;
      if (pair.j >= 0) force_[static_cast<std::size_t>(pair.j)] += stiffness_ * open * normal;
    }
    double worst = 0.0;
    for (const auto& f : force_) worst = std::max(worst, f.norm());
    return worst;
  }

  double side_ = 0.0, stiffness_ = 0.0;
  std::vector<Vector3> velocity_, force_;
  std::vector<double> weight_;
  std::unordered_map<std::int64_t, std::vector<std::int32_t>> cells_;
};

}  // namespace

Pile settled_spheres(const PileOptions& options) {
  Settling settling(options);
  settling.settle();
  Pile pile;
  for (std::size_t i = 0; i < settling.centre.size(); ++i)
    pile.bodies.push_back(sphere(settling.radius[i], settling.centre[i]));
  Vector3 normal;
  for (const auto& pair : settling.pairs) {
    settling.gap(pair, normal);
    const auto i = static_cast<std::size_t>(pair.i);
    pile.contacts.push_back(
        {pair.i, std::max<Index>(pair.j, -1), settling.centre[i] - settling.radius[i] * normal, normal});
  }
  const auto top = std::max_element(pile.bodies.begin(), pile.bodies.end(),
                                    [](const PileBody& a, const PileBody& b) { return a.centre.z() < b.centre.z(); });
  make_heavier(*top, options.mass_ratio);
  set_in_motion(pile, options);
  return pile;
}

}  // namespace percuss::problems
