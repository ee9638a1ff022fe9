// SPDX-License-Identifier: MIT
/// The files of the page, which are in the program as they are in page/.
#pragma once

#include <string_view>

namespace sumi::protocol {

struct PageFile {
  std::string_view path;  ///< "/main.js"
  std::string_view type;  ///< "text/javascript; charset=utf-8"
  std::string_view bytes;
};

/// The file that a browser asks for by this path, "/" being the page; null if there is none. Paths
/// are names in a list, never names of files of this machine.
const PageFile* find_page_file(std::string_view path);

}  // namespace sumi::protocol
