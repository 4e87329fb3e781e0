// SPDX-License-Identifier: Apache-2.0
#include "solvers/delassus/blended.hpp"

namespace percuss {

void BlendedDelassus::update(const BlockFactor& factor, const ContactSet& law, const ContactSet& force) {
  main_->update(factor, law, force);
  if (factor_ == nullptr) return;
  other_->update(*factor_, law, force);
  auto shares = workspace(shares_, size());
  shares.setConstant(all_rows_ ? share_ : 0.0);
  for (Index k = 0; k < force.size(); ++k)
    if (force.cone[static_cast<std::size_t>(k)] != Cone::bilateral)
      shares.segment(force.first_row(k) + 1, force.num_rows(k) - 1).setConstant(share_);
  if (main_->rows() == nullptr || other_->rows() == nullptr) return;
  rows_.start.resize(1);
  rows_.col.clear();
  rows_.value.clear();
  place_.assign(static_cast<std::size_t>(size()), -1);
  for (Index i = 0; i < size(); ++i) {
    add_rows(false, *main_->rows(), i);
    add_rows(true, *other_->rows(), i);
    const auto end = static_cast<Index>(rows_.col.size());
    for (Index k = rows_.start.back(); k < end; ++k)
      place_[static_cast<std::size_t>(rows_.col[static_cast<std::size_t>(k)])] = -1;
    rows_.start.push_back(end);
  }
}

void BlendedDelassus::add_rows(bool other, const BlockRows& rows, Index row) {
  for (Index k = rows.start[static_cast<std::size_t>(row)]; k < rows.start[static_cast<std::size_t>(row) + 1]; ++k) {
    const Index col = rows.col[static_cast<std::size_t>(k)];
    auto& place = place_[static_cast<std::size_t>(col)];
    if (place < 0) {
      place = static_cast<Index>(rows_.col.size());
      rows_.col.push_back(col);
      rows_.value.push_back(0.0);
    }
    rows_.value[static_cast<std::size_t>(place)] +=
        (other ? shares_[col] : 1.0 - shares_[col]) * rows.value[static_cast<std::size_t>(k)];
  }
}

void BlendedDelassus::apply(VecRef x, VecOut y) const {
  if (factor_ == nullptr) return main_->apply(x, y);
  auto part = workspace(part_, x.size()), work = workspace(work_, x.size());
  part = x.cwiseProduct(shares_.head(x.size()));
  other_->apply(part, work);
  part = x - part;
  main_->apply(part, y);
  y += work;
}

VecView BlendedDelassus::diagonal() const {
  if (factor_ == nullptr) return main_->diagonal();
  auto diagonal = workspace(diagonal_, size());
  const auto shares = shares_.head(size());
  diagonal = main_->diagonal() + shares.cwiseProduct(other_->diagonal() - main_->diagonal());
  return {diagonal_.data(), size()};
}

const BlockRows* BlendedDelassus::rows() const {
  if (factor_ == nullptr || main_->rows() == nullptr) return main_->rows();
  return &rows_;
}

}  // namespace percuss
