// SPDX-License-Identifier: MIT
/// Which program this is; protocols call its engine by the option `name`. The numbers come from
/// CMakeLists.txt.
#pragma once

#include <string_view>

#ifndef SUMI_VERSION  // what an editor or a plain compile sees
#define SUMI_VERSION "dev"
#endif
#ifndef SUMI_COMPILER
#define SUMI_COMPILER __VERSION__
#endif

namespace sumi::protocol {

inline constexpr std::string_view kName = "Sumi";
inline constexpr std::string_view kVersion = SUMI_VERSION;
inline constexpr std::string_view kCompiler = SUMI_COMPILER;

}  // namespace sumi::protocol
