// SPDX-License-Identifier: MIT
/// Damage to SQLite files by other programs, and how every store must react.
#pragma once

#include "engine/base/checked_pages.h"
#include "engine/base/file.h"
#include "engine/base/sqlite.h"
#include "tests/support/results.h"
#include "tests/support/temporary_folder.h"

#include <catch2/catch.hpp>

#include <cstddef>
#include <filesystem>
#include <functional>
#include <sqlite3.h>
#include <string>
#include <string_view>

namespace sumi::test {

/// Returns the first column of the last row. With the default `vfs`, changed pages get correct
/// checksums.
inline std::string ask_sqlite(const std::string& path, const std::string& sql,
                              const char* vfs = checked_pages()) {
  sqlite3* db = nullptr;
  constexpr int kFlags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE;
  REQUIRE(sqlite3_open_v2(path.c_str(), &db, kFlags, vfs) == SQLITE_OK);
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

struct TestedStore {
  std::function<void(const std::string& path)> make;  ///< Makes a store with content.
  /// The error of opening it, or "none".
  std::function<std::string(const std::string& path, bool to_write)> open_error;
  std::string holds_none;  ///< For files of other kinds.
};

/// Requires that opening, to read or to write, fails for `reason` and leaves the file unchanged.
inline void check_refused(const TestedStore& store, const TemporaryFolder& folder,
                          const std::string& path, const std::string& reason) {
  const std::string before = read_file(path).value();
  for (const bool to_write : {false, true}) {
    CHECK_THAT(store.open_error(path, to_write), Catch::StartsWith("file '"));
    CHECK_THAT(store.open_error(path, to_write), Catch::Contains(reason));
  }
  CHECK((read_file(path).value() == before));
  CHECK(folder.files() == 1);
}

inline void check_refuses_other_files(const TestedStore& store) {
  const TemporaryFolder folder;
  const std::string path = folder.file("f");
  folder.write("f", "");
  check_refused(store, folder, path, "is empty");
  for (const std::string& text : {std::string("hello"), std::string(100'000, 'x')}) {
    folder.write("f", text);
    check_refused(store, folder, path, store.holds_none);
  }
  for (const char* const sql : {"CREATE TABLE positions(board, entry)",
                                "PRAGMA journal_mode = WAL; CREATE TABLE meta(key, value)"}) {
    std::filesystem::remove(path);
    ask_sqlite(path, sql);
    check_refused(store, folder, path, store.holds_none);
  }
  std::filesystem::remove(path);
  store.make(path);
  ask_sqlite(path, "PRAGMA user_version = 3");
  check_refused(store, folder, path, "is of version 3, newer than this program");

  CHECK_THAT(store.open_error(folder.path(), false), Catch::Contains("not a regular file"));
  CHECK_THAT(store.open_error("/dev/zero", false), Catch::Contains("not a regular file"));
  CHECK(store.open_error(folder.file("none"), false) != "none");
  CHECK(folder.files() == 1);
}

inline void check_refuses_cut_files(const TestedStore& store) {
  const TemporaryFolder folder;
  const std::string path = folder.file("f");
  store.make(path);
  const std::string whole = read_file(path).value();
  REQUIRE(whole.size() > 20'000);
  for (std::size_t size = 1; size < whole.size(); size += size < 200 ? 33 : 1777) {
    CAPTURE(size, whole.size());
    folder.write("f", std::string_view(whole).substr(0, size));
    check_refused(store, folder, path, "");
  }
}

}  // namespace sumi::test
