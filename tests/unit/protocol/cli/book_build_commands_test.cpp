// SPDX-License-Identifier: MIT
#include "book/store/book_store.h"
#include "engine/base/time.h"
#include "tests/support/book_commands.h"

#include <catch2/catch.hpp>

#include <filesystem>
#include <sstream>
#include <string>
#include <vector>

using namespace sumi;
using Catch::Contains;
using protocol::Args;
using test::BookCommands;

TEST_CASE("sumi book build creates a book and continues with the settings stored in it",
          "[book_command]") {
  const BookCommands it;
  const std::string book = it.file("a.book");
  const auto made = it.search({"build", book, "--plies", "2", "--max-loss", "64", "--level", "1"});
  // The start, one first move (of four symmetric ones), and three replies.
  CHECK(made["positions"] == 5);
  CHECK(made["added"] == 5);
  CHECK(made["searched"] >= 5);
  CHECK(made["level"] == 1);
  CHECK(made["end"] == "done");

  const auto again = it.search({"build", book});
  CHECK(again["positions"] == 5);
  CHECK(again["searched"] == 0);
  CHECK(again["level"] == 1);

  const auto more = it.search({"build", book, "--plies", "3"});
  CHECK(more["positions"] == 5 + 14);  // perft(3) / 4, because the four first moves are symmetric
  CHECK(it.json({"verify", book})["faults"] == 0);
}

TEST_CASE("sumi book run does each job of a list once", "[book_command]") {
  const BookCommands it;
  const std::string book = it.file("a.book"), direct = it.file("b.book");
  const std::string list = it.write("list",
                                    "# first the breadth\n"
                                    "build --plies 2 --max-loss 64 --level 1\n\n"
                                    "  deepen --plies 2 --max-loss 64 --level 3\n"
                                    "build --plies 3 --max-loss 1 --level 1\n");
  const auto run = [&](const Args& more = {}) {
    Args args{"run",         book,    list,         "--jobs", "1",
              "--evaluator", "table", "--hash-mib", "1",      "--json"};
    args.insert(args.end(), more.begin(), more.end());
    std::vector<nlohmann::json> lines;
    std::istringstream text(it.run(args));
    for (std::string line; std::getline(text, line);) lines.push_back(nlohmann::json::parse(line));
    return lines;
  };
  const auto lines = run();
  REQUIRE(lines.size() == 3);
  it.search({"build", direct, "--plies", "2", "--max-loss", "64", "--level", "1"});
  it.search({"deepen", direct, "--plies", "2", "--max-loss", "64", "--max-deviation", "3840",
             "--level", "3"});
  it.search({"build", direct, "--plies", "3", "--max-loss", "1", "--max-deviation", "3840",
             "--level", "1"});
  CHECK(lines[0]["command"] == "build --plies 2 --max-loss 64 --level 1");
  CHECK(lines[0]["positions"] == 5);
  CHECK(lines[1]["job"] == 2);
  CHECK(lines[1]["searched"] > 0);
  CHECK(it.json({"show", book, "--depth", "3"}) == it.json({"show", direct, "--depth", "3"}));

  CHECK(run().empty());  // no job is left
  it.write("list",
           "build --plies 2 --max-loss 64 --level 1\n"
           "deepen --plies 2 --max-loss 64 --level 4\n"
           "build --plies 3 --max-loss 1 --level 1\n");
  const auto changed = run();
  REQUIRE(changed.size() == 1);
  CHECK(changed[0]["job"] == 2);
  CHECK(changed[0]["level"] == 4);
}

TEST_CASE("sumi book run resumes the job whose time ended", "[book_command]") {
  const BookCommands it;
  const std::string book = it.file("a.book");
  const std::string list = it.write("list",
                                    "build --plies 30 --max-loss 2 --level 2 --time 0.3\n"
                                    "build --plies 1 --max-loss 2 --level 2\n");
  const auto run = [&](const Args& more) {
    Args args{"run", book, list, "--jobs", "1", "--evaluator", "table", "--hash-mib", "1"};
    args.insert(args.end(), more.begin(), more.end());
    return it.run(args);
  };
  // The total time ends within the first job, which has time left.
  CHECK_THAT(run({"--time", "0.1"}), Contains("the time is up") && !Contains("2/2"));
  const StopWatch watch;
  CHECK_THAT(run({}),
             Contains("1/2 build") && Contains("2/2 build") && Contains("all jobs are done"));
  CHECK(watch.seconds() < 5);
  CHECK(run({}) == "all jobs are done\n");
}

TEST_CASE("sumi book run names the bad line and creates nothing", "[book_command]") {
  const BookCommands it;
  const std::string book = it.file("a.book");
  const auto fault = [&](const std::string& text) {
    const std::string list = it.write("list", "# a remark\n" + text + "\n");
    const std::string said = it.fault({"run", book, list});
    CHECK(said.starts_with(list));
    return said.substr(list.size());
  };
  CHECK(fault("prune --plies 3") == ":2: 'prune' is not build or deepen");
  CHECK(fault("build --plies 3") == ":2: no --level given");
  CHECK(fault("build --level 61") == ":2: --level: '61' is not in 0..60");
  CHECK(fault("deepen my.book --level 6") == ":2: only options may follow build or deepen");
  CHECK(fault("build --level 3 --time 1:60").starts_with(":2: --time: '1:60' is not H:MM"));
  CHECK(fault("") == " has no jobs");
  CHECK_THAT(it.fault({"run", book, it.file("none")}), Contains("No such file"));
  CHECK_THAT(it.fault({"run", "default", it.file("list")}), Contains("default"));
  CHECK(it.fault({"run", book}) == "need one list of jobs, BOOK LIST");
  CHECK_FALSE(std::filesystem::exists(book));
}

TEST_CASE("sumi book build ends when the book is full or the time is over", "[book_command]") {
  const BookCommands it;
  const std::string book = it.file("a.book");
  const auto full = it.search({"build", book, "--positions", "7", "--level", "1"});
  CHECK(full["positions"] == 7);
  CHECK(full["end"] == "full");
  const auto late = it.search({"build", book, "--time", "0.001", "--level", "1"});
  CHECK(late["end"] == "time");
  CHECK_THAT(it.run({"build", book, "--time", "0.001", "--jobs", "1"}),
             Contains("positions added") && Contains("at level 1 in 0:00") &&
                 Contains("the time is up, the same command resumes"));
}

TEST_CASE("sumi book build starts from the given position", "[book_command]") {
  const BookCommands it;
  const std::string book = it.file("a.book");
  it.search({"build", book, "--from", "f5d6", "--plies", "1", "--max-loss", "64", "--level", "1"});
  CHECK(it.json({"show", book, "f5d6"})["in_book"] == true);
  CHECK(it.json({"show", book})["in_book"] == false);
  CHECK(it.json({"show", book, "f5d6"})["moves"].size() == 5);
  const std::string board = "---------------------------OX------XO--------------------------- X";
  const std::string other = it.file("b.book");
  it.search({"build", other, "--from", board, "--plies", "0", "--level", "1"});
  CHECK(it.json({"show", other})["in_book"] == true);
  CHECK(it.json({"stats", other})["notes"]["from"] == board);
}

TEST_CASE("sumi book build names the wrong option and creates nothing", "[book_command]") {
  const BookCommands it;
  const std::string book = it.file("a.book");
  const auto fault = [&](const std::string& option, const std::string& value) {
    return it.fault({"build", book, option, value});
  };
  CHECK(it.fault({"build"}) == "no book given: a file, or `default`, the shipped one");
  CHECK(it.fault({"build", book, "more"}) == "unexpected argument 'more'");
  CHECK(fault("--plies", "61") == "--plies: '61' is not in 0..60");
  CHECK(fault("--level", "x") == "--level: 'x' is not in 0..60");
  CHECK(fault("--max-loss", "-1") == "--max-loss: '-1' is not a number of discs in 0..64");
  CHECK(fault("--max-deviation", "x") ==
        "--max-deviation: 'x' is not a number of discs in 0..3840");
  CHECK(fault("--positions", "0") == "--positions: '0' is not in 1..1000000000");
  CHECK_THAT(fault("--time", "1:60"), Contains("--time: '1:60' is not H:MM, such as 1:30"));
  CHECK(fault("--time", "0:00") ==
        "--time: '0:00' is not H:MM, such as 1:30, in 0:01..2777:46, or a number of seconds");
  CHECK_THAT(fault("--time", "2777:47"), Contains("'2777:47' is not H:MM"));
  CHECK_THAT(fault("--time", "soon"), Contains("'soon' is not a number of seconds"));
  CHECK_THAT(fault("--from", "a1"), Contains("--from: ") && Contains("'a1'"));
  CHECK_THAT(fault("--from", "start4x4"), Contains("--from: "));
  CHECK_THAT(fault("--jobs", "0"), Contains("--jobs: '0' is not in 1..256"));
  CHECK_FALSE(std::filesystem::exists(book));
  CHECK_THAT(it.fault({"build", "default"}), Contains("'default' is the shipped book"));
  CHECK_THAT(it.fault({"deepen", "default", "--level", "1"}), Contains("is read-only"));
}

TEST_CASE("commands of sumi book do not change files of other types", "[book_command]") {
  const BookCommands it;
  for (const std::string text : {"f5d6c3\n", "", "SQLite format 3"}) {
    const std::string file = it.write("games.txt", text);
    for (const std::string command : {"build", "prune", "verify", "show", "stats"}) {
      CHECK_THAT(it.fault({command, file}), Contains("games.txt"));
    }
    CHECK_THAT(it.fault({"learn", file, "f5d6"}), Contains("games.txt"));
    CHECK_THAT(it.fault({"deepen", file, "--level", "2"}), Contains("games.txt"));
    CHECK(read_file(file).value() == text);
  }
  CHECK_THAT(it.fault({"show", it.file("none")}), Contains("none"));
}

TEST_CASE("sumi book deepen searches leaves again and adds no positions", "[book_command]") {
  const BookCommands it;
  const std::string book = it.book("a.book", 2);
  CHECK(it.json({"stats", book})["max_level"] == 1);
  const auto done = it.search({"deepen", book, "--level", "2"});
  CHECK(done["positions"] == 5);
  CHECK(done["searched"] >= 3);
  CHECK(it.json({"stats", book})["min_level"] == 2);
  CHECK(it.json({"verify", book})["faults"] == 0);
  CHECK(it.search({"build", book})["level"] == 1);  // the level stored in the book stays
  CHECK(it.fault({"deepen", book}) == "no --level given");
}

TEST_CASE("sumi book prune removes positions beyond the goal", "[book_command]") {
  const BookCommands it;
  const std::string book = it.book("a.book", 3);
  const auto pruned = it.json({"prune", book, "--plies", "2"});
  CHECK(pruned["removed"] == 14);
  CHECK(pruned["positions"] == 5);
  CHECK(it.json({"verify", book})["faults"] == 0);
  CHECK(it.json({"stats", book})["notes"]["plies"] == "3");
}

TEST_CASE("sumi book verify finds inconsistent scores", "[book_command]") {
  const BookCommands it;
  const std::string path = it.book("a.book", 2);
  CHECK_THAT(it.run({"verify", path}), Contains("5 positions, 5 scored") && Contains("no faults"));
  {
    auto store = book::BookStore::open(path, book::BookStore::Access::kWrite).value();
    auto entry = store->find(kStartBoard).value();
    entry.score = Value{entry.score->units + Value::kPerDisc};
    store->put(kStartBoard, entry);
  }
  CHECK_THAT(it.run({"verify", path}, protocol::kFailed), Contains("1 faults"));
  const auto found = it.json({"verify", path}, protocol::kFailed);
  CHECK(found["faults"] == 1);
  CHECK(found["first_faults"].size() == 1);
  CHECK(found["file_faults"].empty());
}

TEST_CASE("sumi book verify searches a sample", "[book_command]") {
  const BookCommands it;
  const std::string book = it.book("a.book", 3);
  const auto sampled = it.search({"verify", book, "--sample", "8", "--depth", "2"});
  CHECK(sampled["sample"]["positions"] == 8);
  CHECK(sampled["sample"]["within_4"] >= sampled["sample"]["within_1"]);
  CHECK(it.search({"verify", book, "--sample", "8", "--depth", "2"}) == sampled);
  CHECK(it.search({"verify", book, "--sample", "1000", "--depth", "1"})["sample"]["positions"] ==
        19);
  CHECK(it.search({"verify", book, "--sample", "8", "--plies", "1", "--depth",
                   "1"})["sample"]["positions"] == 2);  // the start and its only child
  {
    auto store = book::BookStore::open(book, book::BookStore::Access::kWrite).value();
    auto entry = store->find(kStartBoard).value();
    entry.score = Value{entry.score->units + 10 * Value::kPerDisc};
    store->put(kStartBoard, entry);
  }
  const auto other = it.search({"verify", book, "--sample", "19", "--depth", "2"}, 1)["sample"];
  const auto before = it.search({"verify", book, "--sample", "19", "--depth", "2", "--seed", "7"},
                                protocol::kFailed)["sample"];
  CHECK(other["mean"] == before["mean"]);  // the sample is the whole book, in any order
  CHECK(other["worst"]["position"] ==
        "---------------------------OX------XO--------------------------- X");
  CHECK(it.fault({"verify", book, "--sample", "0"}) == "--sample: '0' is not in 1..1000000");
  CHECK_THAT(it.fault({"verify", book, "--selectivity", "50"}), Contains("'50' is not one of 73"));
}
