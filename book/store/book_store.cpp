// SPDX-License-Identifier: MIT
/// Uses two connections. The thread in change() uses the writing one, which sees its uncommitted
/// changes; all other threads use the reading one.
#include "book/store/book_entry.h"
#include "book/store/book_store.h"
#include "engine/base/held_file.h"
#include "engine/base/sqlite.h"
#include "engine/base/text.h"
#include "engine/formats/game_file.h"
#include "engine/game/notation.h"
#include "engine/game/symmetry.h"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <cassert>
#include <initializer_list>
#include <mutex>
#include <thread>
#include <utility>

namespace sumi::book {
namespace {

constexpr DatabaseKind kBook{0x5375426B, 2, "opening book of sumi"};  // "SuBk"

// SQLite stores this text with its comments; `.schema` shows it.
constexpr const char* kSchema = R"sql(
CREATE TABLE positions(
  board BLOB PRIMARY KEY,    -- discs of the side to move, then the other's: 8 bytes each, h8 first
  entry BLOB NOT NULL        -- 24 bytes: book/store/README.md
) WITHOUT ROWID;
CREATE TABLE size(
  positions INTEGER NOT NULL -- how many there are: counting them takes long
);
INSERT INTO size VALUES(0);
CREATE TABLE notes(
  name TEXT PRIMARY KEY,
  text TEXT NOT NULL
) WITHOUT ROWID;
CREATE TABLE games(
  identity INTEGER PRIMARY KEY  -- of each game that was added (64 bits without a sign)
);
)sql";

constexpr const char* kSelectAll = "SELECT board, entry FROM positions ORDER BY board";

std::string_view view(const BookKey& key) { return {key.data(), key.size()}; }
std::string_view view(const BookRow& row) { return {row.data(), row.size()}; }

/// Throws FatalError.
void run(Statement& statement) { statement.step().value(); }

struct Reads {
  Result<void> prepare(const std::string& path);

  Database db;  // outlives its statements
  std::optional<Statement> find, size, note, game;
};

struct Changes {
  Result<void> prepare(const std::string& path, sqlite3* db);

  std::optional<Statement> begin, commit, rollback, update, insert, erase, count, set_note,
      add_game;
};

Result<void> prepare_all(
    const std::string& path, sqlite3* db,
    std::initializer_list<std::pair<std::optional<Statement>*, const char*>> statements) {
  for (const auto& [statement, sql] : statements) {
    Result<Statement> prepared = Statement::prepare(path, db, sql);
    if (!prepared) return prepared.error();
    statement->emplace(std::move(*prepared));
  }
  return {};
}

Result<void> Reads::prepare(const std::string& path) {
  return prepare_all(path, db.get(),
                     {{&find, "SELECT entry FROM positions WHERE board = ?"},
                      {&size, "SELECT positions FROM size"},
                      {&note, "SELECT text FROM notes WHERE name = ?"},
                      {&game, "SELECT 1 FROM games WHERE identity = ?"}});
}

Result<void> Changes::prepare(const std::string& path, sqlite3* db) {
  return prepare_all(path, db,
                     {{&begin, "BEGIN IMMEDIATE"},
                      {&commit, "COMMIT"},
                      {&rollback, "ROLLBACK"},
                      {&update, "UPDATE positions SET entry = ? WHERE board = ?"},
                      {&insert, "INSERT INTO positions(entry, board) VALUES(?, ?)"},
                      {&erase, "DELETE FROM positions WHERE board = ?"},
                      {&count, "UPDATE size SET positions = positions + ?"},
                      {&set_note,
                       "INSERT INTO notes VALUES(?1, ?2)"
                       " ON CONFLICT(name) DO UPDATE SET text = ?2"},
                      {&add_game, "INSERT INTO games VALUES(?) ON CONFLICT(identity) DO NOTHING"}});
}

/// For a file that is not a BookStore, an error that names the readable types or the program that
/// wrote the book; otherwise `error`.
Error error_of_opening(const std::string& path, const Error& error) {
  if (error.code != ErrorCode::kBadFile) return error;
  const Result<HeldFile> file = HeldFile::open(path, HeldFile::Access::kRead);
  const std::string head = file ? database_head(*file) : "";
  const std::string_view maker = book_maker(head);
  if (!maker.empty() && maker != kOwnBookMaker) return file_error(path, book_notice(maker));
  if (head.empty() || is_database(head, kBook)) return error;
  return file_error(path,
                    "holds no opening book of Sumi; `sumi book import` reads those of Edax "
                    "and Egaroucid, compact books and OBF positions with scores");
}

FatalError damaged(const std::string& path, const std::string& fault) {
  return FatalError(file_error(path, "a position is damaged: " + fault).message);
}

void visit_all(const std::string& path, sqlite3* db,
               const std::function<bool(const Board&, const BookEntry&)>& visit) {
  Statement row = Statement::prepare(path, db, kSelectAll).value();
  while (row.step().value()) {
    const std::optional<Board> board = parse_key(row.blob());
    const std::string_view bytes = row.blob();
    if (!board || !is_book_position(*board)) throw damaged(path, "it is none of a book");
    const Result<BookEntry> entry = parse_row(*board, bytes);
    if (!entry) throw damaged(path, entry.error().message);
    if (!visit(*board, *entry)) return;
  }
}

}  // namespace

struct BookStore::Impl {
  Impl(std::string path, HeldFile file) : path(std::move(path)), file(std::move(file)) {}

  bool changing() const { return changer.load() == std::this_thread::get_id(); }

  /// Runs `ask` on the calling thread's connection: the writing one inside change().
  template <class Ask>
  auto ask(Ask ask) {
    if (changing()) return ask(written);
    const std::lock_guard lock(mutex);
    return ask(reads);
  }

  // Connections close before the file.
  const std::string path;
  const HeldFile file;
  std::mutex mutex;  ///< Guards `reads`.
  Reads reads;

  // For writing, by the thread that has locked `turn`. Any thread may read `changer`.
  std::recursive_mutex turn;
  std::atomic<std::thread::id> changer{};  ///< The thread in change(), if any.
  Reads written;                           ///< Sees uncommitted changes.
  std::optional<Changes> changes;
  std::int64_t added = 0;  ///< In the current change.
};

BookStore::BookStore(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}
BookStore::~BookStore() = default;

const std::string& BookStore::path() const { return impl_->path; }

bool BookStore::is_store(std::string_view head) { return is_database(head, kBook); }

Result<std::unique_ptr<BookStore>> BookStore::create(const std::string& path) {
  if (const auto made = create_database(path, kBook, kSchema); !made) return made.error();
  return open(path, Access::kWrite);
}

Result<std::unique_ptr<BookStore>> BookStore::open(const std::string& path, Access access) {
  const bool write = access == Access::kWrite;
  Result<HeldFile> file = write ? open_for_writing(path, kBook, "another sumi is writing to it")
                                : HeldFile::open(path, HeldFile::Access::kRead);
  if (!file) return error_of_opening(path, file.error());
  if (const auto ours = check_database(path, *file, kBook); !ours) {
    return error_of_opening(path, ours.error());
  }

  auto impl = std::make_unique<Impl>(path, std::move(*file));
  if (write) {
    Result<Database> db = open_database(path, SQLITE_OPEN_READWRITE);
    if (!db) return db.error();
    impl->written.db = std::move(*db);
    sqlite3* const raw = impl->written.db.get();
    const auto set = execute(path, raw, "PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL");
    if (!set) return set.error();
    if (const auto ready = impl->written.prepare(path); !ready) return ready.error();
    if (const auto ready = impl->changes.emplace().prepare(path, raw); !ready) return ready.error();
  }
  Result<Database> db = open_to_read(path);
  if (!db) return db.error();
  impl->reads.db = std::move(*db);
  if (const auto ready = impl->reads.prepare(path); !ready) return ready.error();
  return std::unique_ptr<BookStore>(new BookStore(std::move(impl)));
}

std::optional<BookEntry> BookStore::find(const Board& board) const {
  const CanonicalBoard there = canonical(board);
  const BookKey key = to_key(there.board);
  std::optional<Result<BookEntry>> row;
  impl_->ask([&](Reads& reads) {
    reads.find->bind_blob(view(key));
    if (!reads.find->step().value()) return;
    row = parse_row(there.board, reads.find->blob());
    reads.find->reset();
  });
  if (!row) return std::nullopt;
  if (!*row) throw damaged(path(), row->error().message);
  BookEntry entry = **row;
  entry.leaf.move = symmetric(entry.leaf.move, inverse_symmetry(there.symmetry));
  return entry;
}

std::uint64_t BookStore::size() const {
  const std::int64_t added = impl_->changing() ? impl_->added : 0;
  return impl_->ask([&](Reads& reads) {
    const bool found = reads.size->step().value();
    const std::int64_t size = found ? reads.size->integer() : 0;
    reads.size->reset();
    return static_cast<std::uint64_t>(size + added);
  });
}

void BookStore::for_each(const std::function<bool(const Board&, const BookEntry&)>& visit) const {
  if (impl_->changing()) return visit_all(path(), impl_->written.db.get(), visit);
  // A separate connection reads a snapshot without blocking others.
  const Database db = open_to_read(path()).value();
  visit_all(path(), db.get(), visit);
}

std::string BookStore::note(const std::string& name) const {
  return impl_->ask([&](Reads& reads) {
    reads.note->bind(name);
    const std::string text = reads.note->step().value() ? reads.note->text() : "";
    reads.note->reset();
    return text;
  });
}

bool BookStore::has_game(std::uint64_t identity) const {
  return impl_->ask([&](Reads& reads) {
    reads.game->bind(static_cast<std::int64_t>(identity));
    const bool found = reads.game->step().value();
    reads.game->reset();
    return found;
  });
}

std::vector<std::uint64_t> BookStore::games() const {
  return impl_->ask([&](Reads& reads) {
    Statement row =
        Statement::prepare(path(), reads.db.get(), "SELECT identity FROM games").value();
    std::vector<std::uint64_t> games;
    while (row.step().value()) games.push_back(static_cast<std::uint64_t>(row.integer()));
    std::sort(games.begin(), games.end());
    return games;
  });
}

void BookStore::change(const std::function<void()>& work) {
  change_if([&work] {
    work();
    return true;
  });
}

bool BookStore::change_if(const std::function<bool()>& work) {
  assert(impl_->changes);
  const std::lock_guard lock(impl_->turn);
  if (impl_->changing()) return work();

  Changes& changes = *impl_->changes;
  run(*changes.begin);
  impl_->added = 0;
  impl_->changer = std::this_thread::get_id();
  const auto take_back = [&] {
    // Fails if SQLite has already rolled back.
    static_cast<void>(changes.rollback->step());
    impl_->changer = std::thread::id();
  };
  try {
    if (!work()) {
      take_back();
      return false;
    }
    if (impl_->added != 0) {
      changes.count->bind(impl_->added);
      run(*changes.count);
    }
    run(*changes.commit);
  } catch (...) {
    take_back();
    throw;
  }
  impl_->changer = std::thread::id();
  return true;
}

void BookStore::put(const Board& board, const BookEntry& entry) {
  assert(is_book_position(board) && fault_of(board, entry).empty());
  const CanonicalBoard there = canonical(board);
  BookEntry turned = entry;
  turned.leaf.move = symmetric(entry.leaf.move, there.symmetry);
  const BookKey key = to_key(there.board);
  const BookRow row = to_row(turned);
  change([&] {
    const auto write = [&](Statement& statement) {
      statement.bind_blob(view(row));
      statement.bind_blob(view(key));
      run(statement);
    };
    write(*impl_->changes->update);
    if (sqlite3_changes(impl_->written.db.get()) != 0) return;
    write(*impl_->changes->insert);
    ++impl_->added;
  });
}

void BookStore::erase(const Board& board) {
  const BookKey key = to_key(canonical(board).board);
  change([&] {
    impl_->changes->erase->bind_blob(view(key));
    run(*impl_->changes->erase);
    impl_->added -= sqlite3_changes(impl_->written.db.get());
  });
}

void BookStore::set_note(const std::string& name, std::string_view text) {
  change([&] {
    impl_->changes->set_note->bind(name);
    impl_->changes->set_note->bind(text);
    run(*impl_->changes->set_note);
  });
}

void BookStore::remember_game(std::uint64_t identity) {
  change([&] {
    impl_->changes->add_game->bind(static_cast<std::int64_t>(identity));
    run(*impl_->changes->add_game);
  });
}

std::vector<std::string> BookStore::check_file() const {
  constexpr std::size_t kMaxFaults = 100;
  const Database db = open_to_read(path()).value();
  std::vector<std::string> faults = check_whole_file(path(), db.get(), kMaxFaults);
  const auto tell = [&](std::string fault) {
    if (faults.size() < kMaxFaults) faults.push_back(std::move(fault));
  };
  // Rows of damaged files are meaningless.
  if (!faults.empty()) return faults;

  // One transaction: another process may be writing.
  execute(path(), db.get(), "BEGIN").value();
  Statement row = Statement::prepare(path(), db.get(), kSelectAll).value();
  std::int64_t positions = 0;
  for (; row.step().value(); ++positions) {
    const std::string_view key = row.blob();
    const std::optional<Board> board = parse_key(key);
    if (!board) {
      tell(fmt::format("{} is not a board", quoted(key)));
      continue;
    }
    const std::string text = to_text(Position{*board, Color::kBlack, 8});
    if (canonical(*board).board != *board) tell(fmt::format("{}: is not the canonical one", text));
    if (!is_book_position(*board)) {
      tell(fmt::format("{}: the side to move cannot move, or a middle square is empty", text));
    } else if (const auto entry = parse_row(*board, row.blob()); !entry) {
      tell(fmt::format("{}: {}", text, entry.error().message));
    }
  }
  Statement size = Statement::prepare(path(), db.get(), "SELECT positions FROM size").value();
  const std::int64_t noted = size.step().value() ? size.integer() : -1;
  if (noted != positions) tell(fmt::format("says it has {} positions, has {}", noted, positions));
  return faults;
}

}  // namespace sumi::book
