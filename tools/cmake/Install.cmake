# SPDX-License-Identifier: MIT
# What is installed where, and in which of Debian's packages it is. A component is a package.
set(SUMI_PYTHON_DIR lib/python3/dist-packages CACHE STRING
  "Where the Python module is installed, below the prefix")

install(TARGETS sumi sumi-match sumi-lab COMPONENT sumi)
install(DIRECTORY weights/tables weights/networks DESTINATION ${CMAKE_INSTALL_DATADIR}/sumi
  COMPONENT sumi)
install(FILES README.md DESTINATION ${CMAKE_INSTALL_DATADIR}/doc/sumi COMPONENT sumi)
if(SUMI_STATIC)
  return()
endif()

install(TARGETS sumi_c EXPORT sumi
  LIBRARY COMPONENT libsumi0 NAMELINK_COMPONENT libsumi-dev)
install(FILES protocol/c/sumi.h DESTINATION ${CMAKE_INSTALL_INCLUDEDIR} COMPONENT libsumi-dev)
install(FILES protocol/c/README.md protocol/c/examples/best_moves.c
  DESTINATION ${CMAKE_INSTALL_DATADIR}/doc/libsumi-dev COMPONENT libsumi-dev)

configure_file(protocol/c/sumi.pc.in sumi.pc @ONLY)
install(FILES ${PROJECT_BINARY_DIR}/sumi.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig
  COMPONENT libsumi-dev)

include(CMakePackageConfigHelpers)
set(package_dir ${CMAKE_INSTALL_LIBDIR}/cmake/sumi)
write_basic_package_version_file(sumi-config-version.cmake COMPATIBILITY SameMajorVersion)
install(EXPORT sumi FILE sumi-config.cmake NAMESPACE sumi:: DESTINATION ${package_dir}
  COMPONENT libsumi-dev)
install(FILES ${PROJECT_BINARY_DIR}/sumi-config-version.cmake DESTINATION ${package_dir}
  COMPONENT libsumi-dev)
