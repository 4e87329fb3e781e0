# SPDX-License-Identifier: Apache-2.0
# Installs the build into a fresh prefix, then configures, builds and runs a program that knows only this prefix.
file(REMOVE_RECURSE "${WORK}")
set(prefix "${WORK}/prefix")
set(build "${WORK}/build")

function(run)
  execute_process(COMMAND ${ARGN} RESULT_VARIABLE result)
  if(NOT result EQUAL 0)
    list(JOIN ARGN " " command)
    message(FATAL_ERROR "failed (${result}): ${command}")
  endif()
endfunction()

run("${CMAKE_COMMAND}" --install "${PERCUSS_BUILD}" --prefix "${prefix}")
run("${CMAKE_COMMAND}" -S "${SOURCE}" -B "${build}" -G "${GENERATOR}" "-DCMAKE_PREFIX_PATH=${prefix}"
    "-DCMAKE_CXX_COMPILER=${COMPILER}" "-DCMAKE_CXX_FLAGS=${FLAGS}" "-DCMAKE_BUILD_TYPE=${BUILD_TYPE}")
run("${CMAKE_COMMAND}" --build "${build}")
run("${build}/consumer")
# The example of a body and a contact of one's own, in the same way.
run("${CMAKE_COMMAND}" -S "${EXAMPLE}" -B "${WORK}/own_body" -G "${GENERATOR}" "-DCMAKE_PREFIX_PATH=${prefix}"
    "-DCMAKE_CXX_COMPILER=${COMPILER}" "-DCMAKE_CXX_FLAGS=${FLAGS}" "-DCMAKE_BUILD_TYPE=${BUILD_TYPE}")
run("${CMAKE_COMMAND}" --build "${WORK}/own_body")
execute_process(COMMAND "${WORK}/own_body/own_body" OUTPUT_VARIABLE told RESULT_VARIABLE result)
if(NOT result EQUAL 0 OR NOT told MATCHES "t = 0.7840 s: hit, percussion 0.488242 N s\nenergy 0.490500 J -> 0.358066 J")
  message(FATAL_ERROR "own_body (${result}) said: ${told}")
endif()
run("${prefix}/bin/percuss" --help)
