// SPDX-License-Identifier: MIT
/// `sumi book import`: a book of others.
#include "book/build/book_builder.h"
#include "book/formats/compact_book.h"
#include "book/formats/edax_book.h"
#include "book/formats/egaroucid_book.h"
#include "book/formats/obf_book.h"
#include "engine/base/file.h"
#include "engine/base/held_file.h"
#include "engine/base/text.h"
#include "protocol/cli/book/book_commands.h"
#include "protocol/cli/book/book_files.h"
#include "protocol/cli/book/book_work.h"
#include "protocol/report/output.h"

#include <fmt/format.h>

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <optional>

namespace sumi::protocol {

using book::BookStore;

namespace {

constexpr int kMaxToldMessages = 10;

/// A book of its own until it is merged, gone at the end.
class PassingStore {
 public:
  explicit PassingStore(const std::string& beside) : path_(passing_name(beside, "import")) {
    auto made = BookStore::create(path_);
    if (!made) throw FatalError(made.error().message);
    store_ = std::move(*made);
  }
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

/// What was read so far, and what was wrong with the rest.
class Reading {
 public:
  explicit Reading(BookStore& store) : store_(store), bar_(true, "positions") {}

  /// Stores a position. If a file has a position several times, the last searched entry counts.
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
    if (++bad_ > kMaxToldMessages) return;
    bar_.erase();
    tell_error(text);
  }

  void tell_rest() {
    bar_.erase();
    if (bad_ <= kMaxToldMessages) return;
    tell_error(fmt::format("{} more messages of this kind", bad_ - kMaxToldMessages));
  }

  std::uint64_t good() const { return good_; }
  std::uint64_t bad() const { return bad_; }
  std::uint64_t left_out() const { return left_out_; }

 private:
  BookStore& store_;
  ProgressBar bar_;
  std::uint64_t good_ = 0, bad_ = 0, left_out_ = 0;
};

void read_edax(const std::string& file, Reading& reading) {
  const auto header = book::read_edax_book(
      file,
      [&](const book::EdaxPosition& position) {
        if (!interrupted()) reading.put(book::from_edax(position));
      },
      [&](const std::string& text) { reading.warn(text); });
  if (!header) throw FatalError(header.error().message);
}

void read_egaroucid(const std::string& file, BookStore& store, Reading& reading) {
  const auto positions = book::read_egaroucid_book(
      file,
      [&](const book::EgaroucidPosition& position) {
        if (!interrupted()) reading.put(book::from_egaroucid(position));
      },
      [&](const std::string& text) { reading.warn(text); });
  if (!positions) throw FatalError(positions.error().message);
  if (!interrupted()) book::settle_leaves(store);
}

void read_obf(const std::string& file, Reading& reading) {
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

/// The format, judged by how the file begins; nothing for a file that is a book of ours already.
std::optional<BookFormat> detected(const std::string& file) {
  const auto read = read_head(file, 4096);
  const std::string head = read ? *read : "";
  if (BookStore::is_store(head)) return std::nullopt;
  if (book::CompactBook::is_compact(head)) return BookFormat::kCompact;
  if (book::is_edax_book(head)) return BookFormat::kEdax;
  if (book::is_egaroucid_book(head)) return BookFormat::kEgaroucid;
  if (head.find('\0') != head.npos) {
    throw FatalError(
        fmt::format("file {}: binary data that is no book of Sumi (compact or not), "
                    "Edax or Egaroucid",
                    sumi::quoted(file)));
  }
  return BookFormat::kObf;
}

/// False after Ctrl-C: `book` is as it was.
bool merge_in(BookStore& book, const book::BookReader& from) {
  ProgressBar bar(true, "positions");
  return book::merge(book, from, drawn_progress(bar, from.size()));
}

int tell_interrupted(const std::string& path) {
  tell_error(fmt::format("interrupted; nothing was put in {}", path));
  return kInterrupted;
}

int run_book_import(const Command& self, const Args& args, Output& out) {
  std::optional<BookFormat> given;
  const Options rows{format_row(given, "else the file's first bytes tell")};
  auto line = parse(self, rows, args, out);
  if (!line) return kDone;
  const std::string path = take_book(*line);
  forbid_shipped(path);
  if (line->words.size() != 1) throw UsageError("need one file to read, BOOK FILE");
  const std::string file = line->words[0];
  if (same_file(path, file)) {
    throw UsageError(fmt::format("BOOK and FILE are the same file, {}", file));
  }
  const auto format = given ? given : detected(file);
  watch_interrupts();
  if (!format || *format == BookFormat::kCompact) {
    const auto source = open_to_read(file);
    const auto book = open_or_create(path);
    if (!merge_in(*book, *source)) return tell_interrupted(path);
    out.write(tr_format(default_language(), "{} positions read\n{}: {} positions\n", source->size(),
                        path, book->size()));
    return kDone;
  }

  const auto existing = std::filesystem::exists(path) ? open_to_write(path) : nullptr;
  PassingStore passing(path);
  Reading reading(passing.store());
  passing.store().change([&] {
    if (*format == BookFormat::kEdax) return read_edax(file, reading);
    if (*format == BookFormat::kEgaroucid) return read_egaroucid(file, passing.store(), reading);
    read_obf(file, reading);
  });
  reading.tell_rest();
  if (interrupted()) return tell_interrupted(path);
  if (reading.good() == 0) {
    tell_error(fmt::format("{} holds no position for a book", file));
    return kFailed;
  }
  const auto made = existing ? nullptr : open_or_create(path);
  BookStore& book = existing ? *existing : *made;
  if (!merge_in(book, passing.store())) return tell_interrupted(path);
  out.write(tr_format(default_language(),
                      "{} positions read, {} not for a book, {} bad\n{}: {} positions\n",
                      reading.good(), reading.left_out(), reading.bad(), path, book.size()));
  return kDone;
}

}  // namespace

const Command kBookImportCommand{
    "import",
    "BOOK FILE [--format compact|edax|egaroucid|obf]",
    "put a book of another program or format into a book",
    R"(BOOK is made if it is not there, else FILE is merged into it (`sumi book
merge`). Formats as of export; of OBF lines from elsewhere the best move is
taken. Bad positions are told and left out, as are those in which the side to
move must pass. All or nothing. Importing a file twice counts its games twice.
)",
    R"(  sumi book import edax.book book.dat
  sumi book import egaroucid.book book.egbk3
  sumi book import my.book positions.obf
)",
    run_book_import,
    kSumiBookName};

}  // namespace sumi::protocol
