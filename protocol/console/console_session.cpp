// SPDX-License-Identifier: MIT
#include "engine/base/text.h"
#include "engine/formats/codecs.h"
#include "engine/game/notation.h"
#include "engine/levels.h"
#include "protocol/console/console_session.h"
#include "protocol/report/format.h"
#include "protocol/service/watched_search.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <filesystem>
#include <utility>
#include <vector>

namespace sumi::protocol {

ConsoleSession::ConsoleSession(Engine& engine, Humans humans, int level, ConsoleScreen screen)
    : engine_(engine),
      learner_(engine, [this](std::string_view text) { say(text); }),
      humans_(humans),
      level_(level),
      screen_(std::move(screen)),
      game_(start_position(engine.options().size)) {}

void ConsoleSession::start(ReplySink& sink) {
  sink_ = &sink;
  say(word("Sumi plays Othello. Type a move such as f5, or help."));
  print_source();
  go_on();
  sink.flush();
}

void ConsoleSession::on_line(const TextLine& line, ReplySink& sink) {
  sink_ = &sink;
  if (line.cut) {
    say(word("That line is too long."));
  } else {
    answer(trim(line.text));
  }
  sink.flush();
}

void ConsoleSession::rescue(ReplySink& sink) {
  if (saved_) return;
  sink_ = &sink;
  std::string path = "sumi-game.txt";
  std::error_code status;
  for (int i = 2; std::filesystem::exists(std::filesystem::symlink_status(path, status)); ++i) {
    path = fmt::format("sumi-game-{}.txt", i);
  }
  save(path);
}

void ConsoleSession::goodbye(ReplySink& sink) {
  sink_ = &sink;
  if (!saved_) {
    say(tr_format(screen_.language, "The game was not saved: {}", to_transcript(record_of(game_))));
  }
  say(word("Goodbye."));
  sink.flush();
}

/// Plays for either side, so that users can change a paused game.
void ConsoleSession::play(Square square) {
  const auto played = game_.play(square);
  if (!played) return say(played.error());
  saved_ = false;
  undone_.clear();
  learner_.on_position(game_);
  go_on();
}

/// Moves for the engine until a human's turn, the end of the game or a pause.
void ConsoleSession::go_on() {
  while (!game_.over()) {
    const Color mover = game_.position().to_move;
    if (game_.legal_moves() == 0) {
      say(tr_format(screen_.language, "{} has no move and passes.", name_of(mover)));
      game_.play(Square::kPass).value();
      continue;
    }
    if (paused_ || humans_.plays(mover)) break;
    if (!humans_.any()) say(board_text());
    engine_move();
  }
  say(board_text());
  const bool just_ended = game_.over() && !saved_ && !reviewed_;
  if (just_ended && screen_.review && humans_.any()) {
    reviewed_ = true;
    review();
  }
}

void ConsoleSession::engine_move() {
  const Color mover = game_.position().to_move;
  outlook_.clear();
  SearchLimits limits = level_limits(level_);
  limits.varies = true;
  const SearchUpdate found = think(limits);
  const Square move = found.move();
  if (searches()) outlook_ = outlook(found);
  game_.play(move).value();
  saved_ = false;
  undone_.clear();
  learner_.on_own_move(game_);
  say(tr_format(screen_.language, "Sumi plays {0} for {1}.", to_text(move, game_.position().size),
                name_of(mover)));
  paused_ = !humans_.any() && screen_.interrupted && screen_.interrupted();
  if (paused_) say(word("Stopped. Enter continues."));
}

SearchUpdate ConsoleSession::think(const SearchLimits& limits) {
  engine_.set_board(game_.position().board, game_.position().to_move);
  const auto show = [this](const SearchUpdate& update) {
    if (!screen_.progress) return;
    screen_.progress(board_text() + '\n' +
                     tr_format(screen_.language, "Thinking: {}, {} nodes. Ctrl-C: enough.",
                               outlook(update), short_count(static_cast<double>(update.nodes))) +
                     '\n');
  };
  const SearchUpdate found = watched_search(engine_, limits, show, screen_.interrupted);
  if (screen_.progress) screen_.progress("");
  return found;
}

/// Fails if the engine does not support the board size.
Result<void> ConsoleSession::set_game(const Game& game) {
  EngineOptions options = engine_.options();
  options.size = game.position().size;
  const auto configured = engine_.configure(options);
  if (!configured) return configured.error();
  game_ = game;
  learner_.on_position(game_);
  outlook_.clear();
  undone_.clear();
  reviewed_ = false;
  paused_ = false;
  saved_ = true;
  return {};
}

Result<void> ConsoleSession::resume(const std::string& path) {
  const auto loaded = load_game(path, game_.start().size);
  if (!loaded) return loaded.error();
  const SavedGame& saved = loaded->saved;
  const auto set = set_game(saved.game);
  if (!set) return set.error();
  set_strength(saved.strength.value_or(engine_.options().strength));
  humans_ = saved.humans.value_or(humans_);
  level_ = saved.level.value_or(level_);
  loaded_from_ = loaded->where;
  return {};
}

void ConsoleSession::print_source() {
  const std::string where = std::exchange(loaded_from_, {});
  if (where.empty()) return;
  say(tr_format(screen_.language, "The file has several games: this is {}.", where));
}

void ConsoleSession::set_strength(int strength) {
  EngineOptions options = engine_.options();
  options.strength = strength;
  engine_.configure(options).value();
}

/// Players other than the search have neither level nor evaluation.
std::string ConsoleSession::engine_name() const {
  const EngineOptions& options = engine_.options();
  if (!searches()) return tr_format(screen_.language, "Sumi, player {}", options.player);
  return options.strength > 0 ? tr_format(screen_.language, "Sumi, strength {}", options.strength)
                              : tr_format(screen_.language, "Sumi, level {}", level_);
}

/// The better side's advantage and its depth or source.
std::string ConsoleSession::outlook(const SearchUpdate& update) const {
  const Color mover = game_.position().to_move;
  Candidate better = update;
  const bool turned = better.value().units < 0;
  if (turned) {
    better.lower = -update.upper;
    better.upper = -update.lower;
  }
  const std::string value = value_text(better, update.exact);
  const std::string_view who = name_of(turned ? !mover : mover);
  const std::string score =
      better.value().units == 0 ? std::string(word("even")) : fmt::format("{} {}", who, value);
  return fmt::format("{}, {}", score,
                     update.exact  ? std::string(word("exact"))
                     : update.book ? std::string(word("book"))
                                   : fmt::format("{} {}", word("depth"), depth_text(update)));
}

std::string ConsoleSession::turn_text() const {
  if (!game_.over()) {
    const auto made = std::ranges::count_if(
        game_.moves(), [](const PlayedMove& move) { return move.square != Square::kPass; });
    return tr_format(screen_.language, "Move {}, {} to play", made + 1,
                     name_of(game_.position().to_move));
  }
  return tr_format(screen_.language, "Game over. {}.",
                   outcome_text(game_.position(), screen_.language));
}

/// An empty line, then the board with notes beside it.
std::string ConsoleSession::board_text() const {
  const Position& now = game_.position();
  std::vector<std::string> notes;
  for (const Color c : {Color::kBlack, Color::kWhite}) {
    const std::string_view letter = c == Color::kBlack ? " X" : " O";
    const bool letters = !screen_.style.colors || !screen_.style.unicode;
    const std::string player = humans_.plays(c) ? std::string(word("you")) : engine_name();
    notes.push_back(fmt::format("{}{} {:>3}  {}", name_of(c), letters ? letter : "",
                                std::popcount(now.discs(c)), player));
  }
  notes.push_back("");
  notes.push_back(turn_text());
  if (const PlayedMove* const last = last_move(game_)) {
    notes.push_back(tr_format(screen_.language, "Last move: {} {}", name_of(last->color),
                              to_text(last->square, now.size)));
  }
  if (show_outlook_ && !outlook_.empty() && !game_.over()) {
    notes.push_back(tr_format(screen_.language, "Evaluation: {}", outlook_));
  }
  if (game_.over() && humans_.black != humans_.white) {
    const int score = game_.black_score().discs * (humans_.black ? 1 : -1);
    if (score != 0) notes.emplace_back(word(score > 0 ? "You win!" : "You lose."));
  }
  std::string text;
  const std::vector<std::string> lines = board_lines(game_, screen_.style);
  for (std::size_t i = 0; i < lines.size(); ++i) {
    text += '\n' + lines[i];
    if (i < notes.size() && !notes[i].empty()) text += "   " + notes[i];
  }
  return text;
}

void ConsoleSession::say(const Error& error) { say(tr_error(screen_.language, error.message)); }

void ConsoleSession::say(std::string_view lines) { write_lines(*sink_, lines); }

}  // namespace sumi::protocol
