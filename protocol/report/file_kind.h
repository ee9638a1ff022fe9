// SPDX-License-Identifier: MIT
/// Kinds of files that commands write. A command replaces files of its own kind without a question,
/// and others only if it is told to: they were most likely named by mistake.
#pragma once

#include "engine/formats/game_file.h"

#include <functional>
#include <string>
#include <string_view>

namespace sumi::protocol {

struct FileKind {
  /// What stands in errors behind "holds no": "page of Sumi".
  std::string name;
  /// Whether a file that begins with these bytes, the whole file or at least 1 MiB, is one.
  std::function<bool(std::string_view head)> holds;
};

FileKind page_kind();     ///< HTML, by the mark that to_html() puts into its pages.
FileKind picture_kind();  ///< SVG without an XML declaration, as all our pictures are.
FileKind json_kind();     ///< A JSON object, or lines of such.
FileKind any_kind();      ///< For files that are added to, by one who knows their first lines.

/// Games or positions that `sumi convert --from FORMAT` would read from `path`.
FileKind game_kind(FileFormat format, const std::string& path);

/// Whether what `path` leads to may be written without asking: there is no such file, or it is
/// empty, or of that kind, or no plain file but a pipe, say, which is not replaced. False for a
/// file that cannot be read.
bool may_replace(const std::string& path, const FileKind& kind);

}  // namespace sumi::protocol
