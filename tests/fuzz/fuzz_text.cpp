// SPDX-License-Identifier: MIT
/// Parsers of protocol lines and messages; the first byte selects one.
#include "engine/base/text.h"
#include "engine/game/bpfscn_text.h"
#include "engine/game/rules.h"
#include "engine/options.h"
#include "protocol/cli/auto_session.h"
#include "protocol/ggs/ggs_session.h"
#include "protocol/text/cassio.h"
#include "protocol/text/ggs.h"
#include "protocol/text/gtp.h"
#include "protocol/text/json_query.h"
#include "protocol/text/nboard.h"
#include "protocol/text/ugi.h"
#include "protocol/text/xboard.h"
#include "tests/fuzz/fuzz_checks.h"

#include <algorithm>
#include <iterator>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

using namespace sumi;
using namespace sumi::fuzz;
using namespace sumi::protocol;

namespace {

/// Whether it succeeded. Checks an error's message.
template <class T>
bool read(const Result<T>& result) {
  if (!result) check_message(result.error());
  return result.has_value();
}

void check_board(const Position& position) {
  check((position.board.own & position.board.opp) == 0, "two discs on a square");
  check(is_board_size(position.size), "board size");
}

void gtp(std::string_view line) {
  static_cast<void>(has_gtp_comment(line));
  static_cast<void>(is_gtp_interrupt(line));
  static_cast<void>(detect_protocol(line));
  const auto request = parse_gtp_line(line);
  if (!read(request) || !*request) return;
  for (const char c : (*request)->id) check(is_digit(c), "an id that is no number");
  for (const std::string& arg : (*request)->args) {
    check(!arg.empty(), "an empty argument");
    check_printable(arg);
    read(parse_gtp_int(arg));
    read(parse_gtp_float(arg));
    read(parse_gtp_color(arg));
    for (const int size : {4, 6, 8}) read(parse_gtp_vertex(arg, size));
  }
  // Any text gives a single response, with empty lines only at its start and end.
  const std::string text((*request)->args.empty() ? line : (*request)->args[0]);
  const auto lines = gtp_response((*request)->id, text);
  check(lines.size() >= 2 && lines.back().empty(), "no empty line at the end");
  for (std::size_t i = 0; i + 1 < lines.size(); ++i) check(!lines[i].empty(), "an early end");
}

void nboard(std::string_view line) {
  const auto [name, arguments] = split_nboard_line(line);
  for (const int size : {4, 6, 8}) {
    const auto move = parse_nboard_move(arguments, size);
    if (!read(move)) continue;
    Candidate candidate;
    candidate.line.push_back(move->square);
    const auto again = parse_nboard_move(nboard_answer(candidate, 0, size).substr(4), size);
    check(again.has_value() && again->square == move->square, "another move", arguments);
  }
}

void ugi(std::string_view line) {
  const auto words = split_words(line);
  for (const int size : {4, 6, 8}) {
    const auto game = parse_ugi_position(words, size);
    if (read(game)) check_board(game->position());
    const UgiGo go = parse_ugi_go(words, size);
    for (const std::string& fault : go.faults) {
      check(!fault.empty() && fault.size() <= 1000, "a fault that cannot be reported", fault);
    }
    if (go.depth) check(1 <= *go.depth && *go.depth <= 60, "depth");
    for (const Color color : {Color::kBlack, Color::kWhite}) {
      const SearchLimits limits = ugi_limits({}, go, color, 3);
      check(limits.alpha < limits.beta, "no window");
    }
  }
  read(parse_ugi_setting(words));
}

void cassio(std::string_view line) {
  const auto request = parse_cassio_line(line);
  if (!read(request) || !*request) return;
  for (const auto& search :
       {parse_cassio_midgame((*request)->args), parse_cassio_endgame((*request)->args)}) {
    if (!read(search)) continue;
    check_board(search->position);
    check(search->alpha < search->beta, "no window");
    const int most = search->solve ? std::max(1, search->position.board.empties()) : 60;
    check(1 <= search->depth && search->depth <= most, "depth");
  }
  const auto known = parse_cassio_table_entry((*request)->args);
  if (!read(known)) return;
  check_board(known->position);
  Board board = known->position.board;
  for (const Square s : known->report.line) {
    if (s == Square::kPass) {
      check(rules::legal_moves(board) == 0, "a pass with a move to play");
      board = board.passed();
      continue;
    }
    const Bitboard turned = rules::flips(board, s);
    check(turned != 0, "an illegal move");
    board = board.played(s, turned);
  }
}

void xboard(std::string_view line) {
  const XBoardRequest request = parse_xboard_line(line);
  if (const auto square = parse_xboard_move(request.args); read(square)) {
    const auto again = parse_xboard_move(xboard_move(*square));
    check(again.has_value() && *again == *square, "another move");
  }
  if (const auto position = parse_xboard_fen(request.args); read(position)) {
    check_board(*position);
    const auto again = parse_xboard_fen(xboard_fen(*position));
    check(again.has_value() && *again == *position, "another position", xboard_fen(*position));
  }
  if (const auto level = parse_xboard_level(request.args); read(level)) {
    check(level->base >= Millis(0) && level->increment >= Millis(0), "a negative time");
  }
  read(parse_xboard_seconds(request.args));
  if (const auto option = parse_xboard_option(request.args); read(option)) {
    EngineOptions options;
    read(set_option(options, option->name, option->value));
  }
}

void ggs(std::string_view text) {
  std::vector<std::string> lines = split_lines(text);
  for (std::string& line : lines) line = clean_ggs_line(line);
  if (lines.empty()) return;
  const auto message = parse_ggs(lines);
  if (!read(message)) return;
  if (const auto* const board = std::get_if<GgsBoard>(&*message)) check_board(board->position);
}

void ggs_words(std::string_view text) {
  if (const auto type = parse_ggs_type(text); read(type)) {
    const auto again = parse_ggs_type(to_text(*type));
    check(again.has_value() && *again == *type, "another type", to_text(*type));
  }
  if (const auto clock = parse_ggs_clock(text); read(clock)) {
    check(clock->main.time >= Millis(0), "a negative time");
  }
  read(parse_ggs_types(text));
  read(parse_ggs_login(text));
}

void clocks(std::string_view text) {
  read(parse_ggf_time(text));
  const auto clock = parse_ggf_clock(text);
  if (!read(clock)) return;
  check(clock->main >= Millis(0) && clock->increment >= Millis(0), "a negative time");
  const std::string written = to_text(*clock);
  const auto again = parse_ggf_clock(written);
  const bool no_limit = clock->main + clock->increment == Millis(0) && written.empty();
  check(no_limit || (again.has_value() && *again == *clock), "another clock", written);
  const Millis used[] = {Millis(1000), Millis(1'000'000)};
  if (const auto left = clock_left(*clock, used)) {
    check(left->remaining >= Millis(0), "a negative time");
  }
}

void options(std::string_view text) {
  const std::size_t blank = std::min(text.find(' '), text.size());
  const std::string_view name = text.substr(0, blank);
  const std::string_view value = text.substr(std::min(blank + 1, text.size()));
  EngineOptions set;
  if (read(set_option(set, name, value))) {
    EngineOptions again;
    check(set_option(again, name, get_option(set, *find_option(name))).has_value() && again == set,
          "another value", text);
  }
  if (const auto weights = parse_bpfscn(text); read(weights)) {
    const auto again = parse_bpfscn(to_text(*weights));
    check(again.has_value() && to_text(*again) == to_text(*weights), "other weights", text);
  }
}

void json(std::string_view line) {
  const JsonRequest request = parse_json_request(line);
  check(request.id.is_null() || request.id.is_string() || request.id.is_number_integer(),
        "an id of another kind", line);
  check_printable(json_line(json_fault(request.id, "")).substr(0, 1));
  if (!read(request.wanted)) return;
  if (const auto* query = std::get_if<JsonQuery>(&*request.wanted)) {
    check_board(query->position);
    check(!request.id.is_null(), "a query without an id", line);
  }
}

constexpr void (*kParsers[])(std::string_view) = {gtp, nboard,    ugi,    cassio,  xboard,
                                                  ggs, ggs_words, clocks, options, json};

[[maybe_unused]] void fuzz_text(std::string_view input) {
  Bytes bytes(input);
  const int parser = bytes.below(static_cast<int>(std::size(kParsers)));
  kParsers[parser](bytes.rest());
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  SUMI_FUZZ_TARGET({reinterpret_cast<const char*>(data), size});
  return 0;
}
