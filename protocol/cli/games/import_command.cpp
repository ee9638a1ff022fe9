// SPDX-License-Identifier: MIT
/// `sumi games import`.
#include "book/games/game_import.h"
#include "protocol/cli/games/games_commands.h"
#include "protocol/command/games_file.h"
#include "protocol/command/interrupt.h"
#include "protocol/command/position_input.h"
#include "protocol/report/games_json.h"
#include "protocol/report/live_text.h"
#include "protocol/report/output.h"
#include "protocol/service/data_file.h"
#include "protocol/text/json_lines.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <map>
#include <string>
#include <utility>
#include <vector>

namespace sumi::protocol {
namespace {

constexpr std::uint64_t kMaxMessages = 10;  // per file and kind

/// Prints notes of an import: all as JSON lines, or the first few per file and kind.
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
  Options rows{{"keep-similar", flag(keep), "keep other spellings of a game as games of their own"},
               {"from", parsed(setup.format, "FORMAT", parse_format),
                "format of all files; else each shows its own"},
               {"json", flag(json), "JSON lines instead of text"}};
  rows += {database_row(file)};
  rows += text_rows(setup.text);
  const auto line = parse(self, rows, args, out);
  if (!line) return kDone;
  if (line->words.empty()) throw UsageError("no file of games, or - for standard input");
  const Language language = default_language();
  const std::string path = database_path(file);
  make_data_folder(path, kGamesFile);
  const auto games =
      book::GameImporter::open(path, keep ? book::SimilarGames::kKeep : book::SimilarGames::kMerge);
  if (!games) throw FatalError(games.error().message);

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
    book::import_file(**games, word, setup, report);
    notes.end_file(word);
    ++done;
  }
  (*games)->commit();
  notes.end();
  bar.erase();
  if (json) {
    out.write(json_line(import_json(report, (*games)->games())));
  } else {
    out.write(tr_format(language,
                        "Games read: {}; added: {}, known before: {}, other spellings: {}, left "
                        "out: {}; in the database: {}.",
                        report.games, report.added, report.known, report.merged + report.similar,
                        report.left_out, (*games)->games()) +
              '\n');
  }
  if (interrupted()) {
    print_error("interrupted: what was imported so far is kept; the same command continues");
    return interrupt_status();
  }
  return report.left_out == 0 ? kDone : kFailed;
}

}  // namespace

const Command kGamesImportCommand{
    "import",
    "FILE... [--keep-similar] [--from FORMAT] [--games FILE] [--json]",
    "add games to the database",
    R"(FILE is a file in any format that `sumi convert --formats` lists, or - for
standard input. WTHOR's players and tournaments are read from the .jou and .trn
beside the .wtb; such a FILE is passed by. Of a game the database keeps moves,
players, tournament, date, round, result, theoretical score, file and place.
A game is known by its moves, in any of the eight directions, players, date and
round; importing it again adds nothing. A game of 20 moves or more is another
spelling of one in the database if the moves are the same, no date or round
contradicts, and each player is the same but for case, accents, the order of
words, first names cut to a letter, a letter in a name of 6, two in one of 11,
or unknown on one side (WTHOR's numbers are unknown names). Then the game
stays one, with what only the other spelling says, and the spelling is kept
beside it; with --keep-similar both are games. Each is reported. Games that are
damaged, without moves or not of 8x8 are left out and reported with file and
number, and the exit status is 1. Ctrl-C and kills keep what was
written; the same command continues. JSON: a line {"note": "left_out",
"warning" or "similar", "where", "what"} for each of these, then {"files",
"games" (read), "added", "known", "merged", "similar" (kept as games of their
own), "left_out", "mended" (added with a warning), "all" (in the database)}.
)",
    R"(  sumi games import WTH_*.wtb
  sumi games import *.ggf *.pgn --games club.db
  sumi games import games.sgf --json | jq -r 'select(.note) | .where'
)",
    run_games_import,
    kSumiGamesName};

}  // namespace sumi::protocol
