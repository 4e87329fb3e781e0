// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cmath>
#include <span>

#include "core/contact_set.hpp"
#include "core/types.hpp"

namespace percuss {

/// The larger one of two sizes; a NaN stays.
inline double larger(double a, double b) { return b > a || std::isnan(b) ? b : a; }

/// The judge, outside every solver:  max_k |x_k - prox_Ck(x_k - (G x + c)_k / G_kk)| G_kk  [m/s], with G_kk the largest
/// diagonal entry of contact k. `gamma` is G x + c.
double natural_residual(const ContactSet& contacts, VecRef diagonal, VecRef gamma, VecRef x);

/// That of contact k alone; NaN when one of its numbers is.
double contact_residual(const ContactSet& contacts, Index k, VecRef diagonal, VecRef gamma, VecRef x);

/// The same of a contact of up to three rows by itself, with `largest` its G_kk.
double residual_of_contact(Cone cone, double mu, double largest, std::span<const double> gamma,
                           std::span<const double> x);

/// The contact whose law x misses most, the first whose residual is NaN if there is one; for a message.
Index worst_contact(const ContactSet& contacts, VecRef diagonal, VecRef gamma, VecRef x);

}  // namespace percuss
