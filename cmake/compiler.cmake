# SPDX-FileCopyrightText: 2026 The souple authors
# SPDX-License-Identifier: MIT

# One set of flags for the whole project. Bits must not depend on the optimiser: no contraction, no fast-math.
set(CMAKE_CXX_STANDARD 20)
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)
set(CMAKE_CXX_FLAGS_RELEASE "-O2")
set(CMAKE_POSITION_INDEPENDENT_CODE ON)

if(NOT CMAKE_BUILD_TYPE)
    set(CMAKE_BUILD_TYPE Release CACHE STRING "" FORCE)
endif()

# Flags that a user of the library needs too: the width of vector registers sets the alignment of Eigen's types,
# so a program and a library that disagree on it disagree on the layout of a struct.
set(SOUPLE_PUBLIC_FLAGS -ffp-contract=off)
# gcc 12 pairs a sum of products with a difference and makes one fused instruction of both, although contraction is
# off; where it sees such a pair depends on what it has inlined, so bits would change with any change of the code
list(APPEND SOUPLE_PUBLIC_FLAGS $<$<CXX_COMPILER_ID:GNU>:-fno-tree-slp-vectorize>)
if(SOUPLE_ARCHITECTURE)
    list(APPEND SOUPLE_PUBLIC_FLAGS -march=${SOUPLE_ARCHITECTURE})
endif()

add_library(souple_flags INTERFACE)
target_compile_options(souple_flags INTERFACE ${SOUPLE_PUBLIC_FLAGS} -Wall -Wextra)
if(SOUPLE_WARNINGS_AS_ERRORS)
    target_compile_options(souple_flags INTERFACE -Werror)
endif()

if(CMAKE_UNITY_BUILD AND CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
    add_compile_options(-Wno-subobject-linkage)  # it takes the sources of a batch for headers
endif()

if(SOUPLE_SANITIZER STREQUAL "address")
    add_compile_options(-fsanitize=address,undefined -fno-sanitize-recover=all -fno-omit-frame-pointer)
    # checks of every reference for null, place and kind take half as long again to compile, and find little that the
    # sanitizer of addresses does not: the preset `fuzz` keeps them
    if(NOT SOUPLE_BUILD_FUZZERS)
        add_compile_options(-fno-sanitize=null,alignment,object-size,vptr)
    endif()
    add_compile_definitions(_GLIBCXX_ASSERTIONS)
    add_link_options(-fsanitize=address,undefined)
elseif(SOUPLE_SANITIZER STREQUAL "thread")
    add_compile_options(-fsanitize=thread)
    add_link_options(-fsanitize=thread)
elseif(NOT SOUPLE_SANITIZER STREQUAL "")
    message(FATAL_ERROR "SOUPLE_SANITIZER is '${SOUPLE_SANITIZER}'; it may be address, thread or empty")
endif()
if(SOUPLE_BUILD_FUZZERS)
    if(NOT CMAKE_CXX_COMPILER_ID MATCHES "Clang")
        message(FATAL_ERROR "SOUPLE_BUILD_FUZZERS needs clang++ (cmake --preset fuzz); this is ${CMAKE_CXX_COMPILER}")
    endif()
    add_compile_options(-fsanitize=fuzzer-no-link)
endif()

# ccache follows precompiled headers only when told that macros of time and definition do not matter here
find_program(CCACHE ccache)
if(CCACHE)
    set(CMAKE_CXX_COMPILER_LAUNCHER ${CMAKE_COMMAND} -E env
        CCACHE_SLOPPINESS=pch_defines,time_macros,include_file_mtime,include_file_ctime ${CCACHE})
    if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
        add_compile_options(-fpch-preprocess)
    else()
        add_compile_options("SHELL:-Xclang -fno-pch-timestamp")
    endif()
endif()
