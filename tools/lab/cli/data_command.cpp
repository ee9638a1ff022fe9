// SPDX-License-Identifier: MIT
#include "engine/base/file.h"
#include "engine/base/text.h"
#include "protocol/report/output.h"
#include "tools/lab/cli/commands.h"
#include "tools/lab/data.h"
#include "tools/lab/records.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <cstdio>
#include <string>
#include <string_view>
#include <vector>

namespace sumi::lab {
namespace {

using namespace protocol;

using Names = std::vector<std::string>;

struct DataOptions {
  int fewest = 0, most = 60;
  bool json = false;
  double part = 0.05;
  std::uint64_t seed = 1;
  ScoreSource source = ScoreSource::kGame;
};

using Records = std::vector<Record>;

/// Arguments are file names: inputs, then outputs.
struct Action {
  std::string_view name;
  std::string_view arguments;
  std::size_t outputs;
  std::string_view options;  ///< Separated by spaces.
  void (*run)(Records records, const Names& outputs, const DataOptions& options, Output& out);
};

bool is_wthor(const std::string& path) { return to_lower(path).ends_with(".wtb"); }

void save(const std::string& path, std::span<const Record> records, Output& out) {
  write_file(path, write_records(records)).value();
  out.write(fmt::format("{}: {} positions\n", path, records.size()));
}

void run_stats(Records records, const Names&, const DataOptions& options, Output& out) {
  const RecordStatistics statistics = statistics_of(records);
  out.write(options.json ? json_line(statistics_json(statistics)) : statistics_text(statistics));
}

void run_shuffle(Records records, const Names& outputs, const DataOptions& options, Output& out) {
  shuffle(records, options.seed);
  save(outputs[0], records, out);
}

void run_dedupe(Records records, const Names& outputs, const DataOptions&, Output& out) {
  deduplicate(records);
  save(outputs[0], records, out);
}

void run_split(Records records, const Names& outputs, const DataOptions& options, Output& out) {
  const SplitRecords split = split_by_game(records, options.part, options.seed);
  save(outputs[0], split.part, out);
  save(outputs[1], split.rest, out);
}

void run_merge(Records records, const Names& outputs, const DataOptions&, Output& out) {
  save(outputs[0], records, out);
}

void run_pack(Records records, const Names& outputs, const DataOptions&, Output& out) {
  const std::string bytes = pack_records(records);
  write_file(outputs[0], bytes).value();
  const double each = static_cast<double>(bytes.size()) /
                      static_cast<double>(std::max<std::size_t>(records.size(), 1));
  out.write(fmt::format("{}: {} positions, {:.2f} bytes each\n", outputs[0], records.size(), each));
}

void run_filter(Records records, const Names& outputs, const DataOptions& options, Output& out) {
  std::erase_if(records, [&](const Record& r) {
    return r.board.empties() < options.fewest || r.board.empties() > options.most;
  });
  save(outputs[0], records, out);
}

/// Detects the format from the suffix. Adds WTHOR games to `games`.
void add_file(const std::string& path, ScoreSource source, Records& all, std::size_t& games) {
  Records records;
  if (path.ends_with(kRecordSuffix)) {
    records = read_records(path).value();
  } else if (is_wthor(path)) {
    const auto file = parse_wthor(read_file(path).value());
    if (!file) throw FatalError(in_file(path, file.error()).message);
    WthorRecords read = wthor_records(*file, games);
    if (read.illegal > 0) {
      protocol::print_error(fmt::format("file {}: {} games left out, the first is {}",
                                        sumi::quoted(path), read.illegal, read.first_fault));
    }
    games += read.games;
    records = std::move(read.records);
  } else {
    auto read = parse_records_text(read_file(path).value(), source);
    if (!read) throw FatalError(in_file(path, read.error()).message);
    records = std::move(*read);
  }
  all.insert(all.end(), records.begin(), records.end());
}

Records read_any_format(const Names& inputs, ScoreSource source, Output& out) {
  Records records;
  std::size_t games = 0;
  for (const std::string& path : record_paths(inputs).value()) {
    add_file(path, source, records, games);
  }
  if (games > 0) out.write(fmt::format("{} games of WTHOR\n", games));
  return records;
}

void run_convert(Records records, const Names& outputs, const DataOptions&, Output& out) {
  if (outputs[0].ends_with(kRecordSuffix)) return save(outputs[0], records, out);
  write_file(outputs[0], records_text(records)).value();
  out.write(fmt::format("{}: {} positions\n", outputs[0], records.size()));
}

constexpr Action kActions[] = {
    {"stats", "FILE...", 0, "json", run_stats},
    {"shuffle", "IN... OUT", 1, "seed", run_shuffle},
    {"dedupe", "IN... OUT", 1, "", run_dedupe},
    {"split", "IN... OUT1 OUT2", 2, "part seed", run_split},
    {"filter", "IN... OUT", 1, "empties", run_filter},
    {"merge", "IN... OUT", 1, "", run_merge},
    {"pack", "IN... OUT", 1, "", run_pack},
    {"convert", "IN... OUT", 1, "source", run_convert},
};

const Action& action_of(const CommandLine& line) {
  const std::string name = line.words.empty() ? "" : line.words[0];
  const auto found = std::ranges::find(kActions, std::string_view(name), &Action::name);
  if (found == std::end(kActions)) {
    throw UsageError(fmt::format(
        "{} is not stats, shuffle, dedupe, split, filter, merge or convert", sumi::quoted(name)));
  }
  return *found;
}

void check_options(const Action& action, const CommandLine& line) {
  for (const char* const option : {"empties", "json", "part", "seed", "source"}) {
    if (line.has(option) && action.options.find(option) == std::string_view::npos) {
      throw UsageError(fmt::format("--{} is not for {}", option, action.name));
    }
  }
}

bool are_positions(std::string_view beginning) { return beginning.starts_with("SUMIPOS"); }

/// Ignores the last line, which may be truncated.
bool is_text_of_positions(std::string_view beginning) {
  const std::size_t end = beginning.rfind('\n');
  return parse_records_text(beginning.substr(0, end), ScoreSource::kGame).has_value();
}

/// If the user forgot the output, the last input must not be overwritten.
std::vector<OutputLock> claim_names(const Action& action, const Names& inputs, const Names& outputs,
                                    const CommandLine& line) {
  std::vector<OutputPath> paths;
  for (const std::string& path : outputs) {
    const bool records = path.ends_with(kRecordSuffix);
    if (!records && action.name != "convert") {
      throw UsageError(
          fmt::format("{}: {} does not end in {}", action.name, sumi::quoted(path), kRecordSuffix));
    }
    if (is_wthor(path)) {
      throw UsageError(
          fmt::format("convert: {}: games of WTHOR are read, not written", sumi::quoted(path)));
    }
    const FileKind kind = records ? FileKind{"positions", are_positions}
                                  : FileKind{"text of positions", is_text_of_positions};
    paths.push_back({std::string(action.name), path, kind});
  }
  return claim_outputs(line, paths, inputs);
}

int run_data(const Command& self, const Args& args, Output& out) {
  DataOptions options;
  const auto part = [](const std::string& text) -> Result<double> {
    const double share = parse_real(text).value_or(0);
    if (share > 0 && share < 1) return share;
    return syntax_error("part", text, "between 0 and 1, such as 0.05");
  };
  const Options rows{
      {"empties", range(options.fewest, options.most, 0, 60), "filter: range of empties to keep"},
      {"json", flag(options.json), "stats: print a JSON object, not a table"},
      {"part", parsed(options.part, "X", part, "0.05"),
       "split: fraction of the positions for OUT1"},
      {"seed", number(options.seed, 0, 2147483647), "shuffle, split: random seed"},
      {"source",
       choice(options.source, {{"game", ScoreSource::kGame}, {"exact", ScoreSource::kExact}}),
       "convert: source of the scores in text files"},
      force_row()};
  const auto line = parse(self, rows, args, out);
  if (!line) return kDone;
  const Action& action = action_of(*line);
  check_options(action, *line);
  const Names names(line->words.begin() + 1, line->words.end());
  if (names.size() <= action.outputs) {
    throw UsageError(fmt::format("{} needs {}", action.name, action.arguments));
  }
  const auto split = names.end() - static_cast<std::ptrdiff_t>(action.outputs);
  const Names inputs(names.begin(), split), outputs(split, names.end());
  const std::vector<OutputLock> locks = claim_names(action, inputs, outputs, *line);
  action.run(action.name == "convert" ? read_any_format(inputs, options.source, out)
                                      : read_all_records(inputs).value(),
             outputs, options, out);
  return kDone;
}

}  // namespace

const Command kDataCommand{"data",
                           R"(stats|shuffle|dedupe|split|filter|merge|pack|convert
    FILE...)",
                           "inspect, shuffle, split and convert positions",
                           R"(  stats FILE...           count positions by empties
  shuffle IN... OUT       shuffle, by --seed
  dedupe IN... OUT        merge symmetric positions; keep the best score, then
                          the deepest search
  split IN... OUT1 OUT2   split by game; OUT1 gets the fraction --part
  filter IN... OUT        keep positions by --empties
  merge IN... OUT         concatenate
  pack IN... OUT          concatenate and compress to about 1/15 of the size
  convert IN... OUT       convert between formats

A folder stands for its *.pos files. The suffix determines the format: .pos
positions (tools/lab/records.h); .wtb WTHOR games, input only; any other suffix
text, a line per position: 64 squares, the side to move and the score, or OBF.
Positions of WTHOR games get the theoretical score down to the number of
empties for which it was computed (it is exact only there), then the game
result. An output may not be an input; files of another type are replaced only
with --force.
)",
                           R"(  sumi-lab data stats games --json
  sumi-lab data dedupe games unique.pos
  sumi-lab data split unique.pos held-out.pos training.pos --part 0.05
  sumi-lab data convert WTH_1980.wtb WTH_1981.wtb wthor.pos
  sumi-lab data convert wthor.pos wthor.txt
)",
                           run_data,
                           "sumi-lab"};

}  // namespace sumi::lab
