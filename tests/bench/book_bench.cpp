// SPDX-License-Identifier: MIT
/// sumi-book-bench FILE [POSITIONS]: the cost of a large book. Unless FILE exists, creates it with
/// POSITIONS (default 10,000,000) positions of random games. Then times look-ups and changes, and
/// keeps the file for the next run.
#include "book/store/book_entry.h"
#include "book/store/book_store.h"
#include "book/store/book_tree.h"
#include "engine/base/random.h"
#include "engine/base/text.h"
#include "engine/base/time.h"
#include "engine/game/rules.h"
#include "engine/game/symmetry.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <ctime>
#include <filesystem>
#include <fstream>
#include <string>
#include <sys/wait.h>
#include <unistd.h>
#include <vector>

namespace sumi::bench {
namespace {

constexpr int kProbes = 100'000, kUpdates = 2'000, kTrees = 500;

/// Position `number`: after 12 to 30 moves of a random game. Few numbers share a position.
Board board_of(std::uint64_t number) {
  SplitMix64 random(number);
  while (true) {
    Board board = kStartBoard;
    for (int left = 12 + random.below(19); left > 0; --left) {
      const auto position = book::book_position(board);
      if (!position) break;
      Bitboard moves = fast_rules::legal_moves(*position);
      for (int skip = random.below(std::popcount(moves)); skip > 0; --skip) moves &= moves - 1;
      board = fast_rules::play(*position, first_square(moves));
    }
    if (book::is_book_position(board)) return canonical(board).board;
  }
}

book::BookEntry entry_of(const Board& board, SplitMix64& random) {
  book::BookEntry entry;
  entry.leaf.state = book::Leaf::State::kMove;
  entry.leaf.move = first_square(fast_rules::legal_moves(board));
  entry.leaf.value = Value{random.below(2001) - 1000};
  entry.leaf.depth = 14 + random.below(10);
  entry.leaf.selectivity = 73;
  entry.score = entry.leaf.value;
  entry.depth = entry.leaf.depth;
  entry.selectivity = 73;
  entry.level = 21;
  entry.games = {static_cast<std::uint32_t>(random.below(9)), 0, 1};
  return entry;
}

void fill(const std::string& path, std::uint64_t positions) {
  std::vector<Board> boards;
  boards.reserve(positions);
  for (std::uint64_t i = 0; i < positions; ++i) boards.push_back(board_of(i));
  // As in an import: in file order.
  std::ranges::sort(boards, book::BoardOrder{});
  const auto store = book::BookStore::create(path).value();
  SplitMix64 random(1);
  const StopWatch watch;
  constexpr std::size_t kOneChange = 1'000'000;
  for (std::size_t at = 0; at < boards.size(); at += kOneChange) {
    store->change([&] {
      for (std::size_t i = at; i < std::min(at + kOneChange, boards.size()); ++i) {
        store->put(boards[i], entry_of(boards[i], random));
      }
    });
  }
  fmt::print("{:<28}{:>10.2f} us\n", "put, in order, many at once",
             watch.seconds() * 1e6 / static_cast<double>(positions));
}

/// In MiB.
double resident() {
  std::ifstream status("/proc/self/statm");
  long pages = 0;
  status >> pages >> pages;
  return static_cast<double>(pages * sysconf(_SC_PAGESIZE)) / (1 << 20);
}

void print(const char* what, double number, const char* unit) {
  fmt::print("{:<28}{:>10.2f} {}\n", what, number, unit);
}

/// Runs work(0..count-1) and prints the CPU time per call, which other programs affect less than
/// wall time.
template <class Work>
void time_each(const char* what, int count, Work work) {
  const std::clock_t start = std::clock();
  for (int i = 0; i < count; ++i) work(static_cast<std::size_t>(i));
  print(what, static_cast<double>(std::clock() - start) * 1e6 / CLOCKS_PER_SEC / count, "us");
}

void measure(const std::string& path, std::uint64_t positions) {
  std::vector<Board> hits, misses;
  SplitMix64 random(2);
  for (int i = 0; i < kProbes; ++i) {
    hits.push_back(board_of(random.next() % positions));
    misses.push_back(board_of(positions + random.next() % positions));
  }
  const double before = resident();
  const StopWatch opening;
  const auto reader = book::BookStore::open(path, book::BookStore::Access::kRead).value();
  const std::uint64_t size = reader->size();
  print("open", opening.seconds() * 1e3, "ms");
  fmt::print("{:<28}{:>10}\n", "positions", size);
  const auto bytes = static_cast<double>(std::filesystem::file_size(path));
  print("file", bytes / (1 << 20), "MiB");
  print("of a position", bytes / static_cast<double>(size), "bytes");

  std::uint64_t found = 0;
  const auto probe = [&](const std::vector<Board>& boards) {
    return [&](std::size_t i) { found += reader->find(boards[i]).has_value() ? 1 : 0; };
  };
  time_each("probe, first time", kProbes, probe(hits));
  time_each("probe, found", kProbes, probe(hits));
  time_each("probe, not found", kProbes, probe(misses));
  fmt::print("{:<28}{:>10}\n", "found of 300,000", found);
  time_each("parents", kTrees, [&](std::size_t i) { book::parents(*reader, hits[i]); });
  print("memory taken", resident() - before, "MiB");

  const auto writer = book::BookStore::open(path, book::BookStore::Access::kWrite).value();
  time_each("put, each a change", kUpdates,
            [&](std::size_t i) { writer->put(hits[i], entry_of(hits[i], random)); });
  time_each("update, each a change", kTrees,
            [&](std::size_t i) { book::update(*writer, hits[i], entry_of(hits[i], random)); });
  print("memory taken", resident() - before, "MiB");
}

int run(const std::string& path, const std::string& count) {
  const std::uint64_t positions =
      count.empty() ? 10'000'000 : static_cast<std::uint64_t>(parse_count(count).value_or(0));
  if (positions == 0)
    throw FatalError("POSITIONS: " + sumi::quoted(count) + " is not a number from 1");
  if (!std::filesystem::exists(path)) {
    // In a child process, to exclude its memory.
    std::fflush(stdout);
    const pid_t child = fork();
    if (child == 0) {
      fill(path, positions);
      std::fflush(stdout);
      _exit(0);
    }
    int status = 0;
    waitpid(child, &status, 0);
    if (status != 0) throw FatalError("the book could not be made");
  }
  measure(path, positions);
  return 0;
}

}  // namespace
}  // namespace sumi::bench

int main(int count, char** arguments) try {
  if (count != 2 && count != 3) {
    fmt::print(stderr, "usage: sumi-book-bench FILE [POSITIONS]\n");
    return 2;
  }
  return sumi::bench::run(arguments[1], count == 3 ? arguments[2] : "");
} catch (const std::exception& failure) {
  fmt::print(stderr, "sumi-book-bench: {}\n", failure.what());
  return 1;
}
