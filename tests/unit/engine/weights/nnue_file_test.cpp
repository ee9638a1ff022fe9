// SPDX-License-Identifier: MIT
#include "engine/weights/nnue_file.h"
#include "engine/weights/weights_format.h"
#include "tests/support/boards.h"
#include "tests/support/nnue_weights.h"
#include "tests/support/temporary_folder.h"

#include <catch2/catch.hpp>

#include <algorithm>
#include <cstring>
#include <functional>

using namespace sumi;
using Catch::Matchers::Contains;

namespace {

NnueFile small_net() {
  SplitMix64 random(3);
  NnueFile file = test::drawn_nnue(random, {0});  // rows of zeros compress fast
  file.rows.back() = 0;
  file.provenance = {"train", "abc", "games", "2026-11-25", "a note"};
  return file;
}

bool same_heads(const std::vector<NnueHead>& a, const std::vector<NnueHead>& b) {
  return a.size() == b.size() && std::memcmp(a.data(), b.data(), a.size() * sizeof a[0]) == 0;
}

std::string refusal(std::string_view bytes) {
  const auto read = parse_nnue(bytes);
  return read ? "" : read.error().message;
}

}  // namespace

TEST_CASE("a net survives writing and reading", "[weights][nnue]") {
  SplitMix64 random(5);
  NnueFile file = test::drawn_nnue(random, {127});
  file.provenance.note = "line\nfeed";
  const NnueFile read = parse_nnue(write_nnue(file, 1)).value();
  CHECK(read.rows == file.rows);
  CHECK(same_heads(read.heads, file.heads));
  CHECK(read.error == file.error);
  CHECK(read.provenance.note == "line feed");
}

TEST_CASE("a net of one table equals a net of three equal tables", "[weights][nnue]") {
  SplitMix64 random(7);
  NnueFile three = test::drawn_nnue(random);
  for (std::size_t i = NnueFile::kTableBytes; i < three.rows.size(); ++i) {
    three.rows[i] = three.rows[i - NnueFile::kTableBytes];
  }
  for (NnueHead& head : three.heads) std::ranges::fill(head.skip, std::int16_t{0});
  NnueFile one = three;
  one.rows.resize(NnueFile::kTableBytes);

  const std::string bytes = write_nnue(one, 1);
  CHECK(split_weights(bytes, kNnueFile).value().text.find("tables") == std::string_view::npos);
  const NnueFile read = parse_nnue(bytes).value();
  CHECK(read.rows == one.rows);
  CHECK(same_heads(read.heads, one.heads));
  for (int i = 0; i < 100; ++i) {
    const Board b = test::random_game(random, random.below(60));
    REQUIRE(nnue_value(read, b) == nnue_value(three, b));
  }
}

TEST_CASE("files that are not a net of this layout are refused", "[weights][nnue]") {
  const std::string good = write_nnue(small_net(), 1);
  CHECK(refusal(good).empty());
  CHECK_THAT(refusal("junk"), Contains("no weights of Sumi"));
  CHECK_THAT(refusal(good.substr(0, good.size() - 1)), Contains("cut off"));
  std::string altered = good;
  altered.back() ^= 1;
  CHECK_THAT(refusal(altered), Contains("checksum"));

  const auto parts = split_weights(good, kNnueFile).value();
  const std::string text(parts.text);
  CHECK_THAT(refusal(join_weights(kPatternFile, text, parts.frames)), Contains("kind 1"));
  std::string other = text;
  other.replace(other.find("units: 32"), 9, "units: 64");
  CHECK_THAT(refusal(join_weights(kNnueFile, other, parts.frames)), Contains("another net"));
  CHECK_THAT(refusal(join_weights(kNnueFile, text, "")), Contains("damaged"));
  CHECK_THAT(refusal(join_weights(kNnueFile, text, std::string(parts.frames) + '\0')),
             Contains("damaged"));
}

TEST_CASE("numbers that could overflow sums are refused", "[weights][nnue]") {
  const std::function<void(NnueHead&)> largest[] = {
      [](NnueHead& h) { h.start[5] = 16000; },
      [](NnueHead& h) { h.hidden[1][2][3] = -127; },
      [](NnueHead& h) { h.hidden_bias[31] = -(1 << 24); },
      [](NnueHead& h) { h.output[0] = 2048; },
      [](NnueHead& h) { h.skip[15] = -20'000; },
      [](NnueHead& h) { h.direct = 56'000; },
      [](NnueHead& h) { h.bias = -(1 << 26); },
  };
  const std::function<void(NnueHead&)> larger[] = {
      [](NnueHead& h) { h.start[5] = 16001; },
      [](NnueHead& h) { h.hidden[1][2][3] = -128; },
      [](NnueHead& h) { h.hidden_bias[31] = -(1 << 24) - 1; },
      [](NnueHead& h) { h.output[0] = 2049; },
      [](NnueHead& h) { h.skip[15] = -20'001; },
      [](NnueHead& h) { h.direct = 56'001; },
      [](NnueHead& h) { h.bias = -(1 << 26) - 1; },
  };
  NnueFile file = small_net();
  const NnueHead small = file.heads[17];
  for (const auto& change : largest) change(file.heads[17]);
  CHECK(refusal(write_nnue(file, 1)).empty());
  for (const auto& change : larger) {
    file.heads[17] = small;
    change(file.heads[17]);
    CHECK_THAT(refusal(write_nnue(file, 1)), Contains("larger than any"));
  }
}

TEST_CASE("a net is read once and shared", "[weights][nnue]") {
  const test::TemporaryFolder folder;
  const std::string path = folder.write("net", write_nnue(small_net(), 1));
  const auto first = load_nnue(path).value();
  CHECK(load_nnue(path).value() == first);
  CHECK_THAT(load_nnue(folder.file("none")).error().message, Contains("No such file"));
  const std::string junk = folder.write("junk", "junk");
  CHECK_THAT(load_nnue(junk).error().message, Contains("file '" + junk + "': no weights of Sumi"));
}
