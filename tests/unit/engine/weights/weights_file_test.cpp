// SPDX-License-Identifier: MIT
#include "engine/base/random.h"
#include "engine/game/pattern_layout.h"
#include "engine/weights/weights_file.h"
#include "tests/support/junk.h"
#include "tests/support/pattern_weights.h"
#include "tests/support/results.h"
#include "tests/support/temporary_folder.h"

#include <catch2/catch.hpp>

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

using namespace sumi;
using Catch::Matchers::Contains;
using Catch::Matchers::StartsWith;

namespace {

constexpr std::size_t kHeader = 40;
constexpr int kFast = 1;  ///< Compression level.

/// Mostly zeros, for small files, and the extremes.
PatternWeightsFile sample() {
  PatternWeightsFile weights;
  SplitMix64 random(307);
  weights.values = test::drawn_pattern_weights([&] {
    const std::uint64_t r = random.next();
    return r % 512 == 0 ? static_cast<std::int16_t>(r >> 32) : std::int16_t{0};
  });
  weights.values[0] = INT16_MIN;
  weights.values[static_cast<std::size_t>(kStageWeights)] = INT16_MAX;
  weights.error = {{100, 200, 300, 400, 500, 600, 700, 8192},
                   {11, 12, 13, 14, 15, 16, 17, 18},
                   {0, 1, 0, 2, 0, 3, 0, 4},
                   717,
                   {5, -6, 7, 8, 9, 10, 11, 8192},
                   {-8192, 2, 3, 4, 5, 6, 7, 8}};
  weights.provenance = {"sumi-lab train", "0123abc", "games 1-9", "2026-11-21", "a note"};
  return weights;
}

const std::string& sample_bytes() {
  static const std::string bytes = write_pattern_weights(sample(), kFast);
  return bytes;
}

/// As in weights/README.md.
std::uint64_t checksum(const std::string& file) {
  const std::string words = file.substr(0, 32) + file.substr(kHeader) + std::string(8, '\0');
  std::uint64_t hash = 0;
  for (std::size_t at = 0; at + 8 <= words.size(); at += 8) {
    std::uint64_t word = 0;
    for (std::size_t i = 8; i-- > 0;) {
      word = 256 * word + static_cast<unsigned char>(words[at + i]);
    }
    hash = (hash ^ word) * 0x9E3779B97F4A7C15;
    hash ^= hash / 0x100000000;
  }
  return hash;
}

void put(std::string& bytes, std::size_t at, int size, std::uint64_t value) {
  for (int i = 0; i < size; ++i, value /= 256) bytes[at++] = static_cast<char>(value);
}

/// With a correct header.
std::string file_of(const std::string& text, const std::string& frames) {
  std::string bytes = sample_bytes().substr(0, kHeader) + text + frames;
  put(bytes, 20, 4, text.size());
  put(bytes, 24, 8, frames.size());
  put(bytes, 32, 8, checksum(bytes));
  return bytes;
}

std::string text_of(const std::string& bytes) {
  const std::string last = "\nmobility: 31\n";
  return bytes.substr(kHeader, bytes.find(last) + last.size() - kHeader);
}

std::string frames_of(const std::string& bytes) {
  return bytes.substr(kHeader + text_of(bytes).size());
}

std::string refusal(const std::string& bytes) {
  const auto weights = parse_pattern_weights(bytes);
  if (weights) return "accepted";
  CHECK(weights.error().code == ErrorCode::kBadFile);
  CHECK(test::fault_of(weights.error()) == "");
  return weights.error().message;
}

}  // namespace

TEST_CASE("weights survive writing and reading", "[weights]") {
  const PatternWeightsFile want = sample();
  const auto got = parse_pattern_weights(sample_bytes());
  REQUIRE(got);
  CHECK(got->values == want.values);
  CHECK(got->error == want.error);
  CHECK(got->provenance.command == "sumi-lab train");
  CHECK(got->provenance.commit == "0123abc");
  CHECK(got->provenance.data == "games 1-9");
  CHECK(got->provenance.date == "2026-11-21");
  CHECK(got->provenance.note == "a note");
  CHECK(write_pattern_weights(*got, kFast) == sample_bytes());
}

TEST_CASE("a weights file has the bytes that weights/README.md specifies", "[weights]") {
  const std::string& bytes = sample_bytes();
  CHECK(bytes.substr(0, 24) ==
        std::string("SUMI\x1AWGT\1\0\0\0\1\0\0\0\x80\0\0\0", 20) + bytes.substr(20, 4));
  const std::string text = text_of(bytes);
  CHECK_THAT(text, StartsWith("command: sumi-lab train\ncommit: 0123abc\ndata: games 1-9\n"
                              "date: 2026-11-21\nnote: a note\n"
                              "error-fading: 100 200 300 400 500 600 700 8192\n"
                              "error-lasting: 11 12 13 14 15 16 17 18\n"
                              "error-end: 0 1 0 2 0 3 0 4\nerror-fade: 717\n"
                              "error-tempo: 5 -6 7 8 9 10 11 8192\n"
                              "error-parity: -8192 2 3 4 5 6 7 8\nstages: 30\n"
                              "pattern: "));
  CHECK(bytes == file_of(text, frames_of(bytes)));  // sizes and checksum
}

TEST_CASE("files without tempo or parity give zeros for them", "[weights]") {
  std::string text = text_of(sample_bytes());
  ErrorModel want = sample().error;
  const auto check_without = [&](const std::string& line) {
    text.erase(text.find(line), line.size());
    const auto old = parse_pattern_weights(file_of(text, frames_of(sample_bytes())));
    REQUIRE(old);
    CHECK(old->error == want);
  };
  want.parity = {};
  check_without("error-parity: -8192 2 3 4 5 6 7 8\n");
  want.tempo = {};
  check_without("error-tempo: 5 -6 7 8 9 10 11 8192\n");
}

TEST_CASE("of symmetric weights the canonical one is stored", "[weights]") {
  PatternWeightsFile weights = sample();
  const std::vector<std::uint16_t> canonical = canonical_fillings(0);
  const std::size_t other = 1, same = canonical[3 * 729];  // b2 and g2
  REQUIRE(canonical[same] == same);
  const std::size_t mirrored = 3 * 729;
  REQUIRE(mirrored != same);
  weights.values[same] = 77;
  weights.values[mirrored] = -5;
  const auto got = parse_pattern_weights(write_pattern_weights(weights, kFast));
  REQUIRE(got);
  CHECK(got->values[same] == 77);
  CHECK(got->values[mirrored] == 77);
  CHECK(got->values[other] == weights.values[other]);
}

TEST_CASE("fields of the provenance may be any text and are stored on one line", "[weights]") {
  PatternWeightsFile weights = sample();
  std::string every_byte;
  for (int c = 0; c < 256; ++c) every_byte += static_cast<char>(c);
  std::string kept = every_byte;
  for (char& c : kept) c = static_cast<unsigned char>(c) < ' ' || c == '\x7F' ? ' ' : c;
  weights.provenance = {every_byte, "", "a\r\nerror-fade: 1\nstages: 4\n", ": ",
                        std::string(70'000, 'x')};
  const auto got = parse_pattern_weights(write_pattern_weights(weights, kFast));
  REQUIRE(got);
  CHECK(got->provenance.command == kept);
  CHECK(got->provenance.commit == "");
  CHECK(got->provenance.data == "a  error-fade: 1 stages: 4 ");
  CHECK(got->provenance.date == ": ");
  CHECK(got->provenance.note == std::string(70'000, 'x'));
  CHECK(got->values == weights.values);
}

TEST_CASE("a truncated weights file is refused", "[weights]") {
  const std::string& bytes = sample_bytes();
  SplitMix64 random(311);
  for (std::size_t size = 0; size < bytes.size();) {
    CAPTURE(size, bytes.size());
    REQUIRE_THAT(refusal(bytes.substr(0, size)),
                 size < 8 ? Contains("no weights of Sumi") : Contains("cut off"));
    size += size < 1000 ? 1 : 1 + static_cast<std::size_t>(random.below(500));
  }
  CHECK_THAT(refusal(bytes.substr(0, bytes.size() - 1)), Contains("cut off"));
  CHECK_THAT(refusal(bytes + '\0'), Contains("cut off or grown"));
}

TEST_CASE("a weights file with a changed byte is refused", "[weights]") {
  const std::string& bytes = sample_bytes();
  SplitMix64 random(313);
  for (std::size_t at = 0; at < bytes.size();) {
    std::string altered = bytes;
    altered[at] = static_cast<char>(altered[at] + 1 + random.below(255));
    CAPTURE(at);
    REQUIRE(refusal(altered) != "accepted");
    if (at >= 32) REQUIRE_THAT(refusal(altered), Contains("the checksum is wrong"));
    at += at < 100 ? 1 : 1 + static_cast<std::size_t>(random.below(1000));
  }
  std::string exchanged = bytes;
  std::swap(exchanged[1000], exchanged[1008]);
  std::swap(exchanged[1001], exchanged[1009]);
  CHECK_THAT(refusal(exchanged), Contains("the checksum is wrong"));
}

TEST_CASE("errors name files of other types and of newer versions", "[weights]") {
  CHECK(refusal("") == "no weights of Sumi: they start with 'SUMI'");
  CHECK(refusal("\x7F"
                "ELF and so on") == "no weights of Sumi: they start with 'SUMI'");
  CHECK(refusal("SUMI") == "no weights of Sumi: they start with 'SUMI'");
  SplitMix64 random(317);
  for (int i = 0; i < 1000; ++i) {
    REQUIRE(refusal(test::junk(random, 300)) != "accepted");
    REQUIRE(refusal(sample_bytes().substr(0, 8) + test::junk(random, 300)) != "accepted");
  }
  const auto with = [](std::size_t at, std::uint64_t value) {
    std::string bytes = sample_bytes();
    put(bytes, at, 4, value);
    put(bytes, 32, 8, checksum(bytes));
    return refusal(bytes);
  };
  CHECK(with(8, 1) == "accepted");
  CHECK(with(8, 2) == "format version 2, but 1 is the only one known here");
  CHECK(with(12, 2) == "weights of kind 2, but those of 'pattern' are of kind 1");
  CHECK(with(16, 100) == "100 units a disc, but 128 are wanted");
  CHECK_THAT(with(20, 0xFFFFFFFF), Contains("4294967295 bytes of text"));
}

TEST_CASE("wrong contents are refused despite a correct checksum", "[weights]") {
  const std::string text = text_of(sample_bytes()), frames = frames_of(sample_bytes());
  REQUIRE(refusal(file_of(text, frames)) == "accepted");

  // After valid text the next error, quick to find, is that the values are missing.
  const std::string damaged = "the compressed values are damaged";
  const auto replaced = [&](const std::string& what, const std::string& by) {
    std::string other = text;
    REQUIRE(other.find(what) != other.npos);
    return refusal(file_of(other.replace(other.find(what), what.size(), by), ""));
  };
  CHECK_THAT(replaced("stages: 30", "stages: 31"), Contains("another set of patterns or stages"));
  CHECK_THAT(replaced("a2 b2", "b2 a2"), Contains("another set of patterns or stages"));
  CHECK_THAT(replaced("commit: ", "commit:"), Contains("no line of 'commit'"));
  CHECK_THAT(replaced("note: ", "note: \x1B"), Contains("no line of 'note'"));
  for (const std::string bad : {"100", "100 200 300", "100 -200", "100 8193", "100 2147483648",
                                "100  200", " 100 200", "", "100 x", "100,200"}) {
    CAPTURE(bad);
    CHECK(replaced("fading: 100 200", "fading: " + bad) ==
          "no line of 'error-fading' with 8 numbers in 0..8192 where it should be");
  }
  CHECK_THAT(replaced("17 18\n", "17\n"), Contains("no line of 'error-lasting' with 8 numbers"));
  CHECK_THAT(replaced("17 18\n", "17 18 19\n"), Contains("no line of 'error-lasting'"));
  CHECK_THAT(replaced("3 0 4\n", "3 0 4 \n"), Contains("no line of 'error-end'"));
  CHECK_THAT(replaced("error-end", "error-End"), Contains("no line of 'error-end'"));
  CHECK(replaced("fade: 717", "fade: 1025") ==
        "no line of 'error-fade' with a number in 0..1024 where it should be");
  CHECK_THAT(replaced("fade: 717", "fade: 7 17"), Contains("no line of 'error-fade'"));
  CHECK(replaced("fade: 717", "fade: 1024") == damaged);
  CHECK(replaced("tempo: 5", "tempo: -8193") ==
        "no line of 'error-tempo' with 8 numbers in -8192..8192 where it should be");
  CHECK(replaced("tempo: 5", "tempo: -8192") == damaged);
  CHECK(replaced("parity: -8192", "parity: 8193") ==
        "no line of 'error-parity' with 8 numbers in -8192..8192 where it should be");
  CHECK_THAT(refusal(file_of("", frames)), Contains("no line of 'command'"));
  CHECK_THAT(refusal(file_of(text + "more: 1\n", frames)), Contains("another set of patterns"));

  CHECK(refusal(file_of(text, "")) == damaged);
  CHECK(refusal(file_of(text, frames + frames)) == damaged);
  CHECK(refusal(file_of(text, frames.substr(0, frames.size() / 2))) == damaged);
  CHECK(refusal(file_of(text, frames.substr(1))) == damaged);
  SplitMix64 random(331);
  const std::string first_frames = frames.substr(0, frames.size() / 15);
  for (int i = 0; i < 60; ++i) {  // zstd may miss the damage, but must not crash
    // All frames are read in the same way, so a file of the first ones is usually enough.
    std::string other = i < 6 ? frames : first_frames;
    for (int n = 0; n < 3; ++n) {
      other[static_cast<std::size_t>(random.below(static_cast<int>(other.size())))] ^=
          static_cast<char>(1 + random.below(255));
    }
    const std::string answer = refusal(file_of(text, other));
    CHECK((answer == damaged || answer == "accepted"));
  }
}

TEST_CASE("the shipped weights fit the patterns of this program", "[weights]") {
  CHECK(check_shipped_pattern_weights());
  const auto shipped = read_pattern_weights("");
  REQUIRE(shipped);
  CHECK(shipped->values.size() == static_cast<std::size_t>(kPatternStages * kStageWeights));
  CHECK(shipped->error.sigma(8, 4, 36) > 0);
}

TEST_CASE("a weights file is read once for all users", "[weights]") {
  const test::TemporaryFolder folder;
  const std::string file = folder.file("weights");
  const auto missing = load_pattern_weights(file);
  REQUIRE(!missing);
  CHECK(missing.error().code == ErrorCode::kNotFound);
  CHECK_THAT(missing.error().message, StartsWith("file '") && Contains("No such file"));

  folder.write("weights", "SUMI");
  const auto bad = load_pattern_weights(file);
  REQUIRE(!bad);
  CHECK_THAT(bad.error().message, StartsWith("file '") && Contains("no weights of Sumi"));
  CHECK(test::fault_of(bad.error()) == "");

  folder.write("weights", sample_bytes());
  auto first = load_pattern_weights(file), second = load_pattern_weights(file);
  REQUIRE(first);
  REQUIRE(second);
  CHECK(*first == *second);
  const std::weak_ptr<const QuantisedPatterns> kept = *first;
  *first = *second = nullptr;
  CHECK(kept.expired());  // freed with the last user
}
