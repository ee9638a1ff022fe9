// SPDX-License-Identifier: MIT
#include "engine/base/static_vector.h"
#include "engine/base/time.h"
#include "engine/game/rules.h"
#include "engine/game_play.h"
#include "engine/levels.h"
#include "engine/player.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <random>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace sumi {

Result<LazyBook::Book> open_named_book(const BookOpener& open, const EngineOptions& options,
                                       bool to_learn) {
  auto book = open(options.book, to_learn);
  if (!book) return Error{book.error().code, fmt::format("book: {}", book.error().message)};
  return book;
}

bool wants_book(const EngineOptions& options) {
  return (options.own_book || options.book_learn) && options.size == 8 &&
         options.player == kSearchPlayer;
}

Result<LazyBook> make_book(const BookOpener& open, const EngineOptions& options, bool incremental) {
  if (!open || !wants_book(options)) return LazyBook();
  if (options.book == kShippedBook && (incremental || !options.book_learn)) {
    return LazyBook([open] { return open(std::string(kShippedBook), false).value(); });
  }
  auto book = open_named_book(open, options, options.book_learn);
  const bool may_come = incremental && !options.book_learn;
  if (!book && may_come && book.error().code == ErrorCode::kNotFound) return LazyBook();
  if (!book) return book.error();
  return LazyBook([book = std::move(*book)] { return book; });
}

Result<void> check_book_of_8x8(const BookOpener& open, const EngineOptions& options) {
  EngineOptions big = options;
  big.size = 8;
  const bool later = wants_book(big) && !wants_book(options) && options.book != kShippedBook;
  if (!open || !later) return {};
  const auto book = open_named_book(open, options, false);
  const bool may_be_made = options.book_learn && !book && book.error().code == ErrorCode::kNotFound;
  if (!book && !may_be_made) return book.error();
  return {};
}

bool same_book(const EngineOptions& a, const EngineOptions& b) {
  return wants_book(a) == wants_book(b) && a.book == b.book && a.book_learn == b.book_learn;
}

namespace {

/// For the additional search in play_new(): about 3 ms.
constexpr std::uint64_t kExtraSearchNodes = 50'000;

/// A game with at most this many empties after our last move counts as finished.
constexpr int kMaxEmptiesAtEnd = 4;

/// Seed 0 gives different numbers each time.
SplitMix64 make_random(int seed) {
  return SplitMix64(seed != 0 ? static_cast<std::uint64_t>(seed)
                              : static_cast<std::uint64_t>(std::random_device()()));
}

/// Null if the search chooses moves.
Result<std::unique_ptr<MovePlayer>> player_of(const EngineOptions& options) {
  if (options.player == kSearchPlayer) return std::unique_ptr<MovePlayer>();
  return make_move_player(options.player, options.size);
}

BookMove book_move_of(const SearchUpdate& update) {
  return {.move = update.move(),
          .value = update.value(),
          .depth = update.depth,
          .selectivity = update.selectivity,
          .exact = update.exact};
}

SearchUpdate unsearched(const BookMove& move, const StopWatch& clock) {
  SearchUpdate update;
  update.lower = update.upper = move.value;
  update.line.push_back(move.move);
  update.depth = move.depth;
  update.selectivity = move.selectivity;
  update.exact = move.exact;
  update.seconds = clock.seconds();
  return update;
}

/// One of `items`, with a probability proportional to exp(value / temperature). Requires: `items`
/// is not empty.
template <class Item, class ValueOf>
const Item& draw(const std::vector<Item>& items, double temperature, SplitMix64& random,
                 ValueOf value_of) {
  const Value best = value_of(*std::ranges::max_element(items, {}, value_of));
  std::vector<double> sums;
  double sum = 0;
  for (const Item& item : items) {
    sums.push_back(sum += std::exp((to_discs(value_of(item)) - to_discs(best)) / temperature));
  }
  const double pick = sum * random.uniform();
  return items[static_cast<std::size_t>(std::ranges::upper_bound(sums, pick) - sums.begin())];
}

bool is_searched(const Candidate& candidate) {
  return candidate.lower > -kInfinity || candidate.upper < kInfinity;
}

/// Moves of the book `options.book`, best first, with lines of `plies`. Requires: `moves` is not
/// empty.
SearchUpdate book_update(std::span<const BookMove> moves, const OpeningBook& book,
                         const EngineOptions& options, const Board& board, int plies,
                         const StopWatch& clock) {
  SearchUpdate update = unsearched(moves.front(), clock);
  if (options.book == kShippedBook) update.measured_empties = board.empties();
  update.book = true;
  update.book_moves.assign(moves.begin(), moves.end());
  for (const BookMove& move : moves) {
    Candidate candidate;
    candidate.lower = candidate.upper = move.value;
    candidate.line = line_after(book, board, move.move, plies);
    if (&move == &moves.front()) {
      static_cast<Candidate&>(update) = candidate;
    } else {
      update.others.push_back(candidate);
    }
  }
  return update;
}

SearchUpdate with_searched(SearchUpdate of_book, const SearchUpdate& found) {
  std::vector<Candidate> all(of_book.others.begin(), of_book.others.end());
  const auto add = [&](Candidate candidate) {
    if (!is_searched(candidate)) return;  // stopped too early
    candidate.lower = std::min(candidate.lower, of_book.value());
    candidate.upper = std::min(candidate.upper, of_book.value());
    all.push_back(candidate);
  };
  add(found);
  for (const Candidate& other : found.others) add(other);
  std::ranges::stable_sort(
      all, [](const Candidate& a, const Candidate& b) { return a.value() > b.value(); });
  of_book.others.clear();
  for (const Candidate& candidate : all) of_book.others.push_back(candidate);
  of_book.searched = {found.depth, found.selectivity, found.exact, false, 0};
  if (!found.measured_empties) of_book.measured_empties.reset();
  of_book.nodes = found.nodes;
  of_book.seconds = found.seconds;
  of_book.expired = found.expired;
  of_book.ended_by = found.ended_by;
  return of_book;
}

}  // namespace

GamePlay::GamePlay(const EngineOptions& options, BookOpener open_book, Search search)
    : options_(options),
      open_book_(std::move(open_book)),
      search_(std::move(search)),
      random_(make_random(options.seed)),
      player_(player_of(options).value()),
      book_(make_book(open_book_, options, false).value()) {
  check_book_of_8x8(open_book_, options).value();
  draw_player_seed();
}

Result<GamePlay::Change> GamePlay::change_to(const EngineOptions& wanted) const {
  Change change;
  if (wanted.player != options_.player || wanted.size != options_.size) {
    auto player = player_of(wanted);
    if (!player) return player.error();
    change.player = std::move(*player);
  }
  if (!same_book(wanted, options_) || book_file_missing()) {
    auto book = make_book(open_book_, wanted, true);
    if (!book) return book.error();
    change.book = std::move(*book);
  }
  change.seed = wanted.seed != options_.seed;
  return change;
}

void GamePlay::apply(Change change) {
  if (change.seed) random_ = make_random(options_.seed);
  if (change.player) player_ = std::move(*change.player);
  if (change.book) book_ = std::move(*change.book);
  if (change.player || change.seed) draw_player_seed();
}

SearchUpdate GamePlay::ask_player(const Position& position, Bitboard moves,
                                  const std::atomic<bool>& stop) {
  // A new seed for each move, because no call announces a new game.
  if (options_.seed == 0) draw_player_seed();
  SearchUpdate update;
  update.lower = update.upper = Value{0};
  const Bitboard legal = rules::legal_moves(position.board, position.size);
  if (legal != 0) {
    const Square chosen = player_->choose(position, player_seed_, stop);
    const Bitboard allowed = legal & moves;
    const bool excluded = allowed != 0 && (allowed & bit(chosen)) == 0;
    update.line.push_back(excluded ? first_square(allowed) : chosen);
  } else if (rules::must_pass(position.board, position.size)) {
    update.line.push_back(Square::kPass);
  } else {
    update.exact = true;
    update.lower = update.upper = to_value(final_score(position.board, position.size));
  }
  return update;
}

SearchUpdate GamePlay::play(const Board& board, const SearchLimits& limits,
                            const SearchListener& listener) {
  if (options_.strength > 0) return play_at(strength_row(options_.strength), board, limits);
  const LazyBook::Book known = book();
  const StopWatch clock;
  const Bitboard legal = known ? rules::legal_moves(board) : 0;
  // The book does not apply if legal moves are excluded or several moves are wanted.
  const bool any = legal != 0 && (legal & ~limits.moves) == 0 && limits.candidates == 1;
  if (!any) return search_and_vary(board, limits, listener);
  if (board.empties() > last_.empties()) end_game();
  std::vector<BookMove> moves;
  if (!asks_for_exact(limits, board.empties())) moves = known->moves(board);
  if (moves.empty() && options_.book_variety_discs > 0) return play_new(board, limits, listener);
  if (moves.empty()) return search_and_vary(board, limits, listener);
  const BookMove chosen = book_play_.choose(moves, board, options_, random_);
  remember(board, chosen.move);
  SearchUpdate update =
      book_update({&chosen, 1}, *known, options_, board, limits.book_plies, clock);
  update.ended_by = EndedBy::kBook;
  return update;
}

void GamePlay::remember(const Board& board, Square move) {
  last_ = board.played(move, rules::flips(board, move));
}

void GamePlay::end_game() {
  book_play_.end_game(last_.empties() > kMaxEmptiesAtEnd && !rules::game_over(last_));
  last_ = Board();
}

SearchUpdate GamePlay::consult(const Board& board, const SearchLimits& limits,
                               const SearchListener& listener) {
  const bool whole = limits.alpha <= -kInfinity && limits.beta >= kInfinity &&
                     !limits.win_loss_draw &&
                     !asks_for_exact(limits, empties(board, options_.size));
  const LazyBook::Book book = whole ? this->book() : nullptr;
  const StopWatch clock;
  const Bitboard legal = rules::legal_moves(board);
  const Bitboard allowed = (legal & limits.moves) != 0 ? legal & limits.moves : legal;
  std::vector<BookMove> known;
  if (book) known = book->moves(board);
  std::erase_if(known, [allowed](const BookMove& m) { return (allowed & bit(m.move)) == 0; });
  if (known.empty()) return search_(board, limits, listener);

  const std::size_t wanted = static_cast<std::size_t>(std::max(limits.candidates, 1));
  Bitboard rest = allowed;
  for (const BookMove& move : known) rest &= ~bit(move.move);
  if (known.size() > wanted) known.resize(wanted);
  SearchUpdate of_book = book_update(known, *book, options_, board, limits.book_plies, clock);
  if (listener.on_update) listener.on_update(of_book);
  if (known.size() == wanted || rest == 0) {
    of_book.ended_by = EndedBy::kBook;
    return of_book;
  }
  SearchLimits others = limits;
  others.moves = rest;
  others.candidates = static_cast<int>(wanted - known.size());
  others.headstart = {};
  SearchListener beside;
  beside.on_update = [&](const SearchUpdate& found) {
    if (listener.on_update) listener.on_update(with_searched(of_book, found));
  };
  const SearchUpdate found = search_(board, others, beside);
  return with_searched(std::move(of_book), found);
}

SearchUpdate GamePlay::play_at(const Strength& strength, const Board& board, SearchLimits limits) {
  const StopWatch clock;
  const int empties = sumi::empties(board, options_.size);
  const double temperature = strength.temperature(empties);
  const bool in_opening = kStartBoard.empties() - empties < strength.book_plies;
  if (const LazyBook::Book known = in_opening ? book() : nullptr) {
    std::vector<BookMove> moves = known->moves(board);
    std::erase_if(moves, [&](const BookMove& m) { return (limits.moves & bit(m.move)) == 0; });
    if (!moves.empty()) {
      const BookMove& chosen =
          draw(moves, temperature, random_, [](const BookMove& m) { return m.value; });
      SearchUpdate update =
          book_update({&chosen, 1}, *known, options_, board, limits.book_plies, clock);
      update.ended_by = EndedBy::kBook;
      return update;
    }
  }
  limits.depth = std::min(limits.depth.value_or(kStrengthDepth), kStrengthDepth);
  limits.selectivity = 100;
  limits.exact_at_empties = strength.exact_at_empties;
  limits.candidates = kMaxLegalMoves;
  limits.headstart = {};
  SearchUpdate found = search_(board, limits, {});
  std::vector<Candidate> all{found};
  all.insert(all.end(), found.others.begin(), found.others.end());
  std::erase_if(all, [](const Candidate& candidate) { return !is_searched(candidate); });
  found.others.clear();
  if (all.empty()) return found;  // stopped too early
  static_cast<Candidate&>(found) =
      draw(all, temperature, random_, [](const Candidate& c) { return c.value(); });
  return found;
}

/// An out-of-book move that diverges from earlier games, if possible.
SearchUpdate GamePlay::play_new(const Board& board, SearchLimits limits,
                                const SearchListener& listener) {
  const StopWatch clock;
  const Bitboard fresh = book_play_.to_search(board);
  StaticVector<BookMove, 2> found;
  SearchUpdate update;
  if (fresh != 0) {
    if (fresh != rules::legal_moves(board)) {
      limits.moves = fresh;
      limits.headstart = {};
    }
    update = search_and_vary(board, limits, listener);
    if (update.depth == 0 && !update.exact) return update;  // stopped too early
    found.push_back(book_move_of(update));
    const Bitboard others = fresh & ~bit(update.move());
    if (update.exact && others != 0) {
      // Find a second move for later games while the search is cheap.
      const SearchUpdate other =
          search_(board, {.nodes = kExtraSearchNodes, .exact_at_empties = 60, .moves = others}, {});
      if (other.exact) found.push_back(book_move_of(other));
    }
  }
  const BookMove chosen =
      book_play_.choose_out_of_book({found.begin(), found.size()}, board, options_);
  remember(board, chosen.move);
  if (!found.empty() && found[0].move == chosen.move) return update;
  SearchUpdate known = unsearched(chosen, clock);
  known.nodes = update.nodes;
  known.ended_by = found.empty() ? EndedBy::kBook : update.ended_by;
  return known;
}

/// With the option `variety`, returns a random move within its margin, unless the position is
/// solved.
SearchUpdate GamePlay::search_and_vary(const Board& board, const SearchLimits& limits,
                                       const SearchListener& listener) {
  SearchUpdate found = search_(board, limits, listener);
  if (options_.variety_discs == 0 || found.exact || found.others.empty()) return found;
  const int pick = random_.below(static_cast<int>(found.others.size()) + 1);
  if (pick == 0) return found;
  std::swap(static_cast<Candidate&>(found), found.others[static_cast<std::size_t>(pick - 1)]);
  return found;
}

/// Reproducible unless the option `seed` is 0.
void GamePlay::draw_player_seed() {
  if (player_) player_seed_ = make_random(options_.seed).next();
}

Result<LazyBook::Book> GamePlay::book_to_learn() const {
  if (!open_book_) return Error{ErrorCode::kNotFound, "book: this engine has none"};
  if (options_.size != 8) {
    return Error{ErrorCode::kOutOfRange, "book: only for boards of 8x8"};
  }
  const bool is_open = options_.book_learn && wants_book(options_) && options_.book != kShippedBook;
  if (is_open) return book_.get();
  return open_named_book(open_book_, options_, true);
}

}  // namespace sumi
