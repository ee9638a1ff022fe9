// SPDX-License-Identifier: MIT
/// SQLite's C interface, as far as the store needs it, in small wrappers.
#pragma once

#include "engine/base/error.h"

#include <cstdint>
#include <memory>
#include <mutex>
#include <sqlite3.h>
#include <string>
#include <string_view>
#include <sys/file.h>
#include <unistd.h>
#include <utility>
#include <vector>

namespace sumi::match {

// Errors about a file.
Error store_error(const std::string& path, std::string_view what);
Error system_error(const std::string& path, int reason);  ///< `reason` as in errno.

/// A descriptor of our own, beside SQLite's: to look at a file before SQLite does, and to lock it.
/// SQLite's locks are POSIX ones, of which a process loses all that it has on a file when it closes
/// any descriptor of it. So ours are closed only when no HeldFile of that file is left, and each
/// lives longer than the connection it belongs to.
class HeldFile {
 public:
  static Result<HeldFile> open(const std::string& path, int flags);

  HeldFile(HeldFile&& other) noexcept
      : fd_(std::exchange(other.fd_, -1)), all_(std::move(other.all_)) {}
  HeldFile& operator=(HeldFile&&) = delete;
  ~HeldFile() {
    if (fd_ < 0) return;
    flock(fd_, LOCK_UN);
    const std::lock_guard lock(mutex());
    all_.reset();
  }

  int fd() const { return fd_; }

 private:
  struct Descriptors {
    ~Descriptors() {
      for (const int fd : fds) close(fd);
    }
    std::vector<int> fds;
  };

  HeldFile(int fd, std::shared_ptr<Descriptors> all) : fd_(fd), all_(std::move(all)) {}

  static std::mutex& mutex() {
    static std::mutex mutex;
    return mutex;
  }

  int fd_;
  std::shared_ptr<Descriptors> all_;  ///< Of the file, in this process.
};

struct CloseDatabase {
  void operator()(sqlite3* db) const { sqlite3_close(db); }
};
using Database = std::unique_ptr<sqlite3, CloseDatabase>;

/// Opens with SQLite's `flags`; waits up to 10 s where others have locked the file.
Result<Database> open_database(const std::string& path, int flags);

/// The error that SQLite has just had.
Error database_error(const std::string& path, sqlite3* db);

Result<void> execute(const std::string& path, sqlite3* db, const std::string& sql);

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
  void bind_null() { note(sqlite3_bind_null(raw(), next())); }

  /// Runs it to the next row; false if there is none, and then it can be bound again.
  Result<bool> step() {
    column_ = 0;
    const int status = status_ == SQLITE_OK ? sqlite3_step(raw()) : status_;
    if (status == SQLITE_ROW) return true;
    Error error = database_error(path_, sqlite3_db_handle(raw()));
    sqlite3_reset(raw());
    parameter_ = 0;
    status_ = SQLITE_OK;
    if (status == SQLITE_DONE) return false;
    return error;
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

}  // namespace sumi::match
