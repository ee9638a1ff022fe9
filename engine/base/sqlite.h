// SPDX-License-Identifier: MIT
/// SQLite's C interface, as far as our stores need it, in small wrappers.
#pragma once

#include "engine/base/error.h"
#include "engine/base/held_file.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <sqlite3.h>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace sumi {

/// kBadFile, with what can be done about it.
Error damage_error(const std::string& path, std::string_view fault);

struct CloseDatabase {
  void operator()(sqlite3* db) const { sqlite3_close(db); }
};
using Database = std::unique_ptr<sqlite3, CloseDatabase>;

/// The numbers that tell whose file a database is (https://sqlite.org/fileformat2.html, 1.3).
/// Versions from kFirstCheckedVersion on have checksums in their pages (checked_pages.h).
struct DatabaseKind {
  std::uint32_t application_id;  ///< At byte 68.
  std::uint32_t version;         ///< user_version, at byte 60: the newest that is understood.
  const char* what;              ///< Names the contents in errors: "results of sumi-match".
};

inline constexpr std::uint32_t kFirstCheckedVersion = 2;

inline constexpr std::size_t kDatabaseHeaderBytes = 100;

/// The first kDatabaseHeaderBytes of a file; fewer if it is shorter or cannot be read.
std::string database_head(const HeldFile& file);

/// A file that begins with `head` is of this kind, of whatever version.
bool is_database(std::string_view head, const DatabaseKind& kind);

/// Fails if the file is of another kind, of a newer version or cut short.
Result<void> check_database(const std::string& path, const HeldFile& file,
                            const DatabaseKind& kind);

/// Opens a file that is there, and locks it to be written. Fails as open_locked() and
/// check_database() do. A file without checksums is replaced by a copy with them if it is small,
/// whole and not in use; else it stays as it is for now.
Result<HeldFile> hold_for_writing(const std::string& path, const DatabaseKind& kind,
                                  std::string_view others);

/// Says in words what is wrong with the file, at most `most` faults: with its pages, and what
/// SQLite finds. Takes seconds for gigabytes. Somebody may be writing to the file.
std::vector<std::string> check_whole_file(const std::string& path, sqlite3* db, std::size_t most);

/// Opens with SQLite's `flags`; waits up to 10 s where others have locked the file.
Result<Database> open_database(const std::string& path, int flags);

/// Opens to read only, also where a database with a write-ahead log at rest lies in a folder that
/// cannot be written, and no file can be put beside it.
Result<Database> open_to_read(const std::string& path);

/// The error that SQLite has just had.
Error database_error(const std::string& path, sqlite3* db);

/// `error`, which has hindered the making of a file at `path`. A full disk is told by that name,
/// whatever it was before the file was whole; and nothing was in a new file that could be lost.
Error creation_error(const std::string& path, const Error& error);

Result<void> execute(const std::string& path, sqlite3* db, const std::string& sql);

/// Makes a database of this kind with the tables of `schema`, checksums and a write-ahead log. It
/// gets its name when it is whole, so a kill leaves no half of one. Fails if the file exists.
Result<void> create_database(const std::string& path, const DatabaseKind& kind, const char* schema);

/// A prepared statement. Parameters and columns are bound and read in their order.
class Statement {
 public:
  static Result<Statement> prepare(const std::string& path, sqlite3* db, const char* sql) {
    sqlite3_stmt* raw = nullptr;
    if (sqlite3_prepare_v2(db, sql, -1, &raw, nullptr) != SQLITE_OK) {
      return database_error(path, db);
    }
    return Statement(path, raw);
  }

  void bind(std::int64_t number) { note(sqlite3_bind_int64(raw(), next(), number)); }
  void bind(double number) { note(sqlite3_bind_double(raw(), next(), number)); }
  void bind(std::string_view text) {
    // An empty view may have no data(), which would bind a null.
    note(sqlite3_bind_text64(raw(), next(), text.empty() ? "" : text.data(), text.size(),
                             SQLITE_TRANSIENT, SQLITE_UTF8));
  }
  void bind_blob(std::string_view bytes) {
    note(sqlite3_bind_blob64(raw(), next(), bytes.data(), bytes.size(), SQLITE_TRANSIENT));
  }
  void bind_null() { note(sqlite3_bind_null(raw(), next())); }

  /// Runs it to the next row; false if there is none, and then it can be bound again.
  Result<bool> step() {
    column_ = 0;
    const int status = status_ == SQLITE_OK ? sqlite3_step(raw()) : status_;
    if (status == SQLITE_ROW) return true;
    if (status == SQLITE_DONE) {
      reset();
      return false;
    }
    Error error = database_error(path_, sqlite3_db_handle(raw()));
    reset();
    return error;
  }

  /// Ends it before its last row; then it can be bound again.
  void reset() {
    sqlite3_reset(raw());
    parameter_ = 0;
    status_ = SQLITE_OK;
  }

  bool is_null() const { return sqlite3_column_type(raw(), column_) == SQLITE_NULL; }
  void skip() { ++column_; }
  std::int64_t integer() { return sqlite3_column_int64(raw(), column_++); }
  double real() { return sqlite3_column_double(raw(), column_++); }
  std::string text() {
    const void* const data = sqlite3_column_text(raw(), column_);  // before its size
    const int size = sqlite3_column_bytes(raw(), column_++);
    return data ? std::string(static_cast<const char*>(data), static_cast<std::size_t>(size)) : "";
  }
  /// Valid until the next step() or reset().
  std::string_view blob() {
    const void* const data = sqlite3_column_blob(raw(), column_);  // before its size
    const int size = sqlite3_column_bytes(raw(), column_++);
    return {static_cast<const char*>(data), static_cast<std::size_t>(size)};
  }

 private:
  struct Finalize {
    void operator()(sqlite3_stmt* statement) const { sqlite3_finalize(statement); }
  };

  Statement(std::string path, sqlite3_stmt* raw) : path_(std::move(path)), raw_(raw) {}

  sqlite3_stmt* raw() const { return raw_.get(); }
  int next() { return ++parameter_; }
  void note(int status) {
    if (status != SQLITE_OK) status_ = status;
  }

  std::string path_;
  std::unique_ptr<sqlite3_stmt, Finalize> raw_;
  int parameter_ = 0, column_ = 0;
  int status_ = SQLITE_OK;  ///< The first failure to bind.
};

}  // namespace sumi
