// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "simulation/sweep.hpp"

namespace percuss {

/// A page (html_page.hpp) of a sweep: a table of its runs with links to their folders, which lie beside the page, and
/// each collected number over the values of a key, a line for each combination of the others.
std::string sweep_page(const Sweep& sweep, const std::string& model);

}  // namespace percuss
