// SPDX-License-Identifier: MIT
#include "engine/base/text.h"
#include "engine/options.h"
#include "protocol/gtp/gtp_session.h"
#include "protocol/session/command_table.h"
#include "protocol/session/option_notes.h"
#include "protocol/text/gtp.h"
#include "protocol/version.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <ctime>
#include <limits>
#include <utility>

namespace sumi::protocol {

struct GtpSession::Command : CommandRow<GtpSession, Args, Reply> {
  std::size_t min_args, max_args;
};

/// Sorted by name.
std::span<const GtpSession::Command> GtpSession::commands() {
  static constexpr std::string_view kParamUsage = "[<option> <value>]";
  static constexpr std::size_t kAnyNumber = std::numeric_limits<std::size_t>::max();
  using S = GtpSession;
  static constexpr std::array kTable{
      Command{{"boardsize", "<size>", &S::boardsize}, 1, 1},
      Command{{"clear_board", "", &S::clear_board}, 0, 0},
      Command{{"clear_cache", "", &S::clear_cache}, 0, 0},
      Command{{"cputime", "", &S::cputime}, 0, 0},
      Command{{"final_score", "", &S::final_score}, 0, 0},
      Command{{"genmove", "<color>", &S::genmove}, 1, 1},
      Command{{"gg-undo", "[<moves>]", &S::gg_undo}, 0, 1},
      Command{{"gogui-analyze_commands", "", &S::gogui_analyze_commands}, 0, 0},
      Command{{"gogui-interrupt", "", &S::gogui_interrupt}, 0, 0},
      Command{{"gogui-play_sequence", "{<color> <vertex>}", &S::play_sequence}, 0, kAnyNumber},
      Command{{"gogui-rules_board", "", &S::rules_board}, 0, 0},
      Command{{"gogui-rules_board_size", "", &S::rules_board_size}, 0, 0},
      Command{{"gogui-rules_final_result", "", &S::rules_final_result}, 0, 0},
      Command{{"gogui-rules_game_id", "", &S::rules_game_id}, 0, 0},
      Command{{"gogui-rules_legal_moves", "", &S::rules_legal_moves}, 0, 0},
      Command{{"gogui-rules_side_to_move", "", &S::rules_side_to_move}, 0, 0},
      Command{{"gogui-setup", "{<color> <vertex>}", &S::gogui_setup}, 0, kAnyNumber},
      Command{{"gogui-setup_player", "<color>", &S::gogui_setup_player}, 1, 1},
      Command{{"kgs-time_settings",
               "none | absolute <main> | byoyomi <main> <period> <periods> | canadian <main> "
               "<period> <stones>",
               &S::kgs_time_settings},
              1,
              4},
      Command{{"known_command", "<name>", &S::known_command}, 1, 1},
      Command{{"komi", "<komi>", &S::komi}, 1, 1},
      Command{{"list_commands", "", &S::list_commands}, 0, 0},
      Command{{"list_games", "", &S::list_games}, 0, 0},
      Command{{"loadsgf", "<file> [<move_number>]", &S::loadsgf}, 1, 2},
      Command{{"name", "", &S::name}, 0, 0},
      Command{{"play", "<color> <vertex>", &S::play_sequence}, 2, 2},
      Command{{"protocol_version", "", &S::protocol_version}, 0, 0},
      Command{{"quit", "", &S::quit}, 0, 0},
      Command{{"reg_genmove", "<color>", &S::reg_genmove}, 1, 1},
      Command{{"set_game", "<game>", &S::set_game}, 1, 1},
      Command{{"setup_board", "<16, 36 or 64 squares> [<side to move>]", &S::setup_board},
              1,
              kAnyNumber},
      Command{{"showboard", "", &S::showboard}, 0, 0},
      Command{{"sumi-analyze", "[<color>] [<centiseconds>]", &S::sumi_analyze}, 0, 2},
      Command{{"sumi-best_line", "", &S::sumi_best_line}, 0, 0},
      Command{{"sumi-book", "", &S::sumi_book}, 0, 0},
      Command{{"sumi-hint", "[<moves>]", &S::sumi_hint}, 0, 1},
      Command{{"sumi-last_search", "", &S::sumi_last_search}, 0, 0},
      Command{{"sumi-live_graphics", "true|false", &S::sumi_live_graphics}, 1, 1},
      Command{{"sumi-options", "", &S::sumi_options}, 0, 0},
      Command{{"sumi-param_book", kParamUsage, &S::sumi_param_book}, 0, kAnyNumber},
      Command{{"sumi-param_play", kParamUsage, &S::sumi_param_play}, 0, kAnyNumber},
      Command{{"sumi-param_search", kParamUsage, &S::sumi_param_search}, 0, kAnyNumber},
      Command{{"sumi-plays", "", &S::sumi_plays}, 0, 0},
      Command{{"sumi-set", "<option> <value>", &S::sumi_set}, 2, kAnyNumber},
      Command{
          {"sumi-time_left", "<color> <milliseconds> [<increment_ms>]", &S::sumi_time_left}, 2, 3},
      Command{{"time_left", "<color> <seconds> <stones>", &S::time_left}, 3, 3},
      Command{{"time_settings", "<main> <byo-yomi> <stones>", &S::time_settings}, 3, 3},
      Command{{"undo", "", &S::undo}, 0, 0},
      Command{{"version", "", &S::version}, 0, 0},
  };
  static_assert(std::ranges::is_sorted(kTable, {}, &Command::name));
  return kTable;
}

namespace {

/// True without a command: the line gets no answer.
bool is_blank(const TextLine& line) {
  const auto request = parse_gtp_line(line.text);
  return request && !*request && (!line.cut || has_gtp_comment(line.text));
}

bool is_quit(const TextLine& line) {
  const auto request = parse_gtp_line(line.text);
  return request && *request && (*request)->name == "quit";
}

}  // namespace

void GtpSession::on_line(const TextLine& line) {
  if (ended_) return;
  if (!line.cut && is_gtp_interrupt(line.text)) {
    interrupted_lines_ = waiting_.size();
    search_.stop();
  } else if (!is_blank(line)) {
    waiting_.push(line);
  }
  if (analyzing_) end_analysis();
  answer_waiting();
}

void GtpSession::on_end() {
  ended_ = true;
  if (analyzing_) end_analysis();
}

void GtpSession::close() {
  ended_ = true;
  waiting_.clear();
  interrupted_lines_ = 0;
  search_.stop();
  if (analyzing_) end_analysis();
}

void GtpSession::answer_waiting() {
  const auto serve = [this](const TextLine& line) {
    interrupted_ = interrupted_lines_ > 0;
    if (interrupted_) --interrupted_lines_;
    answer(line);
  };
  waiting_.take_turn([this](const TextLine&) { return !busy(); }, serve);
  if (!waiting_.empty() && is_quit(*waiting_.begin())) search_.stop();
}

void GtpSession::answer(const TextLine& line) {
  const auto request = parse_gtp_line(line.text);
  const bool cut = line.cut && !has_gtp_comment(line.text);
  id_ = request && *request ? (*request)->id : "";
  Reply reply;
  if (cut) {
    reply = gtp_syntax_error(fmt::format("line is longer than {} bytes", kMaxLineBytes));
  } else if (!request) {
    reply = request.error();
  } else {
    reply = run((*request)->name, (*request)->args);
  }
  if (reply) respond(*reply);
}

void GtpSession::respond(const Response& response) {
  for (const std::string& text : gtp_response(id_, response)) peer_.write(text);
  peer_.flush();
  update_pondering();
}

/// Starts pondering after the answer, and stops it when the position changes. Only the predicted
/// reply followed by genmove is a ponder hit.
void GtpSession::update_pondering() {
  if (to_ponder_) {
    engine_.ponder(*std::exchange(to_ponder_, std::nullopt));
    pondered_position_ = game_.position();
  } else if (engine_.pondering() && (ended_ || game_.position() != pondered_position_)) {
    engine_.stop();
  }
}

GtpSession::Reply GtpSession::run(std::string_view name, Args args) {
  if (name.empty()) return gtp_syntax_error("an id without a command");
  const Command* const command = find_command(commands(), name);
  if (!command) {
    return Error{ErrorCode::kNotFound,
                 fmt::format("unknown command: {} (see list_commands)", sumi::quoted(name))};
  }
  if (args.size() < command->min_args || args.size() > command->max_args) {
    return gtp_syntax_error(
        fmt::format("usage {}{}{}", name, command->usage.empty() ? "" : " ", command->usage));
  }
  return (this->*command->run)(args);
}

GtpSession::Reply GtpSession::version(Args) { return std::string(kVersion); }

GtpSession::Reply GtpSession::known_command(Args args) {
  return find_command(commands(), args[0]) ? "true" : "false";
}

GtpSession::Reply GtpSession::list_commands(Args) {
  std::string text;
  for (const Command& command : commands()) text += fmt::format("{}\n", command.name);
  return text;
}

GtpSession::Reply GtpSession::quit(Args) {
  close();
  return "";
}

GtpSession::Reply GtpSession::cputime(Args) {
  timespec used{};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &used);
  return fmt::format("{:.3f}", static_cast<double>(used.tv_sec) + used.tv_nsec * 1e-9);
}

GtpSession::Reply GtpSession::sumi_options(Args) {
  std::string text;
  for (const OptionSpec& spec : engine_options()) {
    text +=
        fmt::format("{} {} ({})\n", spec.name, get_option(engine_.options(), spec), describe(spec));
  }
  return text;
}

/// A new board size starts a new game, as boardsize does. Options may come in any order: a conflict
/// causes a note here and an error in genmove. Values may contain blanks.
GtpSession::Reply GtpSession::sumi_set(Args args) {
  const std::string value = fmt::format("{}", fmt::join(args.subspan(1), " "));
  const Reply set = set_engine_option(args[0], value);
  if (args[0] != "size" || !*set) return set;
  if (const Reply started = boardsize(args.subspan(1)); !*started) return started;
  return option_note("size");
}

GtpSession::Reply GtpSession::set_engine_option(std::string_view name, std::string_view value) {
  EngineOptions options = engine_.options();
  if (const auto set = set_option(options, name, value); !set) return set.error();
  if (const auto met = engine_.configure_step(options); !met) return met.error();
  return option_note(name);
}

/// May be empty.
std::string GtpSession::option_note(std::string_view name) const {
  if (engine_.pending()) return fmt::format("not usable yet: {}", engine_.pending()->message);
  return name == "book" ? engine_.book_note() : "";
}

/// Evaluator, weights and instruction set, for referees and users.
GtpSession::Reply GtpSession::sumi_plays(Args) {
  if (engine_.pending()) return *engine_.pending();
  return engine_.description();
}

}  // namespace sumi::protocol
