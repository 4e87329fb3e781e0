// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <Eigen/Cholesky>
#include <Eigen/Eigenvalues>
#include <Eigen/LU>
#include <Eigen/QR>
#include <Eigen/SparseLU>

#include "core/types.hpp"

/// Eigen's decompositions of dynamic matrices, compiled once (decompositions.cpp): each takes the compiler seconds.
/// Include this header instead of <Eigen/LU>, <Eigen/QR>, <Eigen/Cholesky>, <Eigen/Eigenvalues>, <Eigen/Dense> and
/// <Eigen/SparseLU>.
namespace Eigen {

extern template void PartialPivLU<percuss::Matrix>::compute();
extern template void PartialPivLU<MatrixXcd>::compute();
extern template void ColPivHouseholderQR<percuss::Matrix>::computeInPlace();
extern template void CompleteOrthogonalDecomposition<percuss::Matrix>::computeInPlace();
extern template void CompleteOrthogonalDecomposition<percuss::Matrix>::_solve_impl(const percuss::Vector&,
                                                                                   percuss::Vector&) const;
extern template void CompleteOrthogonalDecomposition<percuss::Matrix>::_solve_impl(const percuss::Matrix&,
                                                                                   percuss::Matrix&) const;
extern template LLT<percuss::Matrix>& LLT<percuss::Matrix>::compute(const EigenBase<percuss::Matrix>&);
extern template LDLT<percuss::Matrix>& LDLT<percuss::Matrix>::compute(const EigenBase<percuss::Matrix>&);
extern template EigenSolver<percuss::Matrix>& EigenSolver<percuss::Matrix>::compute(const EigenBase<percuss::Matrix>&,
                                                                                    bool);
extern template SelfAdjointEigenSolver<percuss::Matrix>& SelfAdjointEigenSolver<percuss::Matrix>::compute(
    const EigenBase<percuss::Matrix>&, int);
extern template GeneralizedSelfAdjointEigenSolver<percuss::Matrix>&
GeneralizedSelfAdjointEigenSolver<percuss::Matrix>::compute(const percuss::Matrix&, const percuss::Matrix&, int);
extern template void SparseLU<percuss::SparseMatrix>::analyzePattern(const percuss::SparseMatrix&);
extern template void SparseLU<percuss::SparseMatrix>::factorize(const percuss::SparseMatrix&);

}  // namespace Eigen
