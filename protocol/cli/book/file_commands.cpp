// SPDX-License-Identifier: MIT
#include "book/book_lines.h"
#include "book/build/book_builder.h"
#include "book/formats/compact_book.h"
#include "book/formats/edax_book.h"
#include "book/formats/egaroucid_book.h"
#include "book/formats/obf_book.h"
#include "engine/base/file.h"
#include "engine/base/held_file.h"
#include "engine/base/text.h"
#include "engine/base/time.h"
#include "engine/formats/game_file.h"
#include "engine/game/board.h"
#include "engine/game/notation.h"
#include "protocol/cli/book/book_commands.h"
#include "protocol/command/output_paths.h"
#include "protocol/report/format.h"
#include "protocol/report/language.h"
#include "protocol/report/output.h"
#include "protocol/text/json_lines.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <optional>
#include <utility>

namespace sumi::protocol {

// `sumi book merge`.

namespace {

int run_book_merge(const Command& self, const Args& args, Output& out) {
  bool json = false;
  auto line = parse(self, Options{{"json", flag(json), "print a JSON object"}}, args, out);
  if (!line) return kDone;
  const std::string path = take_book(*line);
  if (line->words.empty()) throw UsageError("no book to merge given, OUT IN...");
  std::vector<std::shared_ptr<const book::BookReader>> sources;
  for (const std::string& source : line->words) {
    if (same_file(source, path)) {
      throw UsageError(fmt::format("OUT and IN are the same file, {}", path));
    }
    sources.push_back(open_to_read(source));
  }
  watch_interrupts();
  const StopWatch watch;
  const auto book = open_or_create(path);
  const std::uint64_t before = book->size();
  const auto bar = std::make_shared<ProgressBar>(true, "positions");
  std::size_t merged = 0;
  for (; merged < sources.size() && !interrupted(); ++merged) {
    const book::BookReader& from = *sources[merged];
    if (!book::merge(*book, from, drawn_progress(from.size(), bar))) break;
  }
  bar->erase();
  if (json) {
    out.write(json_line({{"merged", merged},
                         {"added", book->size() - before},
                         {"positions", book->size()},
                         {"seconds", json_seconds(watch.seconds())}}));
  } else {
    out.write(tr_format(default_language(),
                        "{} of {} books merged, {} positions added in {}\n{}: {} positions\n",
                        merged, sources.size(), book->size() - before, clock_time(watch.seconds()),
                        path, book->size()));
  }
  out.flush();
  if (merged == sources.size()) return kDone;
  return end_with(kInterrupted, fmt::format("interrupted; {} and the books after it are missing",
                                            line->words[merged]));
}

}  // namespace

const Command kBookMergeCommand{
    .name = "merge",
    .arguments = "OUT IN...",
    .summary = "merge books",
    .details = R"(Adds the books IN to OUT, which is created if missing. IN is a file of any kind
of book, or `default`. Where books differ the search at the higher level wins,
then the deeper one; game counts are added. After Ctrl-C or a kill OUT holds
the books merged so far.
)",
    .examples = R"(  sumi book merge all.book mine.book yours.book
  sumi book merge mine.book default    # a copy of the shipped book
)",
    .run = run_book_merge,
    .program = kSumiBookName,
    .json = R"(  merged     integer: books merged
  added      integer: positions added
  positions  integer: positions in OUT now
  seconds    number: elapsed time
)"};

// `sumi book diff`.

namespace {

constexpr int kMaxDifferences = 100'000;

Position shown_position(const Board& board) { return {board, Color::kBlack}; }

Json json_of(const book::BookDifference& d) {
  Json json{{"only_first", d.only_first},
            {"only_second", d.only_second},
            {"both", d.both},
            {"compared", d.compared},
            {"same_score", d.same_score},
            {"other_best", d.other_best},
            {"mean", d.mean},
            {"deviation", d.deviation}};
  json["largest"] = Json::array();
  for (const book::ScoreDifference& one : d.largest) {
    json["largest"].push_back({{"position", to_text(shown_position(one.board))},
                               {"first", json_discs(one.first, false)},
                               {"second", json_discs(one.second, false)},
                               {"best_first", to_text(one.best_first)},
                               {"best_second", to_text(one.best_second)}});
  }
  return json;
}

std::string text_of(const book::BookDifference& d) {
  const Language language = default_language();
  std::string text = tr_format(
      language,
      "{} positions in both, {} only in the first, {} only in the second\n"
      "{} have a score in both: {} the same one, {} another best move\n"
      "second less first, for the side to move: mean {:+.2f}, standard deviation {:.2f} discs\n",
      d.both, d.only_first, d.only_second, d.compared, d.same_score, d.other_best, d.mean,
      d.deviation);
  if (d.largest.empty()) return text;
  const Table table({{tr(language, "first"), 6},
                     {tr(language, "best"), 4, Table::Align::kLeft},
                     {tr(language, "second"), 6},
                     {tr(language, "best"), 4, Table::Align::kLeft},
                     {tr(language, "position"), 8, Table::Align::kLeft}});
  text += '\n' + table.header();
  for (const book::ScoreDifference& one : d.largest) {
    const std::string row[] = {fmt::format("{:+.2f}", to_discs(one.first)), to_text(one.best_first),
                               fmt::format("{:+.2f}", to_discs(one.second)),
                               to_text(one.best_second), to_text(shown_position(one.board))};
    text += table.row(row);
  }
  return text;
}

int run_book_diff(const Command& self, const Args& args, Output& out) {
  std::size_t most = 10;
  bool json = false;
  const Options rows{
      {"most", number(most, 0, kMaxDifferences), "show the N largest differences, {}"},
      {"json", flag(json), "print a JSON object"}};
  auto line = parse(self, rows, args, out);
  if (!line) return kDone;
  const std::string path = take_book(*line);
  if (line->words.size() != 1) throw UsageError("need two books, BOOK BOOK");
  const auto first = open_to_read(path), second = open_to_read(line->words[0]);
  watch_interrupts();
  const auto difference = book::compare_books(*first, *second, most, drawn_progress(first->size()));
  if (!difference) return end_with(kInterrupted, "interrupted");
  out.write(json ? json_line(json_of(*difference)) : text_of(*difference));
  return kDone;
}

}  // namespace

const Command kBookDiffCommand{
    .name = "diff",
    .arguments = "BOOK BOOK [--most N] [--json]",
    .summary = "compare two books",
    .details = R"(Reports the positions that only one of them has, and how far the scores of the
others differ. Best moves that lead to symmetric positions count as equal.
Positions are shown as books store them, with Black to move.
)",
    .examples = R"(  sumi book diff default my.book
  sumi book diff old.book new.book --most 100 --json | jq .mean
)",
    .run = run_book_diff,
    .program = kSumiBookName,
    .json = R"(  only_first                integer: positions in the first book only
  only_second               integer: positions in the second book only
  both                      integer: positions in both
  compared                  integer: those of them that have a score in both
  same_score                integer: those with equal scores
  other_best                integer: those with different best moves
  mean                      number: mean difference of scores, second minus
                            first
  deviation                 number: its standard deviation
  largest[].position        string: positions with the largest differences
  largest[].first, second   number: their scores in each book
  largest[].best_first, best_second
                            string: their best moves in each book
)"};

using book::BookStore;

// The formats of `sumi book export` and `import`.

namespace {

constexpr const char* kStandardOutput = "-";

constexpr int kMaxPositionMessages = 10;

/// The command that made the book, from the notes.
std::string source_of(const book::BookReader& book) {
  std::string source = book.note("source");
  if (!source.empty()) return source;
  source = "sumi book build BOOK";
  for (const std::string_view name : kBuildNotes) {
    const std::string note = book.note(std::string(name));
    if (!note.empty()) source += fmt::format(" --{} {}", name, note);
  }
  return source;
}

// Writers return false if interrupted; the file is then unchanged.

bool write_compact(const book::BookReader& book, const std::string& file,
                   const book::Progress& progress, Output&) {
  const std::string bytes = book::to_compact(book, source_of(book), progress).value();
  if (!bytes.empty()) write_file(file, bytes).value();
  return !bytes.empty();
}

bool write_edax(const book::BookReader& book, const std::string& file,
                const book::Progress& progress, Output&) {
  return book::write_edax_book(file, book, progress).value();
}

bool write_egaroucid(const book::BookReader& book, const std::string& file,
                     const book::Progress& progress, Output&) {
  return book::write_egaroucid_book(file, book, progress).value();
}

bool write_lines(const book::BookReader& book, const book::Progress& progress, Output& out) {
  const auto write = [&](const Board& board, const book::BookEntry& entry) {
    out.write(book::to_obf_line(board, entry, book) + '\n');
  };
  const bool done = book::for_all(book, progress, write);
  out.flush();
  return done;
}

bool write_obf(const book::BookReader& book, const std::string& file,
               const book::Progress& progress, Output& out) {
  if (file == kStandardOutput) return write_lines(book, progress, out);
  FileOutput obf("export", file);
  const bool done = write_lines(book, progress, obf.output());
  if (done) obf.finish();
  return done;
}

/// Stores positions and counts invalid ones.
class Reading {
 public:
  explicit Reading(BookStore& store) : store_(store), bar_(true, "positions") {}

  /// Of a repeated position, the last searched entry counts.
  void put(const std::optional<std::pair<Board, book::BookEntry>>& position) {
    if (!position) {
      ++left_out_;
      return;
    }
    const auto& [board, entry] = *position;
    if (entry.leaf.state != book::Leaf::State::kUnsearched || !store_.find(board)) {
      store_.put(board, entry);
    }
    constexpr std::uint64_t kBetween = 1000;
    if (++good_ % kBetween == 0) bar_.draw(std::nullopt, good_);
  }

  void warn(const std::string& text) {
    if (++bad_ > kMaxPositionMessages) return;
    bar_.erase();
    print_error(text);
  }

  void print_rest() {
    bar_.erase();
    if (bad_ <= kMaxPositionMessages) return;
    print_error(fmt::format("{} more messages of this kind", bad_ - kMaxPositionMessages));
  }

  std::uint64_t good() const { return good_; }
  std::uint64_t bad() const { return bad_; }
  std::uint64_t left_out() const { return left_out_; }

 private:
  BookStore& store_;
  ProgressBar bar_;
  std::uint64_t good_ = 0, bad_ = 0, left_out_ = 0;
};

// Readers stop when interrupted.

void read_edax(const std::string& file, BookStore&, Reading& reading) {
  const auto put = [&](const book::EdaxPosition& position) {
    if (!interrupted()) reading.put(book::from_edax(position));
  };
  const auto warn = [&](const std::string& text) { reading.warn(text); };
  book::read_edax_book(file, put, warn).value();
}

void read_egaroucid(const std::string& file, BookStore& store, Reading& reading) {
  const auto put = [&](const book::EgaroucidPosition& position) {
    if (!interrupted()) reading.put(book::from_egaroucid(position));
  };
  const auto warn = [&](const std::string& text) { reading.warn(text); };
  book::read_egaroucid_book(file, put, warn).value();
  if (!interrupted()) book::resolve_leaves(store);
}

void read_obf(const std::string& file, BookStore&, Reading& reading) {
  std::ifstream input(file, std::ios::binary);
  if (!input) {
    throw FatalError(fmt::format("file {}: {}", sumi::quoted(file), std::strerror(errno)));
  }
  std::string text;
  for (std::uint64_t number = 1; std::getline(input, text) && !interrupted(); ++number) {
    if (const auto line = trim(text); line.empty() || line.starts_with('%')) continue;
    const auto entry = book::from_obf_line(text);
    if (!entry) {
      reading.warn(fmt::format("{}:{}: {}", file, number, entry.error().message));
    } else if (*entry) {
      reading.put(*entry);
    }
  }
}

struct BookFormat {
  std::string_view name, extension;
  std::string_view title;  ///< Completes "holds no ..." in errors.
  bool (*holds)(std::string_view head);
  bool (*write)(const book::BookReader&, const std::string& file, const book::Progress&, Output&);
  /// Null for formats that are opened directly.
  void (*read)(const std::string& file, BookStore& store, Reading& reading);
};

constexpr BookFormat kFormats[] = {
    {"compact", ".book", "compact book", book::CompactBook::is_compact, write_compact, nullptr},
    {"edax", ".dat", "book of Edax", book::is_edax_book, write_edax, read_edax},
    {"egaroucid", ".egbk3", "book of Egaroucid", book::is_egaroucid_book, write_egaroucid,
     read_egaroucid},
    // OBF has no signature: game_kind() recognizes it.
    {"obf", ".obf", "", nullptr, write_obf, read_obf},
};
constexpr const BookFormat& kObf = kFormats[std::size(kFormats) - 1];

/// --format; `standard` describes the default.
Option format_row(const BookFormat*& format, const std::string& standard) {
  std::vector<std::pair<std::string_view, const BookFormat*>> all;
  for (const BookFormat& each : kFormats) all.emplace_back(each.name, &each);
  OptionValue value = choice(format, std::move(all), "FORMAT");
  std::string help = fmt::format("{} {}", detail::listed(value.words), standard);
  return {"format", std::move(value), std::move(help)};
}

const BookFormat& format_of(const BookFormat* given, const std::string& file) {
  if (given) return *given;
  std::vector<std::string> known;
  for (const BookFormat& format : kFormats) {
    if (file.ends_with(format.extension)) return format;
    known.push_back(fmt::format("{} ({})", format.extension, format.name));
  }
  throw UsageError(fmt::format("{} does not end with {}: give --format", sumi::quoted(file),
                               detail::listed(known)));
}

/// The format by the file's start; null for a BookStore.
const BookFormat* detected(const std::string& file) {
  const auto read = read_head(file, 4096);
  const std::string head = read ? *read : "";
  if (BookStore::is_store(head)) return nullptr;
  for (const BookFormat& format : kFormats) {
    if (format.holds && format.holds(head)) return &format;
  }
  if (head.find('\0') == head.npos) return &kObf;
  throw FatalError(
      fmt::format("file {}: binary data that is not a book of Sumi (compact or not), "
                  "Edax or Egaroucid",
                  sumi::quoted(file)));
}

}  // namespace

// `sumi book export`.

namespace {

int run_book_export(const Command& self, const Args& args, Output& out) {
  const BookFormat* given = nullptr;
  const Options rows{format_row(given, "(default: by extension)"), force_row()};
  auto line = parse(self, rows, args, out);
  if (!line) return kDone;
  const std::string path = take_book(*line);
  if (line->words.size() != 1) throw UsageError("need one file to write, BOOK FILE");
  const std::string file = line->words[0];
  const BookFormat& format = format_of(given, file);
  const bool to_output = file == kStandardOutput;
  if (to_output && &format != &kObf) {
    throw UsageError("only obf can be written to standard output");
  }
  const FileKind kind = format.holds ? FileKind{std::string(format.title), format.holds}
                                     : game_kind(FileFormat::kObf, file);
  check_outputs(*line, std::vector<OutputPath>{{"FILE", file, kind}},
                std::vector<std::string>{path});
  const auto book = open_to_read(path);
  watch_interrupts();
  const bool done = format.write(*book, file, drawn_progress(book->size()), out);
  if (!done) {
    return end_with(kInterrupted, to_output ? "interrupted; not all positions were written"
                                            : "interrupted; nothing was written");
  }
  const Language language = default_language();
  print_stderr(to_output ? tr_format(language, "{} positions written", book->size())
                         : tr_format(language, "{}: {} positions, {} bytes", file, book->size(),
                                     file_size_of(file)));
  return kDone;
}

}  // namespace

const Command kBookExportCommand{
    .name = "export",
    .arguments = "BOOK FILE [--format compact|edax|egaroucid|obf]",
    .summary = "write a book in another format",
    .details = R"(Formats (the extension of FILE selects one unless --format is given):

  compact    .book   one small file, loaded whole; show, merge and --book
                     accept it
  edax       .dat    book of Edax, scores in whole discs
  egaroucid  .egbk3  book of Egaroucid, scores in whole discs
  obf        .obf    text, a position per line with its moves and scores

FILE is replaced atomically; - is standard output, for obf. Without --force, an
existing file is replaced only if it is a book of the same format.
)",
    .examples = R"(  sumi book export my.book small.book
  sumi book export my.book book.dat
  sumi book export my.book book.egbk3
  sumi book export default - --format obf | head
)",
    .run = run_book_export,
    .program = kSumiBookName};

// `sumi book import`.

namespace {

/// A temporary store.
class PassingStore {
 public:
  explicit PassingStore(const std::string& beside)
      : path_(temporary_name(beside, "import")), store_(BookStore::create(path_).value()) {}
  ~PassingStore() {
    store_.reset();
    remove_database(path_);
  }
  PassingStore(const PassingStore&) = delete;
  PassingStore& operator=(const PassingStore&) = delete;

  BookStore& store() { return *store_; }

 private:
  const std::string path_;
  std::unique_ptr<BookStore> store_;
};

/// Returns false, with `book` unchanged, if interrupted.
bool merge_in(BookStore& book, const book::BookReader& from) {
  return book::merge(book, from, drawn_progress(from.size()));
}

int end_unchanged(const std::string& path) {
  return end_with(kInterrupted, fmt::format("interrupted; {} is unchanged", path));
}

int run_book_import(const Command& self, const Args& args, Output& out) {
  const BookFormat* given = nullptr;
  const Options rows{format_row(given, "(default: detected)")};
  auto line = parse(self, rows, args, out);
  if (!line) return kDone;
  const std::string path = take_book(*line);
  forbid_shipped(path);
  if (line->words.size() != 1) throw UsageError("need one file to read, BOOK FILE");
  const std::string file = line->words[0];
  if (same_file(path, file)) {
    throw UsageError(fmt::format("BOOK and FILE are the same file, {}", file));
  }
  const BookFormat* const format = given ? given : detected(file);
  watch_interrupts();
  if (!format || !format->read) {
    const auto source = open_to_read(file);
    const auto book = open_or_create(path);
    if (!merge_in(*book, *source)) return end_unchanged(path);
    out.write(tr_format(default_language(), "{} positions read\n{}: {} positions\n", source->size(),
                        path, book->size()));
    return kDone;
  }

  const auto existing = std::filesystem::exists(path) ? open_to_write(path) : nullptr;
  PassingStore passing(path);
  Reading reading(passing.store());
  passing.store().change([&] { format->read(file, passing.store(), reading); });
  reading.print_rest();
  if (interrupted()) return end_unchanged(path);
  if (reading.good() == 0) {
    return end_with(kFailed, fmt::format("{} holds no position that a book can store", file));
  }
  const auto made = existing ? nullptr : open_or_create(path);
  BookStore& book = existing ? *existing : *made;
  if (!merge_in(book, passing.store())) return end_unchanged(path);
  out.write(tr_format(default_language(),
                      "{} positions read, {} unsuitable, {} bad\n{}: {} positions\n",
                      reading.good(), reading.left_out(), reading.bad(), path, book.size()));
  return kDone;
}

}  // namespace

const Command kBookImportCommand{
    .name = "import",
    .arguments = "BOOK FILE [--format compact|edax|egaroucid|obf]",
    .summary = "import a book of another program or format",
    .details = R"(Merges FILE into BOOK, which is created if missing, as `sumi book merge` does.
See `sumi book export` for the formats; only the best move of OBF lines from
other programs is used. Invalid positions are reported and skipped, as are
those where the side to move must pass. Imports all or nothing. Importing a
file twice counts its games twice.
)",
    .examples = R"(  sumi book import edax.book book.dat
  sumi book import egaroucid.book book.egbk3
  sumi book import my.book positions.obf
)",
    .run = run_book_import,
    .program = kSumiBookName};

}  // namespace sumi::protocol
