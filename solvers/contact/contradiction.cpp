// SPDX-License-Identifier: Apache-2.0
#include "solvers/contact/contradiction.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <vector>

#include "core/at.hpp"
#include "core/decompositions.hpp"

namespace percuss {

namespace {

/// A sum to twice the digits of a double.
struct TwofoldSum {
  double high = 0.0, low = 0.0;
  void add(double term) {
    const double sum = high + term, other = sum - high;
    low += (high - (sum - other)) + (term - other);
    high = sum;
  }
  void add_product(double a, double b) {
    const double product = a * b;
    add(product);
    low += std::fma(a, b, -product);
  }
  double value() const { return high + low; }
};

}  // namespace

std::string Contradiction::find(const ContactProblem& problem, double tolerable) {
  frictionless_ = problem.contacts;
  std::fill(frictionless_.mu.begin(), frictionless_.mu.end(), 0.0);
  auto& equations = newton_.equations();
  const double largest = problem.c.lpNorm<Eigen::Infinity>();
  if (!equations.load({problem.G, problem.c, frictionless_}) || !(largest > 0.0)) return {};
  const Index n = equations.size();
  newton_.reserve(n);
  auto before = workspace(before_, n), direction = workspace(direction_, n);
  find_components();
  before.setZero();
  newton_.now().y.head(n).setZero();
  for (const double share :
       {1e-2, 1e-4, 1e-6, 1e-8, 1e-8, 1e-8, 1e-8, 1e-8}) {  // proximal points, each from the one before
    equations.shift(share, before);
    const auto report = newton_.iterate(1e-9 * largest, 100);
    if (report.status == Status::not_finite) return {};
    for (const Index component : fastest_growing(newton_.best().y.head(n), before)) {
      direction = newton_.best().y.head(n) - before;
      if (!take_component(component, direction)) continue;
      polish(direction);
      if (certifies(direction) && !resists(problem, direction, tolerable)) return describe(direction);
    }
    before = newton_.best().y.head(n);
    newton_.now().y.head(n) = before;
  }
  return {};
}

/// Contacts that blocks of G couple, directly or through others.
void Contradiction::find_components() {
  const auto& pattern = newton_.equations().contacts().pattern();
  const Index n = newton_.equations().contacts().contacts();
  std::vector<Index> parent(at(n));
  std::iota(parent.begin(), parent.end(), Index{0});
  const auto root = [&](Index k) {
    while (parent[at(k)] != k) k = parent[at(k)] = parent[at(parent[at(k)])];
    return k;
  };
  for (Index k = 0; k < n; ++k)
    for (auto e = pattern.start[at(k)]; e < pattern.start[at(k) + 1]; ++e) {
      const Index a = root(k), b = root(pattern.col[at(e)]);
      parent[at(std::max(a, b))] = std::min(a, b);
    }
  component_.resize(at(n));
  components_ = 0;
  for (Index k = 0; k < n; ++k) component_[at(k)] = root(k) == k ? components_++ : component_[at(root(k))];
}

/// Components, by the growth of their forces relative to these.
std::vector<Index> Contradiction::fastest_growing(VecRef now, VecRef before) const {
  constexpr std::size_t most_tried = 4;
  const Index width = newton_.equations().contacts().width();
  std::vector<double> size(at(components_), 0.0), growth(size);
  for (Index i = 0; i < now.size(); ++i) {
    const auto c = at(component_[at(i / width)]);
    size[c] = std::max(size[c], std::abs(now[i]));
    growth[c] = std::max(growth[c], std::abs(now[i] - before[i]));
  }
  for (std::size_t c = 0; c < size.size(); ++c) growth[c] = size[c] > 0.0 ? growth[c] / size[c] : 0.0;
  std::vector<Index> fastest(size.size());
  std::iota(fastest.begin(), fastest.end(), Index{0});
  const auto tried = std::min(most_tried, fastest.size());
  std::partial_sort(fastest.begin(), fastest.begin() + static_cast<std::ptrdiff_t>(tried), fastest.end(),
                    [&](Index a, Index b) {
                      const double its = growth[at(a)], other = growth[at(b)];
                      return its > other || (its == other && a < b);
                    });
  fastest.resize(tried);
  return fastest;
}

/// What the direction has of one component, its largest entry 1; false when it has nothing.
bool Contradiction::take_component(Index component, VecOut direction) const {
  const Index width = newton_.equations().contacts().width();
  for (Index i = 0; i < direction.size(); ++i)
    if (component_[at(i / width)] != component) direction[i] = 0.0;
  const double length = direction.lpNorm<Eigen::Infinity>();
  if (length > 0.0) direction /= length;
  return length > 0.0;
}

/// Proximal points leave G d small, not zero. Takes out what the equations of those concerned can resist, by their rows
/// alone: d <- d - G^+ (G d). Components that hardly take part become zero.
void Contradiction::polish(VecOut direction) const {
  const auto& contacts = newton_.equations().contacts();
  const Index width = contacts.width();
  constexpr double takes_part = 1e-6, dependent = 1e-10;
  constexpr Index most_rows = 400;  // of a dense matrix
  std::vector<Index> row, place(static_cast<std::size_t>(contacts.size()), -1);
  for (Index i = 0; i < contacts.size(); ++i) {
    if (std::abs(direction[i]) < takes_part) {
      direction[i] = 0.0;
      continue;
    }
    place[static_cast<std::size_t>(i)] = static_cast<Index>(row.size());
    row.push_back(i);
  }
  const auto n = static_cast<Index>(row.size());
  if (n > most_rows) return;
  Matrix G = Matrix::Zero(n, n);
  Vector d(n);
  const auto& pattern = contacts.pattern();
  for (Index i = 0; i < n; ++i) {
    const Index k = row[static_cast<std::size_t>(i)] / width, r = row[static_cast<std::size_t>(i)] % width;
    d[i] = direction[row[static_cast<std::size_t>(i)]];
    for (auto e = pattern.start[static_cast<std::size_t>(k)]; e < pattern.start[static_cast<std::size_t>(k) + 1]; ++e)
      for (Index j = 0; j < width; ++j) {
        const Index col = pattern.col[static_cast<std::size_t>(e)] * width + j;
        if (const Index p = place[static_cast<std::size_t>(col)]; p >= 0)
          G(p, i) = contacts.block(e)[r * block_row_stride(width) + j];
      }
  }
  Eigen::CompleteOrthogonalDecomposition<Matrix> inverse;
  inverse.setThreshold(dependent);
  inverse.compute(G);
  for (int pass = 0; pass < 2; ++pass) d -= inverse.solve(Vector(G * d));
  for (Index i = 0; i < n; ++i) direction[row[static_cast<std::size_t>(i)]] = d[i];
}

/// d . c < 0 and G' d = 0, but for what rounding makes of each of its sums. All in scaled units, where the diagonal of
/// G is one: no entry of a symmetric G is larger, and what rounding has left of one may be as large as the round-off of
/// one.
bool Contradiction::certifies(VecRef direction) {
  const auto& contacts = newton_.equations().contacts();
  const auto& set = contacts.set();
  const Index width = contacts.width();
  constexpr double negligible = 1e-9, round_off = 16.0 * std::numeric_limits<double>::epsilon();
  double work = 0.0, parts = 0.0;
  for (Index i = 0; i < contacts.size(); ++i) {
    work += contacts.c()[i] * direction[i];
    parts += std::abs(contacts.c()[i] * direction[i]);
  }
  if (!(work < -negligible * parts)) return false;
  for (Index k = 0; k < contacts.contacts(); ++k)
    if (set.cone[static_cast<std::size_t>(k)] != Cone::bilateral && direction[k * width] < 0.0) return false;
  // G is symmetric but for some 1e-3: the transposed product is what counts.
  auto product = workspace(product_, contacts.size()), terms = workspace(terms_, contacts.size());
  product.setZero();
  terms.setZero();
  const auto& pattern = contacts.pattern();
  for (Index k = 0; k < contacts.contacts(); ++k)
    for (auto e = pattern.start[static_cast<std::size_t>(k)]; e < pattern.start[static_cast<std::size_t>(k) + 1]; ++e)
      for (Index r = 0; r < width; ++r)
        for (Index j = 0; j < width; ++j) {
          const Index to = pattern.col[static_cast<std::size_t>(e)] * width + j;
          const double entry = contacts.block(e)[r * block_row_stride(width) + j];
          product[to] += entry * direction[k * width + r];
          terms[to] += std::max(std::abs(entry), 1.0) * std::abs(direction[k * width + r]);
        }
  return (product.array().abs() <= round_off * terms.array()).all();
}

/// Whether no velocity need be wrong by more than is tolerable, or forces along d do away with the contradiction after
/// all:  d . (t G d + c) = 0  for  t = -d . c / d . G d.
/// Bodies of very different masses make d . G d as small as the round-off of its terms. It is summed to twice the
/// digits of a double, from the G given: that d has no more digits than a double changes it by their square only.
bool Contradiction::resists(const ContactProblem& problem, VecRef direction, double tolerable) {
  const auto& G = *problem.G.rows();
  const auto& contacts = newton_.equations().contacts();
  const Index n = problem.c.size();
  auto d = workspace(unscaled_, n), forces = workspace(forces_, contacts.size());
  contacts.unscaled(direction, d);
  TwofoldSum work, resistance;
  for (Index i = 0; i < n; ++i) {
    TwofoldSum row;
    for (Index e = G.start[static_cast<std::size_t>(i)]; e < G.start[static_cast<std::size_t>(i) + 1]; ++e)
      row.add_product(G.value[static_cast<std::size_t>(e)], d[G.col[static_cast<std::size_t>(e)]]);
    resistance.add_product(row.high, d[i]);
    resistance.add_product(row.low, d[i]);
    work.add_product(problem.c[i], d[i]);
  }
  if (std::abs(work.value()) <= tolerable * d.lpNorm<1>()) return true;
  if (!(resistance.value() > 0.0)) return false;
  forces = -work.value() / resistance.value() * direction;
  return contacts.rounding(forces) <= most_round_off * problem.c.lpNorm<Eigen::Infinity>();
}

std::string Contradiction::describe(VecRef direction) {
  const auto& contacts = newton_.equations().contacts();
  const auto& set = contacts.set();
  const double least = 1e-3 * direction.lpNorm<Eigen::Infinity>();
  std::string text;
  int named = 0, left = 0;
  for (Index k = 0; k < contacts.contacts(); ++k) {
    if (direction.segment(k * contacts.width(), set.num_rows(k)).lpNorm<Eigen::Infinity>() < least) continue;
    if (++named > 6) {
      ++left;
      continue;
    }
    const bool joint = set.cone[static_cast<std::size_t>(k)] == Cone::bilateral;
    text += (text.empty() ? "" : ", ") + std::string(joint ? "joint " : "contact ") +
            std::to_string(set.id[static_cast<std::size_t>(k)]);
  }
  if (left > 0) text += " and " + std::to_string(left) + " more";
  return "no forces can satisfy them all: " + text;
}

}  // namespace percuss
