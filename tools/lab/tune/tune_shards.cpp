// SPDX-License-Identifier: MIT
#include "protocol/report/checked_lines.h"
#include "protocol/shard/shard_folder.h"
#include "tools/lab/tune/tune_shards.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <fstream>
#include <iterator>

namespace sumi::lab {
namespace {

using protocol::Json;
using protocol::LineJournal;

constexpr std::string_view kGamesHeader = "{\"kind\":\"sumi-lab tune, games of a shard 1\"}\n";
constexpr double kSecondsBetweenReads = 0.02;

}  // namespace

TuneShards::TuneShards(const std::string& folder, int shards)
    : TuneShards(folder, Shard{1, shards}, false) {}

TuneShards::TuneShards(const std::string& folder, Shard shard) : TuneShards(folder, shard, true) {}

TuneShards::TuneShards(const std::string& folder, Shard shard, bool plays) : shard_(shard) {
  for (int i = 1; i <= shard.count; ++i) {
    paths_.push_back(fmt::format("{}/{}.games", folder, protocol::shard_name({i, shard.count})));
    read_.push_back(0);
  }
  if (!plays) return;
  const std::string& path = paths_[static_cast<std::size_t>(shard.index - 1)];
  const auto check_header = [&path](std::string_view line) -> Result<bool> {
    if (kGamesHeader.starts_with(line)) return false;
    return protocol::resume_error(path, "holds no games of `sumi-lab tune`", "--shard");
  };
  own_ = LineJournal::open(
             path, kGamesHeader, check_header,
             [this](std::string_view line, LineJournal::Place) { return take(line); }, "--shard")
             .value();
}

/// A line is {"opening", "swapped", "discs", "sum"}.
bool TuneShards::take(std::string_view line) {
  const Json json = Json::parse(line, nullptr, false);
  if (!json.is_object() || !json.contains("discs")) return false;
  discs_[{json["opening"].get<std::uint64_t>(), json["swapped"].get<bool>()}] =
      json["discs"].get<int>();
  return true;
}

/// Opens the files anew each time: what others have written is sure to be seen then, also on NFS.
void TuneShards::read_new() {
  for (std::size_t i = 0; i < paths_.size(); ++i) {
    if (own_ && i == static_cast<std::size_t>(shard_.index - 1)) continue;
    std::ifstream file(paths_[i], std::ios::binary);
    if (!file.seekg(read_[i])) continue;
    const std::string text{std::istreambuf_iterator<char>(file), {}};
    std::string_view rest = text;
    // A last line without its line feed is being written.
    for (std::size_t end; (end = rest.find('\n')) != rest.npos; rest.remove_prefix(end + 1)) {
      const std::string_view line = rest.substr(0, end);
      if (protocol::is_whole_line(line, false)) take(line);
      read_[i] += static_cast<std::int64_t>(end) + 1;
    }
  }
  since_read_ = {};
}

TuneGames TuneShards::games() {
  TuneGames games;
  games.find = [this](std::uint64_t opening, bool swapped) -> std::optional<int> {
    const Game game{opening, swapped};
    if (!discs_.contains(game) && since_read_.seconds() >= kSecondsBetweenReads) read_new();
    const auto found = discs_.find(game);
    if (found != discs_.end()) return found->second;
    if (own_) return std::nullopt;
    throw FatalError("a game is missing in the shards' files; the shards play it when run again");
  };
  games.add = [this](std::uint64_t opening, bool swapped, int discs) {
    const Json game{{"opening", opening}, {"swapped", swapped}, {"discs", discs}};
    own_->append(protocol::json_line_with_sum(game)).value();
  };
  games.mine = [this](std::uint64_t opening, bool swapped) {
    return own_ && shard_.has(2 * opening + swapped);
  };
  read_new();
  return games;
}

}  // namespace sumi::lab
