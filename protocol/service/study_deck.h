// SPDX-License-Identifier: MIT
/// The deck: positions of one's games in which discs were lost, to be asked again until the better
/// move is known. A file of JSON lines that only grows (STUDY.md): positions, and answers to them.
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

/// A position to be asked: of the deck, or a problem, which has no game and no move that was
/// played.
struct StudyItem {
  Position position;
  Square played = Square::kPass;  ///< The move of the game, which lost discs. kPass: a problem's.
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

/// A player of that name is meant: `player` is the name or whole words of it, in any case (of ASCII
/// letters). Where letters are not of ASCII, as in Japanese names, any part of them is such a word.
bool names_player(std::string_view name, std::string_view player);

/// The marked moves of a game whose analysis is whole or not, those of one player or (empty) of
/// both: names_player(); of one side if there is a `side`. `where`: the file and place that the
/// game is from; may be empty.
std::vector<StudyItem> study_items(const GameAnalysis& analysis, std::string_view player,
                                   std::optional<Color> side, const std::string& where);

/// One thread at a time; a file is used by one process at a time.
class StudyDeck {
 public:
  /// Opens the file, or begins one, its folder too. Fails as LineJournal::open() does, and with
  /// kBadFile if it is another's. `option`: begins errors, as "--deck" does.
  static Result<std::unique_ptr<StudyDeck>> open(const std::string& path,
                                                 std::string_view option = kDeckOption);
  /// Opens the file only to be read, also while another process uses it. Fails as
  /// LineJournal::open_to_read() does.
  static Result<std::unique_ptr<StudyDeck>> open_to_read(const std::string& path,
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
    kBetter,  ///< It was, but this answer is a better one, which takes its place: better_answer().
  };
  /// `item` has a move that was played. When it returns, a kill of the process loses nothing of it.
  /// Fails with kBadFile or kDiskFull. Requires, as the other functions that write do: the deck was
  /// not opened only to be read.
  Result<Added> add(const StudyItem& item);

  /// Keeps an answer to items()[index]. `now`: seconds of Unix. As add() for the rest.
  Result<void> answered(std::size_t index, bool right, std::int64_t now);

  /// Takes items()[index] out, and what was answered to it; those behind it move up. As add() for
  /// the rest.
  Result<void> forget(std::size_t index);

  /// The one to ask next, of those for which `may` is true: by chance among those missed before, as
  /// study_weight() says, then among the new ones, then among the others. Nothing if there is none.
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

  /// Of symmetric positions the same: size, own, opp.
  using Key = std::array<std::uint64_t, 3>;
  static Key key_of(const Board& board, int size);

  std::unique_ptr<LineJournal> file_;
  std::vector<StudyItem> items_;
  std::map<Key, std::size_t> places_;  ///< In items_.
};

/// The answer of `a` is a better one than that of `b`, of the same position: a proven one goes
/// before an estimate, then one of the book before one of a search, then the greater depth, then
/// the greater selectivity.
bool better_answer(const StudyItem& a, const StudyItem& b);

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
/// one played, and the item knows as much as a search at level kJudgeLevel would find; else by
/// searches of the position as analyze_game() makes them, at that level and exact near the end.
/// They take kJudgeSeconds at most, mostly a fraction: where that is too little for the level they
/// go less deep, and a loss that seems to be near half a disc is verified only if there is time
/// left. Nothing soon after `interrupted`, which may be empty, returns true. Requires: `move` is
/// legal; `engine` has the size of the position and searches nothing.
std::optional<StudyAnswer> judge_answer(Engine& engine, const StudyItem& item, Square move,
                                        const std::function<bool()>& interrupted = {});
inline constexpr int kJudgeLevel = 20;
inline constexpr double kJudgeSeconds = 3;

/// The item with the best move that a search for an answer has found, if that is another move than
/// the item's (and not symmetric to it) and better_answer(); to be given to add().
std::optional<StudyItem> corrected_item(const StudyItem& item, const StudyAnswer& answer);

}  // namespace sumi::protocol
