// SPDX-License-Identifier: MIT
// Debian's compiled Catch2 is for Linux.
#define CATCH_CONFIG_MAIN
#include <catch2/catch.hpp>
