# SPDX-FileCopyrightText: 2026 The souple authors
# SPDX-License-Identifier: MIT

# Everything comes from the system's packages; tools/setup names them.
find_package(Threads REQUIRED)
find_package(Eigen3 3.4 REQUIRED NO_MODULE)
find_package(TBB REQUIRED)
find_package(fmt REQUIRED)
find_package(nlohmann_json REQUIRED)
find_library(ZSTD_LIBRARY zstd REQUIRED)
add_library(zstd INTERFACE IMPORTED)
target_link_libraries(zstd INTERFACE ${ZSTD_LIBRARY})
