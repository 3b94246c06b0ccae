# SPDX-FileCopyrightText: 2026 The souple authors
# SPDX-License-Identifier: MIT

# Everything comes from the system's packages; tools/setup names them.
find_package(Threads REQUIRED)
find_package(Eigen3 3.4 REQUIRED NO_MODULE)
find_package(TBB REQUIRED)
find_package(fmt REQUIRED)
find_package(nlohmann_json REQUIRED)
find_path(TINYOBJ_INCLUDE tiny_obj_loader.h REQUIRED)
find_library(TINYOBJ_LIBRARY tinyobjloader REQUIRED)
add_library(tinyobjloader INTERFACE IMPORTED)
target_include_directories(tinyobjloader INTERFACE ${TINYOBJ_INCLUDE})
target_link_libraries(tinyobjloader INTERFACE ${TINYOBJ_LIBRARY})
find_path(TINYGLTF_INCLUDE tiny_gltf.h REQUIRED)
find_library(TINYGLTF_LIBRARY tinygltf REQUIRED)
find_library(ZSTD_LIBRARY zstd REQUIRED)
add_library(zstd INTERFACE IMPORTED)
target_link_libraries(zstd INTERFACE ${ZSTD_LIBRARY})
