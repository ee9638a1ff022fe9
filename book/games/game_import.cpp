// SPDX-License-Identifier: MIT
#include "book/games/game_import.h"
#include "engine/base/file.h"
#include "engine/base/text.h"
#include "engine/formats/wthor.h"

#include <fmt/format.h>

#include <variant>

namespace sumi::book {
namespace {

bool is_names_file(const std::string& path) {
  constexpr std::size_t kMaxBytes = 1 << 24;
  const std::string name = to_lower(path);
  if (!name.ends_with(".jou") && !name.ends_with(".trn")) return false;
  const Result<std::string> bytes = read_file(path, kMaxBytes);
  return bytes && is_side_file(*bytes);
}

/// Why the entry is not a game for the database; empty if it is one.
std::string fault_of(const Result<FileEntry>& entry) {
  if (!entry) return entry.error().message;
  const auto* const game = std::get_if<GameRecord>(&*entry);
  if (!game) return "is a position, no game";
  if (game->start.size != 8) return "is on another board than 8x8";
  for (const Square move : game->moves) {
    if (move != Square::kPass) return {};
  }
  return "has no moves";
}

class FileImport {
 public:
  FileImport(GameImporter& games, const std::string& path, const ImportSetup& setup,
             ImportReport& report)
      : games_(games),
        path_(path == "-" ? "standard input" : path),
        setup_(setup),
        report_(report) {}

  void take(const FileItem& item) {
    for (const std::string& warning : item.warnings) {
      setup_.tell({ImportNote::Kind::kWarning, item.where, warning});
    }
    const std::string fault = fault_of(item.entry);
    if (!fault.empty()) {
      ++report_.left_out;
      setup_.tell({ImportNote::Kind::kLeftOut, item.where, fault});
      return;
    }
    report_.mended += !item.warnings.empty();
    add(std::get<GameRecord>(*item.entry), item.where);
  }

 private:
  void add(const GameRecord& game, const std::string& where) {
    const std::string place = where.starts_with(path_) ? where.substr(path_.size()) : "";
    const GameImporter::Place found = games_.add(game, path_, place);
    ++report_.games;
    ++counter(found.added);
    if (found.added == Added::kMerged || found.added == Added::kSimilar) {
      setup_.tell(
          {ImportNote::Kind::kSimilar, where,
           fmt::format("{} - {} {}: {} game {}", game.black, game.white, game.date,
                       found.added == Added::kMerged ? "merged with" : "is like", found.id)});
    }
  }

  std::uint64_t& counter(Added added) {
    switch (added) {
      case Added::kNew:
        return report_.added;
      case Added::kKnown:
        return report_.known;
      case Added::kMerged:
        return report_.merged;
      case Added::kSimilar:
        break;
    }
    return report_.similar;
  }

  GameImporter& games_;
  const std::string path_;
  const ImportSetup& setup_;
  ImportReport& report_;
};

}  // namespace

void import_file(GameImporter& games, const std::string& path, const ImportSetup& setup,
                 ImportReport& report) {
  if (is_names_file(path)) return;
  ++report.files;
  auto reader = GameFileReader::open(path, setup.format, setup.stop, setup.text);
  if (!reader) {
    ++report.left_out;
    setup.tell({ImportNote::Kind::kLeftOut, path, reader.error().message});
    return;
  }
  FileImport work(games, path, setup, report);
  while (!setup.stop || !setup.stop()) {
    const std::optional<FileItem> item = reader->next();
    if (!item || (setup.stop && setup.stop())) break;  // a stop may have truncated the entry
    work.take(*item);
    if (setup.progress) setup.progress(item->share);
  }
}

}  // namespace sumi::book
