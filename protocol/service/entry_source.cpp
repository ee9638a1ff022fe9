// SPDX-License-Identifier: MIT
#include "protocol/service/entry_source.h"

#include <algorithm>
#include <filesystem>
#include <system_error>
#include <utility>

namespace sumi::protocol {
namespace {

Result<GameRecord> with_moves(const Result<FileEntry>& entry) {
  if (!entry) return entry.error();
  GameRecord game = game_of(*entry);
  if (std::ranges::all_of(game.moves, [](Square s) { return s == Square::kPass; })) {
    return Error{ErrorCode::kBadSyntax, kNoMoves};
  }
  return game;
}

}  // namespace

std::optional<double> input_bytes(const std::string& word) {
  if (word == kStandardInput) return 0.0;
  std::error_code missing;
  const bool is_path = word.find('\0') == word.npos && std::filesystem::exists(word, missing);
  if (!is_path) return std::nullopt;
  const auto bytes = std::filesystem::file_size(word, missing);
  return missing ? 0.0 : static_cast<double>(bytes);
}

Result<EntrySource> EntrySource::open(const std::vector<std::string>& words,
                                      const TextOptions& options) {
  EntrySource source;
  source.options_ = options;
  std::optional<std::string> text;
  const auto end_text = [&]() -> Result<void> {
    if (!text) return {};
    std::vector<std::string> warnings;
    Result<FileEntry> entry = parse_entry_words(*text, options, &warnings);
    if (!entry) return entry.error();
    const auto bytes = static_cast<double>(text->size());
    source.parts_.push_back({"", std::move(*entry), std::move(warnings), bytes});
    text.reset();
    return {};
  };
  for (const std::string& word : words) {
    const std::optional<double> bytes = input_bytes(word);
    if (!bytes) {
      text = text ? *text + " " + word : word;
      continue;
    }
    if (const auto added = end_text(); !added) return added.error();
    source.parts_.push_back({word, {}, {}, *bytes});
  }
  if (const auto added = end_text(); !added) return added.error();
  for (const Part& part : source.parts_) {
    source.known_ = source.known_ && part.weight > 0;
    source.total_ += part.weight;
  }
  return source;
}

std::vector<FileEntry> EntrySource::on_command_line() const {
  std::vector<FileEntry> entries;
  for (const Part& part : parts_) {
    if (part.path.empty()) entries.push_back(part.entry);
  }
  return entries;
}

std::optional<double> EntrySource::share(double part) const {
  if (!known_ || parts_.empty()) return std::nullopt;
  return std::clamp((done_ + part * parts_.front().weight) / total_, 0.0, 1.0);
}

std::optional<SourceEntry> EntrySource::next(const std::function<bool()>& stop) {
  if (stop && stop()) return std::nullopt;
  auto entry = next_any(stop);
  if (stop && stop()) return std::nullopt;  // the entry may be incomplete
  return entry;
}

std::optional<SourceEntry> EntrySource::next_any(const std::function<bool()>& stop) {
  while (!parts_.empty()) {
    const Part& part = parts_.front();
    std::optional<SourceEntry> found;
    if (part.path.empty()) {
      found = SourceEntry{"", part.entry, part.warnings, share(1), false};
    } else if (!file_) {
      auto file = GameFileReader::open(part.path, std::nullopt, stop, options_);
      if (file) {
        file_.emplace(std::move(*file));
        continue;
      }
      found = SourceEntry{"", file.error(), {}, share(1), false};
    } else if (auto item = file_->next()) {
      return SourceEntry{std::move(item->where), std::move(item->entry), std::move(item->warnings),
                         item->share ? share(*item->share) : std::nullopt, item->is_rest};
    }
    file_.reset();
    done_ += part.weight;
    parts_.pop_front();
    if (found) return found;
  }
  return std::nullopt;
}

Result<GameSource> GameSource::open(const std::vector<std::string>& words,
                                    const TextOptions& options, Shard shard) {
  auto entries = EntrySource::open(words, options);
  if (!entries) return entries.error();
  for (const FileEntry& entry : entries->on_command_line()) {
    if (const auto game = with_moves(entry); !game) return game.error();
  }
  return GameSource(std::move(*entries), shard);
}

GameSource GameSource::of_games(std::deque<SourceGame> games) {
  GameSource source({}, {});
  source.given_ = std::move(games);
  return source;
}

std::optional<SourceGame> GameSource::next(const std::stop_token& stop) {
  if (!given_.empty() && !stop.stop_requested()) {
    SourceGame game = std::move(given_.front());
    given_.pop_front();
    return game;
  }
  while (auto found = entries_.next([stop] { return stop.stop_requested(); })) {
    auto game = with_moves(found->entry);
    if (game ? !shard_.has(games_++) : shard_.index != 1) continue;
    return SourceGame{std::move(found->where), std::move(game), std::move(found->warnings),
                      found->share, found->is_rest};
  }
  return std::nullopt;
}

}  // namespace sumi::protocol
