// SPDX-License-Identifier: MIT
/// A database that changes while sessions read it, and files uploaded in parts.
#include "protocol/service/game_library.h"
#include "protocol/service/upload_folder.h"
#include "tests/support/child_process.h"
#include "tests/support/game_database.h"
#include "tests/support/temporary_folder.h"

#include <catch2/catch.hpp>

#include <csignal>
#include <filesystem>

using namespace sumi;
using namespace sumi::protocol;
using namespace sumi::test;

namespace {

/// -1 if there is no database.
int games_in(GameLibrary& library) {
  int games = -1;
  library.look([&](const book::GameStore* store) {
    if (store) games = static_cast<int>(store->facts().size());
  });
  return games;
}

}  // namespace

TEST_CASE("a library shows the current contents of its file, whoever changes it",
          "[game_library][posix]") {
  const TemporaryFolder folder;
  const std::string path = folder.file("g");
  GameLibrary library(path);
  CHECK(games_in(library) == -1);
  add_all(path, {game_of("f5d6")});
  CHECK(games_in(library) == 1);
  CHECK(games_in(library) == 1);
  add_all(path, {game_of("f5d6c3"), game_of("f5f4")});
  CHECK(games_in(library) == 3);
  const std::string file = folder.write("a.txt", "f5d6c4\nf5d6c3d3\nf5d6c4\nf5f5\n");
  book::ImportSetup setup;
  int told = 0;
  setup.tell = [&](const book::ImportNote&) { ++told; };
  const auto imported = library.import({file, folder.file("none")}, setup);
  CHECK(imported.report.added == 2);
  CHECK(imported.report.left_out == 2);
  CHECK(imported.all == 5);
  CHECK(told >= 2);
  CHECK(games_in(library) == 5);
  std::filesystem::remove(path);
  CHECK(games_in(library) == -1);
  folder.write("g", "no database");
  CHECK_THROWS_AS(games_in(library), FatalError);
}

TEST_CASE("a library keeps an unchanged database open", "[game_library]") {
  const TemporaryFolder folder;
  const std::string path = folder.file("g");
  add_all(path, {game_of("f5d6")});
  GameLibrary library(path);
  CHECK(games_in(library) == 1);
  // Junk of the same size and time, which the library would notice only by opening the file again.
  const auto time = std::filesystem::last_write_time(path);
  folder.write("g", std::string(std::filesystem::file_size(path), 'x'));
  std::filesystem::last_write_time(path, time);
  CHECK(games_in(library) == 1);
}

TEST_CASE("an import leaves SQLite's log empty, even with readers", "[game_library]") {
  const TemporaryFolder folder;
  GameLibrary library(folder.file("g"));
  book::ImportSetup setup;
  setup.tell = [](const book::ImportNote&) {};
  for (const char* const game : {"f5d6", "f5f4", "f5f6"}) {
    library.import({folder.write("a.txt", game)}, setup);
    CHECK(games_in(library) > 0);
    CHECK(std::filesystem::file_size(folder.file("g-wal")) == 0);
  }
}

TEST_CASE("an upload removes its folder, or the next upload does so after a kill",
          "[upload][posix]") {
  const TemporaryFolder folder;
  const std::string path = folder.file("g");
  {
    UploadFolder upload(path), other(path);
    CHECK(upload.add("a.ggf", 0, "12345") == 5);
    CHECK(upload.add("a.ggf", 5, "678") == 8);
    CHECK(upload.add("b", 0, "") == 0);
    CHECK(other.add("a.ggf", 0, "x") == 1);
    REQUIRE(upload.paths().size() == 2);
    CHECK(std::filesystem::file_size(upload.paths()[0]) == 8);
    CHECK(upload.add("a.ggf", 0, "1") == 1);
    CHECK(std::filesystem::file_size(upload.paths()[0]) == 1);
    CHECK(upload.without_folder(upload.paths()[0] + ":12") == "a.ggf:12");
    CHECK(upload.without_folder("file '/dev/shm/sumi...': no game: x") == "no game: x");
    CHECK(folder.files() == 2);
  }
  CHECK(folder.files() == 0);
  wait_for(in_child([&] {
    UploadFolder upload(path);
    upload.add("a", 0, "x");
    raise(SIGKILL);
  }));
  CHECK(folder.files() == 1);
  {
    const UploadFolder next(path);
    CHECK(folder.files() == 1);
  }
  CHECK(folder.files() == 0);
}
