// SPDX-License-Identifier: MIT
#include "engine/base/file.h"
#include "engine/base/journal.h"
#include "tests/support/results.h"
#include "tests/support/temporary_folder.h"

#include <catch2/catch.hpp>

using namespace sumi;
using Catch::Matchers::Contains;
using Entries = std::vector<std::string>;

namespace {

constexpr const char* kKind = "tests";

Entries entries_of(const std::string& path) { return Journal::open(path, kKind).value().entries; }

std::string fault_of(const std::string& path, std::string_view kind = kKind) {
  const auto opened = Journal::open(path, kind);
  return opened ? "none" : opened.error().message;
}

/// Three entries, including an empty one and one of all byte values.
Entries make(const std::string& path) {
  Entries entries{"first", "", ""};
  for (int byte = 0; byte < 256; ++byte) entries[2] += static_cast<char>(byte);
  auto opened = Journal::open(path, kKind).value();
  CHECK(opened.entries.empty());
  for (const std::string& entry : entries) opened.journal.append(entry).value();
  return entries;
}

}  // namespace

TEST_CASE("Journal: appended entries are read back, and more can be appended", "[journal]") {
  const test::TemporaryFile file;
  Entries entries = make(file.path());
  {
    auto opened = Journal::open(file.path(), kKind).value();
    CHECK(opened.entries == entries);
    CHECK(opened.dropped == 0);
    opened.journal.append("fourth").value();
  }
  entries.emplace_back("fourth");
  CHECK(entries_of(file.path()) == entries);
}

TEST_CASE("Journal: after truncation anywhere it keeps its complete entries and accepts more",
          "[journal]") {
  const test::TemporaryFile file;
  const Entries entries = make(file.path());
  const std::string bytes = file.contents();
  for (std::size_t size = 0; size < bytes.size(); ++size) {
    CAPTURE(size);
    write_file(file.path(), bytes.substr(0, size)).value();
    Entries whole;
    {
      auto opened = Journal::open(file.path(), kKind).value();
      whole = opened.entries;
      REQUIRE(whole.size() < entries.size());
      opened.journal.append("more").value();
    }
    REQUIRE(std::equal(whole.begin(), whole.end(), entries.begin()));
    whole.emplace_back("more");
    REQUIRE(entries_of(file.path()) == whole);
  }
}

TEST_CASE("Journal: a flipped bit makes it drop entries, never change them", "[journal]") {
  const test::TemporaryFile file;
  const Entries entries = make(file.path());
  const std::string bytes = file.contents();
  for (std::size_t bit = 0; bit < 8 * bytes.size(); ++bit) {
    CAPTURE(bit);
    std::string flipped = bytes;
    flipped[bit / 8] = static_cast<char>(flipped[bit / 8] ^ 1 << bit % 8);
    write_file(file.path(), flipped).value();
    const auto opened = Journal::open(file.path(), kKind);
    if (!opened) continue;  // the header line
    REQUIRE(opened->entries.size() < entries.size());
    REQUIRE(opened->dropped > 0);
    REQUIRE(std::equal(opened->entries.begin(), opened->entries.end(), entries.begin()));
  }
}

TEST_CASE("Journal: swapped entries are dropped", "[journal]") {
  const test::TemporaryFile file;
  {
    auto opened = Journal::open(file.path(), kKind).value();
    opened.journal.append("a").value();
    opened.journal.append("b").value();
  }
  const std::string bytes = file.contents();
  const std::size_t size = 13, first = bytes.size() - 2 * size;
  write_file(file.path(),
             bytes.substr(0, first) + bytes.substr(first + size) + bytes.substr(first, size))
      .value();
  CHECK(entries_of(file.path()).empty());
}

TEST_CASE("Journal: a second process is refused, and so are files of other types", "[journal]") {
  const test::TemporaryFile file;
  make(file.path());
  const std::string bytes = file.contents();
  {
    const auto held = Journal::open(file.path(), kKind);
    REQUIRE(held);
    CHECK_THAT(fault_of(file.path()), Contains("another process is writing to it"));
  }
  CHECK_THAT(fault_of(file.path(), "others"), Contains("is not a journal of others"));
  CHECK(file.contents() == bytes);
  write_file(file.path(), "my diary").value();
  CHECK_THAT(fault_of(file.path()), Contains("is not a journal of tests"));
  CHECK(file.contents() == "my diary");
  CHECK_THAT(fault_of(file.path() + "/x"), Contains("file '"));
}
