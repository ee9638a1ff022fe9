# SPDX-License-Identifier: MIT
# Debian packages by CPack, one per component of Install.cmake. Run by tools/package.
set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_CONTACT "The Sumi authors <sumi@example.org>" CACHE STRING
  "Name and address of whoever hands the packages on")
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_STRIP_FILES ON)
set(CPACK_DEB_COMPONENT_INSTALL ON)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_RELEASE 1 CACHE STRING "The part of the packages' version that is theirs")
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS_PRIVATE_DIRS ${PROJECT_BINARY_DIR})  # libsumi, which sumi links
set(CPACK_DEBIAN_PACKAGE_CONTROL_STRICT_PERMISSION ON)

set(about "Sumi plays, analyses and solves Othello (Reversi). It searches deeply,
plays the last two dozen moves perfectly and knows openings.")

# sumi_package(NAME section summary text [DEPENDS package...] [ALL])
function(sumi_package name section summary text)
  cmake_parse_arguments(PARSE_ARGV 4 arg "ALL" "DEPENDS" "")
  string(TOUPPER ${name} key)
  set(version "${PROJECT_VERSION}-${CPACK_DEBIAN_PACKAGE_RELEASE}")
  set(CPACK_COMPONENT_${key}_DESCRIPTION "${summary}\n${about}\n${text}" PARENT_SCOPE)
  set(CPACK_DEBIAN_${key}_PACKAGE_NAME ${name} PARENT_SCOPE)
  set(CPACK_DEBIAN_${key}_PACKAGE_SECTION ${section} PARENT_SCOPE)
  if(arg_DEPENDS)
    set(CPACK_DEBIAN_${key}_PACKAGE_DEPENDS "${arg_DEPENDS} (= ${version})" PARENT_SCOPE)
  endif()
  if(arg_ALL)
    set(CPACK_DEBIAN_${key}_PACKAGE_ARCHITECTURE all PARENT_SCOPE)
    set(CPACK_DEBIAN_${key}_PACKAGE_SHLIBDEPS OFF PARENT_SCOPE)
  endif()
  set(CPACK_COMPONENTS_ALL ${CPACK_COMPONENTS_ALL} ${name} PARENT_SCOPE)
endfunction()

set(CPACK_COMPONENTS_ALL)
sumi_package(sumi misc "Othello engine: plays, analyses and solves"
"This package has the programs sumi, for people at a terminal or in a browser
and for programs that speak GTP, NBoard, UGI and other protocols; sumi-match,
for tournaments between engines; and sumi-lab, for learning and experiments."
  DEPENDS libsumi0)
sumi_package(libsumi0 libs "Othello engine as a library"
"This package has the shared library, with weights and opening book in it.")
sumi_package(libsumi-dev libdevel "Othello engine as a library: header and tools for building"
"This package has what is needed to build programs with libsumi: the header
sumi.h, and files for pkg-config and CMake." DEPENDS libsumi0)
sumi_package(python3-sumi python "Othello engine for Python 3"
"This package has the module sumi: engines, games, analysis, and batches of
boards." ALL)
set(CPACK_DEBIAN_PYTHON3-SUMI_PACKAGE_DEPENDS "python3 (>= 3.11), libsumi0 (>= ${PROJECT_VERSION})")
set(CPACK_DEBIAN_LIBSUMI-DEV_PACKAGE_SUGGESTS sumi)
set(CPACK_DEBIAN_PYTHON3-SUMI_PACKAGE_SUGGESTS "sumi, python3-numpy, python3-matplotlib")
set(scripts ${PROJECT_SOURCE_DIR}/tools/debian)
# The shlibs file makes programs that link the library depend on its package; the trigger runs
# ldconfig.
file(WRITE ${PROJECT_BINARY_DIR}/debian/shlibs
  "libsumi 0 libsumi0 (>= ${PROJECT_VERSION})\n")
set(CPACK_DEBIAN_LIBSUMI0_PACKAGE_CONTROL_EXTRA
  "${PROJECT_BINARY_DIR}/debian/shlibs;${scripts}/libsumi0/triggers")
set(CPACK_DEBIAN_PYTHON3-SUMI_PACKAGE_CONTROL_EXTRA
  "${scripts}/python3-sumi/postinst;${scripts}/python3-sumi/prerm")
include(CPack)
