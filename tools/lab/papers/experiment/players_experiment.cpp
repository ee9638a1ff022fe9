// SPDX-License-Identifier: MIT
/// Round robins of all evaluators and players. `sumi-match report` can read the tournaments.
#include "engine/base/text.h"
#include "engine/catalog.h"
#include "protocol/command/interrupt.h"
#include "tools/lab/papers/experiment/experiment.h"
#include "tools/match/summary.h"
#include "tools/match/tournament.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <map>
#include <utility>

namespace sumi::lab {
namespace {

struct Setting {
  std::string name;  ///< Of its tables and files: "players-depth-4".
  std::string title;
  int size = 8;
  std::vector<match::EngineSpec> engines;
  match::TimeControl time{};
  int random_plies = 8;
};

match::EngineSpec searcher(std::string name, const std::string& evaluator,
                           const std::string& weights = {}) {
  match::EngineSpec spec;
  spec.name = std::move(name);
  spec.protocol = match::Protocol::kSumi;
  spec.options = {{"evaluator", evaluator}, {"hash-mib", "16"}};
  if (!weights.empty()) spec.options.emplace_back("weights", weights);
  return spec;
}

match::EngineSpec player(const std::string& name) {
  match::EngineSpec spec;
  spec.name = name;
  spec.protocol = match::Protocol::kSumi;
  spec.options = {{"player", name}, {"hash-mib", "1"}};
  spec.time = match::TimeControl{};
  return spec;
}

/// The files of shipped_folder()/FOLDER, sorted by name. Throws FatalError if it is missing.
std::vector<std::filesystem::path> shipped_files(const char* folder) {
  const std::filesystem::path path = shipped_folder() + "/" + folder;
  std::error_code failure;
  std::vector<std::filesystem::path> files;
  for (const auto& entry : std::filesystem::directory_iterator(path, failure)) {
    if (entry.is_regular_file() && entry.path().extension() != ".md") files.push_back(entry.path());
  }
  if (files.empty()) {
    throw FatalError(
        fmt::format("the experiment needs the files of weights/{} in Sumi's sources, "
                    "or of share/sumi/{} beside an installed program",
                    folder, folder));
  }
  std::ranges::sort(files);
  return files;
}

std::vector<match::EngineSpec> searchers() {
  std::vector<match::EngineSpec> specs{
      searcher("pattern", "pattern"),
      searcher("mobility", "mobility"),
      searcher("table", "table"),
      searcher("bpfscn 2:5:1", "bpfscn", "2:5:1"),
      searcher("bpfscn 1:3:0", "bpfscn", "1:3:0"),
      searcher("bpfscn 2:5:1 paper", "bpfscn", "2:5:1:paper"),
  };
  for (const auto& [evaluator, folder] :
       {std::pair{"table", "tables"}, std::pair{"mlp", "networks"}}) {
    for (const std::filesystem::path& file : shipped_files(folder)) {
      specs.push_back(searcher(fmt::format("{} {}", evaluator, file.stem().string()), evaluator,
                               file.string()));
    }
  }
  return specs;
}

std::vector<match::EngineSpec> with_players(std::vector<match::EngineSpec> specs,
                                            std::initializer_list<const char*> names) {
  for (const char* name : names) specs.push_back(player(name));
  return specs;
}

std::vector<match::EngineSpec> all_8x8(int depth) {
  std::vector<match::EngineSpec> specs = searchers();
  if (depth > 0) {
    for (match::EngineSpec& spec : specs) {
      spec.options.emplace_back("depth", std::to_string(depth));
    }
  }
  return with_players(std::move(specs), {"random", "nhand:2", "nhandcustom:2", "nleast:1",
                                         "nmost:2", "montecarlo:100", "greedy:bpfscn:2:5:1+noise",
                                         "greedy:bpfscn:2:5:1:paper+noise", "s6"});
}

std::vector<Setting> fixed_settings() {
  match::EngineSpec search = searcher("search depth 4", "mobility");
  search.options.emplace_back("depth", "4");
  return {
      {"players-depth-4", "depth 4", 8, all_8x8(4), {}, 8},
      {"players-4x4",
       "4x4",
       4,
       with_players({search}, {"dp", "random", "nhand:2", "nhandcustom:2", "nleast:1", "nmost:2",
                               "montecarlo:100"}),
       {},
       3},
  };
}

Setting timed_setting(bool quick) {
  const Millis move = quick ? Millis(5) : Millis(50);
  return {"players-time", fmt::format("{:g} s a move", to_seconds(move)),     8,
          all_8x8(0),     {match::TimeControl::Kind::kMove, move, Millis(0)}, 8};
}

match::ResultStore store_of(const std::string& path, const match::MatchConfig& config) {
  if (!std::filesystem::exists(path)) {
    match::try_engines(config, {});
    return match::ResultStore::create(path, config).value();
  }
  match::ResultStore store =
      match::ResultStore::open(path, match::ResultStore::Access::kAdd).value();
  if (store.config() != config) {
    throw FatalError(
        fmt::format("file {} holds another tournament; name another folder", sumi::quoted(path)));
  }
  return store;
}

match::Summary play(const ExperimentSetup& setup, const Setting& setting, int openings) {
  match::MatchConfig config = match::former_defaults();  // so that old results can be resumed
  config.engines = setting.engines;
  config.format = match::Format::kRoundRobin;
  config.games = 2 * openings;
  config.size = setting.size;
  config.time = setting.time;
  config.openings = fmt::format("random:{}", setting.random_plies);
  config.seed = setup.seed;
  match::check(config).value();
  match::ResultStore store = store_of(learn_folder(setup, setting.name) + ".db", config);
  match::RunSetup run;
  run.concurrency = setup.threads;
  match::Tournament tournament(store, match::Openings::of(config, "").value(), run);
  const auto end = tournament.run(
      [&](std::span<const match::GameResult>, const match::Progress& progress) {
        report_progress(setup, setting.title, progress.played, progress.planned);
      },
      protocol::interrupted);
  if (end == match::Tournament::End::kInterrupted) throw ExperimentStopped();
  check_stop(setup);
  return match::summarise(config, tournament.games());
}

Cell elo_cell(const match::Rating& rating) {
  return {fmt::format("{:+.0f} +- {:.0f}", rating.elo, rating.error), rating.elo,
          rating.elo - rating.error, rating.elo + rating.error};
}

/// Best first, with points against each opponent.
PaperTable cross_table(const Setting& setting, const match::Summary& summary, int openings) {
  PaperTable table{
      setting.name,
      fmt::format("Round robin at {}: {} openings of {} random moves a pair, both colours; "
                  "points of {}",
                  setting.title, openings, setting.random_plies, 2 * openings),
      {"name", "points %", "Elo", "discs a game", "ms a move"},
      {}};
  std::map<std::pair<int, int>, double> points;
  for (const match::Meeting& meeting : summary.meetings) {
    points[{meeting.first, meeting.second}] = meeting.score.points();
    points[{meeting.second, meeting.first}] = meeting.score.games() - meeting.score.points();
  }
  for (std::size_t i = 0; i < summary.engines.size(); ++i) {
    table.columns.push_back(std::to_string(i + 1));
  }
  for (std::size_t i = 0; i < summary.engines.size(); ++i) {
    const match::EngineSummary& engine = summary.engines[i];
    const auto games = static_cast<double>(std::max(engine.score.games(), 1));
    const std::string& name = setting.engines[static_cast<std::size_t>(engine.engine)].name;
    std::vector<Cell> row{
        text_cell(fmt::format("{} {}", i + 1, name)),
        number_cell(100 * engine.score.points() / games, 1), elo_cell(engine.rating),
        number_cell(engine.discs.mean, 1),
        number_cell(engine.moves == 0 ? 0 : 1000 * engine.seconds / engine.moves, 2)};
    for (const match::EngineSummary& other : summary.engines) {
      const auto found = points.find({engine.engine, other.engine});
      row.push_back(found == points.end() ? text_cell("") : number_cell(found->second, 1));
    }
    table.rows.push_back(row);
  }
  return table;
}

std::string finding(const Setting& setting, const match::Summary& summary) {
  const auto name = [&](std::size_t place) -> const std::string& {
    const int engine = summary.engines[place].engine;
    return setting.engines[static_cast<std::size_t>(engine)].name;
  };
  int faults = 0;
  for (const match::EngineSummary& engine : summary.engines) {
    for (const auto& [ending, count] : engine.faults) faults += count;
  }
  return fmt::format(
      "At {}: {} is first, then {} and {}; last is {}. {} games, {} lost by a fault.",
      setting.title, name(0), name(1), name(2), name(summary.engines.size() - 1), summary.games,
      faults);
}

ExperimentReport run_settings(const ExperimentSetup& setup, const std::vector<Setting>& settings) {
  const int openings = static_cast<int>(parameter(setup, "openings", setup.quick ? 2 : 20));
  ExperimentReport report;
  for (const Setting& setting : settings) {
    const match::Summary summary = play(setup, setting, openings);
    report.tables.push_back(cross_table(setting, summary, openings));
    protocol::BarChart chart;
    chart.labels = {fmt::format("Elo at {}", setting.title), "", ""};
    chart.signs = true;
    for (const match::EngineSummary& engine : summary.engines) {
      chart.bars.push_back({setting.engines[static_cast<std::size_t>(engine.engine)].name,
                            engine.rating.elo, engine.rating.error});
    }
    report.pictures.push_back({setting.name + "-elo", to_svg(chart)});
    report.findings.push_back(finding(setting, summary));
  }
  return report;
}

}  // namespace

ExperimentReport run_players(const ExperimentSetup& setup) {
  return run_settings(setup, fixed_settings());
}

ExperimentReport run_players_time(const ExperimentSetup& setup) {
  return run_settings(setup, {timed_setting(setup.quick)});
}

}  // namespace sumi::lab
