// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

/// The files of the page, which the build puts into the program (cmake/PercussEmbed.cmake).
namespace percuss::page_files {

extern const std::string_view page;   ///< page.html, with the marks @style@, @libraries@, @report@, @data@, @script@
extern const std::string_view style;  ///< style sheets
extern const std::string_view libraries;  ///< uPlot and three.js
extern const std::string_view script;     ///< all of page/*.js

}  // namespace percuss::page_files
