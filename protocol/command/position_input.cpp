// SPDX-License-Identifier: MIT
#include "engine/base/text.h"
#include "protocol/command/position_input.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <string>
#include <utility>
#include <vector>

namespace sumi::protocol {
namespace {

constexpr int kMaxMoves = 60;     // of a game, without passes
constexpr int kMaxMessages = 10;  // errors printed in full

EntrySource open(std::vector<std::string> words, TextOptions options, int size) {
  if (words.empty()) words.emplace_back("start");
  options.size = size;
  return or_usage_error(EntrySource::open(words, options));
}

/// The game after `moves` moves and any passes that follow.
Result<FileEntry> cut_off(const FileEntry& entry, int moves) {
  GameRecord game = game_of(entry);
  int seen = 0;
  std::size_t end = 0;
  for (; end < game.moves.size(); ++end) {
    const bool pass = game.moves[end] == Square::kPass;
    if (!pass && seen == moves) break;
    seen += !pass;
  }
  if (seen < moves) {
    return Error{ErrorCode::kOutOfRange,
                 fmt::format("--at {}: the game has {} move{}", moves, seen, seen == 1 ? "" : "s")};
  }
  game.moves.resize(end);
  if (!game.notes.empty()) game.notes.resize(end);
  return FileEntry(std::move(game));
}

}  // namespace

PositionInput::PositionInput(std::vector<std::string> words, const PositionOptions& options,
                             int size)
    : source_(open(std::move(words), options.text, size)), at_(options.at), game_(options.game) {}

Options position_rows(PositionOptions& options) {
  Options rows{
      {"at", number(options.at, 0, kMaxMoves), "take the position after N moves of a game, {}"},
      {"game", number(options.game, 1, std::numeric_limits<int>::max()),
       "take only the Nth game or position of the input"}};
  return rows += text_rows(options.text);
}

Options text_rows(TextOptions& options) {
  const auto sign = [](const std::string& text) -> Result<char> {
    constexpr std::string_view kSigns[] = {"1", "2", "-1", "x", "o"};
    const std::string lower = to_lower(text);
    if (std::ranges::count(kSigns, lower) > 0) return lower[0];
    return syntax_error("black", lower, "1, 2, -1, X or O");
  };
  return {{"black", parsed(options.black, "SIGN", sign, "", {"1", "2", "-1", "X", "O"}),
           "symbol of Black in boards that do not define it: 1, 2, -1, X or O; for two bitboards, "
           "1 or 2: which one is Black"},
          {"keep-going", flag(options.keep_going),
           "use games with an illegal move up to that move, with a warning"}};
}

void PositionInput::print_message(const std::string& where, std::string_view what) {
  if (++messages_ > kMaxMessages + 1) return;
  if (messages_ > kMaxMessages)
    return print_error("further entries of this kind are skipped without a message");
  print_error(fmt::format("{}{}{}", where, where.empty() ? "" : ": ", what));
}

std::optional<InputPosition> PositionInput::take(SourceEntry& found) {
  Result<FileEntry> entry = std::move(found.entry);
  if (entry && at_) entry = cut_off(*entry, *at_);
  if (!entry) {
    // Words of the command line are already valid, except for --at.
    if (found.where.empty() && at_ && entry.error().code == ErrorCode::kOutOfRange) {
      throw UsageError(entry.error().message);
    }
    ++bad_;
    print_message(found.where, entry.error().message);
    return std::nullopt;
  }
  for (const std::string& warning : found.warnings) print_message(found.where, warning);
  ++good_;
  const Position position = position_of(*entry);
  return InputPosition{std::move(found.where), std::move(*entry), position};
}

std::optional<InputPosition> PositionInput::next(const std::function<bool()>& stop) {
  while (!game_ || seen_ < *game_) {
    std::optional<SourceEntry> found = source_.next(stop);
    if (!found) {
      const bool stopped = stop && stop();
      if (!stopped && game_) {
        ++bad_;
        print_message("", fmt::format("--game {}: the input has {}", *game_, seen_));
        game_ = seen_;
      } else if (!stopped && good_ + bad_ == 0) {
        ++bad_;
        print_message("", "no position in the input");
      }
      return std::nullopt;
    }
    seen_ += !found->is_rest;
    if (game_ && seen_ < *game_) continue;
    if (auto position = take(*found)) return position;
  }
  return std::nullopt;
}

std::optional<InputPosition> PositionInput::only(const std::function<bool()>& stop) {
  std::optional<InputPosition> first = next(stop);
  if (first && !game_ && next(stop)) {
    throw UsageError("the input holds more than one position: choose one with --game N");
  }
  if (stop && stop()) return std::nullopt;
  return first;
}

}  // namespace sumi::protocol
