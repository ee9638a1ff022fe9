// SPDX-License-Identifier: MIT
#include "engine/base/checked_pages.h"
#include "engine/base/file.h"
#include "engine/base/held_file.h"
#include "engine/base/sqlite.h"
#include "engine/base/text.h"

#include <fmt/format.h>

#include <cerrno>
#include <cstdio>
#include <filesystem>
#include <system_error>

namespace sumi {
namespace {

std::uint32_t big_endian(std::string_view bytes, std::size_t at, std::size_t size) {
  std::uint32_t number = 0;
  for (const char c : bytes.substr(at, size)) number = number << 8 | static_cast<unsigned char>(c);
  return number;
}

Error disk_full_error(const std::string& path, std::string_view more) {
  return {ErrorCode::kDiskFull,
          fmt::format("file {}: cannot be written: the disk is full{}", sumi::quoted(path), more)};
}

bool log_is_empty(const std::string& path) {
  std::error_code missing;
  const std::string file = std::filesystem::canonical(path, missing).string();
  const auto bytes = std::filesystem::file_size(file + "-wal", missing);
  return missing || bytes == 0;
}

}  // namespace

Error corruption_error(const std::string& path, std::string_view fault) {
  return {
      ErrorCode::kBadFile,
      fmt::format("file {}: is damaged or cut short, or another program has changed it: {}; put "
                  "a copy of it in its place",
                  sumi::quoted(path), fault)};
}

Error database_error(const std::string& path, sqlite3* db) {
  const int code = sqlite3_errcode(db), extended = sqlite3_extended_errcode(db);
  if (extended == SQLITE_IOERR_DATA) return corruption_error(path, "a checksum is wrong");
  if (code == SQLITE_CORRUPT || code == SQLITE_NOTADB) {
    return corruption_error(path, sqlite3_errmsg(db));
  }
  if (code == SQLITE_FULL) {
    return disk_full_error(path, "; what was in it is still there");
  }
  return file_error(path, sqlite3_errmsg(db));
}

Error creation_error(const std::string& path, const Error& error) {
  return error.code == ErrorCode::kDiskFull ? disk_full_error(path, "") : error;
}

std::string database_head(const HeldFile& file) {
  const auto head = file.read(0, kDatabaseHeaderBytes);
  return head ? *head : "";
}

bool is_database(std::string_view head, const DatabaseKind& kind) {
  constexpr std::string_view kMagic{"SQLite format 3", 16};
  return head.size() >= kDatabaseHeaderBytes && head.starts_with(kMagic) &&
         big_endian(head, 68, 4) == kind.application_id;
}

Result<void> check_database(const std::string& path, const HeldFile& file,
                            const DatabaseKind& kind) {
  const auto head = file.read(0, kDatabaseHeaderBytes);
  if (!head) return head.error();
  const std::string_view header = *head;
  if (header.empty()) return file_error(path, fmt::format("is empty, no {}", kind.what));
  if (!is_database(header, kind)) return file_error(path, fmt::format("holds no {}", kind.what));
  const std::uint32_t version = big_endian(header, 60, 4);
  if (version > kind.version) {
    return file_error(path, fmt::format("is of version {}, newer than this program, which reads "
                                        "versions up to {}",
                                        version, kind.version));
  }
  // A version 1 file may have checksums: copies get their new version last.
  const bool fits = has_page_sums(header) || (version < kFirstCheckedVersion && header[20] == 0);
  if (version == 0 || !fits) return corruption_error(path, "no file of its version begins so");
  // SQLite detects only the truncation of whole pages. Missing pages may be in a write-ahead log
  // (byte 18 is 2).
  const auto size = file.size();
  if (!size) return size.error();
  const std::int64_t whole = std::int64_t{page_bytes_of(header)} * big_endian(header, 28, 4);
  if (*size < whole && (header[18] == 1 || log_is_empty(path))) {
    return file_error(path, fmt::format("is cut short: {} of {} bytes", *size, whole));
  }
  return {};
}

namespace {

Result<Database> open_named(const std::string& path, const std::string& name, int flags) {
  sqlite3* raw = nullptr;
  const int status = sqlite3_open_v2(name.c_str(), &raw, flags, checked_pages());
  Database db(raw);
  if (!db) return file_error(path, "no memory");
  if (status != SQLITE_OK) return database_error(path, db.get());
  constexpr int kPatienceMs = 10'000;  // other processes lock only briefly
  sqlite3_busy_timeout(db.get(), kPatienceMs);
  return db;
}

/// Prevents the special meaning of names such as ":memory:".
std::string plain_name(const std::string& path) {
  return std::filesystem::path(path).has_root_path() ? path : "./" + path;
}

/// For a database without writers: SQLite uses neither locks nor companion files.
Result<Database> open_immutable(const std::string& path) {
  const std::filesystem::path name = plain_name(path);
  std::string uri = name.has_root_name() ? "file:///" : "file:";  // "C:" needs an empty host
  for (const char c : name.generic_string()) {
    uri += is_alnum(c) || c == '/' ? std::string(1, c)
                                   : fmt::format("%{:02X}", static_cast<unsigned char>(c));
  }
  return open_named(path, uri + "?immutable=1", SQLITE_OPEN_READONLY | SQLITE_OPEN_URI);
}

}  // namespace

Result<Database> open_database(const std::string& path, int flags) {
  return open_named(path, plain_name(path), flags);
}

Result<Database> open_to_read(const std::string& path) {
  // Writable if allowed, so that the last connection cleans up after a killed writer.
  Result<Database> db = open_database(path, SQLITE_OPEN_READWRITE);
  if (!db) return db;
  const auto read =
      execute(path, db->get(), "PRAGMA query_only = ON; SELECT count(*) FROM sqlite_schema");
  if (read) return db;
  const int code = sqlite3_errcode(db->get());
  const bool no_room = code == SQLITE_FULL || code == SQLITE_IOERR;  // no space for companion files
  const bool alone =
      (code == SQLITE_CANTOPEN || code == SQLITE_READONLY || no_room) && log_is_empty(path);
  return alone ? open_immutable(path) : Result<Database>(read.error());
}

namespace {

Result<std::string> ask(const std::string& path, sqlite3* db, const char* sql) {
  auto statement = Statement::prepare(path, db, sql);
  if (!statement) return statement.error();
  const Result<bool> row = statement->step();
  if (!row) return row.error();
  return *row ? statement->text() : std::string();
}

/// The copy has the newest version. False if not possible now.
bool write_checked_copy(const std::string& path, const std::string& copy,
                        const DatabaseKind& kind) {
  const Result<Database> old = open_database(path, SQLITE_OPEN_READWRITE);
  if (!old) return false;
  sqlite3_busy_timeout(old->get(), 0);
  // Fails while others have the file open: they would keep the old one.
  const auto alone = ask(path, old->get(), "PRAGMA journal_mode = DELETE");
  if (!alone || *alone != "delete") return false;
  // A damaged database must not get valid checksums.
  const auto whole = ask(path, old->get(), "PRAGMA integrity_check");
  if (!whole || *whole != "ok") return false;
  request_page_sums(old->get());
  auto vacuum = Statement::prepare(path, old->get(), "VACUUM INTO ?");
  if (!vacuum) return false;
  vacuum->bind(copy);
  if (!vacuum->step()) return false;
  const Result<Database> made = open_database(copy, SQLITE_OPEN_READWRITE);
  return made &&
         execute(copy, made->get(),
                 fmt::format("PRAGMA synchronous = FULL; PRAGMA user_version = {}", kind.version));
}

/// Replaces the file with a copy that has checksums. False if not possible now.
bool replace_by_checked(const std::string& path, const HeldFile& file, const DatabaseKind& kind) {
  std::error_code status;
  const std::string name = std::filesystem::canonical(path, status).string();  // links resolved
  if (status || std::filesystem::hard_link_count(name, status) != 1) return false;
  const std::string copy = temporary_name(name, "new");
  if (std::filesystem::exists(copy, status)) return false;
  bool done = write_checked_copy(name, copy, kind) && file.copy_permissions(copy);
  if (done) std::filesystem::rename(copy, name, status);
  done = done && !status;
  if (!done) remove_database(copy);
  return done;
}

}  // namespace

Result<HeldFile> open_for_writing(const std::string& path, const DatabaseKind& kind,
                                  std::string_view others) {
  constexpr std::int64_t kMaxBytes = 64 << 20;  // copied in a second
  remove_stale_files(path);
  for (bool old = true;;) {
    Result<HeldFile> file = HeldFile::open_locked(path, HeldFile::Access::kWrite, others);
    if (!file) return file;
    if (const auto ours = check_database(path, *file, kind); !ours) return ours.error();
    const std::string head = database_head(*file);
    const auto size = file->size();
    old = old && big_endian(head, 60, 4) < kFirstCheckedVersion && size && *size <= kMaxBytes;
    if (!old || !replace_by_checked(path, *file, kind)) return file;
    old = false;
  }
}

std::vector<std::string> check_whole_file(const std::string& path, sqlite3* db, std::size_t most) {
  std::vector<std::string> faults;
  if (const Result<HeldFile> file = HeldFile::open(path, HeldFile::Access::kRead); !file) {
    faults.push_back(file.error().message);
  } else if (has_page_sums(database_head(*file))) {
    const auto found = check_pages(*file, most);
    if (!found) faults.push_back(found.error().message);
    if (found) faults = *found;
  }
  // Further findings would be unreliable.
  if (!faults.empty()) return faults;
  auto check = Statement::prepare(path, db, "PRAGMA integrity_check");
  while (check && faults.size() < most) {
    const Result<bool> row = check->step();
    if (!row) faults.push_back(row.error().message);
    if (!row || !*row) return faults;
    if (std::string said = check->text(); said != "ok") faults.push_back(std::move(said));
  }
  if (!check) faults.push_back(check.error().message);
  return faults;
}

Result<void> execute(const std::string& path, sqlite3* db, const std::string& sql) {
  if (sqlite3_exec(db, sql.c_str(), nullptr, nullptr, nullptr) != SQLITE_OK) {
    return database_error(path, db);
  }
  return {};
}

namespace {

/// Enables the log only after the data is in the file: when closing, SQLite checkpoints a log
/// without reporting a full disk.
Result<void> write_database(const std::string& path, const DatabaseKind& kind, const char* schema) {
  const Result<HeldFile> file = create_temporary_file(path);
  if (!file) return file.error();
  const Result<Database> db = open_database(path, SQLITE_OPEN_READWRITE);
  if (!db) return db.error();
  request_page_sums(db->get());
  return execute(path, db->get(),
                 fmt::format("BEGIN; PRAGMA application_id = {}; PRAGMA user_version = {}; {} "
                             "COMMIT; PRAGMA journal_mode = WAL",
                             kind.application_id, kind.version, schema));
}

}  // namespace

Result<void> create_database(const std::string& path, const DatabaseKind& kind,
                             const char* schema) {
  // Errors found here name `path` instead of `part`.
  if (const auto fits = check_new_file(path); !fits) return fits.error();
  const std::string part = temporary_name(path, "new");
  Result<void> made = write_database(part, kind, schema);
  if (made) made = check_new_file(path);  // another process may have made it meanwhile
  if (made) {
    // SQLite would apply leftover files of a killed, deleted database to this one.
    constexpr const char* kBeside[] = {"-wal", "-shm", "-journal"};
    std::error_code ignored;
    for (const char* left : kBeside) std::filesystem::remove(path + left, ignored);
    const Result<bool> named = rename_if_absent(part, path);
    if (!named) made = named.error();
    if (named && !*named) made = system_error(path, EEXIST);
  }
  if (made) return {};
  remove_database(part);
  return creation_error(path, made.error());
}

}  // namespace sumi
