// SPDX-License-Identifier: MIT
/// Kinds of files that commands write, by which a slip of the pen is told from a file to replace.
#pragma once

#include "engine/game/file/game_file.h"

#include <functional>
#include <string>
#include <string_view>

namespace sumi::protocol {

struct FileKind {
  /// For "holds no ...": "page of Sumi".
  std::string name;
  /// Whether a file that begins with these bytes, the whole file or at least 1 MiB, is one.
  std::function<bool(std::string_view head)> holds;
};

FileKind page_kind();     ///< HTML, by the mark that to_html() puts into its pages.
FileKind picture_kind();  ///< SVG without an XML declaration, as all our pictures are.
FileKind json_kind();     ///< A JSON object, or lines of such.

/// Games or positions that `sumi convert --from FORMAT` would read from `path`.
FileKind game_kind(FileFormat format, const std::string& path);

/// What `path` leads to may be written: there is nothing, or nothing in it, or a file of that kind,
/// or no plain file at all, such as a pipe, which is not replaced. A file that cannot be read is of
/// no kind.
bool may_replace(const std::string& path, const FileKind& kind);

}  // namespace sumi::protocol
