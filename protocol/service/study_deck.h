// SPDX-License-Identifier: MIT
/// The deck: positions in which the user lost discs, asked until the user knows the better move. An
/// append-only file of JSON lines (STUDY.md): positions and answers.
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

/// A position of the deck, or a problem without game and move played.
struct StudyItem {
  Position position;
  Square played = Square::kPass;  ///< The losing move of the game; kPass for a problem.
  Line best_line;                 ///< The best move and best play after it. Not empty.
  Score best, after;   ///< Scores of the best move and of the move played, for the mover.
  std::string player;  ///< The mover; may be empty. UTF-8, as is `game`.
  std::string game;    ///< Players, event, date, file; may be empty.
  int number = 0;      ///< Move number in the game, from 1.

  // Statistics of answers; ignored by add().
  int asked = 0, missed = 0;    ///< Number of times.
  int rights_since = 0;         ///< Correct answers since it was last missed.
  std::int64_t last_asked = 0;  ///< Unix seconds; 0: never.

  Square best_move() const { return best_line[0]; }
  double lost() const { return best.discs - after.discs; }
  /// Estimated probability that the next answer is wrong, by add-one smoothing: (missed + 1) /
  /// (asked + 2).
  double miss_rate() const { return (missed + 1.0) / (asked + 2.0); }
};

/// The indices of the items by miss_rate(), highest first; equal ones in their order.
std::vector<std::size_t> hardest_first(const std::vector<StudyItem>& items);

/// The marked moves of a game, even if its analysis is partial. `where`: the game's file and place;
/// may be empty.
std::vector<StudyItem> study_items(const GameAnalysis& analysis, const MistakesOf& of,
                                   const std::string& where);

/// One thread at a time; one process per file.
class StudyDeck {
 public:
  /// Opens or creates the file. Fails as LineJournal::open() does, and with kBadFile for another
  /// kind of file. Error messages begin with `option`.
  static Result<std::unique_ptr<StudyDeck>> open(const std::string& path,
                                                 std::string_view option = kDeckOption);
  /// Opens the file read-only, even if another process uses it. Fails as
  /// LineJournal::open_to_read().
  static Result<std::unique_ptr<StudyDeck>> open_to_read(const std::string& path,
                                                         std::string_view option = kDeckOption);
  static constexpr std::string_view kDeckOption = "--deck";

  /// data_file("study.jsonl").
  static std::optional<std::string> default_path();

  const std::string& path() const { return file_->path(); }
  /// Unusable lines at opening; they stay in the file.
  int damaged() const { return file_->damaged(); }

  const std::vector<StudyItem>& items() const { return items_; }

  enum class Added {
    kNew,
    kKnown,   ///< The position or a symmetric one is in the deck, with either side to move.
    kBetter,  ///< As kKnown, but better_answer() prefers this one, which replaces it.
  };
  /// Adds an item, which survives a kill after this returns. Fails with kBadFile or kDiskFull.
  /// Requires: `item` has a move played; the deck is not read-only (also for answered() and
  /// forget()).
  Result<Added> add(const StudyItem& item);

  /// `now` in Unix seconds. Otherwise as add().
  Result<void> answered(std::size_t index, bool right, std::int64_t now);

  /// Removes items()[index] and its answers; later items move up. Otherwise as add().
  Result<void> forget(std::size_t index);

  /// Draws an item for which `may` is true: a missed one, weighted by study_weight(), else a new
  /// one, else another. Nothing if `may` is never true.
  std::optional<std::size_t> choose(SplitMix64& random,
                                    const std::function<bool(std::size_t)>& may) const;

 private:
  StudyDeck() = default;
  static Result<bool> check_header(std::string_view line, const std::string& path,
                                   std::string_view option);
  bool take(std::string_view line);
  Added what_becomes_of(const StudyItem& item) const;
  void keep(const StudyItem& item);
  bool drop(const Board& board, int size);
  bool note(const Board& board, int size, bool right, std::int64_t now);

  /// Equal for symmetric positions: size, own, opp.
  using Key = std::array<std::uint64_t, 3>;
  static Key key_of(const Board& board, int size);

  std::unique_ptr<LineJournal> file_;
  std::vector<StudyItem> items_;
  std::map<Key, std::size_t> places_;  ///< Indices in items_.
};

/// Whether `a` has the better answer to the same position: exact, then book, then greater depth,
/// then greater selectivity.
bool better_answer(const StudyItem& a, const StudyItem& b);

/// Weight of an item in the draw: 8 if just missed, halved by each correct answer since; 0 if never
/// missed or after kLearned correct answers.
int study_weight(const StudyItem& item);
inline constexpr int kLearned = 4;

/// Answers that lose fewer discs are right.
inline constexpr double kRightDiscs = 0.5;

struct StudyAnswer {
  bool right = false;
  double lost = 0;        ///< Discs, against the best move.
  Score best, after;      ///< Scores of the best move and of the answer, for the mover.
  Line best_line;         ///< The best move and best play after it.
  Line line;              ///< The answer and best play after it, if known.
  bool searched = false;  ///< A search decided, as the item could not.
};

/// Judges an answer. The item decides if it is as reliable as a search at kJudgeLevel and the
/// answer is its best move (up to symmetry) or the move played. Otherwise searches as in
/// analyze_game() decide, within kJudgeSeconds; short of time they are shallower, and a loss near
/// half a disc may stay unverified. Returns nothing soon after `interrupted` (may be empty) returns
/// true. Requires: `move` is legal; `engine` has the position's size and is idle.
std::optional<StudyAnswer> judge_answer(Engine& engine, const StudyItem& item, Square move,
                                        const std::function<bool()>& interrupted = {});
inline constexpr int kJudgeLevel = 20;
inline constexpr double kJudgeSeconds = 3;

/// If the answer's search found a best move that differs from the item's (symmetry aside) and is
/// better by better_answer(), returns the item with that move, for add().
std::optional<StudyItem> corrected_item(const StudyItem& item, const StudyAnswer& answer);

}  // namespace sumi::protocol
