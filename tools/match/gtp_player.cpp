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

  Outcome<void> new_game(const Position& start, Color own, const TimeControl& time,
                         std::uint64_t seed) override;
  Outcome<void> play(Color color, Square square) override;
  Outcome<void> pass(Color color) override;
  Outcome<Answer> genmove(const Position& position, const TurnClock& clock) override;

 private:
  struct Reply {
    bool success = false;
    std::string text;  ///< Trimmed lines without the `=` or `?`.
  };

  Outcome<Reply> ask(const std::string& command, Millis limit);
  Outcome<std::string> require(const std::string& command);  ///< Failure becomes a fault.
  Outcome<void> run(const std::string& command);  ///< As require(), without the reply's text.
  bool knows(std::string_view command) const { return known_.count(std::string(command)) != 0; }

  Outcome<void> start_engine();
  Outcome<void> set_game();
  Outcome<void> set_options(std::uint64_t seed);
  Outcome<void> ask_what_it_plays();
  Outcome<void> set_time(const TimeControl& time);
  Outcome<void> set_up(const Position& start);
  Outcome<void> send_time_left(Color color, const TurnClock& clock);
  Outcome<void> find_own_pass(Color color);
  Outcome<std::optional<Evaluation>> last_evaluation();

  std::set<std::string> known_;  ///< Supported by the engine.
  Color own_ = Color::kBlack;
  PassStyle pass_;  ///< kAuto becomes kOmit if the engine refuses a pass.
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
    const std::size_t end = std::min(games.find('\n'), games.size());
    const std::string_view game = trim(games.substr(0, end));
    if (equal_ignoring_case(game, "othello") || equal_ignoring_case(game, "reversi")) {
      return std::string(game);
    }
    games.remove_prefix(std::min(end + 1, games.size()));
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
Outcome<GtpPlayer::Reply> GtpPlayer::ask(const std::string& command, Millis limit) {
  Reply reply;
  bool first = true;
  const auto take = [&](std::string_view text) -> Outcome<LineKind> {
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
  };
  if (const auto done = converse(command, limit, take); !done) return done.error();
  return reply;
}

Outcome<std::string> GtpPlayer::require(const std::string& command) {
  auto reply = ask(command, setup_.hang_after);
  if (!reply) return reply.error();
  if (!reply->success) return bad_answer("? " + reply->text, command);
  return std::move(reply->text);
}

Outcome<void> GtpPlayer::run(const std::string& command) {
  const auto reply = require(command);
  if (!reply) return reply.error();
  return {};
}

Outcome<void> GtpPlayer::new_game(const Position& start, Color own, const TimeControl& time,
                                  std::uint64_t seed) {
  own_ = own;
  if (!started()) {
    if (const auto done = start_engine(); !done) return done;
  }
  if (const auto done = set_game(); !done) return done;
  for (const std::string& command : spec_.setup) {
    if (const auto done = run(command); !done) return done;
  }
  if (const auto done = set_options(seed); !done) return done;
  if (const auto done = set_time(time); !done) return done;
  return set_up(start);
}

Outcome<void> GtpPlayer::start_engine() {
  if (const auto done = start(); !done) return done;
  for (const std::string command : {"name", "version", "list_commands"}) {
    const auto reply = ask(command, start_limit());
    if (!reply) return reply.error();
    // list_commands is mandatory. An engine without it gets only mandatory commands.
    known_ = reply->success ? words_of(reply->text) : std::set<std::string>();
    if (command == "name" && reply->success) name_ = reply->text;
    if (command == "version" && reply->success && !reply->text.empty()) name_ += ' ' + reply->text;
  }
  return measure_pipe([this]() -> Outcome<void> {
    const auto reply = ask("protocol_version", start_limit());
    if (!reply) return reply.error();
    return {};
  });
}

Outcome<void> GtpPlayer::set_game() {
  if (knows("set_game")) {
    std::string games;
    if (knows("list_games")) {
      auto reply = require("list_games");
      if (!reply) return reply.error();
      games = std::move(*reply);
    }
    if (const auto done = run("set_game " + name_of_game(games)); !done) return done;
  }
  if (const auto done = run(fmt::format("boardsize {}", setup_.size)); !done) return done;
  if (const auto done = run("clear_board"); !done) return done;
  return knows("clear_cache") ? run("clear_cache") : Outcome<void>();
}

Outcome<void> GtpPlayer::set_options(std::uint64_t seed) {
  if (spec_.options.empty()) return ask_what_it_plays();
  if (!knows("sumi-set")) {
    return Fault{Ending::kRefusedOption,
                 fmt::format("{} speaks GTP, which has no command for options; give them in its "
                             "command line",
                             spec_.name)};
  }
  for (const auto& [name, value] : spec_.options) {
    const auto reply = ask(fmt::format("sumi-set {} {}", name, value), setup_.hang_after);
    if (!reply) return reply.error();
    if (!reply->success) return refused_option(name, reply->text);
  }
  if (const auto done = ask_what_it_plays(); !done) return done;
  const auto own_seed = seed_option(seed);
  return own_seed ? run(fmt::format("sumi-set seed {}", *own_seed)) : Outcome<void>();
}

/// Call this after setting all options: reports conflicts.
Outcome<void> GtpPlayer::ask_what_it_plays() {
  if (!knows("sumi-plays")) return {};
  auto reply = ask("sumi-plays", setup_.hang_after);
  if (!reply) return reply.error();
  (reply->success ? plays_ : refusal_) = std::move(reply->text);
  return check_options();
}

/// GTP has no increments; time_left before each move includes them. In the standard, `main inc 0`
/// means no limit.
Outcome<void> GtpPlayer::set_time(const TimeControl& time) {
  const std::int64_t main = whole_seconds(time.main);
  switch (time.kind) {
    case TimeControl::Kind::kNone:
      return {};
    case TimeControl::Kind::kGame:
      if (main == 0 || !knows("time_settings")) return {};
      return run(fmt::format("time_settings {} 0 0", main));
    case TimeControl::Kind::kMove:
      if (knows("sumi-set")) {
        return run(
            fmt::format("sumi-set move-time-ms {}", std::max<std::int64_t>(1, time.main.count())));
      }
      if (!knows("time_settings")) return {};
      return run(fmt::format("time_settings 0 {} 1", std::max<std::int64_t>(1, main)));
  }
  return {};
}

Outcome<void> GtpPlayer::set_up(const Position& start) {
  if (start == start_position(start.size)) return {};
  for (const std::string command : {"setup_board", "grhino-setup_board"}) {
    if (knows(command)) return run(fmt::format("{} {}", command, to_text(start)));
  }
  return Fault{Ending::kBadAnswer,
               "knows neither setup_board nor grhino-setup_board, so it cannot be given the start "
               "position of this opening"};
}

Outcome<void> GtpPlayer::play(Color color, Square square) {
  return run(fmt::format("play {} {}", to_text(color), to_text(square, setup_.size)));
}

Outcome<void> GtpPlayer::pass(Color color) {
  if (pass_ == PassStyle::kOmit) return {};
  if (pass_ == PassStyle::kAsk && color == own_) return find_own_pass(color);
  const std::string command = fmt::format("play {} pass", to_text(color));
  if (pass_ != PassStyle::kAuto) return run(command);
  const auto reply = ask(command, setup_.hang_after);
  if (!reply) return reply.error();
  if (!reply->success) pass_ = PassStyle::kOmit;
  return {};
}

Outcome<void> GtpPlayer::find_own_pass(Color color) {
  const auto answer = require(fmt::format("genmove {}", to_text(color)));
  if (!answer) return answer.error();
  const auto square = parse_square(*answer, setup_.size);
  if (square && *square == Square::kPass) return {};
  return Fault{Ending::kWrongPass,
               fmt::format("answered {} where it had to pass", sumi::quoted(*answer))};
}

Outcome<Answer> GtpPlayer::genmove(const Position& position, const TurnClock& clock) {
  if (const auto done = send_time_left(position.to_move, clock); !done) return done.error();
  const std::string command = fmt::format("genmove {}", to_text(position.to_move));
  const StopWatch watch;
  const auto reply = ask(command, move_limit(setup_, clock));
  Answer answer;
  answer.seconds = watch.seconds();
  if (!reply) return reply.error();
  if (!reply->success) return bad_answer("? " + reply->text, command);
  answer.resigned = equal_ignoring_case(reply->text, "resign");
  if (answer.resigned) return answer;
  const auto square = parse_square(reply->text, setup_.size);
  if (!square) return bad_answer(reply->text, command);
  answer.square = *square;
  const auto evaluation = last_evaluation();
  if (!evaluation) return evaluation.error();
  answer.evaluation = *evaluation;
  return answer;
}

Outcome<void> GtpPlayer::send_time_left(Color color, const TurnClock& clock) {
  const TimeControl& control = clock.control;
  const auto name = to_text(color);
  if (control.kind == TimeControl::Kind::kGame) {
    const Millis remaining = std::max(clock.remaining, Millis(0));
    if (knows("sumi-time_left")) {
      return run(fmt::format("sumi-time_left {} {} {}", name, remaining.count(),
                             control.increment.count()));
    }
    if (whole_seconds(control.main) == 0 || !knows("time_left")) return {};
    return run(fmt::format("time_left {} {} 0", name, whole_seconds(remaining)));
  }
  if (control.kind == TimeControl::Kind::kMove && !knows("sumi-set") && knows("time_left")) {
    return run(fmt::format("time_left {} {} 1", name,
                           std::max<std::int64_t>(1, whole_seconds(control.main))));
  }
  return {};
}

Outcome<std::optional<Evaluation>> GtpPlayer::last_evaluation() {
  if (!knows("sumi-last_search")) return std::optional<Evaluation>();
  const auto reply = ask("sumi-last_search", setup_.hang_after);
  if (!reply) return reply.error();
  return reply->success ? parse_evaluation(reply->text) : std::optional<Evaluation>();
}

std::unique_ptr<Player> make_gtp_player(EngineSpec spec, PlayerSetup setup) {
  return std::make_unique<GtpPlayer>(std::move(spec), std::move(setup));
}

}  // namespace sumi::match
