// SPDX-License-Identifier: Apache-2.0
#include "solvers/contact/saddle_system.hpp"

#include <algorithm>
#include <cmath>

namespace percuss {

namespace {

/// Widest band, on both sides together, that is eliminated as such; and the size below which any is.
constexpr Index widest_band = 64, always_banded = 64;

}  // namespace

bool SaddleSystem::is_current(const GlobalForm& form, const ContactSet& contacts) const {
  return stamp_.holds_for(*form.factor) && start_ == contacts.start && law_ == *form.law && force_ == *form.force &&
         std::equal(regularisation_.begin(), regularisation_.end(), form.regularisation.begin(),
                    form.regularisation.end());
}

void SaddleSystem::load(const GlobalForm& form, const ContactSet& contacts) {
  if (is_current(form, contacts)) return;
  if (!stamp_.holds_for(*form.factor)) {
    const auto& system = form.factor->system();
    A_.resize(static_cast<std::size_t>(system.num_bodies()));
    offset_.resize(A_.size());
    for (Index i = 0; i < system.num_bodies(); ++i) {
      form.factor->matrix(i, A_[static_cast<std::size_t>(i)]);
      offset_[static_cast<std::size_t>(i)] = system.v_offset(i);
    }
    num_v_ = system.num_v();
    stamp_.take(*form.factor);
  }
  law_ = *form.law;
  force_ = *form.force;
  regularisation_.assign(form.regularisation.begin(), form.regularisation.end());
  start_ = contacts.start;
  contact_rows_ = contacts.rows();
  find_scales(form, contacts);
  find_order(contacts);
  find_band(contacts);
  fill_constant(contacts);
}

void SaddleSystem::find_scales(const GlobalForm& form, const ContactSet& contacts) {
  auto root = workspace(inverse_root_, num_v_);
  for (std::size_t b = 0; b < A_.size(); ++b)
    for (Index i = 0; i < A_[b].rows(); ++i) {
      const double a = std::abs(A_[b].coeff(i, i));
      root[offset_[b] + i] = a > 0.0 ? 1.0 / std::sqrt(a) : 1.0;
    }
  const auto size_of = [&](const SparseColumns& W, Index j) {
    double squared = 0.0;
    for (Index e = W.begin(j); e < W.end(j); ++e) squared += std::pow(W.value(e) * root[W.row(e)], 2);
    return squared;
  };
  auto scale = workspace(scale_, contact_rows_);
  for (Index k = 0; k < contacts.size(); ++k) {
    const Index first = contacts.first_row(k), end = first + contacts.num_rows(k);
    double largest = 0.0;
    for (Index j = first; j < end; ++j) {
      scale[j] = std::max(size_of(*form.law, j), size_of(*form.force, j));
      if (!regularisation_.empty()) scale[j] += regularisation_[static_cast<std::size_t>(j)];
      largest = std::max(largest, scale[j]);
    }
    for (Index j = first; j < end; ++j) {  // rows of a joint may differ in unit
      const double own = contacts.cone[static_cast<std::size_t>(k)] == Cone::bilateral ? scale[j] : largest;
      scale[j] = own > 0.0 ? std::sqrt(own) : 1.0;
    }
  }
}

/// Velocities keep their order; the rows of a contact follow the last velocity that one of them touches.
void SaddleSystem::find_order(const ContactSet& contacts) {
  v_at_.assign(static_cast<std::size_t>(num_v_), 0);
  x_at_.assign(static_cast<std::size_t>(contact_rows_), 0);
  count_.assign(static_cast<std::size_t>(num_v_) + 1, 0);  // contact rows behind velocity i - 1, then places
  const auto last_touched = [&](Index k) {
    Index last = -1;
    for (Index j = contacts.first_row(k); j < contacts.first_row(k) + contacts.num_rows(k); ++j)
      for (const auto* W : {&law_, &force_})
        for (Index e = W->begin(j); e < W->end(j); ++e) last = std::max(last, W->row(e));
    return static_cast<std::size_t>(last + 1);
  };
  for (Index k = 0; k < contacts.size(); ++k) count_[last_touched(k)] += contacts.num_rows(k);
  Index place = 0;
  for (std::size_t i = 0; i < count_.size(); ++i) {
    if (i > 0) v_at_[i - 1] = place++;
    const Index here = count_[i];
    count_[i] = place;
    place += here;
  }
  for (Index k = 0; k < contacts.size(); ++k) {
    Index& next = count_[last_touched(k)];
    for (Index j = contacts.first_row(k); j < contacts.first_row(k) + contacts.num_rows(k); ++j)
      x_at_[static_cast<std::size_t>(j)] = next++;
  }
}

/// The entries that the equations of the contact whose rows are `first` ... can have: call(i, j, row of the contact
/// whose gamma they belong to, value), i and j being places; j that of a velocity.
template <class Call>
void SaddleSystem::for_contact_entries(Index first, Index rows, Call&& call) const {
  for (Index i = first; i < first + rows; ++i)
    for (Index l = first; l < first + rows; ++l)
      for (Index e = law_.begin(l); e < law_.end(l); ++e)
        call(x_at_[static_cast<std::size_t>(i)], v_at_[static_cast<std::size_t>(law_.row(e))], i - first, l - first,
             law_.value(e) * inverse_root_[law_.row(e)] / scale_[l]);
}

void SaddleSystem::find_band(const ContactSet& contacts) {
  Index lower = 2, upper = 2;  // the rows of a contact among themselves
  const auto see = [&](Index i, Index j) {
    lower = std::max(lower, i - j);
    upper = std::max(upper, j - i);
  };
  for (std::size_t b = 0; b < A_.size(); ++b)
    for (Index j = 0; j < A_[b].outerSize(); ++j)
      for (SparseMatrix::InnerIterator it(A_[b], j); it; ++it)
        see(v_at_[static_cast<std::size_t>(offset_[b] + it.row())], v_at_[static_cast<std::size_t>(offset_[b] + j)]);
  for (Index k = 0; k < contacts.size(); ++k)
    for_contact_entries(contacts.first_row(k), contacts.num_rows(k),
                        [&](Index i, Index j, Index, Index, double) { see(i, j); });
  for (Index j = 0; j < contact_rows_; ++j)
    for (Index e = force_.begin(j); e < force_.end(j); ++e)
      see(v_at_[static_cast<std::size_t>(force_.row(e))], x_at_[static_cast<std::size_t>(j)]);
  banded_ = lower + upper <= widest_band || rows() <= always_banded;
  workspace(work_, rows());
  if (banded_) {
    band_.reset(rows(), std::min(lower, rows() - 1), std::min(upper, rows() - 1));
    lu_.reserve(band_);
  } else if (!sparse_lu_) {
    sparse_lu_ = std::make_unique<Eigen::SparseLU<SparseMatrix>>();
  }
}

/// A and -W, and zeros where the equations of the contacts will stand.
void SaddleSystem::fill_constant(const ContactSet& contacts) {
  std::vector<Eigen::Triplet<double>> triplets;
  const auto put = [&](Index i, Index j, double value) {
    if (banded_)
      band_.at(i, j) += value;
    else
      triplets.emplace_back(static_cast<int>(i), static_cast<int>(j), value);
  };
  for (std::size_t b = 0; b < A_.size(); ++b)
    for (Index j = 0; j < A_[b].outerSize(); ++j)
      for (SparseMatrix::InnerIterator it(A_[b], j); it; ++it) {
        const Index row = offset_[b] + it.row(), col = offset_[b] + j;
        put(v_at_[static_cast<std::size_t>(row)], v_at_[static_cast<std::size_t>(col)],
            it.value() * inverse_root_[row] * inverse_root_[col]);
      }
  for (Index j = 0; j < contact_rows_; ++j)
    for (Index e = force_.begin(j); e < force_.end(j); ++e)
      put(v_at_[static_cast<std::size_t>(force_.row(e))], x_at_[static_cast<std::size_t>(j)],
          -force_.value(e) * inverse_root_[force_.row(e)] / scale_[j]);
  if (banded_) return;
  for (Index k = 0; k < contacts.size(); ++k) {
    const Index first = contacts.first_row(k), n = contacts.num_rows(k);
    for_contact_entries(first, n, [&](Index i, Index j, Index, Index, double) { put(i, j, 0.0); });
    for (Index i = first; i < first + n; ++i)
      for (Index l = first; l < first + n; ++l)
        put(x_at_[static_cast<std::size_t>(i)], x_at_[static_cast<std::size_t>(l)], 0.0);
  }
  sparse_.resize(rows(), rows());
  sparse_.setFromTriplets(triplets.begin(), triplets.end());
  sparse_lu_->analyzePattern(sparse_);
}

/// As a row of a joint that a mixture stands for (contact/independent_joints.hpp): its force is 0.
bool SaddleSystem::moves_nothing(Index row) const {
  return law_.begin(row) == law_.end(row) && force_.begin(row) == force_.end(row) &&
         (regularisation_.empty() || regularisation_[static_cast<std::size_t>(row)] == 0.0);
}

bool SaddleSystem::factorize(const std::vector<ContactPiece>& pieces, double of_contacts, double of_joints) {
  for (std::size_t k = 0; k + 1 < start_.size(); ++k) {
    const auto& piece = pieces[k];
    const bool joint = piece.kind == ContactPiece::Kind::joint;
    const Index first = start_[k], n = start_[k + 1] - first;
    for_contact_entries(first, n, [&](Index i, Index j, Index, Index, double) { entry(i, j) = 0.0; });
    for_contact_entries(first, n, [&](Index i, Index j, Index row, Index col, double value) {
      entry(i, j) += piece.P[static_cast<std::size_t>(3 * row + col)] * value;
    });
    for (Index i = 0; i < n; ++i)
      for (Index l = 0; l < n; ++l) {
        const auto at = static_cast<std::size_t>(3 * i + l);
        double R = joint ? of_joints : of_contacts;
        if (!regularisation_.empty())
          R += regularisation_[static_cast<std::size_t>(first + l)] / (scale_[first + l] * scale_[first + l]);
        entry(x_at_[static_cast<std::size_t>(first + i)], x_at_[static_cast<std::size_t>(first + l)]) =
            piece.P[at] * R + piece.Q[at];
      }
    for (Index j = first; j < first + n && joint; ++j)
      if (moves_nothing(j)) entry(x_at_[static_cast<std::size_t>(j)], x_at_[static_cast<std::size_t>(j)]) = 1.0;
  }
  if (banded_) {
    smallest_pivot_ = lu_.factorize(band_);
    return smallest_pivot_ > 0.0;
  }
  sparse_lu_->factorize(sparse_);
  smallest_pivot_ = 0.0;
  if (sparse_lu_->info() != Eigen::Success) return false;
  smallest_pivot_ = 1.0;  // SparseLU does not say
  return true;
}

void SaddleSystem::solve(const std::vector<ContactPiece>& pieces, VecOut dx, VecOut dgamma) const {
  auto b = workspace(work_, rows());
  b.setZero();
  for (std::size_t k = 0; k + 1 < start_.size(); ++k)
    for (Index j = start_[k]; j < start_[k + 1]; ++j)
      b[x_at_[static_cast<std::size_t>(j)]] = pieces[k].r[static_cast<std::size_t>(j - start_[k])];
  if (banded_)
    lu_.solve_in_place(b);
  else
    b = sparse_lu_->solve(b).eval();
  for (Index j = 0; j < contact_rows_; ++j) {
    dx[j] = b[x_at_[static_cast<std::size_t>(j)]];
    double sum = 0.0;
    for (Index e = law_.begin(j); e < law_.end(j); ++e)
      sum += law_.value(e) * inverse_root_[law_.row(e)] * b[v_at_[static_cast<std::size_t>(law_.row(e))]];
    dgamma[j] = sum / scale_[j];
    if (!regularisation_.empty())
      dgamma[j] += regularisation_[static_cast<std::size_t>(j)] / (scale_[j] * scale_[j]) * dx[j];
  }
}

}  // namespace percuss
