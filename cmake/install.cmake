# SPDX-FileCopyrightText: 2026 The souple authors
# SPDX-License-Identifier: MIT

# cmake --install: headers, the static library, the command line and the files of find_package(souple).
include(GNUInstallDirs)
include(CMakePackageConfigHelpers)
set(package_dir ${CMAKE_INSTALL_LIBDIR}/cmake/souple)

install(TARGETS souple EXPORT soupleTargets ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR})
if(TARGET souple_cli)
    install(TARGETS souple_cli RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
endif()
install(DIRECTORY ${PROJECT_SOURCE_DIR}/src/souple DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}
        FILES_MATCHING PATTERN "*.h")
install(EXPORT soupleTargets NAMESPACE souple:: DESTINATION ${package_dir})

configure_package_config_file(${PROJECT_SOURCE_DIR}/cmake/soupleConfig.cmake.in
                              ${PROJECT_BINARY_DIR}/soupleConfig.cmake INSTALL_DESTINATION ${package_dir})
write_basic_package_version_file(${PROJECT_BINARY_DIR}/soupleConfigVersion.cmake
                                 COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/soupleConfig.cmake ${PROJECT_BINARY_DIR}/soupleConfigVersion.cmake
        DESTINATION ${package_dir})
