// SPDX-License-Identifier: MIT
#include "protocol/page/page_files.h"

#include <catch2/catch.hpp>

#include <map>
#include <string>
#include <string_view>

using namespace sumi::protocol;

TEST_CASE("files of the page are found by name", "[page]") {
  CHECK(page_file("board.js").find("export class Board") != std::string::npos);
  REQUIRE(find_page_file("icon.svg"));
  CHECK(find_page_file("icon.svg")->type == "image/svg+xml");
  CHECK(page_file("missing.js").empty());
  CHECK(find_page_file("missing.js") == nullptr);
}

TEST_CASE("modules become one script, those that others import first", "[page]") {
  const std::map<std::string, std::string, std::less<>> files{
      {"main.js",
       "import { a, b } from \"./a.js\";\nimport {\n  c,\n} from \"../x/c.js\";\na(b, c);\n"},
      {"a.js",
       "import { c } from \"./c.js\";\nexport function a(x) {}\nexport const b = c;\n"
       "export class D {}\nexport async function e() {}"},
      {"c.js", "const a = 1;\nexport const c = a;\n"}};
  const std::string script = bundle("main.js", [&](std::string_view name) -> std::string_view {
    return files.at(std::string(name));
  });
  CHECK(script ==
        "\"use strict\";\nconst modules = {};\n"
        "modules[\"c.js\"] = (() => {\nconst a = 1;\nconst c = a;\nreturn { c, };\n})();\n"
        "modules[\"a.js\"] = (() => {\nconst { c } = modules[\"c.js\"];\nfunction a(x) {}\n"
        "const b = c;\nclass D {}\nasync function e() {}\nreturn { a, b, D, e, };\n})();\n"
        "modules[\"main.js\"] = (() => {\nconst { a, b } = modules[\"a.js\"];\n"
        "const {\n  c,\n} = modules[\"c.js\"];\na(b, c);\nreturn { };\n})();\n");
}
