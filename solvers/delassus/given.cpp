// SPDX-License-Identifier: Apache-2.0
#include "solvers/delassus/given.hpp"

#include <algorithm>
#include <numeric>
#include <stdexcept>
#include <utility>

#include "core/at.hpp"
#include "core/parallel.hpp"

namespace percuss {

namespace {

/// Which contacts the columns of a contact couple with it.
class ColumnsOfContacts {
 public:
  ColumnsOfContacts(const SparseMatrix& G, const ContactSet& contacts)
      : G_(G), contacts_(contacts), contact_of_(at(contacts.rows())), visited_(at(contacts.size()), none) {
    for (Index k = 0; k < contacts.size(); ++k)
      std::fill_n(contact_of_.begin() + contacts.first_row(k), contacts.num_rows(k), k);
  }
  Index contact_of(Index row) const { return contact_of_[at(row)]; }
  /// visit(k) once for every contact k with an entry in the columns of l, and for l; each l once.
  template <class Visit>
  void visit(Index l, Visit&& visit) {
    const auto see = [&](Index k) {
      if (std::exchange(visited_[at(k)], l) != l) visit(k);
    };
    see(l);
    for (Index j = contacts_.first_row(l); j < contacts_.first_row(l + 1); ++j)
      for (SparseMatrix::InnerIterator it(G_, j); it; ++it) see(contact_of(it.row()));
  }
  void begin_anew() { std::fill(visited_.begin(), visited_.end(), none); }

 private:
  static constexpr Index none = -1;
  const SparseMatrix& G_;
  const ContactSet& contacts_;
  std::vector<Index> contact_of_, visited_;  // by which l last
};

}  // namespace

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
  const Index n = contacts.size();
  ColumnsOfContacts columns(G, contacts);
  std::vector<Index> width(at(n), 0), place(at(n));  // of a row's blocks so far; of the block of this column in a row
  for (Index l = 0; l < n; ++l) columns.visit(l, [&](Index k) { width[at(k)] += contacts.num_rows(l); });
  for (Index k = 0; k < n; ++k)
    for (Index i = contacts.first_row(k); i < contacts.first_row(k + 1); ++i)
      rows_.start.push_back(rows_.start.back() + width[at(k)]);
  rows_.col.resize(at(rows_.start.back()));
  rows_.value.resize(rows_.col.size());
  std::fill(width.begin(), width.end(), Index{0});
  diagonal_.head(size_).setZero();
  columns.begin_anew();
  for (Index l = 0; l < n; ++l) {
    const Index first = contacts.first_row(l), its_rows = contacts.num_rows(l);
    columns.visit(l, [&](Index k) {
      place[at(k)] = std::exchange(width[at(k)], width[at(k)] + its_rows);
      for (Index i = contacts.first_row(k); i < contacts.first_row(k + 1); ++i)
        std::iota(rows_.col.begin() + rows_.start[at(i)] + place[at(k)],
                  rows_.col.begin() + rows_.start[at(i)] + place[at(k)] + its_rows, first);
    });
    for (Index j = first; j < first + its_rows; ++j)
      for (SparseMatrix::InnerIterator it(G, j); it; ++it) {
        const Index i = it.row();
        rows_.value[at(rows_.start[at(i)] + place[at(columns.contact_of(i))] + j - first)] = it.value();
        if (i == j) diagonal_[i] = it.value();
      }
  }
}

void GivenDelassus::apply(VecRef x, VecOut y) const {
  parallel_for(size_, static_cast<Index>(rows_.value.size()), [&](Index begin, Index end) {
    for (Index i = begin; i < end; ++i) y[i] = rows_.row_dot(i, x);
  });
}

}  // namespace percuss
