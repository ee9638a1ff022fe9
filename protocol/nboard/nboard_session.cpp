// SPDX-License-Identifier: MIT
#include "engine/base/text.h"
#include "engine/base/time.h"
#include "engine/formats/codecs.h"
#include "engine/game/game.h"
#include "engine/game/rules.h"
#include "engine/levels.h"
#include "engine/options.h"
#include "protocol/nboard/nboard_session.h"
#include "protocol/session/command_table.h"
#include "protocol/session/option_notes.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <utility>

namespace sumi::protocol {

/// Arguments in square brackets are optional.
struct NBoardSession::Command : CommandRow<NBoardSession, Args, void> {
  bool is_task = false;  ///< A ping drops it from the queue.
};

std::span<const NBoardSession::Command> NBoardSession::commands() {
  using S = NBoardSession;
  using enum DuringSearch;
  static constexpr std::array kTable{
      Command{{"analyze", "", &S::analyze}, true},
      Command{{"go", "", &S::go}, true},
      Command{{"hint", "[<moves>]", &S::hint}, true},
      Command{{"learn", "", &S::learn}},
      Command{{"move", "<move>", &S::move}},
      Command{{"nboard", "[<version>]", &S::nboard}},
      Command{{"ping", "<number>", &S::ping, kServe}},
      Command{{"quit", "", &S::quit, kServe}},
      Command{{"set", "<name> <value>", &S::set}},
  };
  return kTable;
}

namespace {

/// Version 1 sends moves without a command.
bool is_bare_move(std::string_view word, int size) {
  return word.substr(0, word.find('/')).size() == 2 && parse_nboard_move(word, size).has_value();
}

}  // namespace

NBoardSession::NBoardSession(Engine& engine, Peer& peer)
    : EngineSession(engine, peer), game_(start_position(engine.options().size)) {}

void NBoardSession::on_line(const TextLine& line) {
  if (ended_) return;
  if (line.cut) {
    return write(
        fmt::format("status {} is longer than {} bytes", sumi::quoted(line.text), kMaxLineBytes));
  }
  NBoardRequest request = split_nboard_line(line.text);
  const Command* const command = read(request);
  if (!command) return;
  if (command->during_search == DuringSearch::kServe) return serve(*command, request.arguments);
  if (task_ == Task::kHint) stop_task();
  waiting_.push(line);
  answer_waiting();
}

/// Expands a bare move to a full command. Null for an unknown command.
const NBoardSession::Command* NBoardSession::read(NBoardRequest& request) const {
  const Command* const command = find_command(commands(), request.name);
  if (command || !request.arguments.empty()) return command;
  if (!is_bare_move(request.name, game_.position().size)) return nullptr;
  request.arguments = request.name;
  return find_command(commands(), "move");
}

/// A hint that has shown nothing may finish an iteration.
void NBoardSession::on_end() {
  ended_ = true;
  if (task_ == Task::kHint && result_shown_) search_.stop();
}

void NBoardSession::close() {
  waiting_.clear();
  stop_soon();
}

/// Moves are then the best so far; hints and analyses report nothing more.
void NBoardSession::stop_soon() {
  ended_ = true;
  stop_soon_ = true;
  if (task_ != Task::kMove) task_ = Task::kNone;
  search_.stop();
}

void NBoardSession::answer_waiting() {
  const auto serve_line = [this](const TextLine& line) {
    NBoardRequest request = split_nboard_line(line.text);
    if (const Command* const command = read(request)) serve(*command, request.arguments);
  };
  waiting_.take_turn([this](const TextLine&) { return !busy(); }, serve_line);
}

void NBoardSession::drop_waiting_tasks() {
  waiting_.erase_if([](const TextLine& line) {
    const Command* const command = find_command(commands(), split_nboard_line(line.text).name);
    return command && command->is_task;
  });
}

void NBoardSession::serve(const Command& command, Args args) {
  if (args.empty() && command.usage.starts_with('<')) {
    return write(fmt::format("status usage: {} {}", command.name, command.usage));
  }
  (this->*command.run)(args);
  peer_.flush();
}

/// Ignores versions that are not numbers.
void NBoardSession::nboard(Args args) { version_ = parse_int(args).value_or(version_); }

/// State sent before the ping may wait; reports on the old state end.
void NBoardSession::ping(Args args) {
  const std::optional<int> number = parse_int(args);
  if (!number) return refuse(syntax_error("ping", args, "a number"));
  drop_waiting_tasks();
  stop_task();
  prepare_engine();
  peer_.write(fmt::format("pong {}", *number));
}

/// An explicit request ignores book-learn. Repeated games count once.
void NBoardSession::learn(Args) {
  if (const auto learned = engine_.learn(record_of(game_)); !learned)
    return refuse(learned.error());
  peer_.write("learned");
}

namespace {

/// Clamps, because clients may send any value.
Millis to_millis(const std::optional<double>& seconds) {
  constexpr double kMax = 1e9;
  return Millis(std::lround(1000 * std::clamp(seconds.value_or(0), 0.0, kMax)));
}

}  // namespace

void NBoardSession::set(Args args) {
  const auto [name, value] = split_nboard_line(args);
  if (name == "contempt") return;  // a draw is always worth 0
  if (name == "depth") return set_depth(value);
  if (name == "game") return set_game(value);
  return set_engine_option(name, value);
}

/// The client's depth is our level, not our option `depth`.
void NBoardSession::set_depth(Args args) {
  const std::optional<int> depth = parse_int(args);
  if (!depth)
    return refuse(syntax_error("depth", args, fmt::format("a number in 1..{}", kMaxLevel)));
  EngineOptions options = engine_.options();
  options.level = std::clamp(*depth, 1, kMaxLevel);
  if (const auto met = engine_.configure_step(options); !met) return refuse(met.error());
  send_name();
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
void NBoardSession::set_game(Args args) {
  const Result<GameRecord> record = parse_ggf(args);
  if (!record) return refuse(record.error());
  if (const auto taken = new_game(record->replay()); !taken) return refuse(taken.error());
  for (std::size_t i = 0; i < record->notes.size(); ++i) {
    used_[i] = to_millis(record->notes[i].seconds);
  }
  std::optional<Error> fault;
  for (const Color color : {Color::kBlack, Color::kWhite}) {
    const std::string& text = color == Color::kBlack ? record->black_clock : record->white_clock;
    if (text.empty()) continue;
    const Result<GgfClock> clock = parse_ggf_clock(text);
    if (clock) clocks_[static_cast<std::size_t>(color)] = *clock;
    if (!clock) fault = clock.error();
  }
  if (fault) refuse(*fault);
}

/// Ignores unknown options, which may belong to a later protocol version. A new board size starts a
/// new game. Options may come in any order: a conflict causes a note here and an error in a search.
/// sumi-match looks for "error".
void NBoardSession::set_engine_option(std::string_view name, Args args) {
  EngineOptions options = engine_.options();
  if (const auto set = set_option(options, name, args); !set) {
    if (set.error().code != ErrorCode::kNotFound) report(set.error());
    return;
  }
  const auto met = configure_with_notes(
      engine_, options, name, [this](const std::string& note) { peer_.write("status " + note); });
  if (!met) return report(met.error());
  if (name == "name") send_name();
  if (options.size == game_.position().size) return;
  const auto began = new_game(Game(start_position(options.size)));
  if (!began) refuse(began.error());
}

/// Switches the engine to the game's board size; fails without changes. Waits for the weights,
/// because no clock runs yet.
Result<void> NBoardSession::new_game(Game game) {
  if (const auto met = engine_.use_size(game.position().size); !met) return met.error();
  engine_.await_prepared();
  game_ = std::move(game);
  used_.assign(game_.moves().size(), Millis{});
  clocks_ = {};
  return {};
}

void NBoardSession::move(Args args) {
  const Result<NBoardMove> move = parse_nboard_move(args, game_.position().size);
  if (!move) return refuse(move.error());
  if (const auto played = game_.play(move->square); !played) return refuse(played.error());
  used_.resize(game_.moves().size());  // an implicit pass took no time
  used_.back() = to_millis(move->note.seconds);
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

namespace {

/// The client's default.
constexpr int kDefaultHints = 4;

std::vector<Position> positions_of(const Game& game) {
  Game replayed(game.start());
  std::vector<Position> positions{replayed.position()};
  for (const PlayedMove& move : game.moves()) {
    replayed.play(move.color, move.square).value();
    positions.push_back(replayed.position());
  }
  return positions;
}

}  // namespace

/// Deepens until solved or until the next line.
void NBoardSession::hint(Args args) {
  const std::optional<int> wanted = args.empty() ? kDefaultHints : parse_int(args);
  if (!wanted || *wanted < 1) {
    return refuse(syntax_error("hint", args, "a number of moves, 1 or more"));
  }
  if (engine_.pending()) return report(*engine_.pending());
  if (game_.over() || stop_soon_) return;
  const int moves = std::clamp(std::popcount(game_.legal_moves()), 1, *wanted);
  begin_task(Task::kHint, "Analyzing");
  const auto on_update = [this, moves](const SearchUpdate& update) {
    show(update, moves);
    if (ended_ || !waiting_.empty()) search_.stop();  // lines arrived before the hint
  };
  const SearchLimits limits{
      .selectivity = kFastSelectivity, .candidates = moves, .consults_book = true};
  search(game_.position(), limits, on_update, [this](const SearchUpdate&) { end_task(); });
}

/// The client plays the move by sending it back.
void NBoardSession::go(Args) {
  const StopWatch watch;
  const int size = game_.position().size;
  if (engine_.pending()) return report(*engine_.pending());
  if (game_.legal_moves() == 0) {
    return peer_.write(nboard_answer({}, watch.seconds(), size));
  }
  begin_task(Task::kMove, "Thinking");
  const auto answer = [this, watch, size](const SearchUpdate& found) {
    show_node_stats(found);
    end_task();
    peer_.write(nboard_answer(found, watch.seconds(), size));
  };
  search(
      game_.position(), move_limits(engine_.options(), clock()),
      [this](const SearchUpdate& update) { show(update, 1); }, answer);
  if (stop_soon_) search_.stop();
}

/// Backward: the transposition table has later positions.
void NBoardSession::analyze(Args) {
  if (engine_.pending()) return report(*engine_.pending());
  if (stop_soon_) return;
  begin_task(Task::kAnalysis, "Analyzing");
  to_analyze_ = positions_of(game_);
  analyze_next();
}

void NBoardSession::analyze_next() {
  while (!to_analyze_.empty()) {
    const Position position = to_analyze_.back();
    to_analyze_.pop_back();
    const std::size_t moves = to_analyze_.size();
    if (rules::game_over(position.board, position.size)) {
      const DiscDiff score = final_score(position.board, position.size);
      peer_.write(nboard_analysis(moves, to_value(score)));
      continue;
    }
    const auto on_done = [this, moves](const SearchUpdate& found) {
      const bool known = found.lower > -kInfinity || found.upper < kInfinity;
      if (known) peer_.write(nboard_analysis(moves, found.value()));
      analyze_next();
    };
    return search(position, analysis_limits(), {}, on_done);
  }
  end_task();
}

void NBoardSession::begin_task(Task task, std::string_view status) {
  task_ = task;
  result_shown_ = false;
  peer_.write(fmt::format("status {}", status));
}

/// Calls the callbacks while the task is current.
void NBoardSession::search(const Position& position, SearchLimits limits, Callback on_update,
                           Callback on_done) {
  const auto report = [this](const Callback& listener, const SearchUpdate& update) {
    if (task_ == Task::kNone || !listener) return;
    listener(update);
    peer_.flush();
  };
  SearchRunner::Listener listener;
  listener.on_update = [report, on_update = std::move(on_update)](const SearchUpdate& update) {
    report(on_update, update);
  };
  listener.on_done = [this, report, on_done = std::move(on_done)](const SearchUpdate& result) {
    report(on_done, result);
    answer_waiting();
  };
  search_.start(position.board, limits, std::move(listener), position.to_move);
}

/// Shows an iteration's best moves. The client drops searched moves of other depths but keeps book
/// moves, so these are sent once.
void NBoardSession::show(const SearchUpdate& update, int moves) {
  const Position& now = game_.position();
  const auto send = [&](const Candidate& candidate) {
    const Basis basis = update.basis(candidate);
    if (!basis.book) {
      const std::string depth = nboard_depth(basis, empties(now.board, now.size));
      peer_.write(nboard_search(candidate, depth, now.size));
    } else if (!result_shown_) {
      const auto known = std::ranges::find(update.book_moves, candidate.move(), &BookMove::move);
      peer_.write(nboard_book(*known, candidate.line));
    }
  };
  const auto others = std::min(update.others.size(), static_cast<std::size_t>(moves) - 1);
  send(update);
  for (std::size_t i = 0; i < others; ++i) send(update.others[i]);
  show_node_stats(update);
  result_shown_ = true;
}

/// Version 1 does not know this message.
void NBoardSession::show_node_stats(const SearchUpdate& update) {
  if (version_ >= 2) peer_.write(nboard_node_stats(update.nodes, update.seconds));
}

void NBoardSession::end_task() {
  task_ = Task::kNone;
  peer_.write("status");
}

/// Ends the task for the client at once; the search reports nothing more.
void NBoardSession::stop_task() {
  if (task_ == Task::kNone) return;
  end_task();
  search_.stop();
}

}  // namespace sumi::protocol
