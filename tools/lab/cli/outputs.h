// SPDX-License-Identifier: MIT
/// Files that commands of `sumi-lab` write: looked at before the work, so that it is not for
/// nothing and a slip of the pen costs no file of another kind.
#pragma once

#include <string>
#include <string_view>

namespace sumi::lab {

/// Whether a file that begins with these bytes (64 KiB, less if there is no more) is of a kind.
using KindTest = bool (*)(std::string_view beginning);

/// `path` can be written: its folder is there, and under its name is nothing yet, or a file that
/// is of the kind to be written, which is replaced. Throws UsageError; messages begin with `what`,
/// such as "--out", and call the kind `kind`, such as "weights".
void check_output(std::string_view what, const std::string& path, std::string_view kind,
                  KindTest of_kind);

}  // namespace sumi::lab
