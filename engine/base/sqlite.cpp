// SPDX-License-Identifier: MIT
#include "engine/base/sqlite.h"
#include "engine/base/text.h"

#include <fmt/format.h>

#include <cerrno>
#include <fcntl.h>
#include <filesystem>
#include <map>
#include <sys/stat.h>
#include <system_error>

namespace sumi {
namespace {

std::uint32_t big_endian(std::string_view bytes, std::size_t at, std::size_t size) {
  std::uint32_t number = 0;
  for (const char c : bytes.substr(at, size)) number = number << 8 | static_cast<unsigned char>(c);
  return number;
}

/// All of a database with a write-ahead log is in its one file. The log of one that a link leads to
/// is beside that.
bool log_is_empty(const std::string& path) {
  std::error_code missing;
  const std::string file = std::filesystem::canonical(path, missing);
  struct stat info {};
  return stat((file + "-wal").c_str(), &info) != 0 || info.st_size == 0;
}

}  // namespace

Error store_error(const std::string& path, std::string_view what) {
  return {ErrorCode::kBadFile, fmt::format("file {}: {}", sumi::quoted(path), what)};
}

Error system_error(const std::string& path, int reason) {
  return {reason == ENOENT || reason == ENOTDIR ? ErrorCode::kNotFound : ErrorCode::kBadFile,
          fmt::format("file {}: {}", sumi::quoted(path), std::generic_category().message(reason))};
}

Result<HeldFile> HeldFile::open(const std::string& path, int flags) {
  // open() would quietly stop at a NUL and open another file.
  if (path.find('\0') != path.npos) return system_error(path, ENOENT);
  const int fd = ::open(path.c_str(), flags | O_CLOEXEC | O_NONBLOCK, 0666);
  if (fd < 0) return system_error(path, errno);
  struct stat info {};
  if (fstat(fd, &info) != 0 || !S_ISREG(info.st_mode)) {
    close(fd);
    return store_error(path, "is no regular file");
  }

  static std::map<std::pair<dev_t, ino_t>, std::weak_ptr<Descriptors>> files;
  const std::lock_guard lock(mutex());
  std::erase_if(files, [](const auto& file) { return file.second.expired(); });
  std::weak_ptr<Descriptors>& file = files[{info.st_dev, info.st_ino}];
  std::shared_ptr<Descriptors> all = file.lock();
  if (!all) file = all = std::make_shared<Descriptors>();
  all->fds.push_back(fd);
  return HeldFile(fd, std::move(all));
}

Error database_error(const std::string& path, sqlite3* db) {
  const int code = sqlite3_errcode(db);
  const bool damaged = code == SQLITE_CORRUPT || code == SQLITE_NOTADB;
  return store_error(
      path, fmt::format("{}{}", damaged ? "is damaged or cut short: " : "", sqlite3_errmsg(db)));
}

bool is_database(std::string_view head, const DatabaseKind& kind) {
  constexpr std::string_view kMagic{"SQLite format 3", 16};
  return head.size() >= kDatabaseHeaderBytes && head.starts_with(kMagic) &&
         big_endian(head, 68, 4) == kind.application_id;
}

Result<void> check_database(const std::string& path, const HeldFile& file,
                            const DatabaseKind& kind) {
  char bytes[kDatabaseHeaderBytes];
  const ssize_t size = pread(file.fd(), bytes, sizeof bytes, 0);
  if (size < 0) return system_error(path, errno);
  if (size == 0) return store_error(path, fmt::format("is empty, no {}", kind.what));
  const std::string_view header(bytes, static_cast<std::size_t>(size));
  if (!is_database(header, kind)) return store_error(path, fmt::format("holds no {}", kind.what));
  if (const std::uint32_t version = big_endian(header, 60, 4); version > kind.version) {
    return store_error(path, fmt::format("is of version {}, newer than this program, which reads "
                                         "versions up to {}",
                                         version, kind.version));
  }
  // SQLite finds this out only for whole pages. What is missing may be in a write-ahead log, if
  // there is one (byte 18 is 2).
  struct stat info {};
  if (fstat(file.fd(), &info) != 0) return system_error(path, errno);
  const std::int64_t page = big_endian(header, 16, 2);
  const std::int64_t whole = (page == 1 ? 65536 : page) * big_endian(header, 28, 4);
  if (info.st_size < whole && (header[18] == 1 || log_is_empty(path))) {
    return store_error(path, fmt::format("is cut short: {} of {} bytes", info.st_size, whole));
  }
  return {};
}

Result<void> lock_for_writing(const std::string& path, const HeldFile& file,
                              std::string_view others) {
  if (flock(file.fd(), LOCK_EX | LOCK_NB) == 0) return {};
  return errno == EWOULDBLOCK ? store_error(path, others) : system_error(path, errno);
}

namespace {

/// `name` is a path or a URI.
Result<Database> open_named(const std::string& path, const std::string& name, int flags) {
  sqlite3* raw = nullptr;
  const int status = sqlite3_open_v2(name.c_str(), &raw, flags, nullptr);
  Database db(raw);
  if (!db) return store_error(path, "no memory");
  if (status != SQLITE_OK) return database_error(path, db.get());
  constexpr int kPatienceMs = 10'000;  // others lock the file for moments only
  sqlite3_busy_timeout(db.get(), kPatienceMs);
  return db;
}

/// "./" so that no name means anything else to SQLite, as ":memory:" does.
std::string plain_name(const std::string& path) {
  return path.starts_with('/') ? path : "./" + path;
}

/// Nobody writes to it: SQLite asks for no locks then, nor for files beside it.
Result<Database> open_immutable(const std::string& path) {
  std::string uri = "file:";
  for (const char c : plain_name(path)) {
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
  // With the right to write, if there is one: who closes last tidies up behind a writer that was
  // killed.
  Result<Database> db = open_database(path, SQLITE_OPEN_READWRITE);
  if (!db) return db;
  const auto read =
      execute(path, db->get(), "PRAGMA query_only = ON; SELECT count(*) FROM sqlite_schema");
  if (read) return db;
  const int code = sqlite3_errcode(db->get());
  const bool alone = (code == SQLITE_CANTOPEN || code == SQLITE_READONLY) && log_is_empty(path);
  return alone ? open_immutable(path) : Result<Database>(read.error());
}

Result<void> execute(const std::string& path, sqlite3* db, const std::string& sql) {
  if (sqlite3_exec(db, sql.c_str(), nullptr, nullptr, nullptr) != SQLITE_OK) {
    return database_error(path, db);
  }
  return {};
}

}  // namespace sumi
