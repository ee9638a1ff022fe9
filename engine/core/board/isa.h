// SPDX-License-Identifier: MIT
/// Names the instruction-set level this translation unit is compiled for.
///
/// CMake compiles every file of engine/core/ once per level with -DSUMI_ISA=v2|v3|v4|portable and
/// the matching -march. All code here lives in `sumi::SUMI_ISA`, so the builds never share a
/// symbol. engine/isa_dispatch.cpp picks one at start-up.
#pragma once

#ifndef SUMI_ISA
#define SUMI_ISA portable  // what an editor or a plain compile sees
#endif
