# SPDX-License-Identifier: MIT
# The instruction-set levels: which there are, their flags, and the search core compiled once for
# each. The rest of the program is compiled without flags and runs on any CPU of its family.
#
# Sets SUMI_CORE_OBJECTS, all levels' objects, and SUMI_ISA_LEVELS_LIST, an X-macro list of the
# levels, best first, for engine/isa_dispatch.cpp: X(v4)X(v3)X(v2).

if(CMAKE_SYSTEM_PROCESSOR MATCHES "^(x86_64|AMD64)$")
  set(default_levels v2 v3 v4)
else()
  set(default_levels portable)
endif()
set(SUMI_ISA_LEVELS ${default_levels} CACHE STRING "Instruction-set levels to build, lowest first")

set(SUMI_FLAGS_portable)
set(SUMI_FLAGS_v2 -march=x86-64-v2)
set(SUMI_FLAGS_v3 -march=x86-64-v3)
# 512-bit vectors lower the clock of some CPUs.
set(SUMI_FLAGS_v4 -march=x86-64-v4 -mavx512vnni -mprefer-vector-width=256)

# Makes `target` code of the level `isa`. A unique symbol would bind across levels, so there are
# none.
function(sumi_use_isa target isa)
  target_compile_definitions(${target} PRIVATE SUMI_ISA=${isa})
  target_compile_options(${target} PRIVATE
    ${SUMI_FLAGS_${isa}} $<$<CXX_COMPILER_ID:GNU>:-fno-gnu-unique>)
endfunction()

# sumi_add_core(SOURCE...): the targets sumi_core_<isa>.
#
# They are objects, the lowest level first, because a linker keeps the first copy of a function
# that several files define, and that copy must run everywhere. tools/lint/check_isa_leaks.sh
# tests that there is no such function.
macro(sumi_add_core)
  foreach(isa IN LISTS SUMI_ISA_LEVELS)
    add_library(sumi_core_${isa} OBJECT ${ARGN})
    target_link_libraries(sumi_core_${isa} PRIVATE Boost::headers)
    sumi_use_isa(sumi_core_${isa} ${isa})
    list(APPEND SUMI_CORE_OBJECTS $<TARGET_OBJECTS:sumi_core_${isa}>)
    string(PREPEND SUMI_ISA_LEVELS_LIST "X(${isa})")
  endforeach()
endmacro()
