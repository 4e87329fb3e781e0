// SPDX-License-Identifier: Apache-2.0
#include "model/modal_basis.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <stdexcept>

#include "model/shape_round_off.hpp"

namespace percuss {

namespace {

/// Given or static shapes that M-orthogonality to the others leaves less of than this, of their norm, are made of them.
constexpr double dependent = 1e-6;
constexpr double tiny = std::numeric_limits<double>::min();

InputError too_many(Index count, Index free) {
  return input_error("modes.count",
                     fmt::format("{} modes of a body of {} elastic unknowns under these conditions", count, free),
                     fmt::format("choose {} or fewer, or a finer mesh", free));
}

/// The `count` slowest modes, which must not part modes of the same frequency: of a square section bending in one
/// plane.
Eigenmodes whole_groups(const ModalProblem& p, Index count) {
  const Matrix& Z = p.frame.conditions();
  const Index free = p.K.rows() - Z.cols();
  if (count == free) return slowest_modes(p.K, p.M, Z, p.slow, count);
  auto modes = slowest_modes(p.K, p.M, Z, p.slow, count + 1);
  const double last = modes.omega[count - 1];
  constexpr double same = 1e-6;
  if (modes.omega[count] <= (1.0 + same) * last)
    throw input_error("modes.count",
                      fmt::format("modes {} and {} have the same frequency, {:.6g} Hz: one without the other makes the "
                                  "body stiff in some direction",
                                  count, count + 1, last / (2.0 * std::numbers::pi)),
                      fmt::format("choose {} or more, or fewer than {}", count + 1, count));
  return {modes.omega.head(count), modes.shapes.leftCols(count)};
}

/// The modes up to `omega`.
Eigenmodes modes_below(const ModalProblem& p, const Matrix& Z, double omega) {
  const Index free = p.K.rows() - Z.cols();
  for (Index count = std::min<Index>(free, 16);; count = std::min(free, 2 * count)) {
    auto modes = slowest_modes(p.K, p.M, Z, p.slow, count);
    const auto slower = (modes.omega.array() <= omega).count();
    if (slower == 0)
      throw input_error("modes.below_frequency",
                        fmt::format("the slowest mode has {:.4g} Hz", modes.omega[0] / (2.0 * std::numbers::pi)),
                        "give a higher frequency");
    if (slower < count || count == free) return {modes.omega.head(slower), modes.shapes.leftCols(slower)};
  }
}

/// Rows of columns over the mesh that are not held.
Matrix select(const FrameConditions& frame, const Matrix& mesh) {
  Matrix all(frame.num_all(), mesh.cols());
  for (Index j = 0; j < mesh.cols(); ++j) all.col(j) = frame.select(mesh.col(j));
  return all;
}

Matrix given_shapes(const ModalOptions& options, const FrameConditions& frame, Index mesh_unknowns) {
  const Index count = static_cast<Index>(options.shapes.size()) / mesh_unknowns;
  const Eigen::Map<const Matrix> mesh(options.shapes.data(), mesh_unknowns, count);
  Vector kept(frame.num_kept());
  for (Index j = 0; j < count; ++j)
    if (!frame.take(mesh.col(j), kept))
      throw input_error("modes.shapes", fmt::format("shape {} moves what the frame or the supports hold", j + 1),
                        "give shapes that meet the conditions of the body, or choose others for it");
  return select(frame, mesh);
}

/// Appends what a column has that the basis has not; false when that is nothing.
bool append(const SparseMatrix& M, Vector x, Matrix& basis) {
  const double size = std::sqrt(x.dot(M * x));
  for (int pass = 0; pass < 2; ++pass)  // twice is enough
    if (basis.cols() > 0) x -= basis * (basis.transpose() * (M * x));
  const double left = std::sqrt(x.dot(M * x));
  if (!(left > dependent * size)) return false;
  basis.conservativeResize(x.size(), basis.cols() + 1);
  basis.rightCols(1) = x / left;
  return true;
}

/// What the first columns of `basis`, eigenmodes of the frequencies `omega`, leave out of the response to each load.
void append_static(const ModalProblem& p, const Vector& omega, Matrix& basis) {
  if (p.loads.empty()) return;
  const auto solver = static_solver(p);
  const Matrix modes = basis.leftCols(omega.size());
  Vector response(modes.rows());
  for (const auto& [key, at, columns] : p.loads) {
    const Matrix loads = select(p.frame, columns);
    if (loads.isZero(0.0))
      throw input_error(key, fmt::format("the point at {} m is held, they do not move it", at), "leave it out");
    for (const auto& column : loads.colwise()) {
      // Taken out before the solve, rigid motions cannot drown what is sought.
      const Vector along = modes.transpose() * column, load = column - p.M * (modes * along);
      solver->solve(load, response);
      const double left = load.dot(response),
                   known = (along.array().square() / (omega.array().square() + p.slow * p.slow)).sum();
      if (left > dependent * dependent * known) append(p.M, response, basis);
    }
  }
}

Eigenmodes over_mesh(const FrameConditions& frame, const Eigenmodes& all) {
  Eigenmodes modes{all.omega, Matrix(frame.num_mesh(), all.omega.size())};
  for (Index j = 0; j < all.omega.size(); ++j) modes.shapes.col(j) = frame.mesh_of_all(all.shapes.col(j));
  return modes;
}

SparseMatrix sparse_of(const Matrix& A) { return A.sparseView(0.0, 0.0); }
Matrix symmetric_part(const Matrix& A) { return 0.5 * (A + A.transpose()); }

/// The Ritz modes of a basis whose first vectors are eigenmodes: of these K is known better than from products.
Eigenmodes decoupled(const ModalProblem& p, const Vector& omega, const Matrix& basis) {
  Matrix K = symmetric_part(basis.transpose() * (p.K * basis));
  const Index known = omega.size();
  K.topRows(known).setZero();
  K.leftCols(known).setZero();
  K.diagonal().head(known) = omega.array().square();
  auto ritz = all_modes(K, symmetric_part(basis.transpose() * (p.M * basis)), p.slow);
  ritz.shapes = basis * ritz.shapes;
  return ritz;
}

}  // namespace

Eigenmodes mesh_modes(const ModalProblem& p, Index count) {
  const Matrix& Z = p.frame.conditions();
  auto modes = slowest_modes(p.K, p.M, Z, p.slow, std::min(count, p.K.rows() - Z.cols()));
  clear_round_off(p, modes.shapes);
  return over_mesh(p.frame, modes);
}

std::vector<StaticLoad> static_loads(const ModalOptions& options, const std::function<Matrix(double)>& forces,
                                     const std::function<Matrix(double)>& moments) {
  std::vector<StaticLoad> loads;
  for (const double x : options.static_points) loads.push_back({"modes.static_points", x, forces(x)});
  for (const double x : options.static_moments) loads.push_back({"modes.static_moments", x, moments(x)});
  return loads;
}

std::unique_ptr<const ConditionedSolver> static_solver(const ModalProblem& p) {
  const Matrix& Z = p.frame.conditions();
  const bool rigid = Z.cols() == 0 && slowest_modes(p.K, p.M, Z, p.slow, 1).omega[0] == 0.0;
  const double shift = rigid || Z.cols() > 0 ? 0.01 * p.slow * p.slow : 0.0;
  return std::make_unique<const ConditionedSolver>(p.K, p.M, shift, Z);
}

ModalBasis::ModalBasis(const ModalOptions& options, const ModalProblem& p) : frame_(p.frame), M_(p.M) {
  const Matrix& Z = frame_.conditions();
  const Index free = p.K.rows() - Z.cols();
  if (options.count > free) throw too_many(options.count, free);
  Eigenmodes modes{Vector(0), Matrix(p.K.rows(), 0)};
  if (options.below_frequency > 0.0)
    modes = modes_below(p, Z, 2.0 * std::numbers::pi * options.below_frequency);
  else if (options.count > 0)
    modes = whole_groups(p, options.count);
  Matrix basis = modes.shapes;
  const Matrix given = given_shapes(options, frame_, frame_.num_mesh());
  for (Index j = 0; j < given.cols(); ++j)
    if (!append(p.M, given.col(j), basis))
      throw input_error("modes.shapes", fmt::format("shape {} is zero or a sum of those before it", j + 1),
                        "leave it out");
  append_static(p, modes.omega, basis);
  if (basis.cols() > modes.omega.size()) modes = decoupled(p, modes.omega, basis);
  shapes_ = std::move(modes.shapes);
  clear_round_off(p, shapes_);
  omega_ = std::move(modes.omega);
  const auto& ratios = options.damping_ratios;
  const auto count = static_cast<std::size_t>(size());
  if (ratios.size() > 1 && ratios.size() != count)
    throw input_error("modes.damping_ratios", fmt::format("{} ratios for {} modes", ratios.size(), count),
                      "give one per mode, slowest first, or one for all");
  ratios_ = Vector::Constant(size(), ratios.empty() ? 0.0 : ratios[0]);
  for (std::size_t i = 1; i < ratios.size(); ++i) ratios_[static_cast<Index>(i)] = ratios[i];
}

SymmetricMatrix ModalBasis::project(const SymmetricMatrix& all) const {
  return SymmetricMatrix(sparse_of(symmetric_part(shapes_.transpose() * (all.to_sparse() * shapes_))));
}

SparseMatrix ModalBasis::project(const SparseMatrix& all) const {
  return sparse_of(shapes_.transpose() * (all * shapes_));
}

SymmetricMatrix ModalBasis::mass() const { return SymmetricMatrix(sparse_of(Matrix::Identity(size(), size()))); }

SymmetricMatrix ModalBasis::stiffness() const {
  return SymmetricMatrix(sparse_of(Matrix(omega_.array().square().matrix().asDiagonal())));
}

SymmetricMatrix ModalBasis::damping(double a, double b) const {
  const Vector rates = a + b * omega_.array().square() + 2.0 * ratios_.array() * omega_.array();
  return SymmetricMatrix(sparse_of(Matrix(rates.asDiagonal())));
}

Eigenmodes ModalBasis::mesh_modes(Index count) const {
  const Index n = std::min(count, size());
  return over_mesh(frame_, {omega_.head(n), shapes_.leftCols(n)});
}

ModeBound ModalBasis::bound(double fastest, double a, double b) const {
  ModeBound bound{fastest, a, b, {}};
  if (const double most = ratios_.maxCoeff(); most > 0.0) {
    bound.least_damping = a;
    bound.mass_damping += 2.0 * most * fastest;
  }
  return bound;
}

std::vector<std::pair<Index, double>> ModalBasis::over_modes(Index mesh_unknown) const {
  std::vector<std::pair<Index, double>> sum;
  if (const Index row = frame_.place(mesh_unknown); row >= 0)
    for (Index j = 0; j < size(); ++j) sum.emplace_back(j, shapes_(row, j));
  return sum;
}

Vector ModalBasis::start(const char* key, const std::vector<double>& numbers) const {
  if (numbers.empty()) return Vector::Zero(size());
  const Eigen::Map<const Vector> mesh(numbers.data(), static_cast<Index>(numbers.size()));
  const Vector all = frame_.select(mesh), y = shapes_.transpose() * (M_ * all), rest = all - shapes_ * y;
  const double left = std::sqrt(rest.dot(M_ * rest) / std::max(all.dot(M_ * all), tiny));
  if (left > dependent)
    throw input_error(key, fmt::format("it is not made of the modes of the body: they leave {:.2g} of it out", left),
                      "leave it out, or give it as one of `modes.shapes`");
  return y;
}

}  // namespace percuss
