// SPDX-License-Identifier: MIT
/// `sumi book export`: a book for others.
#include "book/formats/compact_book.h"
#include "book/formats/edax_book.h"
#include "book/formats/egaroucid_book.h"
#include "book/formats/obf_book.h"
#include "engine/base/file.h"
#include "engine/base/text.h"
#include "protocol/cli/book/book_commands.h"
#include "protocol/cli/book/book_files.h"
#include "protocol/cli/book/book_work.h"
#include "protocol/cli/book/work_options.h"
#include "protocol/command/output_paths.h"
#include "protocol/report/output.h"

#include <fmt/format.h>

#include <type_traits>
#include <utility>

namespace sumi::protocol {
namespace {

constexpr const char* kStandardOutput = "-";

BookFormat format_of(std::optional<BookFormat> given, const std::string& file) {
  constexpr std::pair<std::string_view, BookFormat> kExtensions[] = {
      {".book", BookFormat::kCompact},
      {".dat", BookFormat::kEdax},
      {".egbk3", BookFormat::kEgaroucid},
      {".obf", BookFormat::kObf}};
  if (given) return *given;
  for (const auto& [extension, format] : kExtensions) {
    if (file.ends_with(extension)) return format;
  }
  throw UsageError(fmt::format(
      "{} does not tell the format, as .book (compact), .dat (edax), .egbk3 (egaroucid) "
      "and .obf do: say --format",
      sumi::quoted(file)));
}

/// The command that made the book, as far as it is noted.
std::string source_of(const book::BookReader& book) {
  std::string source = book.note("source");
  if (!source.empty()) return source;
  source = "sumi book build BOOK";
  const auto add = [&](std::span<const std::string_view> names) {
    for (const std::string_view name : names) {
      const std::string note = book.note(std::string(name));
      if (!note.empty()) source += fmt::format(" --{} {}", name, note);
    }
  };
  add(kGoalNotes);
  add(kLevelNote);
  return source;
}

/// Returns whether all was written.
bool write_obf(const book::BookReader& book, Output& out, const book::Progress& progress) {
  const auto write = [&](const Board& board, const book::BookEntry& entry) {
    out.write(book::to_obf_line(board, entry, book) + '\n');
  };
  const bool done = book::for_all(book, progress, write);
  out.flush();
  return done;
}

template <class T>
T checked(Result<T> result) {
  if (!result) throw FatalError(result.error().message);
  if constexpr (!std::is_void_v<T>) return std::move(*result);
}

/// Returns whether all was written: not after Ctrl-C, and then a file is as it was.
bool write_book(const book::BookReader& book, BookFormat format, const std::string& file,
                Output& out) {
  ProgressBar bar(true, "positions");
  const book::Progress progress = drawn_progress(bar, book.size());
  if (format == BookFormat::kEdax) return checked(book::write_edax_book(file, book, progress));
  if (format == BookFormat::kEgaroucid) {
    return checked(book::write_egaroucid_book(file, book, progress));
  }
  if (format == BookFormat::kCompact) {
    const std::string bytes = checked(book::to_compact(book, source_of(book), progress));
    if (!bytes.empty()) checked(write_file(file, bytes));
    return !bytes.empty();
  }
  if (file == kStandardOutput) return write_obf(book, out, progress);
  FileOutput obf("export", file);
  const bool done = write_obf(book, obf.output(), progress);
  if (done) obf.finish();
  return done;
}

void check_file(const CommandLine& line, const std::string& book, const std::string& file,
                BookFormat format) {
  FileKind kind = game_kind(FileFormat::kObf, file);
  if (format == BookFormat::kCompact) kind = {"compact book", book::CompactBook::is_compact};
  if (format == BookFormat::kEdax) kind = {"book of Edax", book::is_edax_book};
  if (format == BookFormat::kEgaroucid) kind = {"book of Egaroucid", book::is_egaroucid_book};
  check_outputs(line, std::vector<OutputPath>{{"FILE", file, kind}},
                std::vector<std::string>{book});
}

int run_book_export(const Command& self, const Args& args, Output& out) {
  std::optional<BookFormat> given;
  const Options rows{format_row(given, "else the extension tells: .book, .dat, .egbk3 or .obf"),
                     force_row()};
  auto line = parse(self, rows, args, out);
  if (!line) return kDone;
  const std::string path = take_book(*line);
  if (line->words.size() != 1) throw UsageError("need one file to write, BOOK FILE");
  const std::string file = line->words[0];
  const BookFormat format = format_of(given, file);
  const bool to_output = file == kStandardOutput;
  if (to_output && format != BookFormat::kObf) {
    throw UsageError("only obf is written to standard output");
  }
  check_file(*line, path, file, format);
  const auto book = open_to_read(path);
  watch_interrupts();
  if (!write_book(*book, format, file, out)) {
    tell_error(to_output ? "interrupted; not all positions were written"
                         : "interrupted; nothing was written");
    return kInterrupted;
  }
  const Language language = default_language();
  tell_stderr(to_output ? tr_format(language, "{} positions written", book->size())
                        : tr_format(language, "{}: {} positions, {} bytes", file, book->size(),
                                    file_size_of(file)));
  return kDone;
}

}  // namespace

const Command kBookExportCommand{
    "export",
    "BOOK FILE [--format compact|edax|egaroucid|obf]",
    "write a book in another format",
    R"(compact: one small file to hand on, which is read whole and which `show`,
`merge` and the engine's option book take as it is; edax: book.dat of Edax, and
egaroucid: .egbk3 of Egaroucid, scores in whole discs; obf: text, a position a
line with its moves and scores, - for standard output. FILE takes its name when
it is whole, and replaces only a book of the same format, or anything else by
--force.
)",
    R"(  sumi book export my.book small.book
  sumi book export my.book book.dat
  sumi book export my.book book.egbk3
  sumi book export default - --format obf | head
)",
    run_book_export,
    kSumiBookName};

}  // namespace sumi::protocol
