# SPDX-FileCopyrightText: 2026 The souple authors
# SPDX-License-Identifier: MIT

# Headers that cost more to read than our own code, read once for each build: 124 s of processor time became 48 s
# when there were 54 sources (-O2, gcc 12, 2 cores). CMAKE_DISABLE_PRECOMPILE_HEADERS turns it off; the preset
# `coverage` does, so that a file that forgot an include is found.
set(HEAVY_HEADERS <Eigen/Core> <Eigen/Geometry> <fmt/format.h> <tbb/parallel_for.h> <algorithm> <array> <cmath>
                  <filesystem> <functional> <map> <memory> <optional> <span> <string> <string_view> <vector>)

# add_heavy_headers(NAME HEADERS ... USES ...): a target whose precompiled headers others reuse
function(add_heavy_headers name)
    cmake_parse_arguments(HEAVY "" "" "HEADERS;USES" ${ARGN})
    file(CONFIGURE OUTPUT ${PROJECT_BINARY_DIR}/${name}.cpp CONTENT "")
    add_library(${name} OBJECT EXCLUDE_FROM_ALL ${PROJECT_BINARY_DIR}/${name}.cpp)
    target_link_libraries(${name} PRIVATE souple_flags ${HEAVY_USES})
    target_precompile_headers(${name} PRIVATE ${HEAVY_HEADERS})
endfunction()

# reuse_heavy_headers(TARGET NAME)
function(reuse_heavy_headers target name)
    if(NOT CMAKE_DISABLE_PRECOMPILE_HEADERS)
        target_precompile_headers(${target} REUSE_FROM ${name})
        # an executable would say -fPIE where the headers said -fPIC, and the compiler would read them all again
        set_target_properties(${target} PROPERTIES POSITION_INDEPENDENT_CODE OFF)
        target_compile_options(${target} PRIVATE -fPIC)
    endif()
endfunction()

add_heavy_headers(souple_heavy_headers HEADERS ${HEAVY_HEADERS} USES Eigen3::Eigen TBB::tbb fmt::fmt)
