// SPDX-License-Identifier: MIT
/// Runs the parser that SUMI_FUZZ_TARGET selects (README.md).
#include "book/formats/compact_book.h"
#include "book/formats/edax_book.h"
#include "book/formats/egaroucid_book.h"
#include "book/formats/obf_book.h"
#include "engine/base/checksum.h"
#include "engine/formats/codecs.h"
#include "engine/formats/game_file.h"
#include "engine/formats/obf.h"
#include "engine/formats/wthor.h"
#include "engine/game/notation.h"
#include "tests/fuzz/fuzz_checks.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

using namespace sumi;
using namespace sumi::fuzz;

namespace {

void check_legal(const GameRecord& record) {
  check(is_board_size(record.start.size), "board size");
  check((record.start.board.own & record.start.board.opp) == 0, "two discs on a square");
  check(record.notes.empty() || record.notes.size() == record.moves.size(), "notes");
  Game game(record.start);
  for (const Square s : record.moves) check(game.play(s).has_value(), "illegal move");
}

/// Requires that accepted text survives writing and reading: same text, same moves.
void check_codec(std::string_view text, Result<GameRecord> (*parse)(std::string_view),
                 std::string (*write)(const GameRecord&)) {
  const Result<GameRecord> record = parse(text);
  if (!record) return check_message(record.error());
  check_legal(*record);
  const std::string written = write(*record);
  const Result<GameRecord> again = parse(written);
  check(again.has_value(), "what was written is refused", written);
  check(again->start == record->start && again->moves == record->moves, "other moves", written);
  check(write(*again) == written, "written differently", written);
}

Result<GameRecord> parse_transcript(std::string_view text) { return parse_game(text); }

[[maybe_unused]] void fuzz_ggf(std::string_view text) {
  check_codec(
      text, [](std::string_view t) { return parse_ggf(t); }, to_ggf);
}
[[maybe_unused]] void fuzz_sgf(std::string_view text) {
  check_codec(
      text, [](std::string_view t) { return parse_sgf(t); }, to_sgf);
}
[[maybe_unused]] void fuzz_pgn(std::string_view text) {
  check_codec(
      text, [](std::string_view t) { return parse_pgn(t); }, to_pgn);
}

[[maybe_unused]] void fuzz_transcript(std::string_view text) {
  const Result<GameRecord> record = parse_transcript(text);
  if (!record) return check_message(record.error());
  check_legal(*record);
  const std::string written = to_text(record->start) + " " + to_transcript(*record);
  const Result<GameRecord> again = parse_transcript(written);
  check(again.has_value(), "what was written is refused", written);
  check(again->start == record->start, "another start", written);
  check(to_transcript(*again) == to_transcript(*record), "other moves", written);
}

[[maybe_unused]] void fuzz_quest(std::string_view text) {
  const Result<GameRecord> record = parse_quest(text);
  if (!record) return check_message(record.error());
  check_legal(*record);
}

[[maybe_unused]] void fuzz_wthor(std::string_view bytes) {
  if (const auto names = parse_wthor_names(bytes); !names) check_message(names.error());
  const Result<WthorFile> file = parse_wthor(bytes);
  if (!file) return check_message(file.error());
  const Result<WthorFile> same = parse_wthor(write_wthor(*file));
  check(same.has_value() && *same == *file, "the file written is another");
  WthorTables tables;
  for (const WthorGame& game : file->games) {
    const Result<GameRecord> record = to_record(*file, game);
    if (!record) {
      check_message(record.error());
      continue;
    }
    check_legal(*record);
    const Result<GameRecord> ggf = parse_ggf(to_ggf(*record));
    check(ggf.has_value(), "GGF is refused");
    const Result<WthorGame> back = to_wthor_game(*ggf, file->depth, tables);
    check(back.has_value() && back->moves == game.moves && back->score == game.score,
          "another game");
  }
}

/// As check_codec(), for a line whose parser may return nothing.
template <class Parse, class Write>
void check_line(std::string_view text, Parse parse, Write write) {
  const Result<std::optional<ObfLine>> line = parse(text);
  if (!line) return check_message(line.error());
  if (!*line) return;
  const std::string written = write(**line);
  const Result<std::optional<ObfLine>> again = parse(written);
  check(again.has_value() && again->has_value(), "what was written is refused", written);
  check((*again)->position == (*line)->position, "another position", written);
  check(write(**again) == written, "written differently", written);
}

[[maybe_unused]] void fuzz_obf(std::string_view text) { check_line(text, parse_obf_line, to_obf); }

[[maybe_unused]] void fuzz_script(std::string_view text) {
  check_line(text, parse_script_line, to_script_line);
  if (const Result<ObfLine> pos = parse_pos(text); !pos) check_message(pos.error());
}

void check_position(const Result<Position>& position) {
  if (!position) return check_message(position.error());
  check((position->board.own & position->board.opp) == 0, "two discs on a square");
  const std::string text = to_text(*position), fen = to_fen(*position);
  check(parse_position(text).value() == *position, "text", text);
  check(parse_fen(fen).value() == *position, "FEN", fen);
  const Position shown = parse_position(diagram(*position)).value();
  const Position wanted = position->to_move == Color::kBlack ? *position : position->passed();
  check(shown == wanted, "diagram", diagram(*position));
}

[[maybe_unused]] void fuzz_board(std::string_view text) { check_position(parse_position(text)); }
[[maybe_unused]] void fuzz_fen(std::string_view text) { check_position(parse_fen(text)); }

[[maybe_unused]] void fuzz_file(std::string_view text) {
  Result<GameFileReader> reader = GameFileReader::of_text(std::string(text));
  if (!reader) return check_message(reader.error());
  std::size_t entries = 0;
  while (const std::optional<FileItem> item = reader->next()) {
    check(++entries <= text.size() + 1, "entries without end");
    if (item->entry) {
      check_legal(game_of(*item->entry));
    } else {
      check_message(item->entry.error());
    }
  }
}

/// Two bytes give the number of positions; the rest is the content of a frame. Also reads the input
/// as a file, where checksum and zstd reject nearly everything.
[[maybe_unused]] void fuzz_compact(std::string_view bytes) {
  if (const auto whole = book::CompactBook::read(bytes); !whole) check_message(whole.error());
  if (bytes.size() < 2) return;
  const auto positions = static_cast<int>(get_number<2>(bytes, 0));
  const auto records = book::decode(bytes.substr(2), positions);
  if (!records) return check_message(records.error());
  for (const book::CompactRecord& record : *records) {
    check(book::is_book_position(record.board), "no position");
  }
  const auto again = book::decode(book::encode(*records), positions);
  check(again.has_value(), "what was written is refused");
  for (std::size_t i = 0; i < records->size(); ++i) {
    check((*again)[i].board == (*records)[i].board, "another position");
    check((*again)[i].row == (*records)[i].row, "another entry");
  }
}

[[maybe_unused]] void fuzz_edax(std::string_view bytes) {
  const auto warn = [](const std::string& warning) {
    check_message({ErrorCode::kBadFile, warning});
  };
  const auto visit = [&](const book::EdaxPosition& position) {
    if (const auto entry = book::from_edax(position)) {
      check(book::is_book_position(entry->first), "no position");
    }
    book::EdaxHeader header;
    header.positions = 1;
    const auto same = [&](const book::EdaxPosition& read) {
      check(read == position, "another position");
    };
    const std::string file = to_bytes(header) + to_bytes(position);
    const auto again = book::read_edax_book(ByteStream::of_text(file), same, warn);
    check(again.has_value() && *again == header, "what was written is refused");
  };
  const auto read = book::read_edax_book(ByteStream::of_text(std::string(bytes)), visit, warn);
  if (!read) check_message(read.error());
}

[[maybe_unused]] void fuzz_egaroucid(std::string_view bytes) {
  const auto warn = [](const std::string& warning) {
    check_message({ErrorCode::kBadFile, warning});
  };
  const auto visit = [&](const book::EgaroucidPosition& position) {
    if (const auto entry = book::from_egaroucid(position)) {
      check(book::is_book_position(entry->first), "no position");
      check(book::fault_of(entry->first, entry->second).empty(), "no entry");
    }
    const auto same = [&](const book::EgaroucidPosition& read) {
      check(read == position, "another position");
    };
    const std::string file = book::egaroucid_header(1) + to_bytes(position);
    const auto again = book::read_egaroucid_book(ByteStream::of_text(file), same, warn);
    check(again.has_value() && *again == 1, "what was written is refused");
  };
  const auto read = book::read_egaroucid_book(ByteStream::of_text(std::string(bytes)), visit, warn);
  if (!read) check_message(read.error());
}

class EmptyBook final : public book::BookReader {
  std::optional<book::BookEntry> find(const Board&) const override { return std::nullopt; }
  std::uint64_t size() const override { return 0; }
  void for_each(const std::function<bool(const Board&, const book::BookEntry&)>&) const override {}
  std::string note(const std::string&) const override { return {}; }
};

[[maybe_unused]] void fuzz_obf_book(std::string_view text) {
  const auto item = book::from_obf_line(text);
  if (!item) return check_message(item.error());
  if (!*item) return;
  const auto& [board, entry] = **item;
  const std::string written = book::to_obf_line(board, entry, EmptyBook());
  const auto again = book::from_obf_line(written);
  check(again.has_value() && *again == *item, "another entry", written);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  SUMI_FUZZ_TARGET({reinterpret_cast<const char*>(data), size});
  return 0;
}
