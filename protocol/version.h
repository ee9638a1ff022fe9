// SPDX-License-Identifier: MIT
/// Which program this is; protocols call its engine by the option `name`. The version comes from
/// CMakeLists.txt, the commit from git (tools/cmake/WriteCommit.cmake).
#pragma once

#include <string_view>

namespace sumi::protocol {

inline constexpr std::string_view kName = "Sumi";
extern const std::string_view kVersion;  ///< "0.2.0"
extern const std::string_view kCompiler;

/// The sources that a program was built from.
struct Build {
  std::string_view commit;  ///< "62251be5a1", with "-dirty" behind it if they differ from that
                            ///< commit; empty: unknown.
  std::string_view date;    ///< "2026-11-26", of the commit or by SOURCE_DATE_EPOCH; may be empty.
};

/// Of this program. It is linked into the programs alone, for run_program(), so that a commit
/// compiles this one value anew, and links no test.
extern const Build kBuild;

/// What run_program() was given; all empty in tests.
const Build& this_build();
void set_this_build(const Build& build);

}  // namespace sumi::protocol
