// SPDX-License-Identifier: MIT
#include "engine/base/file.h"
#include "engine/base/output_file.h"
#include "tests/support/child_process.h"
#include "tests/support/results.h"
#include "tests/support/temporary_folder.h"

#include <catch2/catch.hpp>

#include <csignal>
#include <fcntl.h>
#include <fstream>
#include <sys/resource.h>
#include <sys/stat.h>
#include <thread>
#include <unistd.h>

namespace sumi {
namespace {

using test::TemporaryFolder;

mode_t mode_of(const std::string& path) {
  struct stat status {};
  REQUIRE(stat(path.c_str(), &status) == 0);
  return status.st_mode & 07777;
}

struct stat status_of(const std::string& path) {
  struct stat status {};
  REQUIRE(lstat(path.c_str(), &status) == 0);
  return status;
}

bool is_link(const std::string& path) { return S_ISLNK(status_of(path).st_mode); }

TEST_CASE("other files next to the output are unchanged", "[file]") {
  const TemporaryFolder folder;
  const std::string path = folder.write("games", "old"), theirs = folder.write("games.new", "mine");
  REQUIRE(write_file(path, "new"));
  CHECK(read_file(theirs).value() == "mine");
  CHECK_FALSE(write_file(folder.path(), "new"));
  CHECK(read_file(theirs).value() == "mine");
  CHECK(folder.files() == 2);
}

TEST_CASE("a replaced file keeps its permissions and its owner", "[file]") {
  const TemporaryFolder folder;
  const std::string path = folder.write("games", "old");
  for (const mode_t mode : {0600, 0640, 0444 | 0200, 0755}) {
    REQUIRE(chmod(path.c_str(), mode) == 0);
    if (geteuid() == 0) REQUIRE(chown(path.c_str(), 1234, 4321) == 0);
    REQUIRE(write_file(path, "new"));
    CHECK(mode_of(path) == mode);
    if (geteuid() == 0) {
      CHECK(status_of(path).st_uid == 1234);
      CHECK(status_of(path).st_gid == 4321);
    }
  }
}

TEST_CASE("a new file has the permissions that the umask leaves", "[file]") {
  const TemporaryFolder folder;
  const mode_t before = umask(0027);
  const auto written = write_file(folder.file("games"), "new");
  umask(before);
  REQUIRE(written);
  CHECK(mode_of(folder.file("games")) == 0640);
}

TEST_CASE("an unfinished file is not more readable than the file that it replaces", "[file]") {
  const TemporaryFolder folder;
  const std::string path = folder.write("secret", "old");
  REQUIRE(chmod(path.c_str(), 0600) == 0);
  OutputFile file = OutputFile::create(path).value();
  REQUIRE(file.write("new"));
  struct stat status {};
  REQUIRE(fstat(file.fd(), &status) == 0);
  CHECK((status.st_mode & 0777) == 0600);
}

TEST_CASE("a symbolic link stays, and its target is replaced", "[file]") {
  const TemporaryFolder folder;
  REQUIRE(mkdir(folder.file("there").c_str(), 0700) == 0);
  folder.write("there/games", "old");
  REQUIRE(symlink("there/games", folder.file("first").c_str()) == 0);
  REQUIRE(symlink("first", folder.file("second").c_str()) == 0);
  REQUIRE(write_file(folder.file("second"), "new"));
  CHECK(is_link(folder.file("first")));
  CHECK(is_link(folder.file("second")));
  CHECK(read_file(folder.file("there/games")).value() == "new");

  REQUIRE(symlink("there/unborn", folder.file("dangling").c_str()) == 0);
  REQUIRE(write_file(folder.file("dangling"), "born"));
  CHECK(is_link(folder.file("dangling")));
  CHECK(read_file(folder.file("there/unborn")).value() == "born");

  REQUIRE(symlink("loop", folder.file("loop").c_str()) == 0);
  CHECK_FALSE(write_file(folder.file("loop"), "new"));
  CHECK(is_link(folder.file("loop")));
}

TEST_CASE("writing to a device does not replace it", "[file]") {
  const TemporaryFolder folder;
  const auto is_device = [](const char* path) { return S_ISCHR(status_of(path).st_mode); };
  REQUIRE(write_file("/dev/null", "dropped"));
  CHECK(is_device("/dev/null"));
  REQUIRE(symlink("/dev/null", folder.file("null").c_str()) == 0);
  REQUIRE(write_file(folder.file("null"), "dropped"));
  CHECK(is_device("/dev/null"));
  CHECK(is_link(folder.file("null")));

  const auto full = write_file("/dev/full", "much");
  REQUIRE_FALSE(full);
  CHECK(full.error().message == "file '/dev/full': No space left on device");
}

TEST_CASE("writing to a named pipe does not replace it", "[file]") {
  const TemporaryFolder folder;
  const std::string path = folder.file("pipe");
  REQUIRE(mkfifo(path.c_str(), 0600) == 0);
  std::string heard;
  std::thread reader([&] {
    if (const auto bytes = read_file(path)) heard = *bytes;
  });
  const auto written = write_file(path, "games");
  reader.join();
  REQUIRE(written);
  CHECK(heard == "games");
  CHECK(S_ISFIFO(status_of(path).st_mode));
}

TEST_CASE("output to a descriptor under /dev/fd is appended", "[file]") {
  const TemporaryFolder folder;
  const std::string path = folder.write("log", "before\n");
  const int fd = open(path.c_str(), O_WRONLY | O_APPEND);
  REQUIRE(fd >= 0);
  for (const std::string name : {"/dev/fd/", "/proc/self/fd/"}) {
    CHECK(write_file(name + std::to_string(fd), "after\n"));
  }
  close(fd);
  CHECK(read_file(path).value() == "before\nafter\nafter\n");
  const int reading = open(path.c_str(), O_RDONLY);
  CHECK_FALSE(write_file("/dev/fd/" + std::to_string(reading), "after\n"));
  close(reading);
  CHECK_FALSE(write_file("/dev/fd/9999", "after\n"));
}

TEST_CASE("without finish(), even after a kill, no new file remains", "[file]") {
  const TemporaryFolder folder;
  const std::string path = folder.write("games", "old");
  {
    OutputFile file = OutputFile::create(path).value();
    REQUIRE(file.write(std::string(1 << 20, 'x')));
  }
  CHECK(folder.files() == 1);
  const pid_t child = test::in_child([&] {
    OutputFile file = OutputFile::create(path).value();
    static_cast<void>(file.write(std::string(1 << 20, 'x')));
    raise(SIGKILL);
  });
  CHECK(WIFSIGNALED(test::wait_for(child)));
  CHECK(read_file(path).value() == "old");
  // Without O_TMPFILE, a named temporary file remains.
  const int nameless = open(folder.path().c_str(), O_TMPFILE | O_RDWR, 0600);
  if (nameless >= 0) CHECK(folder.files() == 1);
  close(nameless);
}

TEST_CASE("an error names the file that grew too large, and no part of it remains", "[file]") {
  const TemporaryFolder folder;
  const std::string path = folder.write("games", "old");
  const pid_t child = test::in_child([&] {
    std::signal(SIGXFSZ, SIG_IGN);
    const rlimit limit{1 << 16, 1 << 16};
    setrlimit(RLIMIT_FSIZE, &limit);
    const auto written = write_file(path, std::string(1 << 18, 'x'));
    const auto beside = write_file(folder.file("other"), std::string(1 << 18, 'x'));
    const bool told =
        !written && !beside && written.error().message == "file '" + path + "': File too large";
    _exit(told ? 0 : 1);
  });
  CHECK(test::wait_for(child) == 0);
  CHECK(read_file(path).value() == "old");
  CHECK(folder.files() == 1);
}

TEST_CASE("a file in a read-only folder is written in place", "[file]") {
  const TemporaryFolder folder;
  const std::string path = folder.write("games", std::string(100000, 'o'));
  const ino_t inode = status_of(path).st_ino;
  REQUIRE(chmod(path.c_str(), 0666) == 0);
  REQUIRE(chmod(folder.path().c_str(), 0555) == 0);
  const pid_t child = test::in_child([&] {
    if (geteuid() == 0 && setuid(65534) != 0) _exit(2);
    if (!write_file(path, std::string(200000, 'n'))) _exit(3);
    if (read_file(path).value() != std::string(200000, 'n')) _exit(4);
    if (!write_file(path, "short")) _exit(5);
    if (write_file(folder.file("other"), "new")) _exit(6);
  });
  const int status = test::wait_for(child);
  REQUIRE(chmod(folder.path().c_str(), 0755) == 0);
  CHECK(status == 0);
  CHECK(read_file(path).value() == "short");
  CHECK(status_of(path).st_ino == inode);
  CHECK(folder.files() == 1);
}

TEST_CASE("a read-only file is not replaced", "[file]") {
  const TemporaryFolder folder;
  const std::string path = folder.write("games", "old");
  REQUIRE(chmod(path.c_str(), 0444) == 0);
  REQUIRE(chmod(folder.path().c_str(), 0777) == 0);
  const pid_t child = test::in_child([&] {
    if (geteuid() == 0 && setuid(65534) != 0) _exit(2);
    if (write_file(path, "new")) _exit(3);
  });
  CHECK(test::wait_for(child) == 0);
  CHECK(read_file(path).value() == "old");
}

}  // namespace
}  // namespace sumi
