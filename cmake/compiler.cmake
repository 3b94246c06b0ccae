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

add_library(souple_flags INTERFACE)
target_compile_options(souple_flags INTERFACE -ffp-contract=off -Wall -Wextra)
if(SOUPLE_WARNINGS_AS_ERRORS)
    target_compile_options(souple_flags INTERFACE -Werror)
endif()
if(SOUPLE_ARCHITECTURE)
    target_compile_options(souple_flags INTERFACE -march=${SOUPLE_ARCHITECTURE})
endif()
if(SOUPLE_SANITIZER STREQUAL "address")
    add_compile_options(-fsanitize=address,undefined -fno-sanitize-recover=all -fno-omit-frame-pointer)
    add_link_options(-fsanitize=address,undefined)
elseif(SOUPLE_SANITIZER STREQUAL "thread")
    add_compile_options(-fsanitize=thread)
    add_link_options(-fsanitize=thread)
endif()

find_program(CCACHE ccache)
if(CCACHE)
    set(CMAKE_CXX_COMPILER_LAUNCHER ${CCACHE})
endif()
