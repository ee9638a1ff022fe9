// SPDX-License-Identifier: MIT
/// Name and version of the program. The version is from CMakeLists.txt, the commit from git
/// (tools/cmake/WriteCommit.cmake).
#pragma once

#include <string_view>

namespace sumi::protocol {

inline constexpr std::string_view kName = "Sumi";
extern const std::string_view kVersion;  ///< "0.2.0"
extern const std::string_view kCompiler;

/// The sources of a program.
struct Build {
  std::string_view commit;  ///< "62251be5a1"; "-dirty" follows if the sources differ from that
                            ///< commit. Empty: unknown.
  std::string_view date;  ///< "2026-11-26", of the commit or from SOURCE_DATE_EPOCH; may be empty.
};

/// Linked only into programs, which pass it to run_program(). A new commit thus recompiles one file
/// and relinks no test.
extern const Build kBuild;

/// As set by run_program(); empty in tests.
const Build& this_build();
void set_this_build(const Build& build);

}  // namespace sumi::protocol
