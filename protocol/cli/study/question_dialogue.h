// SPDX-License-Identifier: MIT
/// A person is asked for the best moves of positions, as text in and text out. It knows no
/// terminal.
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
  std::string title;  ///< Where it is from, in the person's language; may be empty.
};

/// Where questions come from, and answers go. Those that keep something fail as
/// StudyDeck::answered() does, which ends the dialogue; they may be empty.
struct QuestionSource {
  std::function<std::optional<StudyQuestion>()> next;  ///< Nothing: there are no more.
  std::function<Result<void>(bool right)> answered;    ///< To the last question.
  /// A search has found a better best move than the last question has; the item with it.
  std::function<Result<void>(const StudyItem& item)> corrected;
};

struct QuestionScreen {
  BoardStyle style;
  std::function<bool()> interrupted;  ///< Returns true if a search is to end; may be empty.
  Language language = Language::kEnglish;
  /// Shows lines in place until the next call, as PlayTerminal::progress() does; may be empty.
  std::function<void(std::string_view lines)> progress;
};

/// One thread at a time.
class QuestionDialogue {
 public:
  /// `engine` outlives it, judges what the question does not tell, and is set to the sizes of the
  /// positions.
  QuestionDialogue(Engine& engine, QuestionSource source, QuestionScreen screen);

  /// Greets with these lines and asks the first question.
  void start(std::string_view greeting, ReplySink& sink);
  void on_line(const TextLine& line, ReplySink& sink);
  /// Says how many answers were right, once, also if the input ends without quit.
  void finish(ReplySink& sink);
  bool finished() const { return finished_; }
  /// Why it finished, if what was answered could not be kept.
  const std::optional<Error>& failure() const { return failure_; }

  int asked() const { return asked_; }  ///< Questions that were answered.
  int right() const { return right_; }

 private:
  void reply(std::string_view line);
  void ask_next();
  void show_board();
  void hint();
  void answer(Square move);
  void give_up();
  void tell_best(const Judgement& best, const Line& line, bool tells_played);
  void count(bool right);
  void keep(const Result<void>& kept);
  void go_on();
  void say(std::string_view lines);
  std::string_view word(std::string_view english) const { return tr(screen_.language, english); }

  Engine& engine_;
  const QuestionSource source_;
  const QuestionScreen screen_;
  std::optional<StudyQuestion> question_;
  bool hinted_ = false;  ///< The person had a hint for it.
  int asked_ = 0, right_ = 0;
  bool finished_ = false;
  std::optional<Error> failure_;
  ReplySink* sink_ = nullptr;  ///< The sink of the call at work.
};

}  // namespace sumi::protocol
