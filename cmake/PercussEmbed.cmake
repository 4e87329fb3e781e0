# SPDX-License-Identifier: Apache-2.0
# The files of the report's page as constants of the program. Included, it gives percuss_embed_page(out); run as a script
# (cmake -P) it writes the source, of which the build makes a library like any other.

# percuss_embed_page(out): the source with the page's files, made again whenever one of them changes.
function(percuss_embed_page out)
  set(folder "${PROJECT_SOURCE_DIR}/src/report")
  set(source "${PROJECT_BINARY_DIR}/generated/report/page_files.cpp")
  file(GLOB parts CONFIGURE_DEPENDS "${folder}/page/*.*" "${folder}/vendor/*.*")
  add_custom_command(OUTPUT "${source}"
    COMMAND "${CMAKE_COMMAND}" "-DFOLDER=${folder}" "-DSOURCE=${source}" -P "${PROJECT_SOURCE_DIR}/cmake/PercussEmbed.cmake"
    DEPENDS ${parts} "${PROJECT_SOURCE_DIR}/cmake/PercussEmbed.cmake"
    COMMENT "Embedding the report's page" VERBATIM)
  set_source_files_properties("${source}" PROPERTIES SKIP_PRECOMPILE_HEADERS ON SKIP_UNITY_BUILD_INCLUSION ON)
  set(${out} "${source}" PARENT_SCOPE)
endfunction()

if(NOT CMAKE_SCRIPT_MODE_FILE)
  return()
endif()

# embed(name file...): the files one after the other, licences as comments, as an array of bytes: no compiler limits its
# length as it does that of a string literal.
function(embed name)
  set(hex "")
  foreach(file IN LISTS ARGN)
    file(READ "${file}" bytes HEX)
    if(file MATCHES "LICENSE")
      set(bytes "2f2a0a${bytes}2a2f")
    endif()
    string(APPEND hex "${bytes}0a")
  endforeach()
  string(REGEX REPLACE "(..)" "0x\\1," array "${hex}")
  file(APPEND "${SOURCE}" "static const unsigned char ${name}_bytes[] = {${array}};\n"
    "const std::string_view ${name}(reinterpret_cast<const char*>(${name}_bytes), sizeof(${name}_bytes));\n")
endfunction()

file(GLOB scripts "${FOLDER}/page/*.js")
list(SORT scripts)
# main.js starts what the others define.
list(REMOVE_ITEM scripts "${FOLDER}/page/main.js")
list(APPEND scripts "${FOLDER}/page/main.js")
file(GLOB styles "${FOLDER}/vendor/*.css" "${FOLDER}/page/*.css")
list(SORT styles)
list(REVERSE styles)  # ours after those of the libraries
file(WRITE "${SOURCE}" "#include \"report/page_files.hpp\"\nnamespace percuss::page_files {\n")
embed(page "${FOLDER}/page/page.html")
embed(style ${styles})
embed(libraries "${FOLDER}/vendor/LICENSE.uPlot" "${FOLDER}/vendor/uPlot.iife.min.js"
      "${FOLDER}/vendor/LICENSE.three" "${FOLDER}/vendor/three.min.js")
embed(script ${scripts})
file(APPEND "${SOURCE}" "}\n")
