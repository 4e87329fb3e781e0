// SPDX-License-Identifier: Apache-2.0
// Siconos on fclib problems, judged by Percuss: siconos_fclib TOLERANCE SECONDS FILE...
// One line per problem and solver, as `percuss fclib profile --csv` writes them. A solver gets the matrix dense, sparse
// and in blocks, each in a process of its own that is ended after SECONDS; the fastest counts. Times are those of the
// driver alone. Where Siconos says that it has converged and the judge does not agree, it goes on with a tenth of the
// tolerance; that time counts too.
#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <limits>
#include <sstream>
#include <string>
#include <vector>

#include "core/fault.hpp"
#include "io/child_process.hpp"
#include "io/fclib_file.hpp"
#include "io/fclib_solve.hpp"
extern "C" {
#include <siconos/numerics/CSparseMatrix.h>
#include <siconos/numerics/FrictionContactProblem.h>
#include <siconos/numerics/Friction_cst.h>
#include <siconos/numerics/NonSmoothDrivers.h>
#include <siconos/numerics/NumericsMatrix.h>
#include <siconos/numerics/SolverOptions.h>
#include <siconos/numerics/SparseBlockMatrix.h>
#include <siconos/numerics/fc2d_Solvers.h>
#include <siconos/numerics/fc3d_Solvers.h>
}

namespace {

using namespace percuss;

struct Peer {
  std::string name;
  int id, max_iterations;
};
const std::vector<Peer> in_space{{"siconos_nsgs", SICONOS_FRICTION_3D_NSGS, 100000},
                                 {"siconos_nsn_ac", SICONOS_FRICTION_3D_NSN_AC, 2000},
                                 {"siconos_nsn_fb", SICONOS_FRICTION_3D_NSN_FB, 2000},
                                 {"siconos_admm", SICONOS_FRICTION_3D_ADMM, 50000},
                                 {"siconos_prox", SICONOS_FRICTION_3D_PROX, 1000}};
const std::vector<Peer> in_the_plane{{"siconos_nsgs", SICONOS_FRICTION_2D_NSGS, 100000},
                                     {"siconos_lemke", SICONOS_FRICTION_2D_LEMKE, 100000}};

enum class Storage { dense, sparse, blocks };

NumericsMatrix* matrix_of(const SparseMatrix& W, Storage storage, int dimension) {
  const int n = static_cast<int>(W.rows());
  auto* sparse = NM_create(NM_SPARSE, n, n);
  NM_triplet_alloc(sparse, W.nonZeros());
  auto* dense = NM_create(NM_DENSE, n, n);
  std::fill_n(dense->matrix0, static_cast<std::size_t>(n) * static_cast<std::size_t>(n), 0.0);
  for (Index j = 0; j < W.outerSize(); ++j)
    for (SparseMatrix::InnerIterator it(W, j); it; ++it) {
      NM_entry(sparse, static_cast<int>(it.row()), static_cast<int>(j), it.value());
      dense->matrix0[it.row() + j * n] = it.value();
    }
  if (storage == Storage::dense) return dense;
  if (storage == Storage::sparse) return sparse;
  auto* blocks = NM_create(NM_SPARSE_BLOCK, n, n);
  SBM_from_csparse(dimension, NM_csc(sparse), blocks->matrix1);
  return blocks;
}

/// "solved iterations error seconds", in a child process: what is not freed goes with it.
std::string run(const FclibProblem& problem, const Peer& peer, Storage storage, double tolerance) {
  auto q = problem.q;
  auto mu = problem.mu;
  Vector r = Vector::Zero(q.size()), u = Vector::Zero(q.size());
  auto* posed =
      frictionContactProblem_new_with_data(problem.dimension, static_cast<int>(problem.num_contacts()),
                                           matrix_of(problem.W, storage, problem.dimension), q.data(), mu.data());
  double seconds = 0.0, error = std::numeric_limits<double>::infinity();
  int iterations = 0;
  for (double asked = tolerance; asked > 1e-3 * tolerance && error > tolerance; asked *= 0.1) {
    auto* options = solver_options_create(peer.id);
    options->dparam[SICONOS_DPARAM_TOL] = asked;
    options->iparam[SICONOS_IPARAM_MAX_ITER] = peer.max_iterations;
    const auto start = std::chrono::steady_clock::now();
    const int info = problem.dimension == 3 ? fc3d_driver(posed, r.data(), u.data(), options)
                                            : fc2d_driver(posed, r.data(), u.data(), options);
    seconds += std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    iterations += options->iparam[SICONOS_IPARAM_ITER_DONE];
    error = fclib_error(problem, r);
    if (info != 0) break;
  }
  return fmt::format("{} {} {:.6g} {:.6g}", error <= tolerance ? 1 : 0, iterations, error, seconds);
}

struct Trial {
  int solved = 0, iterations = 0;
  double error = std::numeric_limits<double>::infinity(), seconds = std::numeric_limits<double>::infinity();
};

Trial best_trial(const FclibProblem& problem, const Peer& peer, double tolerance, double limit) {
  Trial best;
  for (const auto storage : {Storage::dense, Storage::sparse, Storage::blocks}) {
    double spent = 0.0;
    for (int repeat = 0; repeat < 7 && spent < 0.5; ++repeat) {
      const auto child = run_in_child([&] { return run(problem, peer, storage, tolerance); }, {.seconds = limit});
      if (child.end != ChildResult::End::done) break;
      Trial trial;
      std::istringstream(child.output) >> trial.solved >> trial.iterations >> trial.error >> trial.seconds;
      spent += trial.seconds;
      if (trial.solved > best.solved || (trial.solved == best.solved && trial.seconds < best.seconds)) best = trial;
      if (trial.solved == 0) break;
    }
  }
  return best;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc < 4) {
    fmt::print(stderr, "usage: siconos_fclib TOLERANCE SECONDS FILE...\n");
    return 2;
  }
  const double tolerance = std::atof(argv[1]), limit = std::atof(argv[2]);
  fmt::print("problem,contacts,rows,solver,status,iterations,error,seconds,message\n");
  try {
    for (int k = 3; k < argc; ++k) {
      const auto problem = local_form(read_fclib(argv[k]));
      for (const auto& peer : problem.dimension == 3 ? in_space : in_the_plane) {
        const auto trial = best_trial(problem, peer, tolerance, limit);
        fmt::print("{},{},{},{},{},{},{:.6g},{:.6g},\n", std::filesystem::path(argv[k]).stem().string(),
                   problem.num_contacts(), problem.dimension, peer.name, trial.solved == 1 ? "solved" : "failed",
                   trial.iterations, trial.error, trial.seconds);
        std::fflush(stdout);
      }
    }
  } catch (const InputError& error) {
    fmt::print(stderr, "{}\n", to_string(error.faults().front()));
    return 2;
  }
}
