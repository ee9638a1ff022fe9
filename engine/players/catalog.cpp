// SPDX-License-Identifier: MIT
#include "engine/base/file.h"
#include "engine/base/machine.h"
#include "engine/base/text.h"
#include "engine/catalog.h"
#include "engine/game/bpfscn_text.h"
#include "engine/players/kinds.h"
#include "engine/players/qtable.h"
#include "engine/weights/table_file.h"
#include "engine/weights/weights_format.h"

#include <fmt/format.h>

#include <algorithm>
#include <cassert>
#include <filesystem>
#include <system_error>

namespace sumi {
namespace {

namespace fs = std::filesystem;

constexpr CatalogEntry evaluator(std::string_view name, EvaluatorKind kind, bool any_size,
                                 std::string_view weights, std::string_view summary) {
  return {.name = name,
          .summary = summary,
          .evaluator = kind,
          .any_size = any_size,
          .weights = weights};
}

constexpr CatalogEntry player(std::string_view name, std::string_view argument,
                              Result<std::unique_ptr<MovePlayer>> (*make)(std::string_view, int),
                              std::string_view summary) {
  return {.name = name, .summary = summary, .argument = argument, .make = make};
}

/// A file that comes with Sumi, as an evaluator and as a player.
constexpr CatalogEntry shipped(std::string_view name, EvaluatorKind kind, std::string_view file,
                               std::string_view same_as, std::string_view summary) {
  return {.name = name, .summary = summary, .evaluator = kind, .file = file, .same_as = same_as};
}

constexpr CatalogEntry kCatalog[] = {
    evaluator("nnue", EvaluatorKind::kNnue, false, kWeightsFile,
              "a small neural network over patterns of squares"),
    evaluator("pattern", EvaluatorKind::kPattern, false, kWeightsFile,
              "trained tables of patterns of squares"),
    evaluator("table", EvaluatorKind::kTable, true, kWeightsFile, "square values and mobility"),
    evaluator("mobility", EvaluatorKind::kMobility, true, "",
              "the difference of the numbers of legal moves"),
    evaluator("mlp", EvaluatorKind::kMlp, true, kWeightsFile,
              "a fully connected network of a published system (S2, S3)"),
    {.name = "bpfscn",
     .summary = "square values, fixed discs and mobility (S4)",
     .evaluator = EvaluatorKind::kBpFsCn,
     .weights = "BP:FS:CN[:paper]",
     .argument = "[:BP:FS:CN[:FAULTS]][+FLAG...]",
     .same_as = "greedy:bpfscn"},
    {.name = "qtable",
     .summary = "the best move of a learned table (S5)",
     .evaluator = EvaluatorKind::kQTable,
     .any_size = true,
     .weights = kWeightsFile,
     .argument = ":FILE",
     .make = make_qtable_player},
    shipped("s2", EvaluatorKind::kMlp, "networks/s2.sumi",
            "greedy:mlp:", "a network that learned by temporal differences (S2)"),
    shipped("s3", EvaluatorKind::kMlp, "networks/s3.sumi",
            "greedy:mlp:", "a network that learned from Monte Carlo returns (S3)"),
    shipped("s4-table", EvaluatorKind::kTable, "tables/s4-bp.table",
            "greedy:table:", "the square values that S4 took from the literature"),
    shipped("s5-custom", EvaluatorKind::kTable, "tables/s5-custom.table",
            "greedy:table:", "the square values of nhandcustom (S5)"),
    shipped("s6-general", EvaluatorKind::kTable, "tables/s6-general.table",
            "s6:", "the general table, made by hand (S6)"),
    shipped("s6-corner", EvaluatorKind::kTable, "tables/s6-human-a.table",
            "s6:", "the general table and a hand-made one for two corners (S6)"),
    shipped("s6-evolved", EvaluatorKind::kTable, "tables/s6-evolved.table",
            "s6:", "the general table and an evolved one for two corners (S6)"),
    player("random", "", make_random, "a random legal move"),
    player("nhand", "[:PLIES[:ties]]", make_nhand,
           "the most discs on average after PLIES plies (S5)"),
    player("nhandcustom", "[:PLIES[:ties]]", make_nhand_custom,
           "like nhand, with a value for each square (S5)"),
    player("nleast", "[:PLIES[:FAULTS]]", make_nleast, "the fewest moves for the opponent (S5)"),
    player("nmost", "[:PLIES[:FAULTS]]", make_nmost, "the most moves for itself (S5)"),
    player("montecarlo", "[:PLAYOUTS]", make_monte_carlo,
           "the best average of PLAYOUTS random games after each move"),
    player("greedy", ":EVALUATOR[:WEIGHTS][+FLAG...]", make_greedy,
           "the best evaluation after one move: bpfscn:2:5:1+noise (S4), mlp:FILE, s4-table, "
           "mobility, ..."),
    player("s6", "[:[A,B,C,D,E,F,G,H,I|FILE][+FLAG...]]", make_s6,
           "11 random moves, then searches of 5 plies with two tables; perfect for the last 15 "
           "moves (S6)"),
    player("dp", "", make_dp_player, "perfect play on 4x4, from the solved game (S1)"),
};

std::vector<std::string_view> names_of(bool (*wanted)(const CatalogEntry&)) {
  std::vector<std::string_view> names;
  for (const CatalogEntry& entry : kCatalog) {
    if (wanted(entry)) names.push_back(entry.name);
  }
  return names;
}

const CatalogEntry& plain_entry(EvaluatorKind kind) {
  const auto found = std::ranges::find_if(kCatalog, [kind](const CatalogEntry& entry) {
    return entry.evaluator == kind && entry.file.empty();
  });
  assert(found != std::end(kCatalog));
  return *found;
}

bool is_file(std::string_view path) {
  std::error_code missing;
  return fs::is_regular_file(fs::path(path), missing);  // never opens a pipe
}

/// What `weights` alone chooses.
Result<const CatalogEntry*> evaluator_of_weights(const EngineOptions& options) {
  if (options.weights.empty()) {
    return &plain_entry(options.size == 8 ? EvaluatorKind::kNnue : EvaluatorKind::kTable);
  }
  if (!is_file(options.weights) && parse_bpfscn(options.weights)) {
    return &plain_entry(EvaluatorKind::kBpFsCn);
  }
  return evaluator_of_file(options.weights);
}

Error unknown_evaluator(std::string_view name) {
  return {ErrorCode::kNotFound,
          fmt::format("evaluator: {} is not one of {}, {}, nor a file with a / in its name{}",
                      sumi::quoted(name), kAutoEvaluator, fmt::join(evaluator_names(), ", "),
                      suggestion(name, evaluator_names()))};
}

Error unknown_player(std::string_view text) {
  std::string accepted;
  for (const CatalogEntry& each : kCatalog) {
    if (each.is_player()) accepted += fmt::format("{}{}, ", each.name, each.argument);
  }
  const auto names = names_of([](const CatalogEntry& each) { return each.is_player(); });
  return {
      ErrorCode::kNotFound,
      fmt::format("player: {} is not one of {}nor a file with a / in its name{}",
                  sumi::quoted(text), accepted, suggestion(text.substr(0, text.find(':')), names))};
}

Result<std::unique_ptr<MovePlayer>> player_of_file(const std::string& path, int size) {
  const auto entry = evaluator_of_file(path);
  if (!entry) return Error{entry.error().code, "player: " + entry.error().message};
  if ((*entry)->evaluator == EvaluatorKind::kQTable) return make_qtable_player(path, size);
  if ((*entry)->evaluator == EvaluatorKind::kTable) {
    const auto table = read_table(path);
    if (table && table->decided) return make_s6(path, size);
  }
  return make_greedy(fmt::format("{}:{}", (*entry)->name, path), size);
}

}  // namespace

std::span<const CatalogEntry> catalog() { return kCatalog; }

const CatalogEntry* find_entry(std::string_view name) {
  const auto found = std::ranges::find(kCatalog, name, &CatalogEntry::name);
  return found != std::end(kCatalog) ? &*found : nullptr;
}

std::span<const std::string_view> evaluator_names() {
  static const auto names =
      names_of([](const CatalogEntry& entry) { return entry.evaluator.has_value(); });
  return names;
}

const std::string& shipped_folder() {
  static const std::string folder = [] {
    const std::string path = program_path();
    if (path.empty()) return std::string("weights");  // as in the WebAssembly module
    const fs::path program = path;
    std::error_code error;
    const fs::path folders[] = {program.parent_path() / "../share/sumi",
                                program.parent_path() / "../../weights",
                                program.parent_path() / "../../../weights"};
    const auto found = std::ranges::find_if(
        folders, [&](const fs::path& each) { return fs::is_directory(each / "tables", error); });
    return found != std::end(folders) ? found->lexically_normal().string() : std::string();
  }();
  return folder;
}

Result<std::string> shipped_file(const CatalogEntry& entry) {
  const std::string path = (fs::path(shipped_folder()) / entry.file).string();
  if (!shipped_folder().empty() && is_file(path)) return path;
  return Error{ErrorCode::kNotFound,
               fmt::format("'{}' needs the file {}, which is in weights/ of Sumi's sources and, "
                           "if installed, in share/sumi/",
                           entry.name, entry.file)};
}

Result<const CatalogEntry*> evaluator_of_file(const std::string& path) {
  const auto unknown = [&] {
    return Error{ErrorCode::kBadFile,
                 fmt::format("file {}: no weights of Sumi: neither nnue, pattern, mlp, table nor "
                             "qtable",
                             sumi::quoted(path))};
  };
  // A pipe can be read only once. The reader reports a missing file.
  if (!is_file(path)) return &plain_entry(EvaluatorKind::kPattern);
  constexpr std::size_t kHeadBytes = 64;
  const auto bytes = read_head(path, kHeadBytes);
  if (!bytes) return bytes.error();
  if (const auto number = weights_number(*bytes)) {
    if (*number == kNnueFile.number) return &plain_entry(EvaluatorKind::kNnue);
    if (*number == kPatternFile.number) return &plain_entry(EvaluatorKind::kPattern);
    if (*number == kNetworkFile.number) return &plain_entry(EvaluatorKind::kMlp);
    return unknown();
  }
  std::string_view text = without_bom(*bytes);
  const std::string_view line = trim(take_until(text, '\n'));
  if (line == kTableFirstLine) return &plain_entry(EvaluatorKind::kTable);
  if (line == kQTableColumns) return &plain_entry(EvaluatorKind::kQTable);
  return unknown();
}

bool is_evaluator_file(std::string_view evaluator) { return evaluator.find('/') != evaluator.npos; }

Result<ChosenEvaluator> chosen_evaluator(const EngineOptions& options) {
  EngineOptions wanted = options;
  if (is_evaluator_file(options.evaluator)) {
    if (!options.weights.empty()) {
      return Error{ErrorCode::kOutOfRange,
                   fmt::format("evaluator: the file {} and the weights {} exclude each other",
                               sumi::quoted(options.evaluator), sumi::quoted(options.weights))};
    }
    wanted.weights = options.evaluator;
    wanted.evaluator = kAutoEvaluator;
  }
  const CatalogEntry* entry = nullptr;
  if (wanted.evaluator == kAutoEvaluator) {
    const auto found = evaluator_of_weights(wanted);
    if (!found) return found.error();
    entry = *found;
  } else {
    entry = find_entry(wanted.evaluator);
    if (entry == nullptr) return unknown_evaluator(wanted.evaluator);
    if (!entry->evaluator) {
      return Error{ErrorCode::kNotFound,
                   fmt::format("evaluator: '{0}' is a player without an evaluator; it plays as "
                               "player {0}",
                               entry->name)};
    }
  }
  if (!entry->any_size && options.size != 8 && options.evaluator != kAutoEvaluator) {
    return Error{ErrorCode::kOutOfRange,
                 fmt::format("evaluator: '{0}' knows the board of 8x8 only, not {1}x{1}; 'auto' "
                             "knows all",
                             entry->name, options.size)};
  }
  if (wanted.weights.empty()) {
    if (entry->file.empty()) return ChosenEvaluator{entry, {}};
    auto path = shipped_file(*entry);
    if (!path) return Error{path.error().code, "evaluator: " + path.error().message};
    return ChosenEvaluator{&plain_entry(*entry->evaluator), std::move(*path)};
  }
  if (entry->weights.empty()) {
    return Error{
        ErrorCode::kOutOfRange,
        fmt::format("evaluator: '{}' does not go with the weights {}: it has {}", entry->name,
                    sumi::quoted(wanted.weights), entry->file.empty() ? "none" : "its own")};
  }
  if (is_file(wanted.weights)) {
    const auto reader = evaluator_of_file(wanted.weights);
    if (reader && *reader != entry) {
      return Error{ErrorCode::kOutOfRange,
                   fmt::format("evaluator: '{}' cannot read the weights {}, which are for '{}'",
                               entry->name, sumi::quoted(wanted.weights), (*reader)->name)};
    }
  }
  return ChosenEvaluator{entry, wanted.weights};
}

EngineOptions with_chosen_evaluator(EngineOptions options) {
  ChosenEvaluator chosen = chosen_evaluator(options).value();
  options.evaluator = chosen.entry->name;
  options.weights = std::move(chosen.weights);
  return options;
}

Result<std::unique_ptr<MovePlayer>> make_move_player(std::string_view text, int size) {
  assert(is_board_size(size));
  const std::string_view name = text.substr(0, text.find_first_of(":+"));
  const std::string_view argument = text.substr(name.size());
  const CatalogEntry* const entry = find_entry(name);
  if (entry == nullptr) {
    if (text.find('/') == text.npos) return unknown_player(text);
    return player_of_file(std::string(text), size);
  }
  if (entry->make != nullptr) {
    if (argument.starts_with('+')) return unknown_player(text);
    return entry->make(argument.empty() ? argument : argument.substr(1), size);
  }
  if (!entry->is_player()) {
    return Error{ErrorCode::kNotFound,
                 fmt::format("player: '{0}' is an evaluator, not a player; player greedy:{0} plays "
                             "its best move after one ply",
                             entry->name)};
  }
  if (entry->file.empty())
    return make_move_player(fmt::format("{}{}", entry->same_as, argument), size);
  if (!argument.empty()) {
    return Error{ErrorCode::kBadSyntax, fmt::format("player {}: {} is not empty", entry->name,
                                                    sumi::quoted(argument.substr(1)))};
  }
  const auto path = shipped_file(*entry);
  if (!path) return Error{path.error().code, "player: " + path.error().message};
  return make_move_player(std::string(entry->same_as) + *path, size);
}

}  // namespace sumi
