// SPDX-License-Identifier: MIT
#include "engine/base/file.h"
#include "engine/base/text.h"
#include "engine/game/notation.h"
#include "protocol/cli/commands.h"
#include "protocol/command/interrupt.h"
#include "protocol/command/options.h"
#include "protocol/command/output_paths.h"
#include "protocol/command/position_input.h"
#include "protocol/report/board_picture.h"
#include "protocol/report/format.h"
#include "protocol/report/language.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <string>
#include <vector>

namespace sumi::protocol {
namespace {

constexpr std::size_t kMaxLabel = 32;  // bytes; longer labels are illegible
constexpr int kMaxPixels = 10'000;

struct BoardOptions {
  std::optional<std::string> output{};
  std::optional<std::string> scores{};
  std::string marks{};
  bool svg = false, last = false;
  std::optional<int> pixels{};
  BoardPicture picture{};  ///< Everything but the position.
  PositionOptions positions{};
  EngineOptions engine{};
};

Options rows_of(BoardOptions& options) {
  BoardPicture& picture = options.picture;
  Options rows{
      {"svg", flag(options.svg), "draw an SVG picture"},
      {"output,o", text(options.output, "FILE"), "write to FILE (default: standard output)"},
      {"marks", text(options.marks, "MARKS"), "text on squares, such as \"d3=1 c5=!\""},
      {"scores", text(options.scores, "SCORES"), "scores of moves, such as \"d3=+2 c4=-1\""},
      {"last", flag(options.last), "mark the last move"},
      {"legal", flag(picture.legal_moves), "mark the legal moves"},
      {"coordinates", flag(picture.coordinates),
       "draw coordinates around the picture; text always has them"},
      {"flip", flag(picture.flip), "rotate by 180 degrees: h8 is top left"},
      {"pixels", number(options.pixels, 1, kMaxPixels), "width of the picture in pixels, {}"},
      force_row()};
  rows += position_rows(options.positions);
  return rows += engine_rows(options.engine, kBoardTopic);
}

LabelTone tone_of_mark(std::string_view mark) {
  if (mark.empty() || mark.find_first_not_of("!?") != mark.npos) return LabelTone::kPlain;
  return mark.find('?') == mark.npos ? LabelTone::kGood : LabelTone::kBad;
}

/// Reads "d3=1 c5=!"; throws UsageError.
std::vector<SquareLabel> labels_of(const std::string& value, const char* option, int size) {
  std::vector<SquareLabel> labels;
  for (const std::string_view word : split_words(value)) {
    const std::size_t sign = word.find('=');
    const auto square = parse_square(word.substr(0, sign), size);
    const bool good = sign != word.npos && square && *square != Square::kPass &&
                      sign + 1 < word.size() && word.size() - sign - 1 <= kMaxLabel;
    if (!good) {
      throw UsageError(
          fmt::format("--{}: {} is not SQUARE=TEXT, such as d3=1, square in {}, text "
                      "of 1..{} bytes",
                      option, sumi::quoted(word), square_range(size), kMaxLabel));
    }
    labels.push_back({*square, std::string(word.substr(sign + 1)), LabelTone::kPlain});
  }
  return labels;
}

void mark_best(std::vector<SquareLabel>& scores) {
  std::optional<double> best;
  for (const SquareLabel& score : scores) {
    if (const auto discs = parse_real(score.text)) best = std::max(best.value_or(*discs), *discs);
  }
  for (SquareLabel& score : scores) {
    if (best && parse_real(score.text) == best) score.tone = LabelTone::kGood;
  }
}

BoardPicture picture_of(const FileEntry& entry, const BoardOptions& options) {
  BoardPicture picture = options.picture;
  picture.position = position_of(entry);
  const int size = picture.position.size;
  picture.marks = labels_of(options.marks, "marks", size);
  for (SquareLabel& mark : picture.marks) mark.tone = tone_of_mark(mark.text);
  picture.scores = labels_of(options.scores.value_or(""), "scores", size);
  if (const auto* obf = std::get_if<ObfLine>(&entry); obf && !options.scores) {
    for (const ObfMove& move : obf->moves) {
      if (move.square == Square::kPass) continue;
      picture.scores.push_back({move.square, signed_score(move.score), LabelTone::kPlain});
    }
  }
  mark_best(picture.scores);
  if (options.last) {
    const GameRecord game = game_of(entry);
    const auto last = std::find_if(game.moves.rbegin(), game.moves.rend(),
                                   [](Square s) { return s != Square::kPass; });
    if (last != game.moves.rend()) picture.last = *last;
  }
  if (options.pixels) picture.pixels = *options.pixels;
  return picture;
}

std::string state_text(const Position& position, Language language) {
  const Game game(position);
  if (game.over()) return std::string(tr(language, "The game is over."));
  return std::string(position.to_move == Color::kBlack ? tr(language, "Black to move.")
                                                       : tr(language, "White to move."));
}

/// True if the line has a board's file letters, reversed with --flip.
bool names_files(std::string_view line) {
  std::string names(line);
  std::erase(names, ' ');
  constexpr std::string_view kNames = "ABCDEFGH", kTurned = "HGFEDCBA";
  return names.size() >= 4 && (kNames.starts_with(names) || kTurned.ends_with(names));
}

void check_output(const CommandLine& line, const BoardOptions& options) {
  const FileKind text{"board of sumi board", [](std::string_view head) {
                        // A board from a file is preceded by a line that names its source.
                        return names_files(take_until(head, '\n')) ||
                               names_files(take_until(head, '\n'));
                      }};
  std::vector<OutputPath> outputs;
  add_output(outputs, "output", options.output, options.svg ? picture_kind() : text);
  check_outputs(line, outputs, line.words);
}

int run_board(const Command& self, const Args& args, Output& out) {
  BoardOptions options;
  const auto line = parse(self, rows_of(options), args, out);
  if (!line) return kDone;
  check_output(*line, options);
  const Language language = default_language();
  PositionInput input(line->words, options.positions, options.engine.size);
  watch_interrupts();
  std::string text;
  int shown = 0;
  if (options.svg) {
    const std::optional<InputPosition> found = input.only(interrupted);
    if (found) text = to_svg(picture_of(found->entry, options)) + "\n";
  } else {
    while (const std::optional<InputPosition> found = input.next(interrupted)) {
      const BoardPicture picture = picture_of(found->entry, options);
      if (shown++ > 0) text += '\n';
      if (!found->where.empty()) text += found->where + '\n';
      text += text_board(picture) + state_text(picture.position, language) + "\n";
      if (options.output) continue;
      out.write(text);
      out.flush();
      text.clear();
    }
  }
  if (interrupted()) return kInterrupted;
  if (!options.output) {
    out.write(text);
  } else if (input.status() == kDone || !text.empty()) {
    write_file(*options.output, text).value();
  }
  return input.status();
}

}  // namespace

const Command kBoardCommand{
    .name = "board",
    .arguments = R"([POSITION|MOVES|FILE...] [--at N] [--svg] [--marks MARKS]
    [--scores SCORES] [--last] [--legal])",
    .summary = "print a position as text or as an SVG picture",
    .details = R"(Prints each position as text, or draws one with --svg. An OBF line is shown
with its scores. In a picture, the marks ! and !! and the best score are
yellow; ?, ?? and ?! are red. In text [X] is the last move and * a legal one.

An output file must not be an input. Without --force, an existing file is
replaced only if it holds a board or a picture.
)",
    .examples = R"(  sumi board f5d6c3 --last --legal
  sumi board f5d6c3 --svg --coordinates --marks 'd3=! f4=?' > board.svg
  sumi board f5 --scores 'f6=0 d6=0 f4=-6'
  head -1 positions.obf | sumi board - --svg --pixels 480 -o problem.svg
)",
    .run = run_board,
    .shared_details = kPositionHelp};

}  // namespace sumi::protocol
