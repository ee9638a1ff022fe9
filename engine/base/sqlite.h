// SPDX-License-Identifier: MIT
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

/// kBadFile; the message includes advice.
Error corruption_error(const std::string& path, std::string_view fault);

struct CloseDatabase {
  void operator()(sqlite3* db) const { sqlite3_close(db); }
};
using Database = std::unique_ptr<sqlite3, CloseDatabase>;

/// A kind of database file (https://sqlite.org/fileformat2.html, 1.3). Pages have checksums from
/// kFirstCheckedVersion on.
struct DatabaseKind {
  std::uint32_t application_id;  ///< At byte 68.
  std::uint32_t version;         ///< user_version, at byte 60; the newest supported.
  const char* what;              ///< "results of sumi-match"; for errors.
};

inline constexpr std::uint32_t kFirstCheckedVersion = 2;

inline constexpr std::size_t kDatabaseHeaderBytes = 100;

/// The first kDatabaseHeaderBytes; fewer if the file is shorter or unreadable.
std::string database_head(const HeldFile& file);

/// Of any version.
bool is_database(std::string_view head, const DatabaseKind& kind);

/// Fails if the file is of another kind, newer or truncated.
Result<void> check_database(const std::string& path, const HeldFile& file,
                            const DatabaseKind& kind);

/// Opens and locks an existing file. If it has no checksums but is small, intact and not in use,
/// first replaces it with a copy that has them. Errors as open_locked() and check_database().
Result<HeldFile> open_for_writing(const std::string& path, const DatabaseKind& kind,
                                  std::string_view others);

/// At most `most` faults found by page checksums and by SQLite. A few gigabytes take seconds.
/// Others may write meanwhile.
std::vector<std::string> check_whole_file(const std::string& path, sqlite3* db, std::size_t most);

/// Opens with SQLite's `flags`; waits up to 10 s for locks.
Result<Database> open_database(const std::string& path, int flags);

/// Opens read-only. In a read-only folder, a database with a write-ahead log opens only if nobody
/// uses it.
Result<Database> open_to_read(const std::string& path);

Error database_error(const std::string& path, sqlite3* db);

/// Reports a full disk for `path`, without a note on old contents.
Error creation_error(const std::string& path, const Error& error);

Result<void> execute(const std::string& path, sqlite3* db, const std::string& sql);

/// Creates a database with the tables of `schema`, checksums and a write-ahead log. Names it when
/// complete, so a kill leaves no partial file. Fails if the file exists.
Result<void> create_database(const std::string& path, const DatabaseKind& kind, const char* schema);

/// Binds parameters and reads columns in order.
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

  /// Advances to the next row. After the last row, returns false, and new values can be bound.
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

  /// Ends the execution early; new values can then be bound.
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
    const void* const data = sqlite3_column_text(raw(), column_);  // call before asking for the
                                                                   // size
    const int size = sqlite3_column_bytes(raw(), column_++);
    return data ? std::string(static_cast<const char*>(data), static_cast<std::size_t>(size)) : "";
  }
  /// Valid until the next step() or reset().
  std::string_view blob() {
    const void* const data = sqlite3_column_blob(raw(), column_);  // call before asking for the
                                                                   // size
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
  int status_ = SQLITE_OK;  ///< The first error of a bind.
};

}  // namespace sumi
