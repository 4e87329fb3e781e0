// SPDX-License-Identifier: Apache-2.0
#include "tests/solvers/contact_systems.hpp"

namespace percuss {

RandomSystem::RandomSystem(const std::vector<Index>& rows, unsigned seed) {
  Index n = 0;
  for (const Index r : rows) n += r;
  M = Matrix::Zero(n, n);
  for (const Index r : rows) {
    const auto block = banded_matrix(r, std::min<Index>(r - 1, static_cast<Index>(seed % 4)), seed);
    M.block(system.num_v(), system.num_v(), r, r) = Matrix(block);
    system.add(std::make_unique<LinearBody>(SymmetricMatrix(block), SymmetricMatrix(r), SymmetricMatrix(r)));
  }
}

Matrix dense(const SparseColumns& W) {
  Matrix A = Matrix::Zero(W.rows(), W.cols());
  for (Index j = 0; j < W.cols(); ++j) W.add_column(j, 1.0, A.col(j));
  return A;
}

void push_contact(ContactSet& set, const MechanicalSystem& system, const std::vector<Index>& bodies, Index rows,
                  Cone cone, double mu, std::mt19937& random) {
  std::uniform_real_distribution<double> number(-1.0, 1.0);
  for (Index i = 0; i < rows; ++i) {
    for (const Index body : bodies)
      for (int k = 0; k < 2; ++k) {
        const auto n = static_cast<unsigned>(system.body(body).num_v());
        set.W.push(system.v_offset(body) + static_cast<Index>(random() % n), number(random));
      }
    set.W.finish_column();
  }
  set.finish_contact(set.size(), cone, rows, mu, 0.0, 0.0);
}

BlockFactor factored(const MechanicalSystem& system, TangentWeights weights) {
  BlockFactor factor(system, LinearSolverKind::automatic);
  const Vector zero = Vector::Zero(system.num_v());
  EXPECT_TRUE(factor.update(0.0, zero, zero, weights).ok());
  return factor;
}

ContactSet random_contacts(const MechanicalSystem& system, Index count, std::mt19937& random) {
  ContactSet set;
  set.clear(system.num_v());
  const auto bodies = static_cast<unsigned>(system.num_bodies());
  for (Index k = 0; k < count; ++k) {
    std::vector<Index> touched{static_cast<Index>(random() % bodies)};
    if (random() % 2 == 0) touched.push_back(static_cast<Index>(random() % bodies));
    push_contact(set, system, touched, 1 + static_cast<Index>(random() % 3), Cone::bilateral, 0.0, random);
  }
  return set;
}

}  // namespace percuss
