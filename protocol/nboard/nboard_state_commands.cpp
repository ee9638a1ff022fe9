// SPDX-License-Identifier: MIT
#include "engine/base/text.h"
#include "engine/formats/codecs.h"
#include "engine/levels.h"
#include "engine/options.h"
#include "protocol/nboard/nboard_session.h"
#include "protocol/session/option_notes.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

namespace sumi::protocol {
namespace {

/// Clamps, because clients may send any value.
Millis to_millis(const std::optional<double>& seconds) {
  constexpr double kMax = 1e9;
  return Millis(std::lround(1000 * std::clamp(seconds.value_or(0), 0.0, kMax)));
}

}  // namespace

NBoardSession::Reply NBoardSession::set(Args args) {
  const auto [name, value] = split_nboard_line(args);
  if (name == "contempt") return set_contempt(value);
  if (name == "depth") return set_depth(value);
  if (name == "game") return set_game(value);
  return set_engine_option(name, value);
}

/// A draw is always worth 0.
NBoardSession::Reply NBoardSession::set_contempt(Args) { return {}; }

/// The client's depth is our level, not our option `depth`.
NBoardSession::Reply NBoardSession::set_depth(Args args) {
  const std::optional<int> depth = parse_int(args);
  if (!depth) return syntax_error("depth", args, fmt::format("a number in 1..{}", kMaxLevel));
  EngineOptions options = engine_.options();
  options.level = std::clamp(*depth, 1, kMaxLevel);
  if (const auto met = engine_.configure_step(options); !met) return met.error();
  send_name();
  return {};
}

/// Sends one word, with the level after the default name only.
void NBoardSession::send_name() {
  const EngineOptions& options = engine_.options();
  std::string name = options.name;
  if (name == EngineOptions{}.name && options.level >= 0) name += std::to_string(options.level);
  std::replace(name.begin(), name.end(), ' ', '_');
  peer_.write("set myname " + name);
}

/// After an unreadable game, keeps the old one. An unreadable clock is no clock.
NBoardSession::Reply NBoardSession::set_game(Args args) {
  const Result<GameRecord> record = parse_ggf(args);
  if (!record) return record.error();
  if (const Reply taken = new_game(record->replay()); !taken) return taken.error();
  for (std::size_t i = 0; i < record->notes.size(); ++i) {
    used_[i] = to_millis(record->notes[i].seconds);
  }
  Reply reply;
  for (const Color color : {Color::kBlack, Color::kWhite}) {
    const std::string& text = color == Color::kBlack ? record->black_clock : record->white_clock;
    if (text.empty()) continue;
    const Result<GgfClock> clock = parse_ggf_clock(text);
    if (clock) clocks_[static_cast<std::size_t>(color)] = *clock;
    if (!clock) reply = clock.error();
  }
  return reply;
}

/// Ignores unknown options, which may belong to a later protocol version. A new board size starts a
/// new game. Options may come in any order: a conflict causes a note here and an error in a search.
/// sumi-match looks for "error".
NBoardSession::Reply NBoardSession::set_engine_option(std::string_view name, Args args) {
  EngineOptions options = engine_.options();
  if (const auto set = set_option(options, name, args); !set) {
    return set.error().code == ErrorCode::kNotFound ? Reply() : Reply(prefixed_error(set.error()));
  }
  const bool was_pending = engine_.pending().has_value();
  if (const auto met = engine_.configure_step(options); !met) return prefixed_error(met.error());
  for (const std::string& note : option_notes(engine_, name, was_pending)) {
    peer_.write("status " + note);
  }
  if (name == "name") send_name();
  if (options.size != game_.position().size) return new_game(Game(start_position(options.size)));
  return {};
}

/// Switches the engine to the game's board size; fails without changes. Waits for the weights,
/// because no clock runs yet.
NBoardSession::Reply NBoardSession::new_game(Game game) {
  if (const auto met = engine_.use_size(game.position().size); !met) return met.error();
  engine_.await_prepared();
  game_ = std::move(game);
  used_.assign(game_.moves().size(), Millis{});
  clocks_ = {};
  return {};
}

NBoardSession::Reply NBoardSession::move(Args args) {
  const Result<NBoardMove> move = parse_nboard_move(args, game_.position().size);
  if (!move) return move.error();
  if (const Reply played = game_.play(move->square); !played) return played.error();
  used_.resize(game_.moves().size());  // an implicit pass took no time
  used_.back() = to_millis(move->note.seconds);
  return {};
}

/// The client does not send the time left: derives it from the moves' times.
std::optional<Clock> NBoardSession::clock() const {
  const Color color = game_.position().to_move;
  const std::optional<GgfClock>& clock = clocks_[static_cast<std::size_t>(color)];
  if (!clock) return std::nullopt;
  std::vector<Millis> used;
  for (std::size_t i = 0; i < used_.size(); ++i) {
    if (game_.moves()[i].color == color) used.push_back(used_[i]);
  }
  return clock_left(*clock, used);
}

}  // namespace sumi::protocol
