// SPDX-License-Identifier: Apache-2.0
#include "core/decompositions.hpp"

namespace Eigen {

template void PartialPivLU<percuss::Matrix>::compute();
template void PartialPivLU<MatrixXcd>::compute();
template void ColPivHouseholderQR<percuss::Matrix>::computeInPlace();
template void CompleteOrthogonalDecomposition<percuss::Matrix>::computeInPlace();
template void CompleteOrthogonalDecomposition<percuss::Matrix>::_solve_impl(const percuss::Vector&,
                                                                            percuss::Vector&) const;
template void CompleteOrthogonalDecomposition<percuss::Matrix>::_solve_impl(const percuss::Matrix&,
                                                                            percuss::Matrix&) const;
template LLT<percuss::Matrix>& LLT<percuss::Matrix>::compute(const EigenBase<percuss::Matrix>&);
template LDLT<percuss::Matrix>& LDLT<percuss::Matrix>::compute(const EigenBase<percuss::Matrix>&);
template EigenSolver<percuss::Matrix>& EigenSolver<percuss::Matrix>::compute(const EigenBase<percuss::Matrix>&, bool);
template SelfAdjointEigenSolver<percuss::Matrix>& SelfAdjointEigenSolver<percuss::Matrix>::compute(
    const EigenBase<percuss::Matrix>&, int);
template GeneralizedSelfAdjointEigenSolver<percuss::Matrix>&
GeneralizedSelfAdjointEigenSolver<percuss::Matrix>::compute(const percuss::Matrix&, const percuss::Matrix&, int);
template void SparseLU<percuss::SparseMatrix>::analyzePattern(const percuss::SparseMatrix&);
template void SparseLU<percuss::SparseMatrix>::factorize(const percuss::SparseMatrix&);

}  // namespace Eigen
