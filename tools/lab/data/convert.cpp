// SPDX-License-Identifier: MIT
#include "engine/base/text.h"
#include "engine/formats/obf.h"
#include "engine/game/notation.h"
#include "engine/game/rules.h"
#include "tools/lab/data/convert.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>

namespace sumi::lab {
namespace {

/// A line of ours in OBF's form, which has a `;` before the score: "<squares> X +12".
std::string obf_of(std::string_view line) {
  constexpr std::size_t kMaxLine = 200;  // nothing of ours is as long
  std::string text(line);
  if (text.size() > kMaxLine || text.find(';') != text.npos) return text;
  const std::size_t blank = text.find_last_of(" \t");
  if (blank != text.npos && parse_int(std::string_view(text).substr(blank + 1))) {
    // "0" may stand for White: a score has a side before it.
    const auto board = parse_position(std::string_view(text).substr(0, blank));
    if (board && trim(std::string_view(text).substr(0, blank)).find_first_of(" \t") != text.npos) {
      text[blank] = ';';
    }
  }
  return text;
}

Result<std::optional<Record>> parse_line(std::string_view line, ScoreSource source) {
  const auto obf = parse_obf_line(obf_of(trim(without_bom(line.substr(0, line.find('%'))))));
  if (!obf) return obf.error();
  if (!*obf) return std::nullopt;
  const ObfLine& read = **obf;
  if (read.position.size != 8) {
    return Error{ErrorCode::kBadSyntax,
                 fmt::format("a board of {0}x{0}, not 8x8", read.position.size)};
  }
  Record record;
  record.board = read.position.board;
  if (read.score) {
    record.score = *read.score;
    record.source = source;
  }
  return std::optional(record);
}

}  // namespace

std::string records_text(std::span<const Record> records) {
  std::string text;
  for (const Record& record : records) {
    text += to_text(Position{record.board, Color::kBlack, 8});
    if (record.source != ScoreSource::kNone) {
      fmt::format_to(std::back_inserter(text), " {:+}", record.score.discs);
    }
    text += '\n';
  }
  return text;
}

Result<std::vector<Record>> parse_records_text(std::string_view text, ScoreSource source) {
  std::vector<Record> records;
  for (std::size_t number = 1; !text.empty(); ++number) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    auto record = parse_line(text.substr(0, end), source);
    if (!record) {
      return Error{record.error().code, fmt::format("line {}: {} (SQUARES SIDE SCORE, or OBF)",
                                                    number, record.error().message)};
    }
    if (*record) {
      (*record)->game = static_cast<std::uint16_t>(records.size());
      records.push_back(**record);
    }
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return records;
}

namespace {

/// The records of one game, in order.
std::vector<Record> records_of(const GameRecord& replayed, const WthorGame& game, int depth,
                               std::uint16_t number) {
  const Game end = replayed.replay();
  const bool reached = end.position().board.empties() <= depth;
  std::vector<Record> records;
  Position position = replayed.start;
  for (const Square move : replayed.moves) {
    if (move == Square::kPass) {
      position = position.passed();
      continue;
    }
    const int empties = position.board.empties();
    const bool theoretical = reached && empties >= depth;
    const int black = theoretical ? game.theoretical_score.discs : game.score.discs;
    Record record;
    record.board = position.board;
    record.score = {position.to_move == Color::kBlack ? black : -black};
    record.source = theoretical && empties == depth ? ScoreSource::kExact : ScoreSource::kGame;
    record.move = static_cast<std::uint8_t>(index(move));
    record.game = number;
    records.push_back(record);
    position = {position.board.played(move, rules::flips(position.board, move)), !position.to_move,
                8};
  }
  return records;
}

}  // namespace

WthorRecords wthor_records(const WthorFile& file, std::uint64_t first_number) {
  WthorRecords result;
  for (std::size_t i = 0; i < file.games.size(); ++i) {
    const auto replayed = replay_wthor(file.games[i]);
    if (!replayed) {
      if (result.illegal++ == 0) {
        result.first_fault = fmt::format("game {}: {}", i + 1, replayed.error().message);
      }
      continue;
    }
    const auto records = records_of(*replayed, file.games[i], file.depth,
                                    static_cast<std::uint16_t>(first_number + i));
    result.records.insert(result.records.end(), records.begin(), records.end());
    ++result.games;
  }
  return result;
}

}  // namespace sumi::lab
