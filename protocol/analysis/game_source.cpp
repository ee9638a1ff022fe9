// SPDX-License-Identifier: MIT
#include "engine/base/text.h"
#include "protocol/analysis/game_source.h"

#include <fmt/format.h>

#include <algorithm>
#include <sys/stat.h>

namespace sumi::protocol {
namespace {

constexpr const char* kStandardInput = "-";

/// Bytes of a file, 0 for pipes and folders; nothing if there is none of that name.
std::optional<double> size_of(const std::string& path) {
  struct stat info {};
  if (path.find('\0') != path.npos || stat(path.c_str(), &info) != 0) return std::nullopt;
  return S_ISREG(info.st_mode) ? static_cast<double>(info.st_size) : 0.0;
}

bool has_moves(const GameRecord& game) {
  return std::ranges::any_of(game.moves, [](Square s) { return s != Square::kPass; });
}

/// A game is moves and numbers; a name of a file is most likely no such thing.
bool names_file(std::string_view text) {
  const std::size_t dot = text.rfind('.');
  return text.find('/') != text.npos || (dot != text.npos && dot + 1 < text.size() &&
                                         is_letter(text[dot + 1]) && text.find(' ') == text.npos);
}

}  // namespace

Result<GameSource> GameSource::open(const std::vector<std::string>& words, int size) {
  GameSource source;
  std::string text;
  const auto end_text = [&]() -> Result<void> {
    if (text.empty()) return {};
    return source.add_text(std::exchange(text, {}), size);
  };
  for (const std::string& word : words) {
    const bool standard_input = word == kStandardInput;
    const auto bytes = standard_input ? std::optional(0.0) : size_of(word);
    if (!bytes) {
      text += (text.empty() ? "" : " ") + word;
      continue;
    }
    if (const auto added = end_text(); !added) return added.error();
    source.parts_.push_back({word, {}, *bytes});
  }
  if (const auto added = end_text(); !added) return added.error();
  for (const Part& part : source.parts_) {
    source.known_ = source.known_ && part.weight > 0;
    source.total_ += part.weight;
  }
  return source;
}

Result<void> GameSource::add_text(const std::string& text, int size) {
  auto game = parse_game(text, size);
  if (!game && names_file(text)) {
    return Error{ErrorCode::kNotFound, fmt::format("no file named {}", sumi::quoted(text))};
  }
  if (!game) return game.error();
  if (!has_moves(*game)) return Error{ErrorCode::kBadSyntax, kNoMoves};
  parts_.push_back({"", std::move(*game), static_cast<double>(text.size())});
  return {};
}

std::optional<double> GameSource::share(double part) const {
  if (!known_ || parts_.empty()) return std::nullopt;
  return std::clamp((done_ + part * parts_.front().weight) / total_, 0.0, 1.0);
}

std::optional<SourceGame> GameSource::next(const std::stop_token& stop) {
  if (stop.stop_requested()) return std::nullopt;
  auto game = next_any(stop);
  if (stop.stop_requested()) return std::nullopt;  // it may be cut off
  return game;
}

std::optional<SourceGame> GameSource::next_any(const std::stop_token& stop) {
  while (!parts_.empty()) {
    const Part& part = parts_.front();
    std::optional<SourceGame> found;
    if (part.path.empty()) {
      found = SourceGame{"", part.game, {}, share(1)};
    } else if (!file_) {
      auto file =
          GameFileReader::open(part.path, std::nullopt, [stop] { return stop.stop_requested(); });
      if (file) {
        file_.emplace(std::move(*file));
        continue;
      }
      found = SourceGame{"", file.error(), {}, share(1)};
    } else if (auto item = file_->next()) {
      return game_of(std::move(*item));
    }
    file_.reset();
    done_ += part.weight;
    parts_.pop_front();
    if (found) return found;
  }
  return std::nullopt;
}

SourceGame GameSource::game_of(FileItem item) {
  Result<GameRecord> game =
      item.entry ? Result<GameRecord>(sumi::game_of(*item.entry)) : item.entry.error();
  if (game && !has_moves(*game)) game = Error{ErrorCode::kBadSyntax, kNoMoves};
  return {std::move(item.where), std::move(game), std::move(item.warnings),
          item.share ? share(*item.share) : std::nullopt, item.is_rest};
}

}  // namespace sumi::protocol
