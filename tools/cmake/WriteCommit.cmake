# SPDX-License-Identifier: MIT
# Writes the value kBuild (protocol/version.h), which names the commit that the programs are built
# from, and a file of dependencies: what must change before that could be another one. Run by
#   cmake -DSOURCE=FOLDER -DOUT=FILE -DDEPFILE=FILE [-DCOMMIT=TEXT] -P WriteCommit.cmake
# COMMIT is what a packager gives who builds from an archive; git is not asked then. Without git, or
# where it refuses to look into the folder, the commit is unknown and nothing fails.
cmake_minimum_required(VERSION 3.25)

# What the programs are made of.
set(parts CMakeLists.txt book engine protocol tools/cmake tools/lab tools/match weights ":!*.md")

# git(VARIABLE argument...): what git says, and nothing if it fails.
function(git variable)
  execute_process(
    COMMAND git --no-optional-locks -C ${SOURCE} ${ARGN}
    RESULT_VARIABLE status OUTPUT_VARIABLE output ERROR_QUIET OUTPUT_STRIP_TRAILING_WHITESPACE)
  if(NOT status EQUAL 0)
    set(output "")
  endif()
  set(${variable} "${output}" PARENT_SCOPE)
endfunction()

# A hook of git's sets these for its own repository.
foreach(variable IN ITEMS GIT_DIR GIT_WORK_TREE GIT_INDEX_FILE)
  unset(ENV{${variable}})
endforeach()

set(dependencies " ${CMAKE_CURRENT_LIST_FILE}")  # without any, ninja would ask each time
set(time "$ENV{SOURCE_DATE_EPOCH}")
if(NOT COMMIT)
  # A tree unpacked within the repository of something else has no commit of its own.
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
    git(log rev-parse --git-path logs/HEAD)  # a line more with each commit and each checkout
    git(head rev-parse --git-path HEAD)
    git(files ls-files -- ${parts})
    string(REPLACE "\n" ";" files "${files}")
    foreach(file IN LISTS log head files)
      cmake_path(ABSOLUTE_PATH file BASE_DIRECTORY ${SOURCE})
      if(NOT EXISTS ${file})
        cmake_path(GET file PARENT_PATH file)  # which changes when the file comes back
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
