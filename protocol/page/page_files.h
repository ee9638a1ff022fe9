// SPDX-License-Identifier: MIT
/// The files of this folder, embedded in the programs: modules, styles and the page of `sumi web`.
#pragma once

#include <functional>
#include <string>
#include <string_view>

namespace sumi::protocol {

struct PageFile {
  std::string_view name;  ///< "main.js"
  std::string_view type;  ///< "text/javascript; charset=utf-8"
  std::string_view bytes;
};

/// Null if there is none.
const PageFile* find_page_file(std::string_view name);

/// The bytes of a file; empty if there is none.
std::string_view page_file(std::string_view name);

/// Returns the source of a module by its file name.
using ReadModule = std::function<std::string_view(std::string_view name)>;

/// The module `main` and all that it imports as one script without imports, for pages in one file.
/// Modules may import names only (`import { a, b } from "./c.js"`), not in a circle, and export
/// declarations.
std::string bundle(std::string_view main, const ReadModule& read = page_file);

}  // namespace sumi::protocol
