// SPDX-License-Identifier: MIT
#include "book/opening_names.h"
#include "engine/base/text.h"
#include "engine/formats/codecs.h"
#include "engine/game/notation.h"
#include "protocol/c/handles.h"
#include "protocol/text/entry_words.h"

#include <fmt/format.h>

#include <cstring>
#include <utility>

using namespace sumi;
using namespace sumi::c_api;

namespace {

sumi_game* new_game(GameRecord about) {
  Game game = about.replay();
  return new sumi_game{std::move(about), std::move(game)};
}

sumi_game* new_game(const Position& start) { return new_game(record_of(Game(start))); }

/// Call after changing the moves; clears fields that describe the whole game.
void take_moves(sumi_game& game) {
  GameRecord& about = game.about;
  about.moves = record_of(game.game).moves;
  about.result.clear();
  about.theoretical.reset();
  if (!about.notes.empty()) about.notes.resize(about.moves.size());
}

constexpr std::pair<std::string_view, std::string GameRecord::*> kInfo[] = {
    {"black", &GameRecord::black},
    {"white", &GameRecord::white},
    {"black-rating", &GameRecord::black_rating},
    {"white-rating", &GameRecord::white_rating},
    {"result", &GameRecord::result},
    {"event", &GameRecord::event},
    {"round", &GameRecord::round},
    {"place", &GameRecord::place},
    {"date", &GameRecord::date},
    {"comment", &GameRecord::comment}};

/// Null for an unknown name.
std::string GameRecord::*info_of(const char* name) {
  for (const auto& [own, field] : kInfo) {
    if (own == name) return field;
  }
  return nullptr;
}

bool is_text_format(const FormatSpec& spec) { return spec.written && !spec.binary; }

std::string text_of(const sumi_game& game, const std::string& format) {
  const Position& position = game.game.position();
  if (format == "moves") return to_transcript(game.about);
  if (format == "board") return to_text(position);
  if (format == "diagram") return diagram(position);
  if (format == "fen") return to_fen(position);
  const auto wanted = parse_format(format);
  if (!wanted || !is_text_format(format_spec(*wanted))) {
    std::string names = "moves, diagram";
    for (int i = 0; const char* const name = sumi_format_name(i); ++i) {
      names += fmt::format(", {}", name);
    }
    throw Failure{SUMI_NOT_FOUND, fmt::format("format: {} is none of {}", quoted(format), names)};
  }
  return value_of(entry_file(game.about, *wanted)).bytes;
}

/// Plays all squares or none. A pass before a move belongs to that move: undo takes back both.
void play_all(Game& game, const std::vector<Square>& squares) {
  Game after = game;
  for (std::size_t i = 0; i < squares.size(); ++i) {
    if (squares[i] == Square::kPass && i + 1 < squares.size()) continue;
    value_of(after.play(squares[i]));
  }
  game = std::move(after);
}

}  // namespace

void c_api::check_size(int size) {
  if (is_board_size(size)) return;
  throw Failure{SUMI_OUT_OF_RANGE, fmt::format("size: {} is not 4, 6 or 8", size)};
}

sumi_status sumi_game_new(const char* text, int size, sumi_game** game) {
  return guarded([&] {
    clear(game, "game");
    check_size(size);
    if (!text || trim(text).empty()) {
      *game = new_game(start_position(size));
      return;
    }
    auto entry = protocol::parse_entry_words(text, {size});
    // The message "neither a file ..." is for command lines.
    if (!entry && entry.error().code == ErrorCode::kNotFound) {
      throw Failure{
          SUMI_BAD_SYNTAX,
          fmt::format("{} is not a position (64 squares of X, O and - and the side to move, a "
                      "FEN, or moves: f5d6c3) and no game",
                      quoted(text))};
    }
    *game = new_game(game_of(value_of(std::move(entry))));
  });
}

sumi_status sumi_game_of_board(uint64_t black, uint64_t white, int black_to_move, int size,
                               sumi_game** game) {
  return guarded([&] {
    clear(game, "game");
    check_size(size);
    if ((black & white) != 0) {
      throw Failure{SUMI_OUT_OF_RANGE, fmt::format("black and white: {} is taken by both",
                                                   to_text(first_square(black & white)))};
    }
    if (((black | white) & ~squares_of(size)) != 0) {
      throw Failure{
          SUMI_OUT_OF_RANGE,
          fmt::format("black and white: there are discs outside a board of {0}x{0}", size)};
    }
    const Color mover = black_to_move != 0 ? Color::kBlack : Color::kWhite;
    *game = new_game(make_position(black, white, mover, size));
  });
}

sumi_status sumi_game_copy(const sumi_game* game, sumi_game** copy) {
  return guarded([&] {
    clear(copy, "copy");
    require({{game, "game"}});
    *copy = new sumi_game(*game);
  });
}

void sumi_game_free(sumi_game* game) { delete game; }

sumi_status sumi_game_play(sumi_game* game, const char* moves) {
  return guarded([&] {
    require({{game, "game"}, {moves, "moves"}});
    const int size = game->game.start().size;
    const GameRecord record =
        value_of(parse_game(to_text(game->game.position()) + ' ' + moves, size));
    if (record.moves.empty()) {
      throw Failure{SUMI_BAD_SYNTAX, fmt::format("moves: {} is not a move: f5d6c3", quoted(moves))};
    }
    play_all(game->game, record.moves);
    take_moves(*game);
  });
}

sumi_status sumi_game_play_square(sumi_game* game, int square) {
  return guarded([&] {
    require({{game, "game"}});
    if (square < 0 || square > SUMI_PASS) {
      throw Failure{SUMI_OUT_OF_RANGE,
                    fmt::format("square: {} is not in 0..{}", square, SUMI_PASS)};
    }
    value_of(game->game.play(static_cast<Square>(square)));
    take_moves(*game);
  });
}

int sumi_game_undo(sumi_game* game, int moves) {
  if (!game) return 0;
  int undone = 0;
  while (undone < moves && !game->game.moves().empty()) {
    undone += game->game.moves().back().square != Square::kPass;
    game->game.undo();
  }
  if (undone > 0) guarded([game] { take_moves(*game); });
  return undone;
}

int sumi_game_size(const sumi_game* game) { return game ? game->game.start().size : 0; }

int sumi_game_move_count(const sumi_game* game) {
  return game ? static_cast<int>(game->game.moves().size()) : 0;
}

int sumi_game_move(const sumi_game* game, int i) {
  if (i < 0 || i >= sumi_game_move_count(game)) return -1;
  return index(game->game.moves()[static_cast<std::size_t>(i)].square);
}

int sumi_game_over(const sumi_game* game) { return game && game->game.over(); }

int sumi_game_black_to_move(const sumi_game* game) {
  return game && game->game.position().to_move == Color::kBlack;
}

uint64_t sumi_game_black(const sumi_game* game) {
  return game ? game->game.position().discs(Color::kBlack) : 0;
}

uint64_t sumi_game_white(const sumi_game* game) {
  return game ? game->game.position().discs(Color::kWhite) : 0;
}

uint64_t sumi_game_legal(const sumi_game* game) { return game ? game->game.legal_moves() : 0; }

int sumi_game_black_score(const sumi_game* game) {
  if (!game) return 0;
  const Position& position = game->game.position();
  const int score = final_score(position.board, position.size).discs;
  return position.to_move == Color::kBlack ? score : -score;
}

sumi_status sumi_game_text(const sumi_game* game, const char* format, char** text) {
  return guarded([&] {
    clear(text, "text");
    require({{game, "game"}, {format, "format"}});
    *text = strdup(text_of(*game, format).c_str());
    if (!*text) throw std::bad_alloc();
  });
}

const char* sumi_game_info(const sumi_game* game, const char* name) {
  const auto field = game && name ? info_of(name) : nullptr;
  return field ? (game->about.*field).c_str() : nullptr;
}

sumi_status sumi_game_set_info(sumi_game* game, const char* name, const char* value) {
  return guarded([&] {
    require({{game, "game"}, {name, "name"}, {value, "value"}});
    const auto field = info_of(name);
    if (!field) {
      throw Failure{SUMI_NOT_FOUND,
                    fmt::format("name: {} is none of those in sumi.h", quoted(name))};
    }
    game->about.*field = value;
  });
}

const char* sumi_format_name(int i) {
  int written = 0;
  for (const FormatSpec& spec : file_formats()) {
    if (is_text_format(spec) && written++ == i) return spec.name.data();
  }
  return nullptr;
}

const char* sumi_game_opening(const sumi_game* game) {
  if (!game) return "";
  const sumi_status status = guarded([&] {
    const book::OpeningName* const name = book::find_opening(record_of(game->game));
    game->opening = name ? name->english : std::string_view();
  });
  return status == SUMI_OK ? game->opening.c_str() : "";
}

sumi_status sumi_reader_new(const char* path, sumi_reader** reader) {
  return guarded([&] {
    clear(reader, "reader");
    require({{path, "path"}});
    // "-" would read standard input, which belongs to the user's program.
    const char* const file = std::string_view(path) == "-" ? "./-" : path;
    *reader = new sumi_reader{value_of(GameFileReader::open(file))};
  });
}

sumi_status sumi_reader_next(sumi_reader* reader, sumi_game** game) {
  return guarded([&] {
    clear(game, "game");
    require({{reader, "reader"}});
    const auto item = reader->reader.next();
    if (!item) return;
    if (!item->entry) {
      throw failure({item->entry.error().code,
                     fmt::format("{}: {}", item->where, item->entry.error().message)});
    }
    *game = new_game(game_of(*item->entry));
  });
}

void sumi_reader_free(sumi_reader* reader) { delete reader; }
