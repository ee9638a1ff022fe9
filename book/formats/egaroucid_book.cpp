// SPDX-License-Identifier: MIT
/// Source of the format: the documentation of T. Yamana's Egaroucid ("Book File Structure").
#include "book/formats/egaroucid_book.h"
#include "book/store/book_entry.h"
#include "book/store/book_tree.h"
#include "engine/base/checksum.h"
#include "engine/base/file.h"
#include "engine/base/text.h"
#include "engine/formats/game_file.h"
#include "engine/game/notation.h"
#include "engine/game/rules.h"
#include "engine/game/symmetry.h"
#include "engine/limits.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace sumi::book {
namespace {

constexpr int kEgbk3Version = 3;
constexpr std::size_t kVersionAt = kEgaroucidBookMagic.size();
constexpr std::size_t kEgbk3HeaderBytes = kVersionAt + 5, kEgbk3PositionBytes = 25;
constexpr int kNoLeafMove = 65, kUnknownLeafMove = 125, kUnknownLeafValue = -126;
constexpr int kLastSquare = 63;  // Egaroucid numbers h8 0 and a1 63

int signed_byte(std::string_view bytes, std::size_t at) {
  return static_cast<signed char>(bytes[at]);
}

void put_byte(std::string& bytes, int number) { bytes += static_cast<char>(number); }

bool is_egaroucid_score(int score) {
  return score >= -kMaxEgaroucidScore && score <= kMaxEgaroucidScore;
}

/// Requires: `board` has no overlapping discs.
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
    return wrong(fmt::format("the leaf {} is not a legal move", to_text(square)));
  }
  if (value == kUnknownLeafValue) return EgaroucidLeaf{};
  if (!is_egaroucid_score(value)) {
    return wrong(fmt::format("the value {} of the leaf {} is not in -{}..{}", value,
                             to_text(square), kMaxEgaroucidScore, kMaxEgaroucidScore));
  }
  return EgaroucidLeaf{Leaf::State::kMove, square, value, level};
}

/// Requires: `bytes` is a whole position.
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
    return bad_file(
        fmt::format("no book of Egaroucid: such books start with '{}'", kEgaroucidBookMagic));
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

namespace {

int level_from(int level) {
  if (level == kPersonLevel) return kMaxBookLevel;
  return level >= 0 && level <= kMaxBookLevel ? level : -1;
}

int depth_from(int level, const Board& board) {
  return std::min(std::max(level, 0), board.empties());
}

/// Egaroucid's level: ours or, if unknown, the depth.
int level_to(int level, int depth) {
  if (level >= 0) return level;
  return depth > 0 ? std::min(depth, kMaxBookLevel) : -1;
}

/// Requires: `entry` has a score.
EgaroucidPosition to_egaroucid(const Board& board, const BookEntry& entry,
                               const std::vector<Child>& children) {
  EgaroucidPosition position;
  position.board = board;
  position.value = whole_discs(*entry.score).discs;
  position.level = level_to(entry.level, entry.depth);
  bool leads_out = false;
  EgaroucidLeaf leaf;
  const auto offer = [&](Square move, Value value, int level) {
    const int discs = whole_discs(value).discs;
    if (leaf.state == Leaf::State::kMove && discs <= leaf.value) return;
    leaf = {Leaf::State::kMove, move, discs, level};
  };
  for (const Child& child : children) {
    const std::optional<Value> value = child.value();
    if (child.over || !value) leads_out = true;  // Egaroucid's book lacks this position
    if (child.over) offer(child.move, *value, kMaxBookLevel);
  }
  if (entry.leaf.state == Leaf::State::kMove && !is_stale(entry.leaf, children)) {
    offer(entry.leaf.move, entry.leaf.value, level_to(entry.level, entry.leaf.depth));
  }
  if (!leads_out) leaf = {.state = Leaf::State::kNoMove};
  position.leaf = leaf;
  return position;
}

/// `symmetry` as in engine/game/symmetry.h.
EgaroucidPosition turned(EgaroucidPosition position, int symmetry) {
  position.board = symmetric(position.board, symmetry);
  position.leaf.move = symmetric(position.leaf.move, symmetry);
  return position;
}

/// Implements resolve_leaves(), children first.
class LeafResolver {
 public:
  explicit LeafResolver(const BookReader& book)
      : table_(book), dangling_(table_.size()), taken_(table_.size()) {}

  void resolve_all() {
    for (std::size_t i = 0; i < table_.size(); ++i) resolve(i);
  }

  void write_to(BookStore& book) const {
    for (const std::size_t i : changed_) book.put(table_.board(i), table_.entry(i));
    for (std::size_t i = 0; i < table_.size(); ++i) {
      if (taken_[i]) book.erase(table_.board(i));
    }
  }

 private:
  void resolve(std::size_t i) {
    const BookEntry before = table_.entry(i);
    const Board& board = table_.board(i);
    const auto find = [&](const Board& child) { return table_.find(child); };
    const std::vector<Child> moves = children(find, board);
    BookEntry after = before;
    bool known = before.leaf.state == Leaf::State::kMove && !is_stale(before.leaf, moves);
    bool leads_out = false, stays = false;
    for (const Child& child : moves) {
      const auto there = child.entry ? table_.index_of(child.board) : std::nullopt;
      const bool dangling = there && dangling_[*there];
      leads_out |= dangling || !child.in_book();
      stays |= child.in_book() && !dangling;
      if (!dangling) continue;
      taken_[*there] = true;
      if (known && *child.value() <= after.leaf.value) continue;
      set_leaf(after, child);
      known = true;
    }
    if (!leads_out) after.leaf = {Leaf::State::kNoMove};
    if (leads_out && after.leaf.state == Leaf::State::kNoMove) after.leaf = {};
    dangling_[i] = !known && !stays && before.score;
    if (after == before) return;
    table_.set_entry(i, after);
    changed_.push_back(i);
  }

  static void set_leaf(BookEntry& entry, const Child& child) {
    const BookEntry& behind = *child.entry;
    entry.level = behind.level;
    entry.leaf = {Leaf::State::kMove, child.move,         *child.value(),
                  behind.depth + 1,   behind.selectivity, false};
  }

  PositionTable table_;
  std::vector<bool> dangling_;  ///< Without a leaf and without a move inside the book.
  std::vector<bool> taken_;     ///< Became a leaf of another position.
  std::vector<std::size_t> changed_;
};

}  // namespace

std::optional<std::pair<Board, BookEntry>> from_egaroucid(const EgaroucidPosition& position) {
  const Board& board = position.board;
  if (!is_book_position(board)) return std::nullopt;
  const EgaroucidLeaf& leaf = position.leaf;
  const auto value_of = [](int discs) { return to_value(DiscDiff{discs}); };
  BookEntry entry;
  entry.level = level_from(position.level);
  entry.score = value_of(position.value);
  entry.depth = depth_from(entry.level, board);
  entry.selectivity = kSelectivities[0];
  if (leaf.state == Leaf::State::kNoMove) entry.leaf.state = leaf.state;
  if (leaf.state == Leaf::State::kMove && position_after(board, leaf.move)) {
    entry.level = level_from(leaf.level);
    entry.leaf = {Leaf::State::kMove,   leaf.move,
                  value_of(leaf.value), depth_from(entry.level, board),
                  kSelectivities[0],    false};
  }
  return std::pair(board, entry);
}

void resolve_leaves(BookStore& book) {
  LeafResolver resolver(book);
  resolver.resolve_all();
  book.change([&] { resolver.write_to(book); });
}

Result<bool> write_egaroucid_book(const std::string& path, const BookReader& book,
                                  const Progress& progress) {
  // Both programs store the smallest of the symmetric boards, but number squares differently.
  std::uint32_t count = 0;
  std::string positions;
  const bool done = for_all(book, progress, [&](const Board& board, const BookEntry& entry) {
    if (!entry.score) return;
    const EgaroucidPosition ours = to_egaroucid(board, entry, children(book, board));
    positions += to_bytes(turned(ours, kEgaroucidTurn));
    ++count;
  });
  if (!done) return false;
  const Result<void> written = write_file(path, egaroucid_header(count) + positions);
  return written ? Result<bool>(true) : written.error();
}

}  // namespace sumi::book
