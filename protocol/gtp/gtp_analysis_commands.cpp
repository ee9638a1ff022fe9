// SPDX-License-Identifier: MIT
#include "engine/base/text.h"
#include "engine/game/notation.h"
#include "engine/game/rules.h"
#include "protocol/gtp/gtp_session.h"
#include "protocol/report/format.h"
#include "protocol/text/gtp.h"
#include "protocol/text/json_lines.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>

namespace sumi::protocol {
namespace {

/// Enough for people to compare.
constexpr int kHintedMoves = 4;
/// At most one minute between reports.
constexpr int kMaxCentiseconds = 6000;

/// "d3 +2.00"
std::string pair(const Candidate& candidate, int size) {
  return fmt::format("{} {:+.2f}", to_text(candidate.move(), size), to_discs(candidate.value()));
}

/// "VAR b d3 w c3" in GoGui's syntax, without passes, which GoGui cannot draw.
std::string variation(const Position& position, const Line& line) {
  std::string text = "VAR";
  Color color = position.to_move;
  for (const Square s : line) {
    if (s != Square::kPass) {
      text += fmt::format(" {} {}", color == Color::kBlack ? 'b' : 'w', to_text(s, position.size));
    }
    color = !color;
  }
  return text;
}

/// "info move d3 score 2.00 depth 12 ... pv d3 c3", like Leela Zero's lz-analyze.
std::string analysis_text(const Candidate& candidate, const SearchUpdate& update, int order,
                          int size) {
  const bool known = candidate.lower == candidate.upper;
  const Basis basis = update.basis(candidate);
  return fmt::format(
      "info move {} score {:.2f}{} depth {} selectivity {} exact {} source {} nodes {} order {} pv "
      "{}",
      to_text(candidate.move(), size), to_discs(candidate.value()),
      known                          ? ""
      : candidate.lower > -kInfinity ? " bound lower"
                                     : " bound upper",
      basis.depth, basis.selectivity, basis.exact, source_name(basis), update.nodes, order,
      moves_text(candidate.line, size));
}

std::string analysis_line(const SearchUpdate& update, int size) {
  std::string text = analysis_text(update, update, 0, size);
  for (std::size_t i = 0; i < update.others.size(); ++i) {
    text += ' ' + analysis_text(update.others[i], update, static_cast<int>(i) + 1, size);
  }
  return text;
}

}  // namespace

GtpSession::Reply GtpSession::sumi_hint(Args args) {
  const auto count = args.empty() ? Result<int>(kHintedMoves) : parse_gtp_int(args[0]);
  if (!count) return count.error();
  if (*count < 1) return gtp_syntax_error("a hint is of one move at least");
  SearchLimits limits = analysis_limits();
  limits.candidates = std::min(*count, kMaxLegalMoves);
  const int size = game_.position().size;
  return think(game_.position(), limits, [size](const SearchUpdate& found) -> Response {
    if (found.move() == Square::kPass) return "";
    std::string text = pair(found, size);
    for (const Candidate& other : found.others) text += ' ' + pair(other, size);
    return text;
  });
}

GtpSession::Reply GtpSession::sumi_best_line(Args) {
  const Position position = game_.position();
  return think(position, analysis_limits(), [position](const SearchUpdate& found) -> Response {
    return fmt::format("{}\nTEXT {} at depth {}", variation(position, found.line),
                       value_text(found, found.exact), depth_text(found.basis(found)));
  });
}

/// Reports periodically, until input arrives or a limit is reached.
GtpSession::Reply GtpSession::sumi_analyze(Args args) {
  Color color = game_.position().to_move;
  SearchRunner::Listener listener;
  for (const std::string& arg : args) {
    if (const auto named = parse_gtp_color(arg)) {
      color = *named;
      continue;
    }
    const auto centiseconds = parse_gtp_int(arg);
    if (!centiseconds) return centiseconds.error();
    listener.interval = Millis(10) * std::min(*centiseconds, kMaxCentiseconds);
  }
  const auto position = position_for(color);
  if (!position) return position.error();
  if (engine_.pending()) return *engine_.pending();

  analyzing_ = true;
  write(gtp_response(id_, Response("")).front());
  listener.on_update = [this, size = position->size](const SearchUpdate& update) {
    write(analysis_line(update, size));
  };
  listener.on_done = [this](const SearchUpdate& found) {
    if (ended_ || interrupted_ || !waiting_.empty() || found.expired) end_analysis();
    answer_waiting();
  };
  if (rules::legal_moves(position->board, position->size) != 0) {
    search_.start(
        position->board,
        {.selectivity = kFastSelectivity, .candidates = kMaxLegalMoves, .consults_book = true},
        std::move(listener));
  }
  if (interrupted_ || ended_ || !waiting_.empty()) end_analysis();
  return std::nullopt;
}

GtpSession::Reply GtpSession::sumi_book(Args) {
  return book_table(engine_.book().get(), game_.position().board);
}

/// Stops the search, then ends the response with an empty line.
void GtpSession::end_analysis() {
  if (search_.running()) {
    interrupted_ = true;
    search_.stop();
    return;
  }
  analyzing_ = false;
  write("");
}

/// Turns live graphics on or off; GoGui reads them from standard error.
GtpSession::Reply GtpSession::sumi_live_graphics(Args args) {
  if (args[0] != "true" && args[0] != "false") {
    return gtp_syntax_error(fmt::format("{} is not true or false", sumi::quoted(args[0])));
  }
  live_graphics_ = args[0] == "true";
  return "";
}

/// One block, which ends with an empty line; GoGui clears the board for each.
void GtpSession::show_graphics(const Position& position, const SearchUpdate& update) {
  peer_.note(fmt::format("gogui-gfx:\n{}\nTEXT {} at depth {}\n", variation(position, update.line),
                         value_text(update, update.exact), depth_text(update.basis(update))));
}

namespace {

// GoGui sets the board size itself.
constexpr OptionTopics kSearchDialog = kSearchTopic | kIsaTopic,
                       kPlayDialog = kPlayTopic | kLimitTopic,
                       kBookDialog = kBookTopic | kBookPlayTopic | kBookLearnTopic;

/// GoGui's tools menu: "type/label/command".
constexpr std::string_view kTools[] = {
    "none/Clear Hash Table/clear_cache",
    "string/CPU Time/cputime",
    "string/Final Score/final_score",
    "string/Legal Moves/gogui-rules_legal_moves",
    "none/Load SGF/loadsgf %r",
    "varc/Best Move/reg_genmove %c",
    "hstring/Board/showboard",
    "gfx/Best Line/sumi-best_line",
    "hstring/Book/sumi-book",
    "pspairs/Hint/sumi-hint",
    "string/Last Search/sumi-last_search",
    "none/Live Graphics.../sumi-live_graphics %s",
    "hstring/Options/sumi-options",
    "param/Book Options/sumi-param_book",
    "param/Playing Options/sumi-param_play",
    "param/Search Options/sumi-param_search",
    "string/Plays With/sumi-plays",
    "none/Set Option.../sumi-set %s",
};

/// "[bool] ponder 0": a check box; "[list/neutral/seek] book-draws seek": a choice; otherwise a
/// text field.
std::string parameter_line(const EngineOptions& options, const OptionSpec& spec) {
  const std::string value = get_option(options, spec);
  if (std::holds_alternative<bool EngineOptions::*>(spec.field)) {
    return fmt::format("[bool] {} {:d}\n", spec.name, value == "true");
  }
  if (!spec.choices.empty()) {
    return fmt::format("[list/{}] {} {}\n", fmt::join(spec.choices, "/"), spec.name, value);
  }
  return fmt::format("[string] {} {}\n", spec.name, value);
}

/// The words after the name. GoGui quotes empty values and values with blanks.
std::string parameter_value(const OptionSpec& spec, std::span<const std::string> words) {
  std::string value = fmt::format("{}", fmt::join(words, " "));
  if (value.size() >= 2 && value.front() == '"' && value.back() == '"') {
    value = value.substr(1, value.size() - 2);
  }
  if (std::holds_alternative<bool EngineOptions::*>(spec.field)) {
    if (value == "1") return "true";
    if (value == "0") return "false";
  }
  return value;
}

}  // namespace

/// Without arguments, the lines of a dialog; otherwise sets an option.
GtpSession::Reply GtpSession::parameters(OptionTopics topics, Args args) {
  std::vector<std::string_view> names;
  std::string lines;
  for (const OptionSpec& spec : engine_options()) {
    if ((spec.topic & topics) == 0) continue;
    names.push_back(spec.name);
    lines += parameter_line(engine_.options(), spec);
  }
  if (args.empty()) return lines;
  if (std::ranges::count(names, args[0]) == 0) {
    return gtp_syntax_error(fmt::format("{} is none of {}; sumi-set knows all",
                                        sumi::quoted(args[0]), fmt::join(names, ", ")));
  }
  return set_engine_option(args[0], parameter_value(*find_option(args[0]), args.subspan(1)));
}

GtpSession::Reply GtpSession::sumi_param_book(Args args) { return parameters(kBookDialog, args); }

GtpSession::Reply GtpSession::sumi_param_play(Args args) { return parameters(kPlayDialog, args); }

GtpSession::Reply GtpSession::sumi_param_search(Args args) {
  return parameters(kSearchDialog, args);
}

GtpSession::Reply GtpSession::gogui_analyze_commands(Args) {
  return fmt::format("{}", fmt::join(kTools, "\n"));
}

/// Last row first: GoGui draws row 1 at the bottom.
GtpSession::Reply GtpSession::rules_board(Args) {
  const Bitboard black = game_.position().discs(Color::kBlack);
  const Bitboard white = game_.position().discs(Color::kWhite);
  const int size = game_.position().size;
  std::string text;
  for (int row = size - 1; row >= 0; --row) {
    for (int column = 0; column < size; ++column) {
      const Bitboard square = bit(square_at(column, row, size));
      text += black & square ? 'X' : white & square ? 'O' : '.';
      text += column < size - 1 ? ' ' : '\n';
    }
  }
  return text;
}

/// "pass" if it is the only legal move; empty when the game is over.
GtpSession::Reply GtpSession::rules_legal_moves(Args) {
  Bitboard left = game_.legal_moves();
  if (left == 0) return game_.over() ? "" : "pass";
  const int size = game_.position().size;
  std::string text = to_capitals(first_square(left), size);
  while ((left &= left - 1) != 0) text += ' ' + to_capitals(first_square(left), size);
  return text;
}

GtpSession::Reply GtpSession::rules_side_to_move(Args) {
  return std::string(to_text(game_.position().to_move));
}

GtpSession::Reply GtpSession::rules_final_result(Args) {
  if (!game_.over()) {
    return Error{ErrorCode::kOutOfRange, "cannot score: the game is not over"};
  }
  const int lead = game_.black_score().discs;
  const int squares = game_.position().size * game_.position().size;
  const int black = (squares + lead) / 2, white = (squares - lead) / 2;
  if (lead == 0) return fmt::format("Draw {}-{}", black, white);
  return lead > 0 ? fmt::format("Black wins {}-{}", black, white)
                  : fmt::format("White wins {}-{}", white, black);
}

}  // namespace sumi::protocol
