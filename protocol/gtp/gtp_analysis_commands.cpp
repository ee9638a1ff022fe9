// SPDX-License-Identifier: MIT
#include "engine/base/text.h"
#include "engine/game/notation.h"
#include "engine/game/rules.h"
#include "engine/levels.h"
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

/// Limits of a game move without clock or variety.
SearchLimits analysis_limits(const EngineOptions& options) {
  SearchLimits limits = move_limits(options, {});
  limits.varies = false;
  limits.consults_book = true;
  return limits;
}

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
  SearchLimits limits = analysis_limits(engine_.options());
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
  return think(position, analysis_limits(engine_.options()),
               [position](const SearchUpdate& found) -> Response {
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
  peer_.write(gtp_response(id_, Response("")).front());
  peer_.flush();
  listener.on_update = [this, size = position->size](const SearchUpdate& update) {
    peer_.write(analysis_line(update, size));
    peer_.flush();
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
  peer_.write("");
  peer_.flush();
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

}  // namespace sumi::protocol
