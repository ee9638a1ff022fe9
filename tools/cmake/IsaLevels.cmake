# SPDX-License-Identifier: MIT
# Instruction-set levels: their flags, and a search core compiled for each. The rest of the program
# has no such flags and runs on any CPU of the family.
#
# Sets SUMI_CORE_OBJECTS, the objects of all levels, and SUMI_ISA_LEVELS_LIST, an X-macro list of
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

# Compiles `target` for the level `isa`, without GNU unique symbols, which would bind across levels.
function(sumi_use_isa target isa)
  target_compile_definitions(${target} PRIVATE SUMI_ISA=${isa})
  target_compile_options(${target} PRIVATE
    ${SUMI_FLAGS_${isa}} $<$<CXX_COMPILER_ID:GNU>:-fno-gnu-unique>)
endfunction()

# sumi_add_core(SOURCE...): adds the object libraries sumi_core_<isa>, lowest level first. If
# objects share a function, the linker keeps the first copy, which must run everywhere.
# tools/lint/check_isa_leaks.sh checks that they share none.
macro(sumi_add_core)
  foreach(isa IN LISTS SUMI_ISA_LEVELS)
    add_library(sumi_core_${isa} OBJECT ${ARGN})
    target_link_libraries(sumi_core_${isa} PRIVATE Boost::headers)
    sumi_use_isa(sumi_core_${isa} ${isa})
    list(APPEND SUMI_CORE_OBJECTS $<TARGET_OBJECTS:sumi_core_${isa}>)
    string(PREPEND SUMI_ISA_LEVELS_LIST "X(${isa})")
  endforeach()
endmacro()
