// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "io/settings.hpp"
#include "simulation/comparison_case.hpp"
#include "simulation/comparison_options.hpp"

namespace percuss {

/// True when the control keeps to tolerances: then steps are as large as these allow, and the error is theirs.
bool has_tolerances(const StepControlOptions& control);

/// The runs of a study, scheme by scheme: at every step, from the largest to the smallest; where the study has
/// tolerances, a scheme whose control has some is run at the largest step, from the largest tolerance to the smallest.
/// A tolerance stands for all tolerances of the control, and a tenth of it [s] for `step_min`, unless the scheme's word
/// gives that. Throws InputError when no scheme has a use for the tolerances, or when one that is controlled has not.
/// A scheme that cannot be read is left for `read_case` to refuse.
std::vector<CaseRequest> case_requests(const ComparisonOptions& options);

/// The run of a computed reference: of fixed steps, whatever the control of the model, unless its word names one.
CaseRequest reference_request(const ComparisonOptions& options);

/// The first scheme, that of a computed reference among them, that knows impulses only; or "".
std::string impulse_scheme(const ComparisonOptions& options);

}  // namespace percuss
