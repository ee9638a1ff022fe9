# SPDX-License-Identifier: MIT
# Install rules. Each component is one Debian package.
set(SUMI_PYTHON_DIR lib/python3/dist-packages CACHE STRING
  "Where the Python module is installed, below the prefix")

# sumi_install_text(COMPONENT file...) installs texts, without links to other files of the repository.
function(sumi_install_text component)
  set(doc ${CMAKE_INSTALL_DATADIR}/doc/${component})
  foreach(file IN LISTS ARGN)
    set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${file})
    file(READ ${file} text)
    string(REGEX REPLACE "\\[([^][]+)\\]\\([^):]+\\)" "\\1" text "${text}")
    cmake_path(GET file FILENAME name)
    file(WRITE ${PROJECT_BINARY_DIR}/doc/${component}/${name} "${text}")
    install(FILES ${PROJECT_BINARY_DIR}/doc/${component}/${name} DESTINATION ${doc} COMPONENT ${component})
  endforeach()
endfunction()

set(tools ${PROJECT_BINARY_DIR}/sumi-match ${PROJECT_BINARY_DIR}/sumi-lab)
install(TARGETS sumi COMPONENT sumi)
install(PROGRAMS ${tools} TYPE BIN COMPONENT sumi)
install(DIRECTORY weights/tables weights/networks DESTINATION ${CMAKE_INSTALL_DATADIR}/sumi
  COMPONENT sumi)
sumi_install_text(sumi tools/debian/README.md CHANGELOG.md)
if(SUMI_STATIC)
  return()
endif()

# The menu entry.
install(FILES tools/debian/sumi.desktop DESTINATION ${CMAKE_INSTALL_DATADIR}/applications COMPONENT sumi)
install(FILES protocol/page/icon.svg RENAME sumi.svg
  DESTINATION ${CMAKE_INSTALL_DATADIR}/icons/hicolor/scalable/apps COMPONENT sumi)

# Manual pages and completions, printed by the programs.
set(share ${PROJECT_BINARY_DIR}/share)
set(man_pages_sh ${PROJECT_SOURCE_DIR}/tools/man_pages.sh)
add_custom_command(OUTPUT ${share}/stamp
  COMMAND rm -rf ${share}
  COMMAND ${man_pages_sh} ${share}
    $<TARGET_FILE:sumi> ${tools}
  COMMAND gzip -9nr ${share}/man
  COMMAND touch ${share}/stamp
  DEPENDS sumi ${tool_targets} ${man_pages_sh}
  COMMENT "Manual pages and completions" VERBATIM)
add_custom_target(man_pages ALL DEPENDS ${share}/stamp)
install(DIRECTORY ${share}/man ${share}/bash-completion ${share}/zsh
  DESTINATION ${CMAKE_INSTALL_DATADIR} COMPONENT sumi)

install(TARGETS sumi_c EXPORT sumi
  LIBRARY COMPONENT libsumi0 NAMELINK_COMPONENT libsumi-dev)
install(FILES protocol/c/sumi.h DESTINATION ${CMAKE_INSTALL_INCLUDEDIR} COMPONENT libsumi-dev)
sumi_install_text(libsumi-dev protocol/c/README.md)
install(DIRECTORY protocol/c/examples DESTINATION ${CMAKE_INSTALL_DATADIR}/doc/libsumi-dev
  COMPONENT libsumi-dev)

# The prefix is known only at install time.
set(prefix @CMAKE_INSTALL_PREFIX@)
configure_file(protocol/c/sumi.pc.in sumi.pc.in @ONLY)
install(CODE "configure_file(${PROJECT_BINARY_DIR}/sumi.pc.in ${PROJECT_BINARY_DIR}/sumi.pc @ONLY)"
  COMPONENT libsumi-dev)
install(FILES ${PROJECT_BINARY_DIR}/sumi.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig
  COMPONENT libsumi-dev)

include(CMakePackageConfigHelpers)
set(package_dir ${CMAKE_INSTALL_LIBDIR}/cmake/sumi)
write_basic_package_version_file(sumi-config-version.cmake COMPATIBILITY SameMajorVersion)
install(EXPORT sumi FILE sumi-config.cmake NAMESPACE sumi:: DESTINATION ${package_dir}
  COMPONENT libsumi-dev)
install(FILES ${PROJECT_BINARY_DIR}/sumi-config-version.cmake DESTINATION ${package_dir}
  COMPONENT libsumi-dev)

install(DIRECTORY protocol/python/sumi DESTINATION ${SUMI_PYTHON_DIR} COMPONENT python3-sumi
  PATTERN __pycache__ EXCLUDE)
sumi_install_text(python3-sumi protocol/python/README.md)
install(DIRECTORY protocol/python/examples DESTINATION ${CMAKE_INSTALL_DATADIR}/doc/python3-sumi
  COMPONENT python3-sumi)

include(tools/cmake/Package.cmake)

# Copyright file and changelog, which Debian requires in every package.
file(READ LICENSE license)
string(REGEX REPLACE "^.*\n\n(Permission)" "\\1" license "${license}")
string(REGEX REPLACE "\n\n" "\n.\n" license "${license}")
string(REGEX REPLACE "\n(.)" "\n \\1" license " ${license}")
configure_file(tools/debian/copyright.in debian/copyright @ONLY)
string(TIMESTAMP date "%a, %d %b %Y %H:%M:%S +0000" UTC)  # honours SOURCE_DATE_EPOCH
configure_file(tools/debian/changelog.in debian/changelog.Debian @ONLY)
execute_process(COMMAND gzip -9nf debian/changelog.Debian WORKING_DIRECTORY ${PROJECT_BINARY_DIR})
foreach(package IN LISTS CPACK_COMPONENTS_ALL)
  install(FILES ${PROJECT_BINARY_DIR}/debian/copyright
                ${PROJECT_BINARY_DIR}/debian/changelog.Debian.gz
    DESTINATION ${CMAKE_INSTALL_DATADIR}/doc/${package} COMPONENT ${package})
endforeach()
