// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "solvers/delassus/assembled.hpp"
#include "solvers/delassus/implicit.hpp"

namespace percuss {

/// G formed where that is cheap. Where many contacts lie on one long body, G is full and a saddle-point solver needs
/// none of it: then products are solves, and the rows are formed when a solver asks for them (`form_rows`).
class OnDemandDelassus final : public DelassusOperator {
 public:
  void update(const BlockFactor& factor, const ContactSet& law, const ContactSet& force) override;
  Index size() const override { return current().size(); }
  void apply(VecRef x, VecOut y) const override { current().apply(x, y); }
  void add_response(VecRef x, VecOut v) const override { current().add_response(x, v); }
  bool keeps_response() const override { return current().keeps_response(); }
  VecView diagonal() const override { return current().diagonal(); }
  const BlockRows* rows() const override { return current().rows(); }
  const BlockRows* form_rows() const override;
  const GlobalForm* global() const override { return current().global(); }
  std::string description() const override { return current().description(); }

 private:
  /// What G costs against what a saddle-point system of bodies and contacts costs.
  bool forming_is_cheap(const BlockFactor& factor, const ContactSet& force) const;
  const DelassusOperator& current() const {
    return formed_ ? static_cast<const DelassusOperator&>(assembled_) : implicit_;
  }

  ImplicitDelassus implicit_;
  mutable AssembledDelassus assembled_;
  mutable bool formed_ = true;
  const BlockFactor* factor_ = nullptr;
  ContactSet law_, force_;  // what the rows are made from, while they are not
  bool separate_ = false;
  mutable std::vector<Index> columns_, seen_;  // by body: columns of W; the last column that was counted
};

}  // namespace percuss
