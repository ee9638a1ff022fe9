# SPDX-License-Identifier: MIT
# The libraries of sumi.exe: headers of Debian's packages, and three compiled from Debian's source
# packages, which tools/get_sources puts into this folder.
set(SUMI_WINDOWS_SOURCES ${PROJECT_SOURCE_DIR}/build/sources CACHE PATH
  "Sources of Boost.Program_options, SQLite and zstd")
enable_language(C RC)

# Nothing else of the host's /usr/include.
foreach(library IN ITEMS boost catch2 fmt nlohmann)
  file(MAKE_DIRECTORY ${PROJECT_BINARY_DIR}/headers)
  file(CREATE_LINK /usr/include/${library} ${PROJECT_BINARY_DIR}/headers/${library} SYMBOLIC)
endforeach()

# sumi_windows_library(NAME TARGET FOLDER pattern...) compiles the files in FOLDER.
function(sumi_windows_library name target folder)
  set(files)
  foreach(pattern IN LISTS ARGN)
    file(GLOB found ${folder}/${pattern})
    list(APPEND files ${found})
  endforeach()
  add_library(${name} STATIC ${files})
  target_compile_options(${name} PRIVATE -w)
  target_link_libraries(${name} PUBLIC windows_headers)
  add_library(${target} ALIAS ${name})
endfunction()

add_library(windows_headers INTERFACE)
target_include_directories(windows_headers SYSTEM INTERFACE ${PROJECT_BINARY_DIR}/headers)
# Windows 10, for Boost.Asio and our own code. GCC 12's default semaphore, which stop_callback uses,
# sometimes misses a wake-up and hangs.
target_compile_definitions(windows_headers INTERFACE _WIN32_WINNT=0x0A00 WINVER=0x0A00
  BOOST_SYSTEM_USE_UTF8 _GLIBCXX_USE_POSIX_SEMAPHORE)
target_link_libraries(windows_headers INTERFACE ws2_32 mswsock synchronization)
add_library(Boost::headers ALIAS windows_headers)
add_library(nlohmann_json::nlohmann_json ALIAS windows_headers)

add_library(sumi_fmt STATIC tools/static/fmt.cpp)
target_link_libraries(sumi_fmt PUBLIC windows_headers)
add_library(fmt::fmt ALIAS sumi_fmt)
sumi_windows_library(windows_program_options Boost::program_options
  ${SUMI_WINDOWS_SOURCES}/boost/libs/program_options/src *.cpp)
target_compile_definitions(windows_program_options PRIVATE BOOST_PROGRAM_OPTIONS_SOURCE)
sumi_windows_library(windows_sqlite SQLite::SQLite3 ${SUMI_WINDOWS_SOURCES}/sqlite sqlite3.c)
target_include_directories(windows_sqlite PUBLIC ${SUMI_WINDOWS_SOURCES}/sqlite)
sumi_windows_library(windows_zstd ZSTD ${SUMI_WINDOWS_SOURCES}/zstd/lib
  common/*.c compress/*.c decompress/*.c)
target_include_directories(windows_zstd PUBLIC ${SUMI_WINDOWS_SOURCES}/zstd/lib)
target_compile_definitions(windows_zstd PRIVATE ZSTD_DISABLE_ASM)
set(ZSTD_LIBRARY windows_zstd)
set(EDIT_LIBRARY)
if(BUILD_TESTING)
  add_library(Catch2::Catch2 ALIAS windows_headers)
  add_library(windows_catch STATIC tests/windows/catch_main.cpp)
  target_link_libraries(windows_catch PUBLIC windows_headers)
  add_library(Catch2::Catch2WithMain ALIAS windows_catch)
endif()

# sumi_windows_program(TARGET DESCRIPTION) adds an icon, a description and what the C library lacks.
set(SUMI_ICON ${PROJECT_BINARY_DIR}/sumi.ico)
set(icon_picture ${PROJECT_SOURCE_DIR}/protocol/page/icon.svg)
set(icon_writer ${PROJECT_SOURCE_DIR}/tools/windows/write_icon.py)
add_custom_command(OUTPUT ${SUMI_ICON} COMMAND ${icon_writer} ${icon_picture} ${SUMI_ICON}
  DEPENDS ${icon_picture} ${icon_writer} VERBATIM)
function(sumi_windows_program target description)
  file(STRINGS ${PROJECT_SOURCE_DIR}/LICENSE copyright REGEX ^Copyright)
  set(resources ${PROJECT_BINARY_DIR}/${target}.rc)
  configure_file(${PROJECT_SOURCE_DIR}/tools/windows/program.rc.in ${resources} @ONLY)
  set_source_files_properties(${resources} PROPERTIES OBJECT_DEPENDS ${SUMI_ICON})
  # utf8.cpp replaces a function of the C library, so it is in no library of ours.
  target_sources(${target} PRIVATE ${resources} ${PROJECT_SOURCE_DIR}/engine/base/windows/utf8.cpp)
endfunction()

set(CMAKE_CROSSCOMPILING_EMULATOR /usr/lib/wine/wine64)  # for CTest

# One file that runs anywhere. GCC aligns the stack of Windows for no vector above 16 bytes (GCC bug
# 54412), so the assembler makes all vector moves unaligned.
add_link_options(-static)
add_compile_options(-Wa,-muse-unaligned-vector-move)
