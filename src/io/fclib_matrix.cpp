// SPDX-License-Identifier: Apache-2.0
#include "io/fclib_matrix.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <stdexcept>

namespace percuss {

namespace {

using Triplets = std::vector<Eigen::Triplet<double>>;

/// The datasets of one matrix, checked one by one.
class MatrixReader {
 public:
  MatrixReader(const Hdf5Snapshot& file, const std::string& group, Index rows, Index cols)
      : file_(file), group_(group), rows_(extent("m", rows)), cols_(extent("n", cols)) {
    nz_ = file.integer(group + "/nz");
    if (nz_ < -2)
      refuse("nz", fmt::format("{} is not a storage format", nz_), "-2: by rows, -1: by columns, 0 or more: triplets");
    x_ = file.vector(group + "/x");
    p_ = file.integers(group + "/p");
    i_ = file.integers(group + "/i");
  }

  FclibStorage storage() const {
    return nz_ >= 0 ? FclibStorage::triplets : nz_ == -1 ? FclibStorage::columns : FclibStorage::rows;
  }

  SparseMatrix matrix() const {
    Triplets triplets;
    if (nz_ >= 0)
      add_triplets(triplets);
    else
      add_compressed(triplets);
    SparseMatrix matrix(rows_, cols_);
    matrix.setFromTriplets(triplets.begin(), triplets.end());
    return matrix;
  }

 private:
  [[noreturn]] void refuse(const char* dataset, std::string message, std::string remedy = "") const {
    file_.refuse(group_ + "/" + dataset, std::move(message), std::move(remedy));
  }
  int extent(const char* name, Index expected) const {
    const int n = file_.integer(group_ + "/" + name);
    if (n != expected) refuse(name, fmt::format("is {}", n), fmt::format("the vectors ask for {}", expected));
    return n;
  }
  void require_length(const char* name, std::size_t length, std::size_t needed) const {
    if (length < needed) refuse(name, fmt::format("holds {} numbers, {} are needed", length, needed));
  }
  int index(const char* name, const std::vector<int>& from, std::size_t k, int end) const {
    if (from[k] < 0 || from[k] >= end) refuse(name, fmt::format("entry {} is {}, not in [0, {})", k, from[k], end));
    return from[k];
  }
  double value(std::size_t k) const {
    if (!std::isfinite(x_[k])) refuse("x", fmt::format("entry {} is {}", k, x_[k]), "expected finite numbers");
    return x_[k];
  }

  void add_triplets(Triplets& triplets) const {
    const auto count = static_cast<std::size_t>(nz_);
    require_length("p", p_.size(), count);
    require_length("i", i_.size(), count);
    require_length("x", x_.size(), count);
    for (std::size_t k = 0; k < count; ++k)
      triplets.emplace_back(index("i", i_, k, rows_), index("p", p_, k, cols_), value(k));
  }

  /// By columns p counts columns and i names rows; by rows it is the other way round.
  void add_compressed(Triplets& triplets) const {
    const bool by_columns = nz_ == -1;
    const int lines = by_columns ? cols_ : rows_, across = by_columns ? rows_ : cols_;
    const auto last = static_cast<std::size_t>(lines);
    require_length("p", p_.size(), last + 1);
    if (p_[0] != 0) refuse("p", fmt::format("begins with {}", p_[0]), "expected 0");
    for (std::size_t line = 0; line < last; ++line)
      if (p_[line + 1] < p_[line])
        refuse("p", fmt::format("entry {} is {}, less than the one before", line + 1, p_[line + 1]));
    const auto count = static_cast<std::size_t>(p_[last]);
    require_length("i", i_.size(), count);
    require_length("x", x_.size(), count);
    for (int line = 0; line < lines; ++line)
      for (auto k = static_cast<std::size_t>(p_[static_cast<std::size_t>(line)]);
           k < static_cast<std::size_t>(p_[static_cast<std::size_t>(line) + 1]); ++k) {
        const int other = index("i", i_, k, across);
        triplets.emplace_back(by_columns ? other : line, by_columns ? line : other, value(k));
      }
  }

  const Hdf5Snapshot& file_;
  const std::string& group_;
  int rows_, cols_, nz_ = 0;
  std::vector<double> x_;
  std::vector<int> p_, i_;
};

/// The compressed lines of a matrix, of either order.
template <class Compressed>
void collect(const Compressed& matrix, bool triplets, std::vector<int>& p, std::vector<int>& i,
             std::vector<double>& x) {
  if (!triplets) p.push_back(0);
  for (Index line = 0; line < matrix.outerSize(); ++line) {
    for (typename Compressed::InnerIterator it(matrix, line); it; ++it) {
      i.push_back(static_cast<int>(it.index()));
      x.push_back(it.value());
      if (triplets) p.push_back(static_cast<int>(line));
    }
    if (!triplets) p.push_back(static_cast<int>(x.size()));
  }
}

}  // namespace

SparseMatrix read_fclib_matrix(const Hdf5Snapshot& file, const std::string& group, Index rows, Index cols,
                               FclibStorage& storage) {
  if (!file.has_group(group)) file.refuse(group, "no such group");
  const MatrixReader reader(file, group, rows, cols);
  storage = reader.storage();
  return reader.matrix();
}

void write_fclib_matrix(Hdf5File& file, const std::string& group, const SparseMatrix& matrix, FclibStorage storage) {
  if (std::max({matrix.rows(), matrix.cols(), matrix.nonZeros()}) > std::numeric_limits<int>::max() - 1)
    throw std::runtime_error(group + ": too large for an fclib file");
  std::vector<int> p, i;
  std::vector<double> x;
  const bool triplets = storage == FclibStorage::triplets;
  if (storage == FclibStorage::rows)
    collect(Eigen::SparseMatrix<double, Eigen::RowMajor>(matrix), triplets, p, i, x);
  else
    collect(matrix, triplets, p, i, x);  // a triplet's p is its column
  const int entries = static_cast<int>(x.size());
  const int nz = triplets ? entries : storage == FclibStorage::columns ? -1 : -2;
  file.write_integer(group + "/m", static_cast<int>(matrix.rows()));
  file.write_integer(group + "/n", static_cast<int>(matrix.cols()));
  file.write_integer(group + "/nz", nz);
  file.write_integer(group + "/nzmax", entries);
  file.write_integers(group + "/p", p);
  file.write_integers(group + "/i", i);
  file.write_vector(group + "/x", x);
}

}  // namespace percuss
