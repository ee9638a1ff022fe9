// SPDX-License-Identifier: MIT
#include "engine/base/text.h"
#include "protocol/command/shards.h"
#include "protocol/report/format.h"
#include "protocol/report/language.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <cstdint>
#include <cstdlib>
#include <utility>

namespace sumi::protocol {
namespace {

constexpr const char* kAuto = "auto";
constexpr const char* kMerge = "merge";

Error shard_error(std::string_view what) {
  return {ErrorCode::kBadSyntax, fmt::format("shard: {}", what)};
}

/// A variable's number; std::nullopt if unset. Fails unless it is a number >= `min`.
Result<std::optional<int>> number_of(const Environment& environment, const char* name, int min) {
  const char* const text = environment(name);
  if (!text) return std::optional<int>();
  const auto number = parse_int(text);
  if (!number || *number < min) {
    return shard_error(
        fmt::format("auto: {} is {}, not a number from {} on", name, sumi::quoted(text), min));
  }
  return number;
}

/// The rank among a launcher's tasks; std::nullopt if `rank` is unset.
Result<std::optional<Shard>> rank_of(const Environment& environment, const char* rank,
                                     const char* size) {
  const auto place = number_of(environment, rank, 0);
  if (!place) return place.error();
  const auto count = number_of(environment, size, 1);
  if (!count) return count.error();
  if (!*place || !*count) return std::optional<Shard>();
  if (**place >= **count) {
    return shard_error(fmt::format("auto: {} is {}, but {} is {}", rank, **place, size, **count));
  }
  return std::optional(Shard{**place + 1, **count});
}

/// The index in an array of jobs; std::nullopt outside one.
Result<std::optional<Shard>> array_place(const Environment& environment) {
  constexpr const char *kId = "SLURM_ARRAY_TASK_ID", *kMin = "SLURM_ARRAY_TASK_MIN",
                       *kMax = "SLURM_ARRAY_TASK_MAX", *kStep = "SLURM_ARRAY_TASK_STEP",
                       *kCount = "SLURM_ARRAY_TASK_COUNT";
  std::int64_t numbers[5];
  int at = 0;
  for (const char* const name : {kId, kMin, kMax, kStep, kCount}) {
    const auto number = number_of(environment, name, name == kStep || name == kCount ? 1 : 0);
    if (!number) return number.error();
    if (!*number) {
      if (name == kId) return std::optional<Shard>();
      return shard_error(fmt::format("auto: {} is set, but {} is not", kId, name));
    }
    numbers[at++] = **number;
  }
  const auto [id, min, max, step, count] = numbers;
  const std::int64_t place = (id - min) / step;
  if (min + (count - 1) * step != max || place < 0 || place >= count || min + place * step != id) {
    return shard_error(
        fmt::format("auto: the array {}..{} has gaps: {} tasks, each {} numbers behind the one "
                    "before; use an array without gaps, such as 1-{}, or I/N",
                    min, max, count, step, count));
  }
  return std::optional(Shard{static_cast<int>(place) + 1, static_cast<int>(count)});
}

}  // namespace

Result<Shard> parse_shard(std::string_view text) {
  const std::size_t slash = std::min(text.find('/'), text.size());
  const auto index = parse_count(text.substr(0, slash));
  const auto count = parse_count(text.substr(std::min(slash + 1, text.size())));
  if (!index || !count || *index < 1 || *index > *count || *count > kMaxShards) {
    return shard_error(fmt::format("{} is not I/N with 1 <= I <= N <= {}, such as 1/4",
                                   sumi::quoted(text), kMaxShards));
  }
  return Shard{*index, *count};
}

Result<Shard> shard_of_launcher(const Environment& environment) {
  std::optional<Shard> task;
  constexpr const char* kRanks[][2] = {{"OMPI_COMM_WORLD_RANK", "OMPI_COMM_WORLD_SIZE"},
                                       {"PMI_RANK", "PMI_SIZE"},
                                       {"SLURM_PROCID", "SLURM_STEP_NUM_TASKS"}};
  for (const auto& [rank, size] : kRanks) {
    const auto found = rank_of(environment, rank, size);
    if (!found) return found.error();
    // Slurm numbers a single task too; a single MPI process is a shard of one.
    if (*found && ((*found)->count > 1 || !task)) task = *found;
    if (task && task->count > 1) break;
  }
  const auto place = array_place(environment);
  if (!place) return place.error();
  if (!task && !*place) {
    return shard_error(
        "auto: neither mpirun nor srun nor an array of Slurm has started this process "
        "(OMPI_COMM_WORLD_RANK, PMI_RANK, SLURM_PROCID, SLURM_ARRAY_TASK_ID); use I/N");
  }
  const Shard within = task.value_or(Shard{}), of = place->value_or(Shard{});
  const std::int64_t count = std::int64_t{within.count} * of.count;
  if (count > kMaxShards) {
    return shard_error(fmt::format("auto: {} shards are more than {}", count, kMaxShards));
  }
  return Shard{(of.index - 1) * within.count + within.index, static_cast<int>(count)};
}

Options shard_rows(ShardOption& option, std::string_view units, bool merges) {
  const auto read = [](const std::string& text) -> Result<ShardOption> {
    if (text == kMerge) return ShardOption{{}, true, true};
    const auto environment = [](const char* name) -> const char* { return std::getenv(name); };
    const auto shard = text == kAuto ? shard_of_launcher(environment) : parse_shard(text);
    if (!shard) return shard.error();
    return ShardOption{*shard, false, true};
  };
  OptionValue value = parsed(option, "I/N|auto", read, "", {kAuto});
  std::string help = fmt::format(
      "process every Nth of the {}, starting with the Ith; auto: by MPI or Slurm rank", units);
  if (merges) {
    value.name += "|merge";
    value.words.emplace_back(kMerge);
    help += "; merge: combine all shards";
  }
  return {{"shard", std::move(value), std::move(help)}};
}

std::string resume_path(const std::string& path, const ShardOption& option,
                        const ShardedResume& resume, std::optional<ShardFolder>& shard) {
  if (option.merge && path.empty()) throw UsageError("--shard merge: no folder; name --resume");
  if (!option.given || path.empty()) return path;
  if (!option.merge) {
    shard.emplace(ShardFolder::join(path, resume.work(), option.shard).value());
    return shard->path(resume.suffix);
  }
  const WholeFolder whole = whole_folder(path, resume.work()).value();
  const std::string merged = fmt::format("{}/all{}", path, resume.suffix);
  resume.merge(whole.paths(path, resume.suffix), merged).value();
  return merged;
}

std::string status_text(const std::string& folder, const ShardsStatus& status) {
  const Language language = default_language();
  std::string text =
      tr_format(language, "{}: {} in {} shards: {} done, {} running, {} stopped, {} missing\n",
                folder, status.kind, status.shards, status.count(ShardState::kDone),
                status.count(ShardState::kRunning), status.count(ShardState::kStopped),
                status.count(ShardState::kMissing));
  for (const auto& [what, state] :
       {std::pair{"stopped", ShardState::kStopped}, std::pair{"missing", ShardState::kMissing}}) {
    if (status.count(state) == 0) continue;
    text += fmt::format("{}: {}\n", tr(language, what), status.names(state));
  }
  text += fmt::format("{} {}", status.done(), status.unit);
  if (const auto wanted = status.wanted()) {
    text += tr_format(language, " of {:.0f} ({:.1f}%)", *wanted,
                      *wanted > 0 ? 100 * static_cast<double>(status.done()) / *wanted : 100);
  }
  if (const double rate = status.rate(); rate > 0) text += tr_format(language, ", {:.3g}/s", rate);
  if (const auto left = status.seconds_left(); left && *left > 0) {
    text += tr_format(language, ", {} left", clock_time(*left));
  }
  return text + "\n";
}

Json status_json(const ShardsStatus& status) {
  constexpr std::string_view kNames[] = {"missing", "running", "stopped", "done"};
  Json shards = Json::array();
  for (const ShardStatus& shard : status.all) {
    shards.push_back({{"shard", shard.index},
                      {"state", kNames[static_cast<int>(shard.state)]},
                      {"done", shard.done},
                      {"wanted", shard.wanted ? Json(*shard.wanted) : Json()},
                      {"rate", shard.rate},
                      {"host", shard.host},
                      {"process", shard.process}});
  }
  const auto wanted = status.wanted(), left = status.seconds_left();
  return {{"kind", status.kind},
          {"unit", status.unit},
          {"shards", status.shards},
          {"done", status.count(ShardState::kDone)},
          {"running", status.count(ShardState::kRunning)},
          {"stopped", status.count(ShardState::kStopped)},
          {"missing", status.count(ShardState::kMissing)},
          {"units_done", status.done()},
          {"units", wanted ? Json(*wanted) : Json()},
          {"rate", status.rate()},
          {"seconds_left", left ? Json(*left) : Json()},
          {"all", shards}};
}

int run_status(const Command& self, const Args& args, Output& out) {
  bool json = false;
  const auto line = parse(self, {{"json", flag(json), "print a JSON object"}}, args, out);
  if (!line) return kDone;
  if (line->words.size() != 1) throw UsageError("one folder of shards is wanted");
  const std::string& folder = line->words[0];
  const ShardsStatus status = read_shards(folder).value();
  out.write(json ? json_line(status_json(status)) : status_text(folder, status));
  return kDone;
}

}  // namespace sumi::protocol
