// SPDX-License-Identifier: Apache-2.0
#include "simulation/certificates.hpp"

#include <algorithm>
#include <cmath>

namespace percuss {

void Certificates::add(const Certificates& other) {
  const auto take = [](double& mine, double its, bool worse) {  // a NaN is the worst, and stays
    if (worse || std::isnan(its)) mine = its;
  };
  take(residual, other.residual, other.residual > residual);
  take(complementarity, other.complementarity, other.complementarity > complementarity);
  take(gap, other.gap, other.gap < gap);
  take(drift, other.drift, other.drift > drift);
}

CertificateKeeper::CertificateKeeper(const ContactModel& contacts) : contacts_(contacts) {
  Index rows = 0;
  for (Index k = 0; k < contacts.size(); ++k) {
    is_joint_.push_back(contacts.is_joint(k));
    if (!is_joint_.back() || contacts.gives_way(k)) continue;  // a spring gives way, it does not drift
    joints_.push_back(k);
    rows += contacts.num_rows(k);
  }
  drift_ = Vector::Zero(rows);
}

void CertificateKeeper::add(const Certificates& step) {
  row_.add(step);
  run_.add(step);
}

void CertificateKeeper::start(const State& state) {
  row_ = run_ = {};
  Vector gaps(contacts_.size());
  contacts_.gaps(state.t, state.q, gaps);
  Certificates first;
  for (Index k = 0; k < gaps.size(); ++k)
    if (!is_joint_[static_cast<std::size_t>(k)]) first.gap = std::min(first.gap, gaps[k]);
  run_.add(first);
  look(state);
}

void CertificateKeeper::add(const StepReport& step, std::span<const ContactRecord> records) {
  Certificates now;
  now.residual = step.residual;
  now.complementarity = step.complementarity;
  for (std::size_t k = 0; k < records.size(); ++k)
    if (!is_joint_[k]) now.gap = std::min(now.gap, records[k].gap);
  add(now);
}

void CertificateKeeper::look(const State& state) {
  if (joints_.empty()) return;
  contacts_.row_gaps(state.t, state.q, joints_, 0, drift_);
  Certificates now;
  now.drift = drift_.lpNorm<Eigen::Infinity>();
  add(now);
}

}  // namespace percuss
