// SPDX-License-Identifier: MIT
/// The deck: positions of one's games in which discs were lost, to be asked again until the better
/// move is known. A file of JSON lines that only grows (README.md): positions, and answers to them.
#pragma once

#include "engine/base/random.h"
#include "engine/game/position.h"
#include "protocol/analysis/game_analysis.h"
#include "protocol/report/line_journal.h"

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

struct StudyItem {
  Position position;
  Square played = Square::kPass;  ///< The move of the game, which lost discs.
  Line best_line;                 ///< The best move and what follows. Not empty.
  Judgement best, after;          ///< Scores of the best move and of the one played, for the mover.
  std::string player;             ///< Who moved; may be empty. UTF-8, as `game`.
  std::string game;               ///< Which game it was: players, event, date, file; may be empty.
  int number = 0;                 ///< Number of the move in it, from 1.

  // What became of it; nothing of this is given to add().
  int asked = 0, missed = 0;    ///< How often.
  int rights_since = 0;         ///< Right answers since it was last missed.
  std::int64_t last_asked = 0;  ///< Seconds of Unix; 0: never.

  Square best_move() const { return best_line[0]; }
  double lost() const { return best.discs - after.discs; }
};

/// A player of that name is meant: `player` is a part of it, in any case (of ASCII letters).
bool names_player(std::string_view name, std::string_view player);

/// The marked moves of a game whose analysis is whole or not, those of one player or (empty) of
/// both: names_player(). `where`: the file and place that the game is from; may be empty.
std::vector<StudyItem> study_items(const GameAnalysis& analysis, std::string_view player,
                                   const std::string& where);

/// One thread at a time; a file is used by one process at a time.
class StudyDeck {
 public:
  /// Opens the file, or begins one, its folder too. Fails as LineJournal::open() does, and with
  /// kBadFile if it is another's. `option`: begins errors, as "--deck" does.
  static Result<std::unique_ptr<StudyDeck>> open(const std::string& path,
                                                 std::string_view option = kDeckOption);
  static constexpr std::string_view kDeckOption = "--deck";

  /// $XDG_DATA_HOME/sumi/study.jsonl, or ~/.local/share/sumi/study.jsonl; nothing where neither
  /// that variable nor HOME says a folder.
  static std::optional<std::string> default_path();

  const std::string& path() const { return file_->path(); }
  /// Lines that could not be used when it was opened. They stay in the file.
  int damaged() const { return file_->damaged(); }

  const std::vector<StudyItem>& items() const { return items_; }

  enum class Added {
    kNew,
    kKnown,   ///< It, or one symmetric to it, is there already. Colours are no difference.
    kBetter,  ///< It was, but its answer was only an estimate: it is proven now.
  };
  /// When it returns, a kill of the process loses nothing of it. Fails with kBadFile or kDiskFull.
  Result<Added> add(const StudyItem& item);

  /// Keeps an answer to items()[index]. `now`: seconds of Unix. As add() for the rest.
  Result<void> answered(std::size_t index, bool right, std::int64_t now);

  /// The one to ask next, of those for which `may` is true: by chance among those missed before, as
  /// study_weight() says, then among the new ones, then among the others. Nothing if there is none.
  std::optional<std::size_t> choose(SplitMix64& random,
                                    const std::function<bool(std::size_t)>& may) const;

 private:
  StudyDeck() = default;
  bool take(std::string_view line);
  Added keep(const StudyItem& item);
  bool note(const Board& board, int size, bool right, std::int64_t now);

  /// Of symmetric positions the same: size, own, opp.
  using Key = std::array<std::uint64_t, 3>;
  static Key key_of(const Board& board, int size);

  std::unique_ptr<LineJournal> file_;
  std::vector<StudyItem> items_;
  std::map<Key, std::size_t> places_;  ///< In items_.
};

/// How often one is chosen against others: 8 if it was missed the last time, half of it with each
/// right answer since; 0 if it was never missed, and after kLearned right answers.
int study_weight(const StudyItem& item);
inline constexpr int kLearned = 4;

/// An answer loses less than so many discs: then it is right.
inline constexpr double kRightDiscs = 0.5;

struct StudyAnswer {
  bool right = false;
  double lost = 0;        ///< Discs, against the best move.
  Judgement best, after;  ///< Scores of the best move and of the answer, for the mover.
  Line best_line;         ///< The best move and what follows.
  Line line;              ///< The answer and what follows; the answer alone if no more is known.
  bool searched = false;  ///< What the deck has did not tell.
};

/// Says what an answer is worth: by the item, if it is the best move, one symmetric to it or the
/// one played; else by searches of the position as analyze_game() makes them (level kJudgeLevel,
/// under a second, exact near the end). Nothing soon after `interrupted`, which may be empty,
/// returns true. Requires: `move` is legal; `engine` has the size of the position and searches
/// nothing.
std::optional<StudyAnswer> judge_answer(Engine& engine, const StudyItem& item, Square move,
                                        const std::function<bool()>& interrupted = {});
inline constexpr int kJudgeLevel = 20;

}  // namespace sumi::protocol
