// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <gtest/gtest.h>

#include <memory>
#include <random>
#include <vector>

#include "core/contact_set.hpp"
#include "core/decompositions.hpp"
#include "core/mechanical_system.hpp"
#include "model/linear_body.hpp"
#include "solvers/linear/block_factor.hpp"
#include "tests/solvers/linear_systems.hpp"

namespace percuss {

Matrix dense(const SparseColumns& W);

/// Bodies with random positive definite mass matrices, of the given numbers of rows.
struct RandomSystem {
  MechanicalSystem system;
  Matrix M;
  RandomSystem(const std::vector<Index>& rows, unsigned seed);
};

/// Adds a contact of `rows` rows between the bodies given, with random entries on two rows of each.
void push_contact(ContactSet& set, const MechanicalSystem& system, const std::vector<Index>& bodies, Index rows,
                  Cone cone, double mu, std::mt19937& random);

/// The factor at q = v = 0.
BlockFactor factored(const MechanicalSystem& system, TangentWeights weights = {});

/// Contacts of 1, 2 and 3 rows on one body or between two, most of them sharing a body with another.
ContactSet random_contacts(const MechanicalSystem& system, Index count, std::mt19937& random);

}  // namespace percuss
