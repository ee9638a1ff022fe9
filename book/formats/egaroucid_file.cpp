// SPDX-License-Identifier: MIT
/// The format is the one that the documentation of T. Yamana's Egaroucid describes (docs, "Book
/// File Structure").
#include "book/formats/egaroucid_file.h"
#include "engine/base/little_endian.h"
#include "engine/base/text.h"
#include "engine/formats/book_maker.h"
#include "engine/game/fast_rules.h"
#include "engine/game/notation.h"
#include "engine/game/symmetry.h"

#include <fmt/format.h>

#include <cstddef>
#include <utility>

namespace sumi::book {
namespace {

constexpr int kEgbk3Version = 3;
constexpr std::size_t kVersionAt = kEgaroucidBookMagic.size();
constexpr std::size_t kEgbk3HeaderBytes = kVersionAt + 5, kEgbk3PositionBytes = 25;
constexpr int kNoLeafMove = 65, kUnknownLeafMove = 125, kUnknownLeafValue = -126;
constexpr int kLastSquare = 63;  // h8 is 0 there, a1 is 63

int signed_byte(std::string_view bytes, std::size_t at) {
  return static_cast<signed char>(bytes[at]);
}

void put_byte(std::string& bytes, int number) { bytes += static_cast<char>(number); }

bool is_egaroucid_score(int score) {
  return score >= -kMaxEgaroucidScore && score <= kMaxEgaroucidScore;
}

/// Requires: no discs of `board` overlap.
Result<EgaroucidLeaf> parse_egaroucid_leaf(const Board& board, int value, int move, int level) {
  const auto wrong = [](std::string fault) {
    return Error{ErrorCode::kOutOfRange, std::move(fault)};
  };
  if (move == kUnknownLeafMove) return EgaroucidLeaf{};
  if (move == kNoLeafMove) return EgaroucidLeaf{.state = Leaf::State::kNoMove};
  if (move < 0 || move > kLastSquare) {
    return wrong(fmt::format("the leaf's move {} is none of 0..{}, {} and {}", move, kLastSquare,
                             kNoLeafMove, kUnknownLeafMove));
  }
  const auto square = static_cast<Square>(kLastSquare - move);
  if ((fast_rules::legal_moves(board) & bit(square)) == 0) {
    return wrong(fmt::format("the leaf {} is no legal move", to_text(square)));
  }
  if (value == kUnknownLeafValue) return EgaroucidLeaf{};
  if (!is_egaroucid_score(value)) {
    return wrong(fmt::format("the value {} of the leaf {} is not in -{}..{}", value,
                             to_text(square), kMaxEgaroucidScore, kMaxEgaroucidScore));
  }
  return EgaroucidLeaf{Leaf::State::kMove, square, value, level};
}

/// Requires: all bytes of a position are there.
Result<EgaroucidPosition> parse_egaroucid_position(std::string_view bytes) {
  const auto wrong = [](std::string fault) {
    return Error{ErrorCode::kOutOfRange, std::move(fault)};
  };
  EgaroucidPosition position;
  position.board = symmetric({get_number<8>(bytes, 0), get_number<8>(bytes, 8)}, kEgaroucidTurn);
  position.value = signed_byte(bytes, 16);
  position.level = signed_byte(bytes, 17);
  position.lines = static_cast<std::uint32_t>(get_number<4>(bytes, 18));
  if ((position.board.own & position.board.opp) != 0) return wrong("two discs on a square");
  if (!is_egaroucid_score(position.value)) {
    return wrong(fmt::format("the value {} is not in -{}..{}", position.value, kMaxEgaroucidScore,
                             kMaxEgaroucidScore));
  }
  auto leaf = parse_egaroucid_leaf(position.board, signed_byte(bytes, 22), signed_byte(bytes, 23),
                                   signed_byte(bytes, 24));
  if (!leaf) return leaf.error();
  position.leaf = *leaf;
  return position;
}

}  // namespace

bool is_egaroucid_book(std::string_view head) { return head.starts_with(kEgaroucidBookMagic); }

std::string egaroucid_header(std::uint32_t positions) {
  std::string bytes(kEgaroucidBookMagic);
  put_byte(bytes, kEgbk3Version);
  put_number(bytes, positions, 4);
  return bytes;
}

std::string to_bytes(const EgaroucidPosition& position) {
  const EgaroucidLeaf& leaf = position.leaf;
  const bool has_move = leaf.state == Leaf::State::kMove;
  const Board board = symmetric(position.board, kEgaroucidTurn);
  std::string bytes;
  put_number(bytes, board.own, 8);
  put_number(bytes, board.opp, 8);
  put_byte(bytes, position.value);
  put_byte(bytes, position.level);
  put_number(bytes, position.lines, 4);
  put_byte(bytes, has_move ? leaf.value : kUnknownLeafValue);
  put_byte(bytes, has_move                             ? kLastSquare - index(leaf.move)
                  : leaf.state == Leaf::State::kNoMove ? kNoLeafMove
                                                       : kUnknownLeafMove);
  put_byte(bytes, has_move ? leaf.level : -1);
  return bytes;
}

Result<std::uint32_t> read_egaroucid_book(
    ByteStream stream, const std::function<void(const EgaroucidPosition&)>& visit,
    const std::function<void(const std::string&)>& warn) {
  const auto bad_file = [&](std::string_view what) {
    return Error{ErrorCode::kBadFile, stream.failed() ? stream.failure() : std::string(what)};
  };
  const std::string_view head = stream.peek(kEgbk3HeaderBytes);
  if (!is_egaroucid_book(head)) {
    return bad_file(fmt::format("no book of Egaroucid: they start with '{}'", kEgaroucidBookMagic));
  }
  if (head.size() <= kVersionAt) return bad_file("cut off: the header is incomplete");
  if (const int version = static_cast<unsigned char>(head[kVersionAt]); version != kEgbk3Version) {
    return bad_file(
        fmt::format("a book of Egaroucid of version {}; read is version {} (.egbk3), "
                    "as which Egaroucid itself saves older books",
                    version, kEgbk3Version));
  }
  if (head.size() < kEgbk3HeaderBytes) return bad_file("cut off: the header is incomplete");
  const auto positions = static_cast<std::uint32_t>(get_number<4>(head, kVersionAt + 1));
  stream.skip(kEgbk3HeaderBytes);
  for (std::uint64_t number = 1; number <= positions; ++number) {
    const std::string_view bytes = stream.peek(kEgbk3PositionBytes);
    if (bytes.size() < kEgbk3PositionBytes) {
      return bad_file(
          fmt::format("cut off: {} positions are announced, {} are there", positions, number - 1));
    }
    const auto position = parse_egaroucid_position(bytes);
    stream.skip(kEgbk3PositionBytes);
    if (position) {
      visit(*position);
    } else {
      warn(fmt::format("position {}: {}", number, position.error().message));
    }
  }
  if (!stream.peek(1).empty()) {
    warn(fmt::format("there is more in the file than the {} positions announced", positions));
  }
  return positions;
}

Result<std::uint32_t> read_egaroucid_book(
    const std::string& path, const std::function<void(const EgaroucidPosition&)>& visit,
    const std::function<void(const std::string&)>& warn) {
  auto stream = ByteStream::open(path);
  if (!stream) return stream.error();
  auto positions = read_egaroucid_book(std::move(*stream), visit, warn);
  if (positions) return positions;
  return Error{positions.error().code,
               fmt::format("file {}: {}", quoted(path), positions.error().message)};
}

}  // namespace sumi::book
