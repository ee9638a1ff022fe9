// SPDX-License-Identifier: MIT
/// Each line of the note "to-learn" is a canonical board: own and opp, 16 hexadecimal digits each.
/// The last line is next.
#include "book/book_games.h"
#include "book/build/leaf_search.h"
#include "book/store/book_tree.h"
#include "engine/base/text.h"
#include "engine/levels.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

namespace sumi::book {
namespace {

constexpr const char* kToLearn = "to-learn";

std::optional<Bitboard> parse_bitboard(std::string_view hex) {
  Bitboard bits = 0;
  const char* const end = hex.data() + hex.size();
  const auto [at, error] = std::from_chars(hex.data(), end, bits, 16);
  return error == std::errc{} && at == end ? std::optional(bits) : std::nullopt;
}

/// The valid lines of the note.
std::vector<Board> left_to_learn(const BookReader& book) {
  const std::string note = book.note(kToLearn);
  std::string_view rest = note;
  std::vector<Board> boards;
  while (!rest.empty()) {
    std::string_view line = take_until(rest, '\n');
    const auto own = parse_bitboard(take_until(line, ' ')), opp = parse_bitboard(line);
    if (own && opp && is_book_position({*own, *opp})) boards.push_back({*own, *opp});
  }
  return boards;
}

void keep_to_learn(BookStore& book, const std::vector<Board>& boards) {
  std::string note;
  for (const Board& board : boards) note += fmt::format("{:016x} {:016x}\n", board.own, board.opp);
  book.set_note(kToLearn, note);
}

int level_of(const BookReader& book) {
  const std::optional<int> noted = parse_count(book.note("level"));
  return noted && *noted <= kMaxLevel ? *noted : kLearnLevel;
}

/// The leaves to search after a game added the positions `added`, in game order: the last position
/// is searched first.
std::vector<Board> leaves_of(const BookReader& book, const std::vector<Board>& added) {
  std::vector<Board> leaves;
  for (const Board& board : added) {
    for (const Board& leaf : leaves_to_search(book, board)) {
      if (std::ranges::find(leaves, leaf) == leaves.end()) leaves.push_back(leaf);
    }
  }
  return leaves;
}

void forget_to_learn(BookStore& book, const Board& board) {
  std::vector<Board> boards = left_to_learn(book);
  std::erase(boards, board);
  keep_to_learn(book, boards);
}

bool is_needed(const BookReader& book, const Board& board) {
  const std::optional<BookEntry> entry = book.find(board);
  return entry && needs_search(entry->leaf, children(book, board));
}

/// Nothing if the search was stopped.
std::optional<Leaf> search_leaf(const BookReader& book, const Board& board,
                                const OpeningBook::Search& search) {
  Leaf none;
  none.state = Leaf::State::kNoMove;
  SearchLimits limits = level_limits(level_of(book));
  limits.moves = moves_out(children(book, board));
  if (limits.moves == 0) return none;
  const std::optional<SearchReport> report = search(board, limits);
  return report ? std::optional(to_leaf(*report)) : std::nullopt;
}

/// Releases a claim, even if writing the book fails.
class GiveBack {
 public:
  GiveBack(LeafClaims& claims, const Board& board) : claims_(claims), board_(board) {}
  ~GiveBack() { claims_.give_back(board_); }
  GiveBack(const GiveBack&) = delete;
  GiveBack& operator=(const GiveBack&) = delete;

 private:
  LeafClaims& claims_;
  const Board board_;
};

}  // namespace

Result<AddReport> learn_game(BookStore& book, const GameRecord& game) {
  const auto refuse = [](std::string why) { return Error{ErrorCode::kOutOfRange, std::move(why)}; };
  if (!begins_as_usual(game)) return refuse("game: it does not begin at the usual start of 8x8");
  if (!game.replay().over()) {
    return refuse(fmt::format("game: it is not over after its {} moves", game.moves.size()));
  }
  AddReport report;
  book.change([&] {
    GameAdder(book, {.plies = kStartBoard.empties() - kLearnEmpties}).add(game, report);
    std::vector<Board> boards = left_to_learn(book);
    for (const Board& leaf : leaves_of(book, report.added)) {
      std::erase(boards, leaf);
      boards.push_back(leaf);
    }
    keep_to_learn(book, boards);
  });
  return report;
}

std::optional<Board> LeafClaims::take_last(const std::vector<Board>& boards) {
  const std::lock_guard lock(mutex_);
  const auto last = std::find_if(boards.rbegin(), boards.rend(),
                                 [&](const Board& board) { return !taken_.contains(board); });
  if (last == boards.rend()) return std::nullopt;
  taken_.insert(*last);
  return *last;
}

void LeafClaims::give_back(const Board& board) {
  const std::lock_guard lock(mutex_);
  taken_.erase(board);
}

void search_learned(BookStore& book, const OpeningBook::Search& search, LeafClaims& claims) {
  while (const auto board = claims.take_last(left_to_learn(book))) {
    const GiveBack at_end(claims, *board);
    std::optional<Leaf> leaf;
    if (is_needed(book, *board)) {
      leaf = search_leaf(book, *board, search);
      if (!leaf) return;
    }
    book.change([&] {
      if (leaf) put_leaf(book, *board, *leaf, level_of(book));
      // A game added meanwhile may have made the leaf stale: keep it.
      if (!is_needed(book, *board)) forget_to_learn(book, *board);
    });
  }
}

Result<AddReport> learn(BookStore& book, const GameRecord& game,
                        const OpeningBook::Search& search) {
  const Result<AddReport> added = learn_game(book, game);
  LeafClaims alone;
  if (added) search_learned(book, search, alone);
  return added;
}

}  // namespace sumi::book
