// SPDX-License-Identifier: Apache-2.0
#include "contact/column_choice.hpp"

#include <algorithm>
#include <utility>

#include "core/at.hpp"

namespace percuss {

ScaledColumns::ScaledColumns(const JointColumns& columns, const std::vector<Index>& touched, const Vector* levers)
    : W(Matrix::Zero(static_cast<Index>(touched.size()), columns.cols())) {
  std::vector<Index> place;
  for (const Index row : columns.touched)
    place.push_back(std::lower_bound(touched.begin(), touched.end(), row) - touched.begin());
  const Vector own = columns.lever(touched);
  lever = levers != nullptr ? *levers : own;
  for (Index j = 0; j < columns.cols(); ++j)
    for (SparseMatrix::InnerIterator entry(columns.unit, j); entry; ++entry) {
      const Index i = place[at(entry.row())];
      W(i, j) = entry.value() * columns.length[at(j)] * own[i] / lever[i];
    }
  length = W.colwise().norm();
  for (Index j = 0; j < W.cols(); ++j) W.col(j) /= length[j];
}

ColumnChoice choose_columns(const Matrix& W, const std::vector<char>& is_driven) {
  std::vector<Index> order;
  for (const bool driven : {true, false})
    for (Index j = 0; j < W.cols(); ++j)
      if ((is_driven[at(j)] != 0) == driven) order.push_back(j);
  ColumnChoice choice;
  choice.basis.resize(W.rows(), W.cols());
  Index rank = 0;
  for (const double distance : {1e-1, 1e-2, 1e-3, 1e-4, 1e-5, 1e-6, 1e-7, distinct_columns})
    std::erase_if(order, [&](Index j) {
      Vector off = W.col(j);
      project_off(choice.basis.leftCols(rank), off);
      const double length = off.norm();
      if (length < distance || rank == W.rows()) return false;
      choice.basis.col(rank++) = off / length;
      choice.taken.push_back(j);
      return true;
    });
  choice.basis.conservativeResize(Eigen::NoChange, rank);
  choice.rest = std::move(order);
  for (auto* list : {&choice.taken, &choice.rest}) std::sort(list->begin(), list->end());
  return choice;
}

}  // namespace percuss
