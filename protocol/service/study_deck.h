// SPDX-License-Identifier: MIT
/// The deck: positions in which the user lost discs, and the user's answers (STUDY.md).
#pragma once

#include "engine/base/random.h"
#include "engine/game/board.h"
#include "protocol/service/game_analysis.h"
#include "protocol/service/line_journal.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace sumi::protocol {

/// A position of the deck, or an endgame problem, which has no game.
struct StudyItem {
  Position position;
  Square played = Square::kPass;  ///< The move that lost discs; kPass for a problem.
  Line best_line;                 ///< Starts with the best move; not empty.
  Score best, after;              ///< Of the best move and of the move played, for the mover.
  std::string player;             ///< The mover; may be empty. UTF-8, as is `game`.
  std::string game;               ///< Players, event, date, file; may be empty.
  int number = 0;                 ///< From 1, in the game.

  // Statistics of answers; ignored by add().
  int asked = 0, missed = 0;
  int rights_since = 0;         ///< Correct answers since the last miss.
  std::int64_t last_asked = 0;  ///< Unix seconds; 0: never.

  Square best_move() const { return best_line[0]; }
  double lost() const { return best.discs - after.discs; }
  /// Estimated probability that the next answer is wrong (add-one smoothing).
  double miss_rate() const { return (missed + 1.0) / (asked + 2.0); }
};

/// Indices of the items by descending miss_rate(); ties keep their order.
std::vector<std::size_t> hardest_first(const std::vector<StudyItem>& items);

/// The marked moves of a game, even of a partial analysis. `where`: its file and place; may be
/// empty.
std::vector<StudyItem> study_items(const GameAnalysis& analysis, const MistakesOf& of,
                                   const std::string& where);

/// One thread at a time; one process per file.
class StudyDeck {
 public:
  /// Opens or creates the file. Fails as LineJournal::open() does, and with kBadFile for another
  /// kind of file. Error messages begin with "--deck".
  static Result<std::unique_ptr<StudyDeck>> open(const std::string& path);
  /// Opens the file read-only, even if another process uses it. Fails as
  /// LineJournal::open_to_read() does.
  static Result<std::unique_ptr<StudyDeck>> open_to_read(const std::string& path);

  /// data_file("study.jsonl").
  static std::optional<std::string> default_path();

  const std::string& path() const { return file_->path(); }
  /// Unusable lines at opening; they stay in the file.
  int damaged() const { return file_->damaged(); }

  const std::vector<StudyItem>& items() const { return items_; }

  enum class Added {
    kNew,
    kKnown,   ///< The position or a symmetric one is in the deck, with either side to move.
    kBetter,  ///< Likewise, but better_answer() prefers the new item, which replaces the old one.
  };
  /// Adds an item; once this returns, it survives a kill. Fails with kBadFile or kDiskFull.
  /// Requires: `item` has a move played; the deck is writable (also for answered() and forget()).
  Result<Added> add(const StudyItem& item);

  /// `now`: Unix seconds. Fails as add() does.
  Result<void> answered(std::size_t index, bool right, std::int64_t now);

  /// Removes items()[index] and its answers; later items move up. Fails as add() does.
  Result<void> forget(std::size_t index);

  /// Draws an item for which `may` is true: a missed one, weighted by study_weight(), otherwise a
  /// new one, otherwise any. std::nullopt if there is none.
  std::optional<std::size_t> choose(SplitMix64& random,
                                    const std::function<bool(std::size_t)>& may) const;

 private:
  StudyDeck() = default;
  static Result<std::unique_ptr<StudyDeck>> load(const std::string& path, bool to_read);
  bool take(std::string_view line);
  Added what_becomes_of(const StudyItem& item) const;
  void keep(const StudyItem& item);
  bool drop(const Position& position);
  bool note(const Position& position, bool right, std::int64_t now);

  /// Size, own and opponent's discs; equal for symmetric positions.
  using Key = std::array<std::uint64_t, 3>;
  static Key key_of(const Position& position);

  std::unique_ptr<LineJournal> file_;
  std::vector<StudyItem> items_;
  std::map<Key, std::size_t> places_;
};

/// Whether `a` has the better answer to the same position: exact, then book, then deeper, then less
/// selective.
bool better_answer(const StudyItem& a, const StudyItem& b);

/// Weight in the draw: 8 if just missed, halved by each correct answer since; 0 if never missed or
/// after kLearned correct answers.
int study_weight(const StudyItem& item);
inline constexpr int kLearned = 4;

/// Answers that lose fewer discs are right.
inline constexpr double kRightDiscs = 0.5;

struct StudyAnswer {
  bool right = false;
  double lost = 0;    ///< Discs, against the best move.
  Score best, after;  ///< Of the best move and of the answer, for the mover.
  Line best_line;
  Line line;              ///< Starts with the answer; may be empty.
  bool searched = false;  ///< A search decided, not the item.
};

/// Judges an answer. The item decides if it is as reliable as a search at kJudgeLevel and the
/// answer is its best move (up to symmetry) or the move played. Otherwise searches decide as in
/// analyze_game(), within kJudgeSeconds: under load they are shallower, and a loss near half a disc
/// may stay unverified. Returns std::nullopt soon after `interrupted` returns true. Requires:
/// `move` is legal; `engine` has the position's size and is idle.
std::optional<StudyAnswer> judge_answer(Engine& engine, const StudyItem& item, Square move,
                                        const std::function<bool()>& interrupted = {});
inline constexpr int kJudgeLevel = 20;
inline constexpr double kJudgeSeconds = 3;

/// For add(): the item with the best move of the answer's search. std::nullopt unless that move is
/// different (symmetry aside) and better_answer() prefers it.
std::optional<StudyItem> corrected_item(const StudyItem& item, const StudyAnswer& answer);

}  // namespace sumi::protocol
