// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "solvers/contact/coupled_factor.hpp"
#include "solvers/contact/scaled_products.hpp"
#include "solvers/contact/smoothed_pair.hpp"

namespace percuss {

/// Coulomb's law as smooth equations that become it as t goes to zero, in the units of ScaledProducts and ConePairs
/// (p = D y, q = D^-1 gamma*): each contact has an unknown v, from which its p and q follow (SmoothedPair), and
///
///   F(v, log t) = D^-1 (G^ y + c^ + tau (y - y_0)) + ((|q_T|^2 + eps^2)^(1/2) - eps, 0) - q = 0,
///
/// tau = t / a^2, eps = smoothing t^(1/2), a being the largest velocity in c^. For large t every contact is by itself
/// and there is one solution. Of joints p = v and q = 0. Buffers only grow.
class SmoothedContacts {
 public:
  /// Others may use the factor, too.
  explicit SmoothedContacts(std::shared_ptr<CoupledFactor> factor) : factor_(std::move(factor)) {}
  void reserve(Index rows);
  /// y_0 is that of x. Why there will be no factor, or nothing. Keeps references to the problem until the next load.
  std::string load(const ContactProblem& problem, VecRef x, double smoothing);
  Index size() const { return G_.size(); }
  const ContactSet& contacts() const { return G_.contacts(); }
  /// a; zero where there is nothing to do.
  double speed() const { return speed_; }

  /// F and its derivative by log t.
  void evaluate(VecRef v, double log_t);
  VecView residual() const { return {residual_.data(), size()}; }
  VecView by_log_t() const { return {by_log_t_.data(), size()}; }
  /// Of dF/dv, where F has been evaluated last. False when it has no inverse.
  bool factorize();
  /// b <- (dF/dv)^-1 b by the last factors, wherever F has been evaluated since.
  void solve_in_place(VecOut b) const;
  /// 1 / (|v|^2 + t) for the rows of each contact: steps in v are measured by what they are in.
  void weigh(VecRef v, double log_t, VecOut weights) const;
  /// The x of the v of the last evaluation.
  void forces(VecOut x) const { G_.unscaled(y_.head(size()), x); }

 private:
  struct Contact {
    SmoothedPair pair;
    std::array<double, 3> D{};      // 0 for what the contact does not have
    std::array<double, 2> slope{};  // of the smoothed |q_T|
    bool joint = false;
  };

  void find_pairs(VecRef v, double t);
  ConeVector rows_of(const Contact& its, Index k, VecRef v) const;
  static ConeVector without_shift(const Contact& its, const ConeVector& v);

  ScaledProducts G_;
  std::shared_ptr<CoupledFactor> factor_;
  std::vector<Contact> its_, factored_;  // of the last evaluation, and of that which the factors belong to
  double speed_ = 0.0, tau_ = 0.0, factored_tau_ = 0.0, smoothing_ = 0.0;
  Vector centre_, y_, y_by_t_, gamma_, gamma_by_t_, residual_, by_log_t_;
  mutable Vector step_, product_;
};

}  // namespace percuss
