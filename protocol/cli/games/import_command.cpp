// SPDX-License-Identifier: MIT
#include "book/games/game_import.h"
#include "protocol/cli/games/games_commands.h"
#include "protocol/command/games_file.h"
#include "protocol/command/interrupt.h"
#include "protocol/command/position_input.h"
#include "protocol/report/games_report.h"
#include "protocol/report/live_text.h"
#include "protocol/report/output.h"
#include "protocol/service/data_file.h"
#include "protocol/text/json_lines.h"

#include <nlohmann/json.hpp>

#include <map>
#include <string>
#include <utility>
#include <vector>

namespace sumi::protocol {
namespace {

constexpr std::uint64_t kMaxMessages = 10;  // per file and kind

/// Prints an import's notes: all as JSON lines, or the first few per file and kind.
class Notes {
 public:
  Notes(bool json, ProgressBar& bar, Output& out) : json_(json), bar_(bar), out_(out) {}

  void print(const book::ImportNote& note) {
    if (json_) {
      out_.write(json_line(note_json(note)));
      return;
    }
    if (++messages_[note.kind] > kMaxMessages) return;
    bar_.erase();
    const bool names_file = note.what.starts_with("file ");
    print_error(names_file ? note.what : note.where + ": " + note.what);
  }

  /// Warnings repeat in every file: their count continues.
  void end_file(const std::string& file) {
    const std::uint64_t warnings = std::exchange(messages_[book::ImportNote::Kind::kWarning], 0);
    for (const auto& [kind, count] : std::exchange(messages_, {})) {
      print_rest(file, count);
    }
    messages_[book::ImportNote::Kind::kWarning] = warnings;
  }
  void end() {
    print_rest(tr(default_language(), "warnings"), messages_[book::ImportNote::Kind::kWarning]);
  }

 private:
  void print_rest(std::string_view where, std::uint64_t count) {
    if (count <= kMaxMessages) return;
    bar_.erase();
    print_error(tr_format(default_language(), "{}: {} more such entries; --json lists all", where,
                          count - kMaxMessages));
  }

  const bool json_;
  ProgressBar& bar_;
  Output& out_;
  std::map<book::ImportNote::Kind, std::uint64_t> messages_;
};

int run_games_import(const Command& self, const Args& args, Output& out) {
  std::optional<std::string> file;
  bool keep = false, json = false;
  book::ImportSetup setup;
  Options rows{
      {"keep-similar", flag(keep), "keep games that differ only in spelling as separate games"},
      {"from", parsed(setup.format, "FORMAT", parse_format),
       "format of all files (default: detected)"},
      {"json", flag(json), "print JSON lines"},
      database_row(file)};
  rows += text_rows(setup.text);
  const auto line = parse(self, rows, args, out);
  if (!line) return kDone;
  if (line->words.empty()) throw UsageError("no file of games, or - for standard input");
  const Language language = default_language();
  const std::string path = database_path(file);
  make_data_folder(path, kGamesFile);
  const auto similar = keep ? book::SimilarGames::kKeep : book::SimilarGames::kMerge;
  const auto games = book::GameImporter::open(path, similar).value();

  watch_interrupts();
  ProgressBar bar(!json, "games", language);
  Notes notes(json, bar, out);
  book::ImportReport report;
  std::size_t done = 0;
  setup.tell = [&](const book::ImportNote& note) { notes.print(note); };
  setup.stop = interrupted;
  setup.progress = [&](std::optional<double> share) {
    if (share) {
      share = (static_cast<double>(done) + *share) / static_cast<double>(line->words.size());
    }
    bar.draw(share, report.games);
  };
  for (const std::string& word : line->words) {
    if (interrupted()) break;
    book::import_file(*games, word, setup, report);
    notes.end_file(word);
    ++done;
  }
  games->commit();
  notes.end();
  bar.erase();
  if (json) {
    out.write(json_line(import_json(report, games->games())));
  } else {
    out.write(tr_format(language,
                        "Games read: {}; added: {}, known before: {}, other spellings: {}, left "
                        "out: {}; in the database: {}.",
                        report.games, report.added, report.known, report.merged + report.similar,
                        report.left_out, games->games()) +
              '\n');
  }
  if (interrupted()) {
    return end_with(kInterrupted,
                    "interrupted: what was imported so far is kept; the same command continues");
  }
  return report.left_out == 0 ? kDone : kFailed;
}

}  // namespace

const Command kGamesImportCommand{
    .name = "import",
    .arguments = "FILE... [--keep-similar] [--from FORMAT] [--games FILE] [--json]",
    .summary = "add games to the database",
    .details = R"(FILE has any format that `sumi convert --formats` lists; - is standard input.
Players and tournaments of WTHOR come from the .jou and .trn beside the .wtb.

Importing a game again adds nothing: it is known by its moves (in all eight
orientations), players, date and round. A variant of a known game, with the
same moves (at least 20) and similar names, is merged into it, or kept as a
separate game with --keep-similar; each one is reported. book/games/README.md
has the rules.

Damaged games, empty games and games on other board sizes are skipped and
reported with file and number; the exit status is then 1. The same command
continues after Ctrl-C or a kill.
)",
    .examples = R"(  sumi games import WTH_*.wtb
  sumi games import *.ggf *.pgn --games club.db
  sumi games import games.sgf --json | jq -r 'select(.note) | .where'
)",
    .run = run_games_import,
    .program = kSumiGamesName,
    .json = R"(One object for each entry that is reported, then one for the import.
  note      string: left_out, warning or similar
  where     string: file and number of the entry
  what      string: what is reported, as text
  files     integer: files read
  games     integer: games read
  added     integer: games added
  known     integer: games that were in the database
  merged    integer: other spellings, merged
  similar   integer: other spellings, kept as games of their own
  left_out  integer: entries skipped
  mended    integer: games added with a warning
  all       integer: games in the database now
)"};

}  // namespace sumi::protocol
