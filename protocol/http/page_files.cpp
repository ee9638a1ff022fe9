// SPDX-License-Identifier: MIT
#include "protocol/http/page_files.h"

#include <algorithm>
#include <iterator>

// The bytes of the files, which the assembler puts here (page_files.S).
#define SUMI_PAGE_FILE(label, file, media) \
  extern "C" const char sumi_page_##label[], sumi_page_##label##_end[];
#include "protocol/http/page_list.inc"
#undef SUMI_PAGE_FILE

namespace sumi::protocol {
namespace {

constexpr std::string_view kHtml = "text/html; charset=utf-8", kCss = "text/css; charset=utf-8",
                           kJavaScript = "text/javascript; charset=utf-8", kSvg = "image/svg+xml";

#define SUMI_PAGE_FILE(label, file, media) \
  {"/" file,                               \
   media,                                  \
   {sumi_page_##label, static_cast<std::size_t>(sumi_page_##label##_end - sumi_page_##label)}},
const PageFile kPageFiles[] = {
#include "protocol/http/page_list.inc"
};
#undef SUMI_PAGE_FILE

}  // namespace

const PageFile* find_page_file(std::string_view path) {
  if (path == "/") path = "/index.html";
  const auto found = std::ranges::find(kPageFiles, path, &PageFile::path);
  return found != std::end(kPageFiles) ? found : nullptr;
}

}  // namespace sumi::protocol
