// SPDX-License-Identifier: MIT
#include "engine/base/text.h"
#include "engine/formats/codecs.h"
#include "protocol/cli/book/game_input.h"
#include "protocol/report/output.h"
#include "protocol/service/entry_source.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <optional>
#include <system_error>
#include <utility>

namespace sumi::protocol {
namespace {

constexpr int kMaxTold = 10;  // bad games of one file told one by one

bool is_file(const std::string& word) { return input_bytes(word).has_value(); }

}  // namespace

GameInput::GameInput(std::vector<std::string> words, std::function<bool()> stopped)
    : stopped_(std::move(stopped)), bar_(true, "games") {
  if (words.empty()) throw UsageError("no game given: a file, - for standard input, or moves");
  if (std::ranges::any_of(words, is_file)) {
    files_ = std::move(words);
    return;
  }
  moves_ = fmt::format("{}", fmt::join(words, " "));
  const auto game = parse_game(moves_);
  if (!game) {
    throw UsageError(fmt::format("no file named {}, and no game: {}", sumi::quoted(moves_),
                                 game.error().message));
  }
}

bool GameInput::repeatable() const {
  return std::ranges::all_of(files_, [](const std::string& path) {
    std::error_code none;
    return std::filesystem::is_regular_file(path, none);
  });
}

bool GameInput::for_each(const Visit& visit, bool silent) {
  visit_ = visit;
  silent_ = silent;
  games_ = 0;
  if (files_.empty()) {
    const auto fit = visit(parse_game(moves_).value());
    if (!fit) tell(fit.error().message);
  }
  bool complete = true;
  for (std::size_t i = 0; i < files_.size() && complete; ++i) complete = read(files_[i], i);
  bar_.erase();
  return complete;
}

bool GameInput::read(const std::string& path, std::size_t number) {
  constexpr double kSecondsBetween = 0.1;
  told_ = 0;
  auto file = GameFileReader::open(path, std::nullopt, stopped_);
  if (!file) {
    tell(file.error().message);
    return !stopped_();
  }
  while (!stopped_()) {
    const std::optional<FileItem> item = file->next();
    if (stopped_()) break;  // what it cut off is no game
    if (!item) {
      if (told_ > kMaxTold) {
        bar_.erase();
        tell_error(fmt::format("{}: {} more such entries", path, told_ - kMaxTold));
      }
      return true;
    }
    const Result<void> fit =
        item->entry ? visit_(game_of(*item->entry)) : Result<void>(item->entry.error());
    if (!fit) {
      tell(fmt::format("{}: {}", item->where, fit.error().message));
      continue;
    }
    ++games_;
    if (since_drawn_.seconds() < kSecondsBetween) continue;
    since_drawn_ = StopWatch();
    std::optional<double> share = item->share;
    const auto before = static_cast<double>(number), all = static_cast<double>(files_.size());
    if (share) share = (before + *share) / all;
    bar_.draw(share, games_);
  }
  return false;
}

void GameInput::tell(const std::string& message) {
  if (silent_) return;
  ++bad_;
  if (++told_ > kMaxTold) return;
  bar_.erase();
  tell_error(message);
}

}  // namespace sumi::protocol
