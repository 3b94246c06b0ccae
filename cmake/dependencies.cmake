# SPDX-FileCopyrightText: 2026 The souple authors
# SPDX-License-Identifier: MIT

# Everything comes from the system's packages; tools/setup names them.
find_package(Threads REQUIRED)
find_package(Eigen3 3.4 REQUIRED NO_MODULE)
find_package(TBB REQUIRED)
find_package(fmt REQUIRED)
find_package(nlohmann_json REQUIRED)
# checkpoints and recordings, ray tracing, pictures, robot descriptions: none of them has a package file on every system
set(SOUPLE_PLAIN_LIBRARIES zstd embree3 png jpeg urdfdom_model console_bridge tinyxml)
foreach(name IN LISTS SOUPLE_PLAIN_LIBRARIES)
    find_library(SOUPLE_${name}_LIBRARY ${name} REQUIRED)
    add_library(${name} INTERFACE IMPORTED)
    target_link_libraries(${name} INTERFACE ${SOUPLE_${name}_LIBRARY})
endforeach()
