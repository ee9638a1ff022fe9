// SPDX-License-Identifier: MIT
/// Source of the format: R. Delorme's Edax 4.4, src/book.c.
#include "book/formats/edax_book.h"
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
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <set>
#include <string_view>
#include <utility>
#include <vector>

namespace sumi::book {
namespace {

constexpr std::size_t kHeaderBytes = 42;
constexpr std::size_t kPositionBytes = 40, kLinkBytes = 2, kLinkCountAt = 38;
constexpr int kNoMove = 65, kNoScore = -127;

template <class T>
T get_signed(std::string_view bytes, std::size_t at) {
  return static_cast<T>(get_number<sizeof(T)>(bytes, at));
}

void put_signed(std::string& bytes, std::int64_t number, int size) {
  put_number(bytes, static_cast<std::uint64_t>(number), size);
}

EdaxHeader parse_header(std::string_view bytes) {
  EdaxHeader header;
  header.version = static_cast<unsigned char>(bytes[8]);
  header.release = static_cast<unsigned char>(bytes[9]);
  header.year = get_signed<std::int16_t>(bytes, 10);
  std::size_t at = 12;
  for (int* const part :
       {&header.month, &header.day, &header.hour, &header.minute, &header.second}) {
    *part = get_signed<std::int8_t>(bytes, at++);
  }
  at = 18;  // a padding byte follows the date
  for (std::int32_t* const option : {&header.level, &header.empties, &header.midgame_error,
                                     &header.endcut_error, &header.verbosity}) {
    *option = get_signed<std::int32_t>(bytes, at);
    at += 4;
  }
  header.positions = static_cast<std::uint32_t>(get_number<4>(bytes, at));
  return header;
}

EdaxLink parse_link(std::string_view bytes, std::size_t at) {
  return {get_signed<std::int8_t>(bytes, at), static_cast<Square>(bytes[at + 1])};
}

/// Requires: `bytes` includes all links and the leaf.
EdaxPosition parse_edax_position(std::string_view bytes) {
  EdaxPosition position;
  position.board = {get_number<8>(bytes, 0), get_number<8>(bytes, 8)};
  std::size_t at = 16;
  for (std::uint32_t* const count :
       {&position.wins, &position.draws, &position.losses, &position.lines}) {
    *count = static_cast<std::uint32_t>(get_number<4>(bytes, at));
    at += 4;
  }
  for (int* const score : {&position.value, &position.lower, &position.upper}) {
    *score = get_signed<std::int16_t>(bytes, at);
    at += 2;
  }
  const auto links = static_cast<unsigned char>(bytes[kLinkCountAt]);
  position.level = static_cast<unsigned char>(bytes[kLinkCountAt + 1]);
  for (at = kPositionBytes; position.links.size() < links; at += kLinkBytes) {
    position.links.push_back(parse_link(bytes, at));
  }
  const EdaxLink leaf = parse_link(bytes, at);
  if (index(leaf.move) != kNoMove) position.leaf = leaf;
  return position;
}

void put_link(std::string& bytes, int score, int move) {
  put_signed(bytes, score, 1);
  put_signed(bytes, move, 1);
}

std::string fault_of(const EdaxPosition& position) {
  if ((position.board.own & position.board.opp) != 0) return "two discs on a square";
  for (const EdaxLink& link : position.links) {
    if (std::string fault = fault_of(position.board, link); !fault.empty()) return fault;
  }
  return position.leaf ? fault_of(position.board, *position.leaf) : std::string();
}

}  // namespace

std::string fault_of(const Board& board, const EdaxLink& link) {
  if (index(link.move) > index(Square::kPass)) {
    return fmt::format("move {} is not in 0..{}", index(link.move), index(Square::kPass));
  }
  const bool legal = link.move == Square::kPass
                         ? rules::must_pass(board)
                         : (fast_rules::legal_moves(board) & bit(link.move)) != 0;
  if (!legal) return fmt::format("{} is not a legal move", to_text(link.move));
  if (link.score < -kMaxEdaxScore || link.score > kMaxEdaxScore) {
    return fmt::format("the score {} of {} is not in -{}..{}", link.score, to_text(link.move),
                       kMaxEdaxScore, kMaxEdaxScore);
  }
  return {};
}

std::string to_bytes(const EdaxHeader& header) {
  std::string bytes(kEdaxBookMagic);
  put_signed(bytes, header.version, 1);
  put_signed(bytes, header.release, 1);
  put_signed(bytes, header.year, 2);
  for (const int part : {header.month, header.day, header.hour, header.minute, header.second, 0}) {
    put_signed(bytes, part, 1);
  }
  for (const std::int32_t option : {header.level, header.empties, header.midgame_error,
                                    header.endcut_error, header.verbosity}) {
    put_signed(bytes, option, 4);
  }
  put_number(bytes, header.positions, 4);
  return bytes;
}

std::string to_bytes(const EdaxPosition& position) {
  std::string bytes;
  put_number(bytes, position.board.own, 8);
  put_number(bytes, position.board.opp, 8);
  for (const auto count : {position.wins, position.draws, position.losses, position.lines}) {
    put_number(bytes, count, 4);
  }
  for (const int score : {position.value, position.lower, position.upper}) {
    put_signed(bytes, score, 2);
  }
  put_number(bytes, position.links.size(), 1);
  put_signed(bytes, position.level, 1);
  for (const EdaxLink& link : position.links) put_link(bytes, link.score, index(link.move));
  if (position.leaf) {
    put_link(bytes, position.leaf->score, index(position.leaf->move));
  } else {
    put_link(bytes, kNoScore, kNoMove);
  }
  return bytes;
}

bool is_edax_book(std::string_view head) { return head.starts_with(kEdaxBookMagic); }

Result<EdaxHeader> read_edax_book(ByteStream stream,
                                  const std::function<void(const EdaxPosition&)>& visit,
                                  const std::function<void(const std::string&)>& warn) {
  const auto bad_file = [&](std::string_view what) {
    return Error{ErrorCode::kBadFile, stream.failed() ? stream.failure() : std::string(what)};
  };
  const std::string_view head = stream.peek(kHeaderBytes);
  if (!is_edax_book(head)) return bad_file("no book of Edax: they start with 'XADEKOOB'");
  if (head.size() < kHeaderBytes) return bad_file("cut off: the header is incomplete");
  const EdaxHeader header = parse_header(head);
  stream.skip(kHeaderBytes);
  for (std::uint64_t number = 1; number <= header.positions; ++number) {
    std::string_view bytes = stream.peek(kPositionBytes);
    std::size_t size = kPositionBytes;
    if (bytes.size() >= size) {
      size += kLinkBytes * (std::size_t{static_cast<unsigned char>(bytes[kLinkCountAt])} + 1);
      bytes = stream.peek(size);
    }
    if (bytes.size() < size) {
      return bad_file(fmt::format("cut off: {} positions are announced, {} are there",
                                  header.positions, number - 1));
    }
    const EdaxPosition position = parse_edax_position(bytes);
    stream.skip(size);
    if (const std::string fault = fault_of(position); fault.empty()) {
      visit(position);
    } else {
      warn(fmt::format("position {}: {}", number, fault));
    }
  }
  if (!stream.peek(1).empty()) {
    warn(
        fmt::format("there is more in the file than the {} positions announced", header.positions));
  }
  return header;
}

Result<EdaxHeader> read_edax_book(const std::string& path,
                                  const std::function<void(const EdaxPosition&)>& visit,
                                  const std::function<void(const std::string&)>& warn) {
  auto stream = ByteStream::open(path);
  if (!stream) return stream.error();
  auto header = read_edax_book(std::move(*stream), visit, warn);
  if (header) return header;
  return Error{header.error().code,
               fmt::format("file {}: {}", quoted(path), header.error().message)};
}

namespace {

// As in a new book of Edax.
constexpr int kDefaultLevel = 21, kMidgameError = 2, kEndcutError = 1, kVerbosity = 1;

/// Requires: `move` is legal.
bool ends_game(const Board& board, Square move) {
  return !book_position(fast_rules::play(board, move));
}

void set_judgement(EdaxPosition& position, int value, const BookEntry& entry) {
  const int error = entry.exact ? 0 : kMidgameError;
  position.value = value;
  position.lower = std::max(value - error, -kMaxEdaxScore);
  position.upper = std::min(value + error, kMaxEdaxScore);
  position.level = std::clamp(entry.level >= 0 ? entry.level : entry.depth, 0, kMaxBookLevel);
}

void set_games(EdaxPosition& position, std::uint32_t wins, const GameCounts& games,
               std::uint32_t losses) {
  constexpr std::uint64_t kMost = std::numeric_limits<std::uint32_t>::max();
  position.wins = wins;
  position.draws = games.draws;
  position.losses = losses;
  position.lines = static_cast<std::uint32_t>(std::clamp<std::uint64_t>(games.games(), 1, kMost));
}

/// Requires: `entry` has a score.
EdaxPosition to_edax(const Board& board, const BookEntry& entry,
                     const std::vector<Child>& children) {
  EdaxPosition position;
  position.board = board;
  set_games(position, entry.games.wins, entry.games, entry.games.losses);
  set_judgement(position, whole_discs(*entry.score).discs, entry);
  const auto offer_leaf = [&](const EdaxLink& leaf) {
    if (!position.leaf || leaf.score > position.leaf->score) position.leaf = leaf;
  };
  for (const Child& child : children) {
    const std::optional<Value> value = child.value();
    if (!value) continue;
    const EdaxLink link{whole_discs(*value).discs, child.move};
    if (child.over) {
      offer_leaf(link);  // Edax has no position to link to
    } else {
      position.links.push_back(link);
    }
  }
  if (entry.leaf.state == Leaf::State::kMove && !is_stale(entry.leaf, children)) {
    offer_leaf({whole_discs(entry.leaf.value).discs, entry.leaf.move});
  }
  return position;
}

EdaxPosition passing(const Board& board, const BookEntry& next) {
  EdaxPosition position;
  position.board = board;
  set_games(position, next.games.losses, next.games, next.games.wins);
  set_judgement(position, -whole_discs(*next.score).discs, next);
  position.links.push_back({position.value, Square::kPass});
  return position;
}

void set_date(EdaxHeader& header) {
  using namespace std::chrono;
  const auto now = system_clock::now();
  const auto today = floor<days>(now);
  const year_month_day date(today);
  const hh_mm_ss time(floor<seconds>(now - today));
  header.year = int{date.year()};
  header.month = static_cast<int>(unsigned{date.month()});
  header.day = static_cast<int>(unsigned{date.day()});
  header.hour = static_cast<int>(time.hours().count());
  header.minute = static_cast<int>(time.minutes().count());
  header.second = static_cast<int>(time.seconds().count());
}

}  // namespace

std::optional<std::pair<Board, BookEntry>> from_edax(const EdaxPosition& position) {
  const Board& board = position.board;
  const std::optional<EdaxLink>& leaf = position.leaf;
  BookEntry entry;
  if (position.level <= kMaxBookLevel) entry.level = position.level;
  const bool passes = rules::must_pass(board) && is_book_position(board.passed());
  if (passes && leaf && leaf->move == Square::kPass) {
    entry.games = {position.losses, position.draws, position.wins};
    return std::pair(board.passed(), entry);
  }
  if (!is_book_position(board)) return std::nullopt;
  entry.games = {position.wins, position.draws, position.losses};
  if (leaf && fault_of(board, *leaf).empty() && !ends_game(board, leaf->move)) {
    entry.leaf = {Leaf::State::kMove,
                  leaf->move,
                  to_value(DiscDiff{leaf->score}),
                  std::min(position.level, board.empties()),
                  kSelectivities[0],
                  false};
    return std::pair(board, entry);
  }
  Bitboard out = fast_rules::legal_moves(board);
  for (const EdaxLink& link : position.links) {
    if (link.move != Square::kPass) out &= ~bit(link.move);
  }
  while (out != 0 && ends_game(board, first_square(out))) out &= out - 1;
  entry.leaf.state = out == 0 ? Leaf::State::kNoMove : Leaf::State::kUnsearched;
  return std::pair(board, entry);
}

Result<bool> write_edax_book(const std::string& path, const BookReader& book,
                             const Progress& progress) {
  EdaxHeader header;
  header.level = -1;
  header.empties = 60;
  header.midgame_error = kMidgameError;
  header.endcut_error = kEndcutError;
  header.verbosity = kVerbosity;
  set_date(header);
  std::string positions;
  std::set<Board, BoardOrder> passes;
  const bool done = for_all(book, progress, [&](const Board& board, const BookEntry& entry) {
    if (!entry.score) return;
    const std::vector<Child> after = children(book, board);
    positions += to_bytes(to_edax(board, entry, after));
    ++header.positions;
    header.level = std::max(header.level, entry.level);
    header.empties = std::min(header.empties, board.empties());
    for (const Child& child : after) {
      if (child.over || !child.same_side || !child.value()) continue;
      passes.insert(canonical(child.board.passed()).board);
    }
  });
  if (!done) return false;
  for (const Board& board : passes) {
    const std::optional<BookEntry> next = book.find(board.passed());
    if (!next || !next->score) continue;  // removed meanwhile
    positions += to_bytes(passing(board, *next));
    ++header.positions;
  }
  if (header.level < 0) header.level = kDefaultLevel;
  const Result<void> written = write_file(path, to_bytes(header) + positions);
  return written ? Result<bool>(true) : written.error();
}

}  // namespace sumi::book
