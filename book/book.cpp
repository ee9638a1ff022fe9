// SPDX-License-Identifier: MIT
#include "book/book.h"
#include "book/book_games.h"
#include "book/store/book_store.h"
#include "book/store/book_tree.h"
#include "engine/base/time.h"

#include <algorithm>
#include <atomic>
#include <filesystem>
#include <map>
#include <mutex>
#include <optional>
#include <system_error>
#include <utility>

namespace sumi::book {
namespace {

BookMove move_of(const Child& child, Value value, int empties) {
  BookMove move{.move = child.move, .value = value, .exact = child.exact(), .games = child.games()};
  move.depth = child.entry ? child.entry->depth + 1 : empties;
  if (child.entry) move.selectivity = child.entry->selectivity;
  return move;
}

BookMove move_of(const Leaf& leaf) {
  return {.move = leaf.move,
          .value = leaf.value,
          .depth = leaf.depth,
          .selectivity = leaf.selectivity,
          .exact = leaf.exact,
          .in_book = false};
}

/// Upper bound on the value of moves that leave the book.
Value bound_of(const Leaf& leaf) {
  switch (leaf.state) {
    case Leaf::State::kNoMove:
      return -kInfinity;
    case Leaf::State::kMove:
      return leaf.value;
    case Leaf::State::kUnsearched:
      break;
  }
  return kInfinity;
}

/// True if no search of leaves can raise the score.
bool is_settled(const BookEntry& entry) {
  return entry.score && *entry.score >= bound_of(entry.leaf);
}

/// An unsettled position gives only a bound: the opponent may find a better reply.
std::vector<BookMove> known_moves(const BookReader& book, const Board& board) {
  const auto entry = book.find(board);
  if (!entry) return {};
  const Leaf& leaf = entry->leaf;
  const std::vector<Child> all = children(book, board);
  Value bound = bound_of(leaf);
  std::vector<BookMove> moves;
  for (const Child& child : all) {
    const auto value = child.value();
    if (value && (child.over || is_settled(*child.entry))) {
      moves.push_back(move_of(child, *value, board.empties()));
    } else if (value) {
      // After a pass of the opponent, the unsearched moves are ours.
      bound = std::max(bound, child.same_side ? bound_of(child.entry->leaf) : *value);
    } else if (child.entry && !(leaf.state == Leaf::State::kMove && leaf.move == child.move)) {
      // The leaf's search may have excluded this unsearched move.
      bound = kInfinity;
    }
  }
  if (moves.empty()) return {};
  if (leaf.state == Leaf::State::kMove && !is_stale(leaf, all)) moves.push_back(move_of(leaf));
  std::ranges::sort(moves, [](const BookMove& a, const BookMove& b) {
    return a.value != b.value ? a.value > b.value : a.move < b.move;
  });
  if (moves.front().value < bound) return {};
  return moves;
}

class Book final : public OpeningBook {
 public:
  Book(std::shared_ptr<const BookReader> reader, BookNote tell)
      : reader_(std::move(reader)), tell_(std::move(tell)) {}
  Book(std::shared_ptr<BookStore> store, BookNote tell)
      : reader_(store), store_(std::move(store)), tell_(std::move(tell)) {}

  std::vector<BookMove> moves(const Board& board) const override {
    return guarded([&] { return known_moves(*reader_, board); });
  }

  Line line(const Board& board, int plies) const override {
    return guarded([&] { return best_line(*reader_, board, plies); });
  }

  Result<void> add(const GameRecord& game) override {
    if (!store_) return Error{ErrorCode::kBadFile, "book: it was not opened to learn"};
    try {
      if (const auto added = learn_game(*store_, game); !added) return added.error();
      const std::string before = take_failure();
      if (!before.empty()) return Error{ErrorCode::kBadFile, before};
      return {};
    } catch (const FatalError& error) {
      return Error{ErrorCode::kBadFile, error.what()};
    }
  }

  void learn(const Search& search) override {
    if (!store_) return;
    try {
      search_learned(*store_, search, claims_);
    } catch (const FatalError& error) {
      const std::lock_guard lock(mutex_);
      failure_ = error.what();
    }
  }

 private:
  /// The result of `work`, or an empty one if reading fails. Later calls try again, unless the
  /// failure took more than kPatienceSeconds (a lock or a dying disk).
  template <class Work>
  auto guarded(Work work) const -> decltype(work()) {
    constexpr double kPatienceSeconds = 1;
    const StopWatch clock;
    try {
      if (!given_up_) return work();
    } catch (const FatalError& error) {
      if (clock.seconds() > kPatienceSeconds) given_up_ = true;
      if (!reported_.exchange(true) && tell_) {
        tell_(std::string("the book is not used where it cannot be read: ") + error.what());
      }
    }
    return decltype(work())();
  }

  std::string take_failure() {
    const std::lock_guard lock(mutex_);
    return std::exchange(failure_, {});
  }

  const std::shared_ptr<const BookReader> reader_;
  const std::shared_ptr<BookStore> store_;  ///< The same book if writable.
  LeafClaims claims_;                       ///< Shared by the engines that learn.
  const BookNote tell_;
  mutable std::atomic<bool> given_up_ = false, reported_ = false;
  std::mutex mutex_;     ///< Guards the members below.
  std::string failure_;  ///< Why learn() failed, until add() reports it.
};

Result<std::shared_ptr<OpeningBook>> open_to_learn(const std::string& name, const BookNote& tell) {
  if (name == kShippedBook) {
    return Error{ErrorCode::kBadFile,
                 "the shipped book is read-only: name a file of your own first"};
  }
  std::error_code status;
  auto store = std::filesystem::exists(name, status)
                   ? BookStore::open(name, BookStore::Access::kWrite)
                   : BookStore::create(name);
  if (!store) return store.error();
  return std::shared_ptr<OpeningBook>(
      std::make_shared<Book>(std::shared_ptr<BookStore>(std::move(*store)), tell));
}

Result<std::shared_ptr<OpeningBook>> open_to_read(const std::string& name, const BookNote& tell) {
  auto reader = open_book(name);
  if (!reader) return reader.error();
  return std::shared_ptr<OpeningBook>(std::make_shared<Book>(std::move(*reader), tell));
}

struct Shelf {
  std::mutex mutex;  ///< Locked while a book is opened. Guards the members below.
  std::map<std::pair<std::string, bool>, std::weak_ptr<OpeningBook>> books;
};

Shelf& shelf() {
  static Shelf all;
  return all;
}

std::string key_of(const std::string& name) {
  std::error_code status;
  const auto path = std::filesystem::weakly_canonical(name, status);
  return name == kShippedBook || status ? name : path.string();
}

Result<std::shared_ptr<OpeningBook>> open_shared(const std::string& name, bool to_learn,
                                                 const BookNote& tell) {
  const std::lock_guard lock(shelf().mutex);
  std::weak_ptr<OpeningBook>& known = shelf().books[{key_of(name), to_learn}];
  if (auto book = known.lock()) return book;
  auto book = to_learn ? open_to_learn(name, tell) : open_to_read(name, tell);
  if (book) known = *book;
  return book;
}

}  // namespace

Result<std::shared_ptr<OpeningBook>> open_opening_book(const std::string& name, bool to_learn) {
  return open_shared(name, to_learn, {});
}

BookOpener book_opener(BookNote tell) {
  return [tell = std::move(tell)](const std::string& name, bool to_learn) {
    return open_shared(name, to_learn, tell);
  };
}

}  // namespace sumi::book
