// SPDX-License-Identifier: MIT
#include "book/store/book_entry.h"
#include "engine/game/notation.h"
#include "engine/game/rules.h"
#include "engine/limits.h"

#include <fmt/format.h>

#include <algorithm>
#include <cassert>
#include <cstdint>
#include <iterator>
#include <limits>
#include <string>
#include <utility>

namespace sumi::book {
namespace {

/// Why a search result is invalid; empty if valid.
std::string fault_of_search(const char* what, Value value, int depth, int selectivity,
                            int empties) {
  if (value < -to_value({64}) || value > to_value({64})) {
    return fmt::format("its {}'s value {:.2f} is none that a game can have", what, to_discs(value));
  }
  if (depth < 0 || depth > empties) {
    return fmt::format("its {} is of {} plies, where there are {}", what, depth, empties);
  }
  if (std::ranges::find(kSelectivities, selectivity) == std::end(kSelectivities)) {
    return fmt::format("its {} has a selectivity of {}", what, selectivity);
  }
  return {};
}

std::string fault_of(const Board& board, const Leaf& leaf) {
  if (leaf.state != Leaf::State::kMove) return {};
  if (leaf.move == Square::kPass || (fast_rules::legal_moves(board) & bit(leaf.move)) == 0) {
    return fmt::format("its leaf {} is not a legal move", to_text(leaf.move));
  }
  constexpr int kStep = 2 * Value::kPerDisc;  // final scores are even
  if (leaf.exact && leaf.value.units % kStep != 0) {
    return fmt::format("its leaf's value {:.2f} is none that a game can have at its end",
                       to_discs(leaf.value));
  }
  return fault_of_search("leaf", leaf.value, leaf.depth, leaf.selectivity, board.empties());
}

std::uint32_t sum(std::uint32_t a, std::uint32_t b) {
  return a + std::min(b, std::numeric_limits<std::uint32_t>::max() - a);
}

}  // namespace

bool is_book_position(const Board& board) {
  constexpr Bitboard kMiddle = kStartBoard.own | kStartBoard.opp;
  return (board.own & board.opp) == 0 && (board.empty() & kMiddle) == 0 &&
         fast_rules::legal_moves(board) != 0;
}

std::string fault_of(const Board& board, const BookEntry& entry) {
  if (std::string fault = fault_of(board, entry.leaf); !fault.empty()) return fault;
  if (entry.level < -1 || entry.level > kMaxBookLevel) {
    return fmt::format("its level is {}", entry.level);
  }
  return fault_of_search("score", entry.score.value_or(Value{}), entry.depth, entry.selectivity,
                         board.empties());
}

GameCounts sum(const GameCounts& a, const GameCounts& b) {
  return {sum(a.wins, b.wins), sum(a.draws, b.draws), sum(a.losses, b.losses)};
}

namespace {

constexpr std::int16_t kNoScore = std::numeric_limits<std::int16_t>::min();

// Bits of the flag byte; the low two are the leaf's state.
constexpr int kStateMask = 3, kExact = 4, kLeafExact = 8, kAllFlags = 15;

/// Little endian.
class RowWriter {
 public:
  explicit RowWriter(BookRow& row) : row_(row) {}

  template <class T>
  void put(std::int64_t number) {
    assert(number >= std::numeric_limits<T>::min() && number <= std::numeric_limits<T>::max());
    for (std::size_t i = 0; i < sizeof(T); ++i) row_[at_++] = static_cast<char>(number >> 8 * i);
  }

 private:
  BookRow& row_;
  std::size_t at_ = 0;
};

class RowReader {
 public:
  /// Requires: kRowBytes bytes.
  explicit RowReader(std::string_view bytes) : bytes_(bytes) {}

  template <class T>
  T take() {
    std::uint64_t number = 0;
    for (std::size_t i = 0; i < sizeof(T); ++i) {
      number |= std::uint64_t{static_cast<unsigned char>(bytes_[at_++])} << 8 * i;
    }
    return static_cast<T>(number);
  }

 private:
  std::string_view bytes_;
  std::size_t at_ = 0;
};

}  // namespace

BookKey to_key(const Board& board) {
  BookKey key;
  std::size_t at = 0;
  for (const Bitboard discs : {board.own, board.opp}) {
    for (int shift = 56; shift >= 0; shift -= 8) key[at++] = static_cast<char>(discs >> shift);
  }
  return key;
}

std::optional<Board> parse_key(std::string_view bytes) {
  if (bytes.size() != kKeyBytes) return std::nullopt;
  Bitboard discs[2] = {0, 0};
  for (std::size_t i = 0; i < kKeyBytes; ++i) {
    discs[i / 8] = discs[i / 8] << 8 | static_cast<unsigned char>(bytes[i]);
  }
  if ((discs[0] & discs[1]) != 0) return std::nullopt;
  return Board{discs[0], discs[1]};
}

BookRow to_row(const BookEntry& entry) {
  const Leaf& leaf = entry.leaf;
  BookRow row;
  RowWriter writer(row);
  writer.put<std::int16_t>(entry.score ? entry.score->units : kNoScore);
  writer.put<std::uint8_t>(entry.depth);
  writer.put<std::uint8_t>(entry.selectivity);
  writer.put<std::int16_t>(leaf.value.units);
  writer.put<std::uint8_t>(leaf.depth);
  writer.put<std::uint8_t>(leaf.selectivity);
  writer.put<std::uint8_t>(index(leaf.move));
  writer.put<std::uint8_t>(static_cast<int>(leaf.state) | (entry.exact ? kExact : 0) |
                           (leaf.exact ? kLeafExact : 0));
  writer.put<std::int8_t>(entry.level);
  writer.put<std::uint8_t>(0);
  writer.put<std::uint32_t>(entry.games.wins);
  writer.put<std::uint32_t>(entry.games.draws);
  writer.put<std::uint32_t>(entry.games.losses);
  return row;
}

Result<BookEntry> parse_row(const Board& board, std::string_view bytes) {
  const Error damaged{ErrorCode::kBadFile, "its entry is damaged"};
  if (bytes.size() != kRowBytes) return damaged;
  RowReader reader(bytes);
  BookEntry entry;
  const auto score = reader.take<std::int16_t>();
  if (score != kNoScore) entry.score = Value{score};
  entry.depth = reader.take<std::uint8_t>();
  entry.selectivity = reader.take<std::uint8_t>();
  Leaf leaf;
  leaf.value = Value{reader.take<std::int16_t>()};
  leaf.depth = reader.take<std::uint8_t>();
  leaf.selectivity = reader.take<std::uint8_t>();
  const int move = reader.take<std::uint8_t>();
  const int flags = reader.take<std::uint8_t>(), state = flags & kStateMask;
  entry.level = reader.take<std::int8_t>();
  const int reserved = reader.take<std::uint8_t>();
  entry.games.wins = reader.take<std::uint32_t>();
  entry.games.draws = reader.take<std::uint32_t>();
  entry.games.losses = reader.take<std::uint32_t>();
  if (move > index(Square::kPass) || flags > kAllFlags || reserved != 0 ||
      state > static_cast<int>(Leaf::State::kNoMove)) {
    return damaged;
  }
  leaf.move = static_cast<Square>(move);
  leaf.exact = (flags & kLeafExact) != 0;
  entry.exact = (flags & kExact) != 0;
  leaf.state = static_cast<Leaf::State>(state);
  entry.leaf = leaf.state == Leaf::State::kMove ? leaf : Leaf{leaf.state};
  if (std::string fault = fault_of(board, entry); !fault.empty()) {
    return Error{ErrorCode::kBadFile, std::move(fault)};
  }
  return entry;
}

}  // namespace sumi::book
