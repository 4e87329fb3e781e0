// SPDX-License-Identifier: Apache-2.0
#include "simulation/dense_history.hpp"

namespace percuss {

DenseHistory::DenseHistory(const Model& model, const History& history)
    : model_(model),
      columns_{{"t", "s", "t"}},
      contacts_(static_cast<std::size_t>(model.contacts.size())),
      gap_(Vector::Zero(model.contacts.size())) {
  for (std::size_t i = 0; i < history.quantities.size(); ++i) {
    if (!history.is_of_state(i)) continue;
    columns_.push_back({history.names[i], history.units[i], history.words[i]});
    quantities_.push_back(history.quantities[i]);
    needs_energy_ = needs_energy_ || quantities_.back().needs_energy;
  }
  row_.resize(columns_.size());
}

std::span<const double> DenseHistory::row(const State& state) {
  if (gap_.size() > 0) model_.contacts.gaps(state.t, state.q, gap_);
  for (std::size_t k = 0; k < contacts_.size(); ++k) contacts_[k].gap = gap_[static_cast<Index>(k)];
  const EnergyLedger none;
  const auto energy = needs_energy_ ? energy_of(model_.system, model_.contacts, state) : Energy{};
  const Sample sample{state, contacts_, {}, none, energy, {}};
  row_[0] = state.t;
  for (std::size_t i = 0; i < quantities_.size(); ++i) row_[i + 1] = quantities_[i].value(sample);
  return row_;
}

}  // namespace percuss
