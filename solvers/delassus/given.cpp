// SPDX-License-Identifier: Apache-2.0
#include "solvers/delassus/given.hpp"

#include <algorithm>
#include <stdexcept>

namespace percuss {

void GivenDelassus::reserve(Index rows) {
  if (diagonal_.size() < rows) diagonal_.resize(rows);
  rows_.start.reserve(static_cast<std::size_t>(rows) + 1);
  rows_.col.reserve(static_cast<std::size_t>(rows * rows));
  rows_.value.reserve(static_cast<std::size_t>(rows * rows));
}

void GivenDelassus::clear(Index rows) {
  size_ = rows;
  if (diagonal_.size() < rows) diagonal_.resize(rows);
  rows_.start.assign(1, 0);
  rows_.col.clear();
  rows_.value.clear();
}

void GivenDelassus::assign(const Eigen::Ref<const Matrix>& G) {
  if (G.rows() != G.cols()) throw std::invalid_argument("GivenDelassus: G is not square");
  clear(G.rows());
  for (Index i = 0; i < size_; ++i) {
    for (Index j = 0; j < size_; ++j) {
      rows_.col.push_back(j);
      rows_.value.push_back(G(i, j));
    }
    rows_.start.push_back(static_cast<Index>(rows_.col.size()));
    diagonal_[i] = G(i, i);
  }
}

void GivenDelassus::assign(const SparseMatrix& G, const ContactSet& contacts) {
  if (G.rows() != contacts.rows() || G.cols() != contacts.rows())
    throw std::invalid_argument("GivenDelassus: G and the contacts differ in their rows");
  clear(contacts.rows());
  const Eigen::SparseMatrix<double, Eigen::RowMajor> by_rows = G;
  using Row = Eigen::SparseMatrix<double, Eigen::RowMajor>::InnerIterator;
  std::vector<Index> contact_of(static_cast<std::size_t>(size_)), coupled;
  for (Index k = 0; k < contacts.size(); ++k)
    std::fill_n(contact_of.begin() + contacts.first_row(k), contacts.num_rows(k), k);
  Vector row = Vector::Zero(size_);
  for (Index k = 0; k < contacts.size(); ++k) {
    const Index first = contacts.first_row(k), end = first + contacts.num_rows(k);
    coupled.assign(1, k);
    for (Index i = first; i < end; ++i)
      for (Row it(by_rows, i); it; ++it) coupled.push_back(contact_of[static_cast<std::size_t>(it.col())]);
    std::sort(coupled.begin(), coupled.end());
    coupled.erase(std::unique(coupled.begin(), coupled.end()), coupled.end());
    for (Index i = first; i < end; ++i) {
      for (Row it(by_rows, i); it; ++it) row[it.col()] = it.value();
      for (const Index other : coupled)
        for (Index j = contacts.first_row(other); j < contacts.first_row(other) + contacts.num_rows(other); ++j) {
          rows_.col.push_back(j);
          rows_.value.push_back(row[j]);
        }
      rows_.start.push_back(static_cast<Index>(rows_.col.size()));
      diagonal_[i] = row[i];
      for (Row it(by_rows, i); it; ++it) row[it.col()] = 0.0;
    }
  }
}

void GivenDelassus::apply(VecRef x, VecOut y) const {
  for (Index i = 0; i < size_; ++i) y[i] = rows_.row_dot(i, x);
}

}  // namespace percuss
