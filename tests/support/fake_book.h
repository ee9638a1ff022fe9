// SPDX-License-Identifier: MIT
#pragma once

#include "engine/game/game.h"
#include "engine/game/notation.h"
#include "engine/game/rules.h"
#include "engine/opening_book.h"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace sumi::test {

inline BookMove book_move(std::string_view square, double discs, int depth = 20) {
  return {.move = parse_square(square).value(),
          .value = {static_cast<int>(discs * Value::kPerDisc)},
          .depth = depth};
}

/// Ignores symmetry. Not thread-safe: do not change it while an engine uses it.
class FakeBook final : public OpeningBook {
 public:
  void put(const Board& board, std::vector<BookMove> moves) {
    positions_.emplace_back(board, std::move(moves));
  }

  std::vector<BookMove> moves(const Board& board) const override {
    const auto found = std::ranges::find(positions_, board, &Position::first);
    return found != positions_.end() ? found->second : std::vector<BookMove>();
  }

  Line line(const Board& board, int plies) const override {
    Line line;
    Board now = board;
    for (int ply = 0; ply < plies; ++ply) {
      const auto known = moves(now);
      if (known.empty()) break;
      line.push_back(known.front().move);
      now = now.played(line.back(), rules::flips(now, line.back()));
    }
    return line;
  }

  Result<void> add(const GameRecord& game) override {
    if (!to_learn) return Error{ErrorCode::kBadFile, "a fake that is not to learn"};
    added.push_back(game);
    return {};
  }

  /// Searches the start position until stopped or until `searches` are done.
  void learn(const Search& search) override {
    while (searched < searches && search(kStartBoard, {.depth = 60})) ++searched;
    learned = true;
  }

  bool to_learn = false;  ///< The access it was opened with.
  std::vector<GameRecord> added;
  int searches = 0;
  std::atomic<int> searched = 0;
  std::atomic<bool> learned = false;

 private:
  using Position = std::pair<Board, std::vector<BookMove>>;
  std::vector<Position> positions_;
};

/// An opener with two books: the shipped one (`default`) and "mine". "broken" fails to open; other
/// names are not found.
struct FakeShelf {
  std::shared_ptr<FakeBook> shipped = std::make_shared<FakeBook>();
  std::shared_ptr<FakeBook> mine = std::make_shared<FakeBook>();
  std::mutex mutex;                 ///< Guards the members below.
  std::vector<std::string> opened;  ///< "default", "mine to learn"

  BookOpener opener() {
    return [this](const std::string& name, bool to_learn) -> Result<std::shared_ptr<OpeningBook>> {
      const std::lock_guard lock(mutex);
      opened.push_back(name + (to_learn ? " to learn" : ""));
      if (name == kShippedBook && !to_learn) return std::shared_ptr<OpeningBook>(shipped);
      if (name != "mine") {
        const ErrorCode code = name == "broken" ? ErrorCode::kBadFile : ErrorCode::kNotFound;
        return Error{code, fmt::format("no {}", opened.back())};
      }
      mine->to_learn = mine->to_learn || to_learn;
      return std::shared_ptr<OpeningBook>(mine);
    };
  }
};

}  // namespace sumi::test
