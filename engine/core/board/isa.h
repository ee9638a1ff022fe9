// SPDX-License-Identifier: MIT
/// The instruction-set level of this translation unit. CMake compiles engine/core/ once per level,
/// with -DSUMI_ISA=v2|v3|v4|portable and the matching -march (README.md).
#pragma once

#ifndef SUMI_ISA
#define SUMI_ISA portable  // for editors
#endif
