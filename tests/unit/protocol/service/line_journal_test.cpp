// SPDX-License-Identifier: MIT
#include "engine/base/file.h"
#include "protocol/service/line_journal.h"
#include "tests/support/temporary_folder.h"

#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>

#include <csignal>
#include <sys/resource.h>
#include <sys/stat.h>

using namespace sumi;
using namespace sumi::protocol;
using Catch::Matchers::Contains;

namespace {

constexpr std::string_view kFirstLine = "{\"first\":1}\n";

Result<std::unique_ptr<LineJournal>> open_counted(
    const std::string& path, int& lines,
    LineJournal::Unended unended = LineJournal::Unended::kCutOff) {
  return LineJournal::open(
      path, kFirstLine,
      [&path](std::string_view line) -> Result<bool> {
        if (kFirstLine.starts_with(line)) return false;
        return resume_error(path, "is another's");
      },
      [&lines](std::string_view, LineJournal::Place) { return ++lines > 0; }, kResumeOption,
      unended);
}

std::string refused(const std::string& path) {
  int lines = 0;
  const auto journal = open_counted(path, lines);
  return journal ? "" : journal.error().message;
}

std::string numbered(int number) { return json_line_with_sum({{"number", number}}); }

/// Limits the size of files, in bytes.
class FullDisk {
 public:
  explicit FullDisk(rlim_t bytes) : handler_(std::signal(SIGXFSZ, SIG_IGN)) {
    getrlimit(RLIMIT_FSIZE, &before_);
    const rlimit limit{bytes, before_.rlim_max};
    setrlimit(RLIMIT_FSIZE, &limit);
  }
  ~FullDisk() {
    setrlimit(RLIMIT_FSIZE, &before_);
    std::signal(SIGXFSZ, handler_);
  }
  FullDisk(const FullDisk&) = delete;
  FullDisk& operator=(const FullDisk&) = delete;

 private:
  void (*handler_)(int);
  rlimit before_{};
};

}  // namespace

TEST_CASE("a line that does not fit on the disk leaves nothing behind", "[resume][posix]") {
  const test::TemporaryFile file;
  int lines = 0;
  {
    const auto journal = open_counted(file.path(), lines).value();
    journal->append(numbered(1)).value();
    const std::string whole = file.contents();
    {
      const FullDisk full(whole.size() + 5);
      const auto written = journal->append(numbered(2));
      REQUIRE_FALSE(written.has_value());
      CHECK_THAT(written.error().message, Contains("File too large"));
    }
    CHECK(file.contents() == whole);
    const auto place = journal->append(numbered(3)).value();
    CHECK(journal->read(place).value() + '\n' == numbered(3));
  }
  const auto journal = open_counted(file.path(), lines).value();
  CHECK(lines == 2);
  CHECK(journal->damaged() == 0);
}

TEST_CASE("a last line without its line feed is kept and completed, on request", "[resume]") {
  const test::TemporaryFolder folder;
  const std::string path = folder.file("lines");
  const std::string whole = std::string(kFirstLine) + numbered(1) + numbered(2);
  folder.write("lines", whole.substr(0, whole.size() - 1));
  int lines = 0;
  {
    const auto journal = open_counted(path, lines, LineJournal::Unended::kKept).value();
    CHECK(lines == 2);
    CHECK(journal->damaged() == 0);
    const auto place = journal->append(numbered(3)).value();
    CHECK(journal->read(place).value() + '\n' == numbered(3));
  }
  CHECK(read_file(path).value() == whole + numbered(3));
  // With one byte less, or without a checksum, the line may be incomplete.
  for (const std::string& cut : {whole.substr(0, whole.size() - 2), whole + "{\"number\":3}"}) {
    folder.write("lines", cut);
    const auto journal = open_counted(path, lines, LineJournal::Unended::kKept).value();
    CHECK(journal->damaged() == 1);
    CHECK(read_file(path).value() == cut.substr(0, cut.rfind('\n') + 1));
  }
}

TEST_CASE("reading a journal neither locks nor changes it", "[resume]") {
  const test::TemporaryFolder folder;
  const std::string path = folder.file("lines");
  int lines = 0, read_lines = 0;
  const auto read = [&] {
    read_lines = 0;
    return LineJournal::open_to_read(
        path,
        [&path](std::string_view line) -> Result<bool> {
          if (kFirstLine.starts_with(line)) return false;
          return resume_error(path, "is another's");
        },
        [&read_lines](std::string_view, LineJournal::Place) { return ++read_lines > 0; });
  };
  CHECK_FALSE(read().has_value());
  CHECK(folder.files() == 0);
  const auto journal = open_counted(path, lines).value();
  journal->append(numbered(1)).value();
  CHECK(read().value()->damaged() == 0);
  CHECK(read_lines == 1);
  const std::string half = read_file(path).value() + numbered(2).substr(0, 5);
  folder.write("lines", half);
  CHECK(read().value()->damaged() == 1);
  CHECK(read_lines == 1);
  CHECK(read_file(path).value() == half);
  folder.write("lines", "");
  CHECK(read().value()->damaged() == 0);
  CHECK(read_file(path).value().empty());
  folder.write("lines", "notes\n");
  CHECK_FALSE(read().has_value());
}

TEST_CASE("a new file that does not fit on the disk is removed", "[resume][posix]") {
  const test::TemporaryFolder folder;
  const FullDisk full(5);
  CHECK_THAT(refused(folder.file("new")), Contains("File too large"));
  CHECK(folder.files() == 0);
}

TEST_CASE(
    "an overlong first line is refused, an overlong last line is cut off, others count as damaged",
    "[resume]") {
  const test::TemporaryFolder folder;
  const std::string path = folder.file("lines"), overlong(3 * LineJournal::kMaxLine, '\0');
  for (const char* const end : {"", "\n"}) {
    folder.write("lines", overlong + end);
    CHECK_THAT(refused(path), Contains("is another's"));
    CHECK(read_file(path).value() == overlong + end);
  }
  const std::string kept = std::string(kFirstLine) + overlong + '\n' + numbered(1) + "{}\n";
  folder.write("lines", kept + overlong);
  int lines = 0;
  CHECK(open_counted(path, lines).value()->damaged() == 3);
  CHECK(lines == 1);
  CHECK(read_file(path).value() == kept);
}

TEST_CASE("a pipe is refused at once", "[resume][posix]") {
  const test::TemporaryFolder folder;
  const std::string pipe = folder.file("pipe");
  REQUIRE(mkfifo(pipe.c_str(), 0600) == 0);
  CHECK_THAT(refused(pipe), Contains("is not a regular file"));
}

TEST_CASE("journals of shards form one journal, unless one of them is damaged", "[resume][shard]") {
  const test::TemporaryFolder folder;
  const std::string one = folder.file("1"), two = folder.file("2"), all = folder.file("all");
  int lines = 0;
  for (const auto& [path, first] : {std::pair{one, 1}, std::pair{two, 3}}) {
    const auto journal = open_counted(path, lines).value();
    REQUIRE(journal->append(numbered(first)).has_value());
    REQUIRE(journal->append(numbered(first + 1)).has_value());
  }
  const auto merge = [&] {
    const auto merged = merge_line_journals(
        {one, two}, all, kFirstLine, [](const std::string& path, std::string_view line) {
          return kFirstLine.starts_with(line) ? Result<bool>(false)
                                              : resume_error(path, "is another's");
        });
    return merged ? "" : merged.error().message;
  };
  const std::string whole =
      std::string(kFirstLine) + numbered(1) + numbered(2) + numbered(3) + numbered(4);
  for (int i = 0; i < 2; ++i) {
    CHECK(merge() == "");
    CHECK(read_file(all).value() == whole);
  }
  const std::string good = read_file(two).value();
  std::string bad = good;
  bad[kFirstLine.size() + 11] = '7';
  folder.write("2", bad);
  CHECK_THAT(merge(), Contains("/2': holds damaged lines"));
  folder.write("2", "{\"other\":1}\n" + good);
  CHECK_THAT(merge(), Contains("/2': is another's"));
  CHECK(read_file(all).value() == whole);
}
