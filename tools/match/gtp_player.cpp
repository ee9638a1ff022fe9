// SPDX-License-Identifier: MIT
/// An engine that speaks GTP 2, in its own process.
///
/// Times are rounded down to whole seconds, so that an engine never sees more time than it has;
/// clocks that start below one second are not sent (README.md, "Protocols"). GTP has no commands
/// for options and positions: Sumi's are used, or GRhino's for positions.
#include "engine/base/text.h"
#include "engine/game/notation.h"
#include "tools/match/process_player.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <cstdint>
#include <set>
#include <string>
#include <string_view>
#include <utility>

namespace sumi::match {
namespace {

class GtpPlayer final : public ProcessPlayer {
 public:
  GtpPlayer(EngineSpec spec, PlayerSetup setup);

  void start_game(const Position& start, const TimeControl& time, std::uint64_t seed) override;
  void tell_move(Color color, Square square) override;
  void tell_pass(Color color) override;
  Answer ask_move(const Position& position, const TurnClock& clock) override;
  void set_option(const std::string& name, const std::string& value) override;

 private:
  struct Reply {
    bool success = false;
    std::string text;  ///< Trimmed lines without the `=` or `?`.
  };

  Reply ask(const std::string& command, Millis limit);
  std::string require(const std::string& command);  ///< Failure becomes a fault.
  bool knows(std::string_view command) const { return known_.count(std::string(command)) != 0; }

  void start_engine();
  void set_game();
  void ask_what_it_plays();
  void set_time(const TimeControl& time);
  void set_up(const Position& start);
  void send_time_left(Color color, const TurnClock& clock);
  void find_own_pass(Color color);
  std::optional<Evaluation> last_evaluation();

  std::set<std::string> known_;  ///< Supported by the engine.
  PassStyle pass_;               ///< kAuto becomes kOmit if the engine refuses a pass.
};

using std::chrono::seconds;

/// A depth that plausible() rejects.
constexpr std::uint64_t kTooDeep = 1000;

/// Rounded down, at least 0.
std::int64_t whole_seconds(Millis time) {
  return std::max<std::int64_t>(0, std::chrono::floor<seconds>(time).count());
}

/// The name of the game, "Othello" or "Reversi", in the engine's spelling.
std::string name_of_game(std::string_view games) {
  while (!games.empty()) {
    const std::string_view game = trim(take_until(games, '\n'));
    if (equal_ignoring_case(game, "othello") || equal_ignoring_case(game, "reversi")) {
      return std::string(game);
    }
  }
  return "Othello";
}

std::set<std::string> words_of(std::string_view text) {
  const auto words = split_words(text);
  return {words.begin(), words.end()};
}

/// Parses Sumi's JSON; std::nullopt for any other text.
std::optional<Evaluation> parse_evaluation(std::string_view text) {
  const auto json = nlohmann::json::parse(text, nullptr, false);
  if (!json.is_object()) return std::nullopt;
  const auto score = json.find("score"), depth = json.find("depth"), exact = json.find("exact"),
             nodes = json.find("nodes");
  if (score == json.end() || !score->is_number()) return std::nullopt;
  Evaluation evaluation;
  evaluation.discs = score->get<double>();
  if (depth != json.end() && depth->is_number_unsigned()) {
    evaluation.depth = static_cast<int>(std::min(depth->get<std::uint64_t>(), kTooDeep));
  }
  if (exact != json.end() && exact->is_boolean()) evaluation.exact = exact->get<bool>();
  if (nodes != json.end() && nodes->is_number_unsigned()) {
    evaluation.nodes = nodes->get<std::uint64_t>();
  }
  return plausible(evaluation);
}

}  // namespace

GtpPlayer::GtpPlayer(EngineSpec spec, PlayerSetup setup)
    : ProcessPlayer(std::move(spec), std::move(setup)), pass_(spec_.pass) {}

/// Reads the response up to the empty line. Lines before = or ? are noise.
GtpPlayer::Reply GtpPlayer::ask(const std::string& command, Millis limit) {
  Reply reply;
  bool first = true;
  converse(command, limit, [&](std::string_view text) {
    // Some engines end a response with several empty lines.
    if (text.empty()) return first ? LineKind::kPart : LineKind::kLast;
    if (first) {
      if (text[0] != '=' && text[0] != '?') return LineKind::kNoise;
      reply.success = text[0] == '=';
      text = trim(text.substr(1));
    }
    if (!reply.text.empty()) reply.text += '\n';
    reply.text += text;
    first = false;
    return LineKind::kPart;
  });
  return reply;
}

std::string GtpPlayer::require(const std::string& command) {
  Reply reply = ask(command, setup_.hang_after);
  if (!reply.success) throw bad_answer("? " + reply.text, command);
  return std::move(reply.text);
}

void GtpPlayer::start_game(const Position& start, const TimeControl& time, std::uint64_t seed) {
  if (!started()) start_engine();
  set_game();
  for (const std::string& command : spec_.setup) require(command);
  if (!spec_.options.empty() && !knows("sumi-set")) {
    throw Fault{Ending::kRefusedOption,
                fmt::format("{} speaks GTP, which has no command for options; give them in its "
                            "command line",
                            spec_.name)};
  }
  for (const auto& [name, value] : spec_.options) set_option(name, value);
  ask_what_it_plays();
  if (const auto own_seed = seed_option(seed)) require(fmt::format("sumi-set seed {}", *own_seed));
  set_time(time);
  set_up(start);
}

void GtpPlayer::start_engine() {
  start();
  for (const std::string command : {"name", "version", "list_commands"}) {
    const Reply reply = ask(command, start_limit());
    // list_commands is mandatory. An engine without it gets only mandatory commands.
    known_ = reply.success ? words_of(reply.text) : std::set<std::string>();
    if (command == "name" && reply.success) name_ = reply.text;
    if (command == "version" && reply.success && !reply.text.empty()) name_ += ' ' + reply.text;
  }
  measure_pipe([this] { ask("protocol_version", start_limit()); });
}

void GtpPlayer::set_game() {
  if (knows("set_game")) {
    const std::string games = knows("list_games") ? require("list_games") : "";
    require("set_game " + name_of_game(games));
  }
  require(fmt::format("boardsize {}", setup_.size));
  require("clear_board");
  if (knows("clear_cache")) require("clear_cache");
}

void GtpPlayer::set_option(const std::string& name, const std::string& value) {
  const Reply reply = ask(fmt::format("sumi-set {} {}", name, value), setup_.hang_after);
  if (!reply.success) throw refused_option(name, reply.text);
}

/// Call this after setting all options: reports conflicts.
void GtpPlayer::ask_what_it_plays() {
  if (!knows("sumi-plays")) return;
  Reply reply = ask("sumi-plays", setup_.hang_after);
  (reply.success ? plays_ : refusal_) = std::move(reply.text);
  check_options();
}

/// GTP has no increments; time_left before each move includes them. In the standard, `main inc 0`
/// means no limit.
void GtpPlayer::set_time(const TimeControl& time) {
  const std::int64_t main = whole_seconds(time.main);
  switch (time.kind) {
    case TimeControl::Kind::kNone:
      return;
    case TimeControl::Kind::kGame:
      if (main != 0 && knows("time_settings")) require(fmt::format("time_settings {} 0 0", main));
      return;
    case TimeControl::Kind::kMove:
      if (knows("sumi-set")) {
        const auto ms = std::max<std::int64_t>(1, time.main.count());
        require(fmt::format("sumi-set move-time-ms {}", ms));
      } else if (knows("time_settings")) {
        require(fmt::format("time_settings 0 {} 1", std::max<std::int64_t>(1, main)));
      }
      return;
  }
}

void GtpPlayer::set_up(const Position& start) {
  if (start == start_position(start.size)) return;
  for (const std::string command : {"setup_board", "grhino-setup_board"}) {
    if (!knows(command)) continue;
    require(fmt::format("{} {}", command, to_text(start)));
    return;
  }
  throw Fault{Ending::kBadAnswer,
              "knows neither setup_board nor grhino-setup_board, so it cannot be given the start "
              "position of this opening"};
}

void GtpPlayer::tell_move(Color color, Square square) {
  require(fmt::format("play {} {}", to_text(color), to_text(square, setup_.size)));
}

void GtpPlayer::tell_pass(Color color) {
  if (pass_ == PassStyle::kOmit) return;
  if (pass_ == PassStyle::kAsk && color == own_) {
    find_own_pass(color);
    return;
  }
  const std::string command = fmt::format("play {} pass", to_text(color));
  const Reply reply = ask(command, setup_.hang_after);
  if (reply.success) return;
  if (pass_ != PassStyle::kAuto) throw bad_answer("? " + reply.text, command);
  pass_ = PassStyle::kOmit;
}

void GtpPlayer::find_own_pass(Color color) {
  const std::string answer = require(fmt::format("genmove {}", to_text(color)));
  const auto square = parse_square(answer, setup_.size);
  if (square && *square == Square::kPass) return;
  throw Fault{Ending::kWrongPass,
              fmt::format("answered {} where it had to pass", sumi::quoted(answer))};
}

Answer GtpPlayer::ask_move(const Position& position, const TurnClock& clock) {
  send_time_left(position.to_move, clock);
  const std::string command = fmt::format("genmove {}", to_text(position.to_move));
  Answer answer;
  const StopWatch watch;
  const Reply reply = ask(command, move_limit(setup_, clock));
  answer.seconds = watch.seconds();
  if (!reply.success) throw bad_answer("? " + reply.text, command);
  answer.resigned = equal_ignoring_case(reply.text, "resign");
  if (answer.resigned) return answer;
  const auto square = parse_square(reply.text, setup_.size);
  if (!square) throw bad_answer(reply.text, command);
  answer.square = *square;
  answer.evaluation = last_evaluation();
  return answer;
}

void GtpPlayer::send_time_left(Color color, const TurnClock& clock) {
  const TimeControl& control = clock.control;
  const auto name = to_text(color);
  if (control.kind == TimeControl::Kind::kGame) {
    const Millis remaining = std::max(clock.remaining, Millis(0));
    if (knows("sumi-time_left")) {
      require(fmt::format("sumi-time_left {} {} {}", name, remaining.count(),
                          control.increment.count()));
    } else if (whole_seconds(control.main) != 0 && knows("time_left")) {
      require(fmt::format("time_left {} {} 0", name, whole_seconds(remaining)));
    }
  }
  if (control.kind == TimeControl::Kind::kMove && !knows("sumi-set") && knows("time_left")) {
    const auto left = std::max<std::int64_t>(1, whole_seconds(control.main));
    require(fmt::format("time_left {} {} 1", name, left));
  }
}

std::optional<Evaluation> GtpPlayer::last_evaluation() {
  if (!knows("sumi-last_search")) return std::nullopt;
  const Reply reply = ask("sumi-last_search", setup_.hang_after);
  return reply.success ? parse_evaluation(reply.text) : std::nullopt;
}

std::unique_ptr<Player> make_gtp_player(EngineSpec spec, PlayerSetup setup) {
  return std::make_unique<GtpPlayer>(std::move(spec), std::move(setup));
}

}  // namespace sumi::match
