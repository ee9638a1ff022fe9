// SPDX-License-Identifier: MIT
#include "engine/base/encoding.h"
#include "engine/base/text.h"
#include "engine/game/game.h"
#include "engine/game/notation.h"
#include "engine/game/rules.h"
#include "protocol/cli/study/question_dialogue.h"
#include "protocol/report/analysis_text.h"
#include "protocol/report/format.h"
#include "protocol/text/utf8.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>
#include <utility>
#include <vector>

namespace sumi::protocol {
namespace {

constexpr std::array<std::string_view, 6> kQuestionWords{"answer", "board", "help",
                                                         "hint",   "quit",  "skip"};
/// The most moves in a hint, including the best; at most half of all.
constexpr int kHintMoves = 3;
/// Smaller losses are shown as zero.
constexpr double kShownLoss = 0.05;

/// The word, or the only word with the typed prefix; otherwise empty. "a" matches nothing, because
/// it may begin a square.
std::string_view question_word(std::string_view typed) {
  std::string_view found;
  if (typed == "a") return found;
  for (const std::string_view word : kQuestionWords) {
    if (word == typed) return word;
    if (!word.starts_with(typed)) continue;
    if (!found.empty()) return {};
    found = word;
  }
  return found;
}

/// The wrong move with the most flips; of several, the first.
Square greedy_move(const Position& position, Square best) {
  Square greedy = Square::kPass;
  int most = 0;
  Bitboard left = rules::legal_moves(position.board, position.size) & ~bit(best);
  for (; left != 0; left &= left - 1) {
    const Square s = first_square(left);
    const int turned = std::popcount(rules::flips(position.board, s, position.size));
    if (turned > most) greedy = s;
    most = std::max(most, turned);
  }
  return greedy;
}

std::string disc_text(double discs) {
  std::string text = fmt::format("{:.1f}", discs);
  if (text.ends_with(".0")) text.resize(text.size() - 2);
  return text;
}

}  // namespace

QuestionDialogue::QuestionDialogue(Engine& engine, QuestionSource source, QuestionScreen screen)
    : engine_(engine), source_(std::move(source)), screen_(std::move(screen)) {}

void QuestionDialogue::start(std::string_view greeting, ReplySink& sink) {
  sink_ = &sink;
  say(greeting);
  say(word("Type the best move, such as f5; or hint, skip, answer, help, quit."));
  ask_next();
  sink.flush();
}

void QuestionDialogue::on_line(const TextLine& line, ReplySink& sink) {
  sink_ = &sink;
  if (line.cut) {
    say(word("That line is too long."));
  } else {
    std::string plain;
    reply(trim(with_ascii_width(line.text, plain)));
  }
  sink.flush();
}

void QuestionDialogue::finish(ReplySink& sink) {
  if (finished_) return;
  sink_ = &sink;
  finished_ = true;
  say(tr_format(screen_.language, "{0} of {1} answers were right.", right_, asked_));
  sink.flush();
}

void QuestionDialogue::reply(std::string_view line) {
  if (line.empty()) return say(word("Type the best move, such as f5; or hint, skip, quit."));
  const Result<Square> square = parse_square(line, question_->item.position.size);
  if (square && *square != Square::kPass) return answer(*square);
  const std::string typed = to_lower(line);
  const std::string_view named = typed == "?" ? "help" : question_word(typed);
  if (named == "hint") return hint();
  if (named == "board") return show_board();
  if (named == "skip") return ask_next();
  if (named == "answer") return give_up();
  if (named == "quit") return finish(*sink_);
  if (named == "help") {
    say(word(
        "A square such as f5 answers. The first letters of a word are enough, two of answer."));
    say(word("  hint    names a few moves, the best one among them"));
    say(word("  answer  shows the best move; counts as missed"));
    say(word("  skip    continues without an answer"));
    say(word("  board   shows the board again"));
    return say(word("  quit    leaves"));
  }
  if (line.size() == 2 && is_letter(line[0]) && is_digit(line[1])) {
    return say(tr_error(screen_.language, square.error().message));
  }
  const std::string_view meant = nearest_name(line, kQuestionWords);
  say(meant.empty()
          ? tr_format(screen_.language, "No move and no command: {}. Try help.", sumi::quoted(line))
          : tr_format(screen_.language, "No move and no command: {}. Did you mean {}?",
                      sumi::quoted(line), meant));
}

void QuestionDialogue::ask_next() {
  hinted_ = false;
  question_ = source_.next();
  if (!question_) {
    say(word("There are no more positions."));
    return finish(*sink_);
  }
  say("");
  if (!question_->title.empty()) say(folded(clean(question_->title)));
  show_board();
}

void QuestionDialogue::show_board() {
  const Position& position = question_->item.position;
  std::vector<std::string> notes;
  for (const Color c : {Color::kBlack, Color::kWhite}) {
    const bool letters = !screen_.style.colors || !screen_.style.unicode;
    const std::string_view letter = c == Color::kBlack ? " X" : " O";
    notes.push_back(fmt::format("{}{} {:>3}", word(c == Color::kBlack ? "Black" : "White"),
                                letters ? letter : "", std::popcount(position.discs(c))));
  }
  notes.push_back("");
  notes.push_back(tr_format(screen_.language, "{} to move",
                            word(position.to_move == Color::kBlack ? "Black" : "White")));
  const std::vector<std::string> lines = board_lines(Game(position), screen_.style);
  for (std::size_t i = 0; i < lines.size(); ++i) {
    say(i < notes.size() && !notes[i].empty() ? lines[i] + "   " + notes[i] : lines[i]);
  }
}

/// Names the best move with others: the move played or, in a problem, the greediest, then the
/// board's first. With fewer than four moves, gives only the score.
void QuestionDialogue::hint() {
  hinted_ = true;
  const StudyItem& item = question_->item;
  const Position& position = item.position;
  const Bitboard legal = rules::legal_moves(position.board, position.size);
  const int most = std::min(kHintMoves, std::popcount(legal) / 2);
  if (most < 2) {
    return say(tr_format(screen_.language, "There are {} moves. The best one is worth {}.",
                         std::popcount(legal), score_text(item.best)));
  }
  const Square decoy =
      item.played == Square::kPass ? greedy_move(position, item.best_move()) : item.played;
  Bitboard shown = bit(item.best_move()) | bit(decoy);
  Bitboard others = legal & ~shown;
  while (others != 0 && std::popcount(shown) < most) {
    shown |= bit(first_square(others));
    others &= others - 1;
  }
  std::string moves;
  for (; shown != 0; shown &= shown - 1) {
    moves += (moves.empty() ? "" : " ") + to_text(first_square(shown), position.size);
  }
  say(tr_format(screen_.language, "One of these: {}. The best one is worth {}.", moves,
                score_text(item.best)));
}

void QuestionDialogue::answer(Square move) {
  const StudyItem& item = question_->item;
  const int size = item.position.size;
  if (const auto legal = Game(item.position).play(item.position.to_move, move); !legal) {
    return say(tr_error(screen_.language, legal.error().message));
  }
  EngineOptions options = engine_.options();
  options.size = size;
  if (const auto fits = engine_.configure(options); !fits) {
    return say(tr_error(screen_.language, fits.error().message));
  }
  if (screen_.progress) screen_.progress(std::string(word("Judging...")) + '\n');
  const auto found = judge_answer(engine_, item, move, screen_.interrupted);
  if (screen_.progress) screen_.progress("");
  if (!found) return say(word("The answer was not judged: stopped."));
  const std::string text = to_text(move, size), score = score_text(found->after);
  if (!found->right) {
    say(tr_format(screen_.language, "Wrong: {} is worth {} and loses {}.", text, score,
                  disc_text(found->lost)));
  } else if (found->lost >= kShownLoss) {
    say(tr_format(screen_.language, "Right: {} is worth {} and loses only {}.", text, score,
                  disc_text(found->lost)));
  } else {
    say(tr_format(screen_.language, "Right: {} is worth {}.", text, score));
  }
  print_best(found->best, found->best_line, move != item.played);
  count(found->right);
  const auto corrected = corrected_item(item, *found);
  if (corrected && source_.corrected && !failure_) keep(source_.corrected(*corrected));
  go_on();
}

void QuestionDialogue::give_up() {
  print_best(question_->item.best, question_->item.best_line, true);
  count(false);
  go_on();
}

void QuestionDialogue::go_on() { return failure_ ? finish(*sink_) : ask_next(); }

/// `with_played_move`: also print the move played.
void QuestionDialogue::print_best(const Score& best, const Line& line, bool with_played_move) {
  constexpr int kHang = 2;
  constexpr std::size_t kShownMoves = 12;
  const StudyItem& item = question_->item;
  const int size = item.position.size;
  const std::string moves = line_text(line, size, kShownMoves, "...");
  say(folded(best.exact
                 ? tr_format(screen_.language, "Best: {} (proven), by {}", score_text(best), moves)
                 : tr_format(screen_.language, "Best: {} (depth {}), by {}", score_text(best),
                             depth_text(best.basis()), moves),
             kHang));
  if (item.number > 0 && with_played_move) {
    say(tr_format(screen_.language, "In the game {} was played and lost {}.",
                  to_text(item.played, size), disc_text(item.lost())));
  }
}

/// A right answer after a hint counts in the total, but not in the deck.
void QuestionDialogue::count(bool right) {
  ++asked_;
  right_ += right;
  if (source_.answered && !(right && hinted_)) keep(source_.answered(right));
}

void QuestionDialogue::keep(const Result<void>& kept) {
  if (!kept) failure_ = kept.error();
}

void QuestionDialogue::say(std::string_view lines) { write_lines(*sink_, lines); }

}  // namespace sumi::protocol
