// SPDX-License-Identifier: MIT
#include "engine/base/held_file.h"
#include "tests/support/temporary_folder.h"

#include <catch2/catch.hpp>
#include <fmt/format.h>

#include <algorithm>
#include <sys/wait.h>
#include <unistd.h>
#include <vector>

using namespace sumi;

namespace {

pid_t ended_process() {
  const pid_t process = fork();
  if (process == 0) _exit(0);
  waitpid(process, nullptr, 0);
  return process;
}

std::vector<std::string> names_in(const test::TemporaryFolder& folder) {
  std::vector<std::string> names;
  for (const auto& entry : std::filesystem::directory_iterator(folder.path())) {
    names.push_back(entry.path().filename().string());
  }
  std::ranges::sort(names);
  return names;
}

}  // namespace

TEST_CASE("temporary files of killed processes are removed", "[file][posix]") {
  const test::TemporaryFolder folder;
  const pid_t ended = ended_process();
  for (const char* name :
       {"a.db.{0}.new", "a.db.{0}.new-journal", "a.db.{0}.part.{0}.part", "a.db.{0}.import",
        "a.db.{0}.import-wal", "a.db.{0}.import-shm", "a.db.{0}.import.{0}.new-journal"}) {
    folder.write(fmt::format(fmt::runtime(name), ended), "x");
  }
  folder.write(fmt::format("a.db.{}.part", getpid()), "x");
  CHECK(temporary_name(folder.file("a.db"), "part") ==
        fmt::format("{}/a.db.{}.part", folder.path(), getpid()));
  CHECK(names_in(folder).empty());
}

TEST_CASE("files in use and files with other names are not removed", "[file][posix]") {
  const test::TemporaryFolder folder;
  const pid_t ended = ended_process();
  for (const std::string& name :
       {std::string("a.db"), std::string("a.db-wal"), std::string("a.db.new"),
        std::string("a.db.x.new"), std::string("a.db.-5.new"), fmt::format("a.db.{}", ended),
        fmt::format("a.db.{}.txt", ended), fmt::format("a.db.{}.new.txt", ended),
        fmt::format("b.a.db.{}.new", ended), fmt::format("b.db.{}.new", ended),
        fmt::format("a.db.{}.new", getppid())}) {
    folder.write(name, "x");
  }
  const std::string used = folder.file(fmt::format("a.db.{}.part", ended));
  const HeldFile file = create_temporary_file(used).value();
  const auto before = names_in(folder);
  remove_stale_files(folder.file("a.db"));
  CHECK(names_in(folder) == before);
  remove_stale_files(folder.file("no/such/a.db"));
}
