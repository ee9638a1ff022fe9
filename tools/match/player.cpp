// SPDX-License-Identifier: MIT
#include "book/book.h"
#include "engine/base/descriptor.h"
#include "engine/base/text.h"
#include "engine/engine.h"
#include "engine/levels.h"
#include "engine/limits.h"
#include "engine/player.h"
#include "engine/ponder.h"
#include "tools/match/player.h"
#include "tools/match/process_player.h"

#include <fmt/format.h>

#include <algorithm>

namespace sumi::match {
namespace {

/// Sumi in this process, without a pipe or protocol. Also reports its evaluations.
class SumiPlayer final : public Player {
 public:
  /// Fails on unknown or unusable options. Plays without book unless own-book is set: tournaments
  /// have their own openings.
  static Result<std::unique_ptr<Player>> make(const EngineSpec& spec, const PlayerSetup& setup);

  Outcome<void> new_game(const Position& start, Color own, const TimeControl& time,
                         std::uint64_t seed) override;
  Outcome<void> play(Color, Square) override { return {}; }  // genmove() gets the position
  Outcome<void> pass(Color) override { return {}; }
  Outcome<Answer> genmove(const Position& position, const TurnClock& clock) override;
  void interrupt() override { engine_.stop(); }
  void restart() override { engine_.clear_table(); }  // in-process: cannot break
  double pipe_seconds() const override { return 0; }

 private:
  explicit SumiPlayer(const EngineOptions& options);

  const EngineOptions options_;
  Engine engine_;
};

SearchLimits limits_of(const EngineOptions& options, const TurnClock& clock) {
  if (clock.control.kind == TimeControl::Kind::kGame) {
    return move_limits(
        options, Clock{std::max(clock.remaining, Millis(0)), clock.control.increment, 0, {}, 0});
  }
  SearchLimits limits = move_limits(options, std::nullopt);
  if (clock.control.kind == TimeControl::Kind::kMove) limits.move_time = clock.control.main;
  return limits;
}

SumiPlayer::SumiPlayer(const EngineOptions& options)
    : options_(options), engine_(options, book::open_opening_book) {}

Result<std::unique_ptr<Player>> SumiPlayer::make(const EngineSpec& spec, const PlayerSetup& setup) {
  EngineOptions options;
  options.own_book = false;
  for (const auto& [name, value] : spec.options) {
    if (const auto set = set_option(options, name, value); !set) {
      return Error{set.error().code, fmt::format("{}: {}", spec.name, set.error().message)};
    }
  }
  if (options.book_learn) {
    return Error{ErrorCode::kOutOfRange,
                 fmt::format("{}: book-learn: only an engine with a command learns in a match: "
                             "cmd=\"sumi --book my.book --book-learn true\"",
                             spec.name)};
  }
  options.size = setup.size;
  try {
    return std::unique_ptr<Player>(new SumiPlayer(options));
  } catch (const FatalError& e) {
    return Error{ErrorCode::kNotFound, fmt::format("{}: {}", spec.name, e.what())};
  }
}

Outcome<void> SumiPlayer::new_game(const Position&, Color, const TimeControl&, std::uint64_t seed) {
  EngineOptions options = options_;
  if (options.variety_discs > 0 || options.book_variety_discs > 0 ||
      options.player != kSearchPlayer) {
    options.seed = engine_seed(seed);
  }
  engine_.configure(options).value();  // cannot fail: only the seed is new
  engine_.clear_table();
  engine_.prepare();
  engine_.await_prepared();  // no clock is running yet
  return {};
}

Outcome<Answer> SumiPlayer::genmove(const Position& position, const TurnClock& clock) {
  const StopWatch watch;
  engine_.set_board(position.board, position.to_move);
  const SearchLimits limits = limits_of(engine_.options(), clock);
  const SearchUpdate result = engine_.think(limits);
  Answer answer;
  answer.seconds = watch.seconds();
  answer.square = result.move();
  if (result.depth > 0 || result.exact) {  // without a search, a player has no evaluation
    answer.evaluation =
        Evaluation{to_discs(result.value()), result.depth, result.exact, result.nodes};
  }
  const auto expected = ponder_board(engine_.options(), limits, position.board, result);
  if (expected) engine_.ponder(*expected);
  return answer;
}

Protocol protocol_of(const EngineSpec& spec) {
  if (spec.protocol != Protocol::kAuto) return spec.protocol;
  return spec.command.empty() ? Protocol::kSumi : Protocol::kGtp;
}

Error bad_spec(const EngineSpec& spec, std::string_view what) {
  return {ErrorCode::kBadSyntax, fmt::format("engine {}: {}", sumi::quoted(spec.name), what)};
}

/// Checked here: at engine start a missing log would lose a game.
Result<void> check_log(const std::string& path) {
  if (path.empty()) return {};
  const auto file = open_to_append(path);
  return file ? Result<void>() : file.error();
}

std::unique_ptr<Player> make_process_player(Protocol spoken, const EngineSpec& spec,
                                            const PlayerSetup& setup) {
  using protocol::UgiDialect;
  switch (spoken) {
    case Protocol::kNBoard:
      return make_nboard_player(spec, setup);
    case Protocol::kUgi:
      return make_ugi_player(spec, setup, UgiDialect::kUgi);
    case Protocol::kUci:
      return make_ugi_player(spec, setup, UgiDialect::kUci);
    case Protocol::kUsi:
      return make_ugi_player(spec, setup, UgiDialect::kUsi);
    case Protocol::kXBoard:
      return make_xboard_player(spec, setup);
    case Protocol::kCassio:
      return make_cassio_player(spec, setup);
    case Protocol::kAuto:
    case Protocol::kGtp:
    case Protocol::kSumi:
      break;
  }
  return make_gtp_player(spec, setup);
}

}  // namespace

Millis move_limit(const PlayerSetup& setup, const TurnClock& clock) {
  const TimeControl& control = clock.control;
  if (control.kind == TimeControl::Kind::kNone) {
    return setup.move_limit.value_or(kUntimedMoveLimit);
  }
  const Millis left = control.kind == TimeControl::Kind::kMove
                          ? control.main
                          : std::max(clock.remaining, Millis(0));
  return std::min(left + setup.hang_after, setup.move_limit.value_or(Millis::max()));
}

PlayerSetup player_setup(const MatchConfig& config, int engine) {
  const EngineSpec& spec = config.engine(engine);
  return {config.size, config.hang_after, "",
          spec.move_limit ? spec.move_limit : config.move_limit};
}

std::string move_limits_text(const MatchConfig& config) {
  std::string text;
  for (std::size_t i = 0; i < config.engines.size(); ++i) {
    const int engine = static_cast<int>(i);
    const EngineSpec& spec = config.engine(engine);
    if (spec.command.empty()) continue;
    const PlayerSetup setup = player_setup(config, engine);
    const TimeControl time = config.time_of(engine);
    const bool game_clock = time.kind == TimeControl::Kind::kGame;
    text += fmt::format("{}{} ", text.empty() ? "" : ", ", spec.name);
    if (game_clock) text += fmt::format("{} s beyond its clock", seconds_text(setup.hang_after));
    if (game_clock && setup.move_limit) text += ", at most ";
    if (!game_clock || setup.move_limit) {
      text += seconds_text(game_clock ? *setup.move_limit : move_limit(setup, {time})) + " s";
    }
  }
  return text;
}

Result<std::unique_ptr<Player>> make_player(const EngineSpec& spec, const PlayerSetup& setup) {
  if (protocol_of(spec) == Protocol::kSumi) {
    if (!spec.command.empty()) return bad_spec(spec, "protocol sumi takes no command");
    if (!spec.setup.empty()) return bad_spec(spec, "protocol sumi takes no setup commands");
    return SumiPlayer::make(spec, setup);
  }
  if (spec.command.empty()) {
    return bad_spec(spec, fmt::format("protocol {} needs a command", to_text(protocol_of(spec))));
  }
  if (const auto usable = check_log(setup.log); !usable) return usable.error();
  return make_process_player(protocol_of(spec), spec, setup);
}

}  // namespace sumi::match
