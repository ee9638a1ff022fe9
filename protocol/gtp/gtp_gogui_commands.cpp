// SPDX-License-Identifier: MIT
#include "engine/base/text.h"
#include "engine/game/notation.h"
#include "protocol/gtp/gtp_session.h"
#include "protocol/text/gtp.h"

#include <fmt/format.h>

#include <algorithm>

namespace sumi::protocol {
namespace {

// GoGui sets the board size itself.
constexpr OptionTopics kSearchDialog = kSearchTopic | kIsaTopic,
                       kPlayDialog = kPlayTopic | kLimitTopic,
                       kBookDialog = kBookTopic | kBookPlayTopic | kBookLearnTopic;

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
  std::string text;
  for (const Command& command : commands()) {
    if (!command.gogui.empty()) text += fmt::format("{}\n", command.gogui);
  }
  return text;
}

/// Its presence tells GoGui that we read `# interrupt` during searches.
GtpSession::Reply GtpSession::gogui_interrupt(Args) { return ""; }

GtpSession::Reply GtpSession::rules_game_id(Args) { return "Othello"; }

GtpSession::Reply GtpSession::rules_board_size(Args) {
  return std::to_string(game_.position().size);
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
