// SPDX-License-Identifier: MIT
#include "engine/base/file.h"
#include "engine/base/text.h"
#include "engine/catalog.h"
#include "engine/game/notation.h"
#include "engine/game/rules.h"
#include "engine/game/symmetry.h"
#include "engine/players/qtable.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <charconv>
#include <cmath>
#include <limits>
#include <optional>
#include <tuple>
#include <utility>

namespace sumi {
namespace {

/// Finalizer of MurmurHash3 (A. Appleby, public domain).
constexpr std::uint64_t mixed(std::uint64_t x) {
  x = (x ^ (x >> 33)) * 0xFF51AFD7ED558CCD;
  x = (x ^ (x >> 33)) * 0xC4CEB9FE1A85EC53;
  return x ^ (x >> 33);
}

std::uint64_t hash_of(const Board& b, Square s) {
  return mixed(mixed(mixed(b.own) ^ b.opp) + static_cast<std::uint64_t>(index(s)));
}

std::optional<Board> parse_board(std::string_view text, int size) {
  Board board;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const int at = static_cast<int>(i);
    const Bitboard here = bit(square_at(at % size, at / size, size));
    if (text[i] == 'X') {
      board.own |= here;
    } else if (text[i] == 'O') {
      board.opp |= here;
    } else if (text[i] != '-') {
      return std::nullopt;
    }
  }
  return board;
}

int size_of(std::string_view board) {
  for (const std::size_t size : {4, 6, 8}) {
    if (board.size() == size * size) return static_cast<int>(size);
  }
  return 0;
}

std::optional<std::uint64_t> parse_updates(std::string_view text) {
  std::uint64_t number = 0;
  const char* const end = text.data() + text.size();
  const auto [stop, status] = std::from_chars(text.data(), end, number);
  return status == std::errc{} && stop == end ? std::optional(number) : std::nullopt;
}

Result<std::pair<QEntry, int>> parse_entry(std::string_view line) {
  const std::string_view whole = line, board_text = take_until(line, ','),
                         square_text = take_until(line, ','), value_text = take_until(line, ',');
  const auto bad = [&] {
    return syntax_error("entry", whole, fmt::format("\"{}\"", kQTableColumns));
  };
  const int size = size_of(board_text);
  if (size == 0) return bad();
  const auto board = parse_board(board_text, size);
  const auto square = parse_square(square_text, size);
  const auto value = parse_real(value_text);
  const auto updates = parse_updates(line);
  if (!board || !square || *square == Square::kPass || !value || !updates) return bad();
  return std::pair{QEntry{*board, *square, *value, *updates}, size};
}

Error at_line(int number, std::string_view what) {
  return {ErrorCode::kBadFile, fmt::format("no table of moves: line {}: {}", number, what)};
}

}  // namespace

std::size_t QTable::slot(const Board& board, Square square) const {
  const std::size_t mask = slots_.size() - 1;
  std::size_t at = hash_of(board, square) & mask;
  while (slots_[at].square != Square::kPass &&
         !(slots_[at].square == square && slots_[at].board == board)) {
    at = (at + 1) & mask;
  }
  return at;
}

const QEntry* QTable::find(const Board& board, Square square) const {
  if (slots_.empty()) return nullptr;
  const QEntry& found = slots_[slot(board, square)];
  return found.square == Square::kPass ? nullptr : &found;
}

QEntry& QTable::entry(const Board& board, Square square, double value) {
  if (3 * (size_ + 1) > 2 * slots_.size()) grow();
  QEntry& found = slots_[slot(board, square)];
  if (found.square == Square::kPass) {
    found = {board, square, value, 0};
    ++size_;
  }
  return found;
}

void QTable::grow() {
  const std::vector<QEntry> old =
      std::exchange(slots_, std::vector<QEntry>(std::max(std::size_t{64}, 2 * slots_.size())));
  for (const QEntry& e : old) {
    if (e.square != Square::kPass) slots_[slot(e.board, e.square)] = e;
  }
}

std::vector<QEntry> QTable::sorted() const {
  std::vector<QEntry> entries;
  entries.reserve(size_);
  for (const QEntry& e : slots_) {
    if (e.square != Square::kPass) entries.push_back(e);
  }
  std::ranges::sort(entries, {}, [](const QEntry& e) {
    return std::tuple(e.board.own, e.board.opp, index(e.square));
  });
  return entries;
}

std::string write_qtable(const std::vector<QEntry>& entries, int size) {
  std::string text = fmt::format("{}\n", kQTableColumns);
  std::string board(static_cast<std::size_t>(size * size), '-');
  for (const QEntry& e : entries) {
    for (std::size_t i = 0; i < board.size(); ++i) {
      const int at = static_cast<int>(i);
      const Bitboard here = bit(square_at(at % size, at / size, size));
      board[i] = (e.board.own & here) != 0 ? 'X' : (e.board.opp & here) != 0 ? 'O' : '-';
    }
    text += fmt::format("{},{},{},{}\n", board, to_text(e.square, size), e.value, e.updates);
  }
  return text;
}

Result<QTableFile> parse_qtable(std::string_view text) {
  text = without_bom(text);
  if (trim(take_until(text, '\n')) != kQTableColumns) {
    return at_line(1, fmt::format("not \"{}\"", kQTableColumns));
  }
  QTableFile file{{}, 0};
  for (int number = 2; !text.empty(); ++number) {
    const std::string_view line = trim(take_until(text, '\n'));
    if (line.empty()) continue;
    const auto entry = parse_entry(line);
    if (!entry) return at_line(number, entry.error().message);
    if (file.size != 0 && entry->second != file.size) {
      return at_line(
          number, fmt::format("a board of {0}x{0} after one of {1}x{1}", entry->second, file.size));
    }
    file.size = entry->second;
    const QEntry& read = entry->first;
    file.table.entry(read.board, read.square, read.value) = read;
  }
  return file;
}

namespace {

class QTablePlayer final : public MovePlayer {
 public:
  QTablePlayer(std::shared_ptr<const QTable> table, const QReading& reading)
      : table_(std::move(table)), reading_(reading) {}

  Square choose(const Position& position, std::uint64_t seed,
                const std::atomic<bool>&) const override {
    BestMoves best;
    for_each_move(position, [&](Square s, const QEntry* entry) {
      best.add(s, entry ? entry->value : reading_.unknown);
    });
    return best.pick(reading_.tie, SquareRandom(position, seed));
  }

  /// Q, and the number of updates, 0 for a move not in the table.
  std::vector<MoveOpinion> opinions(const Position& position, std::uint64_t,
                                    const std::atomic<bool>&) const override {
    std::vector<MoveOpinion> found;
    for_each_move(position, [&](Square s, const QEntry* entry) {
      const double updates = entry ? static_cast<double>(entry->updates) : 0;
      found.push_back({s, entry ? entry->value : reading_.unknown, {{"updates", updates}}});
    });
    return found;
  }

 private:
  /// Calls each(square, entry or null).
  template <class Each>
  void for_each_move(const Position& position, const Each& each) const {
    const CanonicalBoard other = canonical(position.board);
    Bitboard left = fast_rules::legal_moves(position.board, position.size);
    for (; left != 0; left &= left - 1) {
      const Square s = first_square(left);
      const QEntry* entry = table_->find(position.board, s);
      if (!entry && reading_.symmetric) {
        entry = table_->find(other.board, symmetric(s, other.symmetry));
      }
      each(s, entry);
    }
  }

  std::shared_ptr<const QTable> table_;
  QReading reading_;
};

}  // namespace

std::unique_ptr<MovePlayer> make_qtable_player(std::shared_ptr<const QTable> table,
                                               const QReading& reading) {
  return std::make_unique<QTablePlayer>(std::move(table), reading);
}

Result<QTable> read_qtable(const std::string& path, int size) {
  const auto in_file = [&](const Error& e) {
    return Error{e.code, fmt::format("file {}: {}", sumi::quoted(path), e.message)};
  };
  const auto text = read_file(path);
  if (!text) return text.error();
  auto file = parse_qtable(*text);
  if (!file) return in_file(file.error());
  if (file->size != 0 && file->size != size) {
    return in_file({ErrorCode::kBadFile,
                    fmt::format("is for boards of {0}x{0}, not {1}x{1}", file->size, size)});
  }
  return std::move(file->table);
}

Result<std::unique_ptr<MovePlayer>> make_qtable_player(std::string_view argument, int size) {
  if (argument.empty()) {
    return syntax_error("player qtable", argument, "the file of a table: qtable:FILE");
  }
  auto table = read_qtable(std::string(argument), size);
  if (!table) return Error{table.error().code, "player qtable: " + table.error().message};
  return make_qtable_player(std::make_shared<const QTable>(std::move(*table)));
}

Result<std::vector<KnownPosition>> read_qtable_positions(const std::string& path, int size) {
  const auto table = read_qtable(path, size);
  if (!table) return table.error();
  const std::vector<QEntry> entries = table->sorted();
  std::vector<KnownPosition> positions;
  for (std::size_t i = 0; i < entries.size();) {
    const Board& board = entries[i].board;
    Bitboard unknown = rules::legal_moves(board, size);
    double best = -std::numeric_limits<double>::infinity();
    for (; i < entries.size() && entries[i].board == board; ++i) {
      if ((rules::legal_moves(board, size) & bit(entries[i].square)) == 0) continue;
      unknown &= ~bit(entries[i].square);
      best = std::max(best, entries[i].value);
    }
    if (unknown != 0) best = std::max(best, kUnknownValue);
    if (std::isinf(best)) continue;  // no legal move
    const double units = std::clamp(best, -1.0, 1.0) * kMaxEstimate.units;
    positions.push_back({board, {static_cast<int>(std::lround(units))}});
  }
  return positions;
}

}  // namespace sumi
