// SPDX-License-Identifier: MIT
/// `sumi board POSITION|MOVES...`: a position as text or as a picture, with marks and scores.
#include "engine/base/file.h"
#include "engine/base/text.h"
#include "engine/game/file/game_file.h"
#include "engine/game/notation.h"
#include "protocol/cli/commands.h"
#include "protocol/command/language_option.h"
#include "protocol/option_adapter.h"
#include "protocol/report/format.h"
#include "protocol/report/svg_board.h"
#include "protocol/report/text_board.h"

#include <boost/program_options/value_semantic.hpp>
#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace sumi::protocol {
namespace {

constexpr std::string_view kEngineRows[] = {"size"};
constexpr std::size_t kMaxLabel = 32;  // bytes; more would not be legible
constexpr int kMaxPixels = 10'000;

boost::program_options::options_description options_table() {
  namespace po = boost::program_options;
  po::options_description options("Options");
  const auto text = [](const char* name) { return po::value<std::string>()->value_name(name); };
  options.add_options()                                                            //
      ("svg", "an SVG picture instead of text")                                    //
      ("output,o", text("FILE"), "where to; standard output if not given")         //
      ("marks", text("MARKS"), "texts on squares: \"d3=1 c5=!\"")                  //
      ("scores", text("SCORES"), "scores of moves: \"d3=+2 c4=-1\"")               //
      ("last", "mark the last move")                                               //
      ("legal", "mark the legal moves")                                            //
      ("coordinates", "letters and digits around the picture; the text has them")  //
      ("flip", "turned by half: h8 is top left")                                   //
      ("pixels", text("N"), fmt::format("width of the picture, 1..{}", kMaxPixels).c_str());
  add_language_option(options);
  add_engine_options(options, kEngineRows);
  return options;
}

/// A position, from whatever text shows one.
Result<FileEntry> entry_of(const CommandLine& line, int size) {
  const std::string text = fmt::format("{}", fmt::join(line.words, " "));
  if (text == "-") {
    Result<GameFileReader> reader = GameFileReader::open("-");
    if (!reader) return reader.error();
    const std::optional<FileItem> first = reader->next();
    return first ? first->entry : Error{ErrorCode::kBadSyntax, "standard input holds no position"};
  }
  if (text.find(';') == text.npos || text.find("(;") != text.npos) {
    Result<GameRecord> game = parse_game(text, size);
    if (!game) return game.error();
    return FileEntry(std::move(*game));
  }
  auto obf = parse_obf_line(text);
  if (!obf) return obf.error();
  if (*obf) return FileEntry(std::move(**obf));
  return Error{ErrorCode::kBadSyntax, fmt::format("{} holds no position", sumi::quoted(text))};
}

LabelTone tone_of_mark(std::string_view mark) {
  if (mark.empty() || mark.find_first_not_of("!?") != mark.npos) return LabelTone::kPlain;
  return mark.find('?') == mark.npos ? LabelTone::kGood : LabelTone::kBad;
}

/// Reads "d3=1 c5=!"; throws UsageError.
std::vector<SquareLabel> labels_of(const CommandLine& line, const char* option, int size) {
  std::vector<SquareLabel> labels;
  const std::string value = text_value(line, option);
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

/// The best of the scores stands out.
void mark_best(std::vector<SquareLabel>& scores) {
  std::optional<double> best;
  for (const SquareLabel& score : scores) {
    if (const auto discs = parse_real(score.text)) best = std::max(best.value_or(*discs), *discs);
  }
  for (SquareLabel& score : scores) {
    if (best && parse_real(score.text) == best) score.tone = LabelTone::kGood;
  }
}

BoardPicture picture_of(const FileEntry& entry, const CommandLine& line) {
  BoardPicture picture;
  picture.position = position_of(entry);
  const int size = picture.position.size;
  picture.marks = labels_of(line, "marks", size);
  for (SquareLabel& mark : picture.marks) mark.tone = tone_of_mark(mark.text);
  picture.scores = labels_of(line, "scores", size);
  if (const auto* obf = std::get_if<ObfLine>(&entry); obf && !line.has("scores")) {
    for (const ObfMove& move : obf->moves) {
      if (move.square == Square::kPass) continue;
      picture.scores.push_back({move.square, signed_score(move.score), LabelTone::kPlain});
    }
  }
  mark_best(picture.scores);
  if (line.has("last")) {
    const GameRecord game = game_of(entry);
    const auto last = std::find_if(game.moves.rbegin(), game.moves.rend(),
                                   [](Square s) { return s != Square::kPass; });
    if (last != game.moves.rend()) picture.last = *last;
  }
  picture.legal_moves = line.has("legal");
  picture.coordinates = line.has("coordinates");
  picture.flip = line.has("flip");
  if (line.has("pixels")) picture.pixels = int_value(line, "pixels", 1, kMaxPixels);
  return picture;
}

std::string state_text(const Position& position, Language language) {
  const Game game(position);
  if (game.over()) return std::string(tr(language, "The game is over."));
  return std::string(position.to_move == Color::kBlack ? tr(language, "Black to move.")
                                                       : tr(language, "White to move."));
}

int run(const Command& self, const Args& args, Output& out) {
  const auto line = parse(self, options_table(), args, out);
  if (!line) return kDone;
  const Language language = language_of(*line);
  const Result<FileEntry> entry = entry_of(*line, engine_options_of(*line, kEngineRows).size);
  if (!entry) throw UsageError(entry.error().message);
  const BoardPicture picture = picture_of(*entry, *line);
  const std::string text =
      line->has("svg") ? to_svg(picture) + "\n"
                       : text_board(picture) + state_text(picture.position, language) + "\n";
  if (!line->has("output")) {
    out.write(text);
    return kDone;
  }
  const Result<void> written = write_file(text_value(*line, "output"), text);
  if (!written) throw FatalError(written.error().message);
  return kDone;
}

}  // namespace

const Command kBoardCommand{
    "board",
    "[POSITION|MOVES...|-] [--svg] [--marks MARKS] [--scores SCORES] [--last] [--legal]",
    "a position as text or as an SVG picture",
    "The position is 64 squares and the side to move (36 or 16 squares on small boards), moves\n"
    "such as f5d6c3, both, or an OBF line, whose scores are shown; - reads any of these, or a\n"
    "game file, from standard input; the start if there is none. Marks ! and !! are yellow in\n"
    "the picture, ?, ?? and ?! red, and so is the best score yellow. In the text [X] is the last\n"
    "move and * a legal one.\n",
    "  sumi board f5d6c3 --last --legal\n"
    "  sumi board f5d6c3 --svg --coordinates --marks 'd3=! f4=?' > board.svg\n"
    "  sumi board f5 --scores 'f6=0 d6=0 f4=-6'\n"
    "  head -1 positions.obf | sumi board - --svg --pixels 480 -o problem.svg\n",
    run};

}  // namespace sumi::protocol
