# SPDX-License-Identifier: MIT
# Writes the definition of kBuild (protocol/version.h), which names the commit of the build, and a
# dependency file of everything that can change it. Usage:
#   cmake -DSOURCE=FOLDER -DOUT=FILE -DDEPFILE=FILE [-DCOMMIT=TEXT] -P WriteCommit.cmake
# A packager sets COMMIT to build from an archive; git is then not called. If git is missing or
# fails, the commit is unknown, and the build continues.
cmake_minimum_required(VERSION 3.25)

# Sources of the programs.
set(parts CMakeLists.txt book engine protocol tools/cmake tools/lab tools/match weights ":!*.md")

# git(VARIABLE argument...): git's output; empty if git fails.
function(git variable)
  execute_process(
    COMMAND git --no-optional-locks -C ${SOURCE} ${ARGN}
    RESULT_VARIABLE status OUTPUT_VARIABLE output ERROR_QUIET OUTPUT_STRIP_TRAILING_WHITESPACE)
  if(NOT status EQUAL 0)
    set(output "")
  endif()
  set(${variable} "${output}" PARENT_SCOPE)
endfunction()

# Git hooks set these variables for their own repository.
foreach(variable IN ITEMS GIT_DIR GIT_WORK_TREE GIT_INDEX_FILE)
  unset(ENV{${variable}})
endforeach()

set(dependencies " ${CMAKE_CURRENT_LIST_FILE}")  # without any, ninja would run this each time
set(time "$ENV{SOURCE_DATE_EPOCH}")
if(NOT COMMIT)
  # A source tree unpacked inside another repository has no commit.
  git(top rev-parse --show-cdup HEAD)
  if(top MATCHES "^\n?[0-9a-f]+$")
    git(COMMIT rev-parse --short=10 HEAD)
  endif()
  if(COMMIT)
    git(changed status --porcelain --untracked-files=no -- ${parts})
    if(changed)
      string(APPEND COMMIT -dirty)
    endif()
    if(NOT time)
      git(time log -1 --format=%ct)
    endif()
    git(log rev-parse --git-path logs/HEAD)  # gets a line with each commit and checkout
    git(head rev-parse --git-path HEAD)
    git(files ls-files -- ${parts})
    string(REPLACE "\n" ";" files "${files}")
    foreach(file IN LISTS log head files)
      cmake_path(ABSOLUTE_PATH file BASE_DIRECTORY ${SOURCE})
      if(NOT EXISTS ${file})
        cmake_path(GET file PARENT_PATH file)  # changes when the file is restored
      endif()
      if(EXISTS ${file})
        string(REPLACE " " "\\ " file "${file}")
        string(APPEND dependencies " \\\n  ${file}")
      endif()
    endforeach()
  endif()
endif()

set(date "")
if(time)
  set(ENV{SOURCE_DATE_EPOCH} ${time})
  string(TIMESTAMP date "%Y-%m-%d" UTC)
endif()
file(CONFIGURE OUTPUT ${OUT} @ONLY CONTENT [[
// Written by tools/cmake/WriteCommit.cmake.
#include "protocol/version.h"

const sumi::protocol::Build sumi::protocol::kBuild{"@COMMIT@", "@date@"};
]])
file(WRITE ${DEPFILE} "${OUT}:${dependencies}\n")
