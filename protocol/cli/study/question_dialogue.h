// SPDX-License-Identifier: MIT
/// Asks for the best moves of positions, as text, independent of terminals.
#pragma once

#include "engine/engine.h"
#include "protocol/console/board_view.h"
#include "protocol/report/language.h"
#include "protocol/service/study_deck.h"
#include "protocol/session/session.h"

#include <functional>
#include <optional>
#include <string>
#include <string_view>

namespace sumi::protocol {

struct StudyQuestion {
  StudyItem item;
  std::string title;  ///< Its source, in the user's language; may be empty.
};

/// Supplies questions and stores answers. An error of `answered` or `corrected` ends the dialogue;
/// both may be empty.
struct QuestionSource {
  std::function<std::optional<StudyQuestion>()> next;  ///< Nothing after the last question.
  std::function<Result<void>(bool right)> answered;
  /// Gets the item with the better best move that a search found.
  std::function<Result<void>(const StudyItem& item)> corrected;
};

struct QuestionScreen {
  BoardStyle style;
  std::function<bool()> interrupted;  ///< True ends a search; may be empty.
  Language language = Language::kEnglish;
  /// As PlayTerminal::progress(); may be empty.
  std::function<void(std::string_view lines)> progress;
};

/// One thread at a time.
class QuestionDialogue {
 public:
  /// `engine` judges answers; its board size follows the positions. It must outlive the dialogue.
  QuestionDialogue(Engine& engine, QuestionSource source, QuestionScreen screen);

  void start(std::string_view greeting, ReplySink& sink);
  void on_line(const TextLine& line, ReplySink& sink);
  /// Prints the score once. Also call this if the input ends without quit.
  void finish(ReplySink& sink);
  bool finished() const { return finished_; }
  /// The error that ended the dialogue.
  const std::optional<Error>& failure() const { return failure_; }

  int asked() const { return asked_; }  ///< Answered questions.
  int right() const { return right_; }

 private:
  void reply(std::string_view line);
  void ask_next();
  void show_board();
  void hint();
  void answer(Square move);
  void give_up();
  void print_best(const Score& best, const Line& line, bool with_played_move);
  void count(bool right);
  void keep(const Result<void>& kept);
  void go_on();
  void say(std::string_view lines);
  std::string_view word(std::string_view english) const { return tr(screen_.language, english); }

  Engine& engine_;
  const QuestionSource source_;
  const QuestionScreen screen_;
  std::optional<StudyQuestion> question_;
  bool hinted_ = false;  ///< The current question had a hint.
  int asked_ = 0, right_ = 0;
  bool finished_ = false;
  std::optional<Error> failure_;
  ReplySink* sink_ = nullptr;
};

}  // namespace sumi::protocol
