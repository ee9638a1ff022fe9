// SPDX-License-Identifier: MIT
#include "engine/base/text.h"
#include "protocol/page/page_files.h"

#include <fmt/format.h>

#include <algorithm>
#include <cassert>
#include <iterator>
#include <set>

// Embedded by page_files.S.
#define SUMI_PAGE_FILE(label, file, media) \
  extern "C" const char sumi_page_##label[], sumi_page_##label##_end[];
#include "protocol/page/page_list.inc"
#undef SUMI_PAGE_FILE

namespace sumi::protocol {
namespace {

constexpr std::string_view kHtml = "text/html; charset=utf-8", kCss = "text/css; charset=utf-8",
                           kJavaScript = "text/javascript; charset=utf-8", kSvg = "image/svg+xml";

#define SUMI_PAGE_FILE(label, file, media) \
  {file,                                   \
   media,                                  \
   {sumi_page_##label, static_cast<std::size_t>(sumi_page_##label##_end - sumi_page_##label)}},
const PageFile kPageFiles[] = {
#include "protocol/page/page_list.inc"
};
#undef SUMI_PAGE_FILE

/// "a" of "function a(b) {", "class a {", "const a = 1;".
std::string_view declared_name(std::string_view declaration) {
  for (const std::string_view word : {"async ", "function ", "class ", "const "}) {
    if (declaration.starts_with(word)) declaration.remove_prefix(word.size());
  }
  const auto good = [](char c) { return is_alnum(c) || c == '_'; };
  std::size_t end = 0;
  while (end < declaration.size() && good(declaration[end])) ++end;
  return declaration.substr(0, end);
}

/// Appends the module to `script` after those that it imports, unless `added` has it.
void add_module(std::string_view name, const ReadModule& read,
                std::set<std::string, std::less<>>& added, std::string& script) {
  if (!added.emplace(name).second) return;
  constexpr std::string_view kImport = "import ", kExport = "export ";
  std::string_view source = read(name);
  assert(!source.empty());
  std::string body, exported;
  while (!source.empty()) {
    if (source.starts_with(kImport)) {
      std::string_view statement = take_until(source, ';');
      const std::size_t names = statement.find('{'), end = statement.find('}');
      const std::size_t slash = statement.rfind('/'), quote = statement.rfind('"');
      assert(end < slash && slash < quote && quote < statement.size());
      const std::string_view file = statement.substr(slash + 1, quote - slash - 1);
      add_module(file, read, added, script);
      body += fmt::format("const {} = modules[\"{}\"];", statement.substr(names, end + 1 - names),
                          file);
      continue;
    }
    std::string_view line = take_until(source, '\n');
    if (line.starts_with(kExport)) {
      line.remove_prefix(kExport.size());
      exported += fmt::format("{}, ", declared_name(line));
    }
    body.append(line) += '\n';
  }
  script +=
      fmt::format("modules[\"{}\"] = (() => {{\n{}return {{ {}}};\n}})();\n", name, body, exported);
}

}  // namespace

const PageFile* find_page_file(std::string_view name) {
  const auto found = std::ranges::find(kPageFiles, name, &PageFile::name);
  return found != std::end(kPageFiles) ? found : nullptr;
}

std::string_view page_file(std::string_view name) {
  const PageFile* const file = find_page_file(name);
  return file ? file->bytes : std::string_view();
}

std::string bundle(std::string_view main, const ReadModule& read) {
  std::set<std::string, std::less<>> added;
  std::string script = "\"use strict\";\nconst modules = {};\n";
  add_module(main, read, added, script);
  return script;
}

}  // namespace sumi::protocol
