# SPDX-FileCopyrightText: 2026 The souple authors
# SPDX-License-Identifier: MIT

# add_layer(NAME USES ...): one folder of src/souple as an object library that sees only what it uses.
function(add_layer name)
    cmake_parse_arguments(LAYER "" "" "USES" ${ARGN})
    file(GLOB_RECURSE sources CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/src/souple/${name}/*.cpp)
    if(sources)
        add_library(souple_${name} OBJECT ${sources})
        set(scope PUBLIC)
        target_link_libraries(souple_${name} PRIVATE souple_flags)
        reuse_heavy_headers(souple_${name} souple_heavy_headers)
    else()
        add_library(souple_${name} INTERFACE)
        set(scope INTERFACE)
    endif()
    target_include_directories(souple_${name} ${scope} $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}/src>)
    foreach(dependency IN LISTS LAYER_USES)
        if(TARGET souple_${dependency})
            target_link_libraries(souple_${name} ${scope} souple_${dependency})
        else()
            target_link_libraries(souple_${name} ${scope} ${dependency})
        endif()
    endforeach()
    set_property(GLOBAL APPEND PROPERTY SOUPLE_LAYERS ${name})
endfunction()

# The library people link: every layer's objects in one archive.
function(add_souple_library)
    get_property(layers GLOBAL PROPERTY SOUPLE_LAYERS)
    add_library(souple STATIC)
    add_library(souple::souple ALIAS souple)
    foreach(layer IN LISTS layers)
        get_target_property(type souple_${layer} TYPE)
        if(type STREQUAL "OBJECT_LIBRARY")
            target_sources(souple PRIVATE $<TARGET_OBJECTS:souple_${layer}>)
        endif()
    endforeach()
    target_compile_features(souple PUBLIC cxx_std_20)
    target_compile_options(souple PUBLIC ${SOUPLE_PUBLIC_FLAGS})
    target_include_directories(souple PUBLIC $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}/src>
                                             $<INSTALL_INTERFACE:include>)
    target_link_libraries(souple PUBLIC Eigen3::Eigen TBB::tbb fmt::fmt nlohmann_json::nlohmann_json
                                 PRIVATE $<BUILD_INTERFACE:zstd> $<BUILD_INTERFACE:embree3> $<BUILD_INTERFACE:png>
                                         $<BUILD_INTERFACE:jpeg> $<BUILD_INTERFACE:urdfdom_model>
                                         $<BUILD_INTERFACE:console_bridge> $<BUILD_INTERFACE:tinyxml>)
    set_target_properties(souple PROPERTIES LINKER_LANGUAGE CXX)
endfunction()
