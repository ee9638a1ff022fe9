// SPDX-License-Identifier: MIT
#include "protocol/command/games_file.h"
#include "protocol/report/output.h"
#include "protocol/service/data_file.h"
#include "protocol/text/utf8.h"

#include <fmt/format.h>

#include <filesystem>
#include <system_error>

namespace sumi::protocol {

Option database_row(std::optional<std::string>& file) {
  return {"games", text(file, "FILE"),
          "the database (default: games.db in $XDG_DATA_HOME/sumi or ~/.local/share/sumi)"};
}

std::string database_path(const std::optional<std::string>& given) {
  if (given && given->empty()) throw UsageError("--games: needs the name of a file");
  if (given && *given != kDefaultGames) return *given;
  const auto standard = data_file(kGamesFile);
  if (!standard) throw UsageError("no home folder for the database: name a file with --games");
  return *standard;
}

std::unique_ptr<book::GameStore> open_games(const std::optional<std::string>& given) {
  const std::string path = database_path(given);
  std::error_code unknown;
  if (!std::filesystem::exists(path, unknown)) {
    print_error(
        fmt::format("there is no database {}; `sumi games import FILE` creates it", clean(path)));
    return nullptr;
  }
  return book::GameStore::open(path).value();
}

}  // namespace sumi::protocol
