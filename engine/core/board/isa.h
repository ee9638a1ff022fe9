// SPDX-License-Identifier: MIT
/// CMake compiles engine/core/ once per instruction-set level, with -DSUMI_ISA=v2|v3|v4|portable
/// and the matching -march (README.md).
#pragma once

#ifndef SUMI_ISA
#define SUMI_ISA portable  // for editors
#endif
