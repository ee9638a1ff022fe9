// SPDX-License-Identifier: MIT
#include "engine/base/checksum.h"
#include "engine/base/file.h"
#include "engine/base/text.h"
#include "protocol/service/shard_folder.h"
#include "tools/lab/record_files.h"
#include "tools/lab/tune/tune_files.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <charconv>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <utility>

namespace sumi::lab {
namespace {

constexpr std::string_view kKind = "sumi-lab tune 1", kHistoryHeader = "iteration,margin";

Error damaged(std::string_view what) {
  return {ErrorCode::kBadFile, fmt::format("no {} of sumi-lab tune, or a damaged one", what)};
}

std::string header_of(const TuneSetup& setup) {
  std::string header(kHistoryHeader);
  for (const auto* spec : setup.parameters) header += fmt::format(",{}", spec->name);
  return header + "\n";
}

std::string hash_text(const protocol::Json& settings) {
  Fnv1a hash;
  hash.add(settings.dump());
  return fmt::format("{:016x}", hash.hash());
}

/// The whole rows of a history up to an iteration, with the header.
std::string rows_until(std::string_view text, const std::string& header, int iteration) {
  std::string kept = header;
  if (!text.starts_with(header)) return kept;
  text.remove_prefix(header.size());
  for (std::size_t end; (end = text.find('\n')) != text.npos; text.remove_prefix(end + 1)) {
    int number = 0;
    const auto read = std::from_chars(text.data(), text.data() + end, number);
    if (read.ec != std::errc{} || number > iteration) break;
    kept += text.substr(0, end + 1);
  }
  return kept;
}

}  // namespace

std::string checkpoint_text(const TuneSetup& setup, const protocol::Json& settings,
                            const SpsaState& state) {
  protocol::Json checkpoint;
  checkpoint["file"] = kKind;
  checkpoint["settings"] = settings;
  checkpoint["iteration"] = state.iteration;
  for (std::size_t i = 0; i < setup.parameters.size(); ++i) {
    checkpoint["values"][std::string(setup.parameters[i]->name)] = state.values[i];
  }
  return checkpoint.dump(2) + "\n";
}

bool looks_like_checkpoint(std::string_view text) {
  return text.substr(0, 64).find(kKind) != text.npos;
}

Result<SpsaState> parse_checkpoint(std::string_view text, const TuneSetup& setup,
                                   const protocol::Json& settings) {
  const protocol::Json checkpoint = protocol::Json::parse(text, nullptr, false);
  if (!checkpoint.is_object() || checkpoint.value("file", protocol::Json()) != kKind ||
      !checkpoint.contains("settings") || !checkpoint["settings"].is_object()) {
    return damaged("checkpoint");
  }
  const protocol::Json& had = checkpoint["settings"];
  if (had != settings) {
    return Error{ErrorCode::kBadFile,
                 fmt::format("begun with {}; go on with the same settings or name another file",
                             settings_difference(had, settings))};
  }
  SpsaState state;
  const protocol::Json iteration = checkpoint.value("iteration", protocol::Json());
  const protocol::Json values = checkpoint.value("values", protocol::Json::object());
  if (!iteration.is_number_integer() || !values.is_object()) return damaged("checkpoint");
  const auto done = iteration.get<std::int64_t>();
  if (done < 0 || done > setup.spsa.iterations) return damaged("checkpoint");
  state.iteration = static_cast<int>(done);
  for (const auto* spec : setup.parameters) {
    const protocol::Json value = values.value(std::string(spec->name), protocol::Json());
    if (!value.is_number()) return damaged("checkpoint");
    state.values.push_back(value.get<double>());
    if (!(spec->min <= state.values.back() && state.values.back() <= spec->max)) {
      return damaged("checkpoint");
    }
  }
  return state;
}

TuneJournal::TuneJournal(const std::string& checkpoint, const protocol::Json& settings)
    : path_(checkpoint + ".part"), settings_(hash_text(settings)) {
  if (std::filesystem::exists(path_)) open();
}

/// An entry is a JSON array: what settings, opening, swapped, discs.
void TuneJournal::open() {
  auto [journal, entries, dropped] = Journal::open(path_, "games of tuning").value();
  journal_.emplace(std::move(journal));
  for (const std::string& entry : entries) {
    const protocol::Json game = protocol::Json::parse(entry, nullptr, false);
    if (!game.is_array() || game.size() != 4 || game[0] != settings_) continue;
    discs_[{game[1].get<std::uint64_t>(), game[2].get<bool>()}] = game[3].get<int>();
  }
}

TuneGames TuneJournal::games() {
  TuneGames games;
  games.find = [this](std::uint64_t opening, bool swapped) {
    const auto found = discs_.find({opening, swapped});
    return found == discs_.end() ? std::nullopt : std::optional(found->second);
  };
  games.add = [this](std::uint64_t opening, bool swapped, int discs) {
    if (!journal_) open();
    journal_->append(protocol::Json::array({settings_, opening, swapped, discs}).dump()).value();
  };
  return games;
}

void TuneJournal::clear() {
  discs_.clear();
  if (!journal_) return;
  std::filesystem::remove(path_);
  journal_.reset();
}

TuneHistory::TuneHistory(const std::string& path, const TuneSetup& setup, int iteration)
    : path_(path) {
  const auto before = read_file(path);
  if (!before && before.error().code != ErrorCode::kNotFound)
    throw FatalError(before.error().message);
  write_file(path, rows_until(before ? *before : "", header_of(setup), iteration)).value();
  file_ = open_to_append(path).value();
}

void TuneHistory::add(const TuneStep& step) {
  std::string row = fmt::format("{},{:.3f}", step.state.iteration, step.margin);
  for (const double value : step.state.values) row += fmt::format(",{:.4f}", value);
  row += '\n';
  if (write_all(file_.get(), row) != 0) {
    throw FatalError(fmt::format("file {} cannot be written", sumi::quoted(path_)));
  }
}

bool TuneHistory::looks_like_one(std::string_view text) { return text.starts_with(kHistoryHeader); }

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
