// SPDX-License-Identifier: MIT
/// The command table, from line to response, and the commands about the session itself.
#include "engine/base/text.h"
#include "engine/options.h"
#include "protocol/command/option_adapter.h"
#include "protocol/gtp/gtp_command.h"
#include "protocol/gtp/gtp_session.h"
#include "protocol/text/gtp.h"
#include "protocol/version.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <ctime>
#include <utility>

namespace sumi::protocol {

/// The one place that knows a command exists: parsing, list_commands, known_command, usage errors
/// and GoGui's menu all read it. Sorted by name.
std::span<const GtpSession::Command> GtpSession::commands() {
  static constexpr std::string_view kParamUsage = "[<option> <value>]";
  using S = GtpSession;
  static constexpr std::array kTable{
      Command{"boardsize", "<size>", 1, 1, &S::boardsize},
      Command{"clear_board", "", 0, 0, &S::clear_board},
      Command{"clear_cache", "", 0, 0, &S::clear_cache, "none/Clear Hash Table/clear_cache"},
      Command{"cputime", "", 0, 0, &S::cputime, "string/CPU Time/cputime"},
      Command{"final_score", "", 0, 0, &S::final_score, "string/Final Score/final_score"},
      Command{"genmove", "<color>", 1, 1, &S::genmove},
      Command{"gg-undo", "[<moves>]", 0, 1, &S::gg_undo},
      Command{"gogui-analyze_commands", "", 0, 0, &S::gogui_analyze_commands},
      Command{"gogui-interrupt", "", 0, 0, &S::gogui_interrupt},
      Command{"gogui-play_sequence", "{<color> <vertex>}", 0, kAnyNumber, &S::play_sequence},
      Command{"gogui-rules_board", "", 0, 0, &S::rules_board},
      Command{"gogui-rules_board_size", "", 0, 0, &S::rules_board_size},
      Command{"gogui-rules_final_result", "", 0, 0, &S::rules_final_result},
      Command{"gogui-rules_game_id", "", 0, 0, &S::rules_game_id},
      Command{"gogui-rules_legal_moves", "", 0, 0, &S::rules_legal_moves,
              "string/Legal Moves/gogui-rules_legal_moves"},
      Command{"gogui-rules_side_to_move", "", 0, 0, &S::rules_side_to_move},
      Command{"gogui-setup", "{<color> <vertex>}", 0, kAnyNumber, &S::gogui_setup},
      Command{"gogui-setup_player", "<color>", 1, 1, &S::gogui_setup_player},
      Command{"kgs-time_settings",
              "none | absolute <main> | byoyomi <main> <period> <periods> | canadian <main> "
              "<period> <stones>",
              1, 4, &S::kgs_time_settings},
      Command{"known_command", "<name>", 1, 1, &S::known_command},
      Command{"komi", "<komi>", 1, 1, &S::komi},
      Command{"list_commands", "", 0, 0, &S::list_commands},
      Command{"list_games", "", 0, 0, &S::list_games},
      Command{"loadsgf", "<file> [<move_number>]", 1, 2, &S::loadsgf, "none/Load SGF/loadsgf %r"},
      Command{"name", "", 0, 0, &S::name},
      Command{"play", "<color> <vertex>", 2, 2, &S::play},
      Command{"protocol_version", "", 0, 0, &S::protocol_version},
      Command{"quit", "", 0, 0, &S::quit},
      Command{"reg_genmove", "<color>", 1, 1, &S::reg_genmove, "varc/Best Move/reg_genmove %c"},
      Command{"set_game", "<game>", 1, 1, &S::set_game},
      Command{"setup_board", "<16, 36 or 64 squares> [<side to move>]", 1, kAnyNumber,
              &S::setup_board},
      Command{"showboard", "", 0, 0, &S::showboard, "hstring/Board/showboard"},
      Command{"sumi-analyze", "[<color>] [<centiseconds>]", 0, 2, &S::sumi_analyze},
      Command{"sumi-best_line", "", 0, 0, &S::sumi_best_line, "gfx/Best Line/sumi-best_line"},
      Command{"sumi-book", "", 0, 0, &S::sumi_book, "hstring/Book/sumi-book"},
      Command{"sumi-hint", "[<moves>]", 0, 1, &S::sumi_hint, "pspairs/Hint/sumi-hint"},
      Command{"sumi-last_search", "", 0, 0, &S::sumi_last_search,
              "string/Last Search/sumi-last_search"},
      Command{"sumi-live_graphics", "true|false", 1, 1, &S::sumi_live_graphics,
              "none/Live Graphics.../sumi-live_graphics %s"},
      Command{"sumi-options", "", 0, 0, &S::sumi_options, "hstring/Options/sumi-options"},
      Command{"sumi-param_book", kParamUsage, 0, kAnyNumber, &S::sumi_param_book,
              "param/Book Options/sumi-param_book"},
      Command{"sumi-param_play", kParamUsage, 0, kAnyNumber, &S::sumi_param_play,
              "param/Playing Options/sumi-param_play"},
      Command{"sumi-param_search", kParamUsage, 0, kAnyNumber, &S::sumi_param_search,
              "param/Search Options/sumi-param_search"},
      Command{"sumi-plays", "", 0, 0, &S::sumi_plays, "string/Plays With/sumi-plays"},
      Command{"sumi-set", "<option> <value>", 2, kAnyNumber, &S::sumi_set,
              "none/Set Option.../sumi-set %s"},
      Command{"sumi-time_left", "<color> <milliseconds> [<increment_ms>]", 2, 3,
              &S::sumi_time_left},
      Command{"time_left", "<color> <seconds> <stones>", 3, 3, &S::time_left},
      Command{"time_settings", "<main> <byo-yomi> <stones>", 3, 3, &S::time_settings},
      Command{"undo", "", 0, 0, &S::undo},
      Command{"version", "", 0, 0, &S::version},
  };
  static_assert(std::ranges::is_sorted(kTable, {}, &Command::name));
  return kTable;
}

const GtpSession::Command* GtpSession::find(std::string_view name) {
  const auto row = std::ranges::lower_bound(commands(), name, {}, &Command::name);
  return row != commands().end() && row->name == name ? &*row : nullptr;
}

void GtpSession::on_line(const TextLine& line) {
  if (ended_) return;
  if (!line.cut && is_gtp_interrupt(line.text)) {
    interrupted_lines_ = waiting_.size();
    search_.stop();
  } else {
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
}

void GtpSession::answer(const TextLine& line) {
  const auto request = parse_gtp_line(line.text);
  const bool cut = line.cut && !has_gtp_comment(line.text);
  if (request && !*request && !cut) return;

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
  tend_pondering();
}

/// Begins after the answer, which must not wait for the thread. Ends when the game is led on or
/// elsewhere: the reply that was guessed comes right before genmove, with others pondering is in
/// vain.
void GtpSession::tend_pondering() {
  if (to_ponder_) {
    engine_.ponder(*std::exchange(to_ponder_, std::nullopt));
    ponders_in_ = game_.position();
  } else if (engine_.pondering() && (ended_ || game_.position() != ponders_in_)) {
    engine_.stop();
  }
}

GtpSession::Reply GtpSession::run(std::string_view name, Args args) {
  if (name.empty()) return gtp_syntax_error("an id without a command");
  const Command* const command = find(name);
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

GtpSession::Reply GtpSession::protocol_version(Args) { return "2"; }

GtpSession::Reply GtpSession::name(Args) { return engine_.options().name; }

GtpSession::Reply GtpSession::version(Args) { return std::string(kVersion); }

GtpSession::Reply GtpSession::known_command(Args args) { return find(args[0]) ? "true" : "false"; }

GtpSession::Reply GtpSession::list_commands(Args) {
  std::string text;
  for (const Command& command : commands()) text += fmt::format("{}\n", command.name);
  return text;
}

GtpSession::Reply GtpSession::quit(Args) {
  close();
  return "";
}

/// Seconds of processor time of the whole process, all threads.
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

/// The game on a board of another size is over, as with boardsize. Options come in any order: what
/// does not fit yet is said, and is an error when a move is asked for. Names may have blanks.
GtpSession::Reply GtpSession::sumi_set(Args args) {
  const std::string value = fmt::format("{}", fmt::join(args.subspan(1), " "));
  if (args[0] != "size") return set_engine_option(args[0], value);
  EngineOptions options = engine_.options();
  if (const auto set = set_option(options, args[0], value); !set) return set.error();
  if (const auto met = engine_.configure_step(options); !met) return met.error();
  if (const Reply reply = boardsize(args.subspan(1)); reply && !*reply) return reply;
  return option_note("size");
}

GtpSession::Reply GtpSession::set_engine_option(std::string_view name, std::string_view value) {
  EngineOptions options = engine_.options();
  if (const auto set = set_option(options, name, value); !set) return set.error();
  if (const auto met = engine_.configure_step(options); !met) return met.error();
  return option_note(name);
}

/// What is to be said about an option that was taken; empty if nothing is.
std::string GtpSession::option_note(std::string_view name) const {
  if (engine_.pending()) return fmt::format("not usable yet: {}", engine_.pending()->message);
  return name == "book" ? engine_.book_note() : "";
}

/// What evaluator, weights and level of instructions searches use, for referees and people.
GtpSession::Reply GtpSession::sumi_plays(Args) {
  if (engine_.pending()) return *engine_.pending();
  return engine_.plays();
}

}  // namespace sumi::protocol
