// SPDX-License-Identifier: MIT
#include "engine/base/text.h"
#include "tools/match/sqlite.h"

#include <fmt/format.h>

#include <cerrno>
#include <fcntl.h>
#include <map>
#include <sys/stat.h>
#include <system_error>

namespace sumi::match {

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

Result<Database> open_database(const std::string& path, int flags) {
  // "./" so that no name means anything else to SQLite, as ":memory:" does.
  const std::string name = path.starts_with('/') ? path : "./" + path;
  sqlite3* raw = nullptr;
  const int status = sqlite3_open_v2(name.c_str(), &raw, flags, nullptr);
  Database db(raw);
  if (!db) return store_error(path, "no memory");
  if (status != SQLITE_OK) return database_error(path, db.get());
  constexpr int kPatienceMs = 10'000;  // others lock the file for moments only
  sqlite3_busy_timeout(db.get(), kPatienceMs);
  return db;
}

Result<void> execute(const std::string& path, sqlite3* db, const std::string& sql) {
  if (sqlite3_exec(db, sql.c_str(), nullptr, nullptr, nullptr) != SQLITE_OK) {
    return database_error(path, db);
  }
  return {};
}

}  // namespace sumi::match
