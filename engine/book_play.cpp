// SPDX-License-Identifier: MIT
#include "engine/book_play.h"
#include "engine/game/rules.h"
#include "engine/game/symmetry.h"

#include <algorithm>
#include <cassert>
#include <cstdlib>
#include <functional>
#include <limits>

namespace sumi {
namespace {

/// A larger tree is cleared when a game ends. An edge takes a few hundred bytes.
constexpr std::size_t kMaxEdges = 100'000;

int units(int discs) { return to_value({discs}).units; }

bool is_draw(const BookMove& move) { return std::abs(move.value.units) < Value::kPerDisc / 2; }

/// True if `move` is proven and has the same result (win, draw, loss) as `proven`.
bool ends_like(const BookMove& move, const BookMove& proven) {
  return move.exact && (move.value <=> Value{0}) == (proven.value <=> Value{0});
}

/// Keeps all moves if none is wanted.
template <class Wanted>
void prefer(std::vector<BookMove>& moves, Wanted wanted) {
  const auto end = std::stable_partition(moves.begin(), moves.end(), wanted);
  if (end != moves.begin()) moves.erase(end, moves.end());
}

std::vector<BookMove> within(const std::vector<BookMove>& moves, int most) {
  std::vector<BookMove> kept;
  for (const BookMove& move : moves) {
    if (move.value.units >= moves.front().value.units - most) kept.push_back(move);
  }
  return kept;
}

/// All `moves` lose at most `most` units against `best`.
BookMove draw_weighted(const std::vector<BookMove>& moves, Value best, int most,
                       SplitMix64& random) {
  if (moves.size() == 1) return moves.front();
  const auto weight = [worst = best.units - most - 1](const BookMove& move) {
    return move.value.units - worst;
  };
  int sum = 0;
  for (const BookMove& move : moves) sum += weight(move);
  int pick = random.below(sum);
  std::size_t i = 0;
  while (pick >= weight(moves[i])) pick -= weight(moves[i++]);
  return moves[i];
}

}  // namespace

BookMove BookPlay::choose(std::span<const BookMove> moves, const Board& board,
                          const EngineOptions& options, SplitMix64& random) {
  assert(!moves.empty());
  Node& node = node_at(board);
  Moves allowed =
      within({moves.begin(), moves.end()}, remaining_budget(options.book_max_loss_discs));
  if (options.book_draws == "seek") prefer(allowed, is_draw);
  if (options.book_draws == "avoid") prefer(allowed, [](const BookMove& m) { return !is_draw(m); });
  node.more = false;
  BookMove chosen = allowed.front();
  if (options.book_variety_discs > 0) {
    const int variety = remaining_budget(options.book_variety_discs);
    const Moves near = within(allowed, variety);
    const Moves fresh = untried(node, board, near);
    const auto edge = fresh.empty() ? best_edge(node, board, allowed) : std::nullopt;
    chosen =
        edge ? *edge : draw_weighted(fresh.empty() ? near : fresh, chosen.value, variety, random);
  }
  record(node, board, allowed, chosen, moves.front());
  return chosen;
}

Bitboard BookPlay::to_search(const Board& board) {
  const Node& node = node_at(board);
  return node.found.empty() || node.more ? not_found_at(node, board) : 0;
}

BookMove BookPlay::choose_out_of_book(std::span<const BookMove> found, const Board& board,
                                      const EngineOptions& options) {
  Node& node = node_at(board);
  for (const BookMove& move : found) node.found.emplace_back(key_after(board, move.move), move);
  std::ranges::stable_sort(node.found, std::greater(),
                           [](const auto& move) { return move.second.value; });
  const Moves known = found_at(node, board);
  assert(!known.empty());
  const BookMove& best = known.front();
  Moves allowed = known, near;
  if (best.exact) {
    std::erase_if(allowed, [&best](const BookMove& move) { return !ends_like(move, best); });
    near = allowed;
  } else {
    allowed = within(known, remaining_budget(options.book_max_loss_discs));
    near = within(allowed, units(options.book_variety_discs));
  }
  if (!found.empty()) {
    // Later searches find only worse moves; none is allowed unless the last found move is.
    node.more = not_found_at(node, board) != 0 &&
                std::ranges::find(allowed, found.back().move, &BookMove::move) != allowed.end();
  }
  const Moves fresh = untried(node, board, near);
  const BookMove chosen =
      fresh.empty() ? best_edge(node, board, allowed).value_or(best) : fresh.front();
  record(node, board, allowed, chosen, best);
  return chosen;
}

void BookPlay::end_game(bool broken_off) {
  // After the last edge the game is over, unless it was broken off.
  Prospect prospect = broken_off ? Prospect::kPossible : Prospect::kNone;
  for (auto choice = game_.rbegin(); choice != game_.rend(); ++choice) {
    const auto& [node, chosen] = *choice;
    Edge& edge = node->edges[chosen];
    edge.results += last_value_.units;
    ++edge.games;
    edge.prospect = prospect;
    prospect = best_prospect(*node);
  }
  game_.clear();
  edge_ = 0;
  spent_ = 0;
  empties_ = 0;
  if (edge_count_ >= kMaxEdges) *this = BookPlay();
}

BookPlay::BoardKey BookPlay::key_of(const Board& board) {
  const Board key = canonical(board).board;
  return {key.own, key.opp};
}

BookPlay::BoardKey BookPlay::key_after(const Board& board, Square move) {
  return key_of(move == Square::kPass ? board.passed() : fast_rules::play(board, move));
}

BookPlay::Moves BookPlay::found_at(const Node& node, const Board& board) {
  Moves moves;
  for (const auto& [after, found] : node.found) {
    for (Bitboard left = rules::legal_moves(board); left != 0; left &= left - 1) {
      const Square square = first_square(left);
      if (key_after(board, square) != after) continue;
      moves.push_back(found);
      moves.back().move = square;
    }
  }
  return moves;
}

Bitboard BookPlay::not_found_at(const Node& node, const Board& board) {
  Bitboard moves = rules::legal_moves(board);
  for (const BookMove& known : found_at(node, board)) moves &= ~bit(known.move);
  return moves;
}

BookPlay::Node& BookPlay::node_at(const Board& board) {
  // Also if equal: a caller may query the position of the last choice again.
  if (board.empties() >= empties_) end_game();
  return nodes_[{edge_, key_of(board)}];
}

BookPlay::Prospect BookPlay::best_prospect(const Node& node) {
  Prospect best = node.more ? Prospect::kPossible : Prospect::kNone;
  for (const BoardKey& after : node.allowed) {
    const auto edge = node.edges.find(after);
    best = std::max(best, edge == node.edges.end() ? Prospect::kCertain : edge->second.prospect);
  }
  return best;
}

BookPlay::Moves BookPlay::untried(const Node& node, const Board& board, Moves moves) {
  std::erase_if(moves, [&](const BookMove& move) {
    return node.edges.contains(key_after(board, move.move));
  });
  return moves;
}

/// Of `moves`, sorted best first, the most likely to lead to a new game; nothing if all are
/// exhausted.
std::optional<BookMove> BookPlay::best_edge(const Node& node, const Board& board,
                                            const Moves& moves) {
  const auto promise = [&](const BookMove& move) -> std::pair<Prospect, std::int64_t> {
    const auto at = node.edges.find(key_after(board, move.move));
    if (at == node.edges.end()) return {Prospect::kCertain, move.value.units};
    const Edge& edge = at->second;
    if (edge.prospect == Prospect::kNone) return {edge.prospect, 0};
    return {edge.prospect, edge.results / edge.games};
  };
  const auto best = std::ranges::max_element(moves, {}, promise);
  return promise(*best).first == Prospect::kNone ? std::nullopt : std::optional(*best);
}

/// Records the choice. `best`: the best of all moves, allowed or not.
void BookPlay::record(Node& node, const Board& board, const Moves& allowed, const BookMove& chosen,
                      const BookMove& best) {
  node.allowed.clear();
  for (const BookMove& move : allowed) node.allowed.push_back(key_after(board, move.move));
  const BoardKey after = key_after(board, chosen.move);
  const auto [edge, is_new] = node.edges.try_emplace(after);
  if (is_new) edge->second.number = ++edge_count_;
  edge_ = edge->second.number;
  last_value_ = chosen.value;
  spent_ += std::max(0, best.value.units - chosen.value.units);
  empties_ = board.empties();
  game_.emplace_back(&node, after);
}

/// Discs of `most_discs` that this game may still lose, in value units.
int BookPlay::remaining_budget(int most_discs) const {
  return std::max(0, units(most_discs) - spent_);
}

}  // namespace sumi
