// SPDX-License-Identifier: MIT
/// What others do to our SQLite files.
#pragma once

#include <catch2/catch.hpp>

#include <sqlite3.h>
#include <string>

namespace sumi::test {

/// What any user of SQLite sees: the first column of the last row.
inline std::string ask_sqlite(const std::string& path, const std::string& sql) {
  sqlite3* db = nullptr;
  REQUIRE(sqlite3_open(path.c_str(), &db) == SQLITE_OK);
  std::string answer;
  const auto take = [](void* to, int columns, char** values, char**) {
    if (columns > 0 && values[0]) *static_cast<std::string*>(to) = values[0];
    return 0;
  };
  const int status = sqlite3_exec(db, sql.c_str(), take, &answer, nullptr);
  if (status != SQLITE_OK) answer = sqlite3_errmsg(db);
  sqlite3_close(db);
  return answer;
}

}  // namespace sumi::test
