// SPDX-License-Identifier: MIT
#include "book/book.h"
#include "engine/engine.h"
#include "engine/game/notation.h"
#include "engine/levels.h"
#include "protocol/cli/commands.h"
#include "protocol/command/interrupt.h"
#include "protocol/command/options.h"
#include "protocol/command/position_input.h"
#include "protocol/report/analysis_format.h"
#include "protocol/report/format.h"
#include "protocol/report/language.h"
#include "protocol/report/live_text.h"
#include "protocol/service/watched_search.h"
#include "protocol/text/json_lines.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <cstdlib>
#include <optional>
#include <string>

namespace sumi::protocol {
namespace {

/// The side to move, or the result.
std::string state_text(const Game& game, Language language) {
  const Position& now = game.position();
  if (game.over()) {
    const int black = game.black_score().discs;
    const auto discs = [&now](Color side) { return std::popcount(now.discs(side)); };
    return tr_format(language,
                     black == 0  ? "The game is over: a draw, {1} to {2} discs."
                     : black > 0 ? "The game is over: Black wins by {0}, {1} to {2} discs."
                                 : "The game is over: White wins by {0}, {1} to {2} discs.",
                     std::abs(black), discs(Color::kBlack), discs(Color::kWhite));
  }
  return tr_format(language,
                   game.legal_moves() == 0 ? "{} has no move and must pass."
                                           : "{0} to move. Scores are for {0}.",
                   side_name(language, now.to_move));
}

/// Why a search ended early; may be empty.
std::string early_end_text(const SearchLimits& limits, const SearchUpdate& found,
                           Bitboard legal_moves, Language language) {
  if (!limits.move_time || found.line.empty() || interrupted()) return "";
  const bool searched = !found.book || found.searched.depth > 0;
  std::string_view why;
  if (!searched) {
    why =
        tr(language, "Finished early: the book has all of these moves (--no-book searches them).");
  } else if (found.book ? found.searched.exact : found.exact) {
    why = tr(language, "Finished early: all moves are solved.");
  } else if (std::popcount(legal_moves) == 1) {
    why = tr(language, "Finished early: only one move is legal.");
  }
  return why.empty() ? "" : fmt::format("{}\n", why);
}

struct HintSetup {
  SearchLimits limits;
  bool json = false;
  Language language = Language::kEnglish;
};

void hint(const HintSetup& setup, const InputPosition& input, Engine& engine, Output& out) {
  const Game game = game_of(input.entry).replay();
  const Position& position = game.position();
  if (!setup.json) {
    if (!input.where.empty()) out.write(input.where + "\n");
    out.write(fmt::format("{}\n{}\n{}", diagram(position), state_text(game, setup.language),
                          published_text(position, setup.language)));
  }
  out.flush();
  SearchUpdate found;
  if (!game.over()) {
    engine.prepare();
    engine.await_prepared();
    engine.set_board(position.board);
    LiveText live(out, !setup.json && output_is_terminal());
    found = watched_search(
        engine, setup.limits,
        [&](const SearchUpdate& update) {
          live.show(candidates_table(position, update, setup.language));
        },
        interrupted);
    if (!setup.json) {
      live.finish(candidates_table(position, found, setup.language) +
                  early_end_text(setup.limits, found, game.legal_moves(), setup.language));
    }
  }
  if (!setup.json) return;
  Json row = candidates_json(position, found);
  if (!input.where.empty()) row["source"] = input.where;
  out.write(json_line(row));
  out.flush();
}

int run_hint(const Command& self, const Args& args, Output& out) {
  HintSetup setup;
  LimitOptions limits;
  int candidates = 4;  // enough to compare; 1 reaches the greatest depth
  PositionOptions positions;
  EngineOptions options;
  Options rows = limit_rows(limits, " (default: 2, without another limit)");
  rows +=
      {{"candidates,c", number(candidates, 1, kMaxLegalMoves),
        "number of best moves to report, {}; 1 is fastest"},
       {"no-book", flag(options.own_book, false), "search moves that are in the opening book, too"},
       {"json", flag(setup.json), "print a JSON object per position"}};
  rows += position_rows(positions);
  rows += engine_rows(options, kSearchTopics | kBoardTopic | kBookTopic);
  const auto line = parse(self, rows, args, out);
  if (!line) return kDone;
  setup.limits = limits.limits(time_limits(kHintTime));
  setup.limits.candidates = candidates;
  setup.limits.consults_book = true;
  setup.language = default_language();
  PositionInput input(line->words, positions, options.size);

  watch_interrupts();
  std::optional<Engine> engine;
  for (bool first = true; !interrupted(); first = false) {
    const std::optional<InputPosition> found = input.next(interrupted);
    if (!found) break;
    if (!first && !setup.json) out.write("\n");
    options.size = found->position.size;
    if (!engine) {
      engine.emplace(options, book::book_opener(print_stderr));
    } else {
      // Results must not depend on earlier positions.
      engine->configure(options).value();
      engine->clear_table();
    }
    hint(setup, *found, *engine, out);
  }
  return interrupted() ? kInterrupted : input.status();
}

}  // namespace

const Command kHintCommand{
    .name = "hint",
    .arguments = R"([POSITION|MOVES|FILE...] [--at N]
    [--level L|--time S|--depth D] [--candidates N] [--json])",
    .summary = "find the best moves of a position",
    .details = R"(Prints the best moves with their scores and lines. Searches for 2 seconds
unless --level, --time or --depth is given. Ctrl-C prints the best moves found
so far.

A score is in discs for the side to move. +4 is exact (played out to the end,
empty squares to the winner). +1.25 ± 1.8 is an estimate: of such scores 68%
are within 1.8 discs of the truth, 95% within 3.6. Depth 14@73% is a search
of 14 plies at 73% selectivity, the confidence of its pruning. Moves in the
opening book are not searched: depth 12+22@73% is 12 plies in book and a search
of 22 plies after them. A level that solves the position ignores the book.
)",
    .examples = R"(  sumi hint f5 d6 c3
  sumi hint game.sgf --at 20
  pbpaste | sumi hint -
  sumi hint f5d6c3 --level 20 --candidates 1 --no-book
  sumi hint --size 4 start --depth 12
  sumi hint f5d6c3 --weights new.sumi
  sumi hint \
      '--XXXXX--OOOXX-O-OOOXXOX-OXOXOXXOXXXOXXX--XOXOXX-XXXOOO--OOOOO-- X' \
      --json
)",
    .run = run_hint,
    .shared_details = kPositionHelp,
    .json = R"(One object per position.
  position                  string: the position
  source                    string: file and entry of the position; absent
                            unless it came from a file
  candidates[]              array: the best moves, best first; empty if the
                            game is over
  candidates[].move         string: the move
  candidates[].score        number: score after it, -64 to 64
  candidates[].depth        integer: depth of the search, plies in book
                            included
  candidates[].book_plies   integer: plies of depth that are in book; 0:
                            searched
  candidates[].selectivity  integer: 73, 87, 95, 98, 99 or 100
  candidates[].exact        boolean: true if score is exact
  candidates[].likely_error number or null: 68% of such scores are within this
                            of the truth, 95% within twice this; 0: exact;
                            null: unknown (a bound, or not of the built-in net
                            and book)
  candidates[].source       string: book or search
  candidates[].nodes        integer: nodes of the whole search, all moves
                            together
  candidates[].seconds      number: time of the whole search
  candidates[].pv           array of moves: the principal variation
  published                 object: the score of this position that others
                            proved; absent if there is none
  published.score           integer: in discs for the side to move
  published.by              string: who proved it
  published.year            integer: when it was published
  ended_by                  string: solved, depth, level, nodes, time, stopped
                            or book; absent if the game is over
)"};

}  // namespace sumi::protocol
