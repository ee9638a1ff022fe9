// SPDX-License-Identifier: MIT
/// encode() and CompactDecoder walk from positions with few discs to those with many. A position
/// that a move of an earlier one leads to costs a bit; only one that no move reaches is written as
/// a board.
#include "book/formats/compact_code.h"
#include "book/store/board_hash.h"
#include "book/store/book_tree.h"
#include "engine/game/fast_rules.h"
#include "engine/game/symmetry.h"
#include "engine/weights/weights_format.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>
#include <utility>

namespace sumi::book {
namespace {

/// Positions of equally many discs, in the order of books.
using Generation = std::vector<const CompactRecord*>;

/// The legal moves of `board` that lead to positions of `next`, as ColumnWriter::put_moves() takes
/// them; marks those positions in `reached`.
std::uint64_t moves_within(const Board& board, const Generation& next, std::vector<bool>& reached) {
  const auto board_of = [](const CompactRecord* record) { return record->board; };
  std::uint64_t within = 0, move_bit = 1;
  for (Bitboard left = fast_rules::legal_moves(board); left != 0; left &= left - 1) {
    if (const auto child = position_after(board, first_square(left))) {
      const auto found = std::ranges::lower_bound(next, *child, BoardOrder{}, board_of);
      if (found != next.end() && board_of(*found) == *child) {
        reached[static_cast<std::size_t>(found - next.begin())] = true;
        within |= move_bit;
      }
    }
    move_bit <<= 1;
  }
  return within;
}

/// Adds the boards that the moves lead to. False if `within` has more moves than are legal, or one
/// that ends the game.
bool add_children(const Board& board, std::uint64_t within, std::vector<Board>& children) {
  for (Bitboard left = fast_rules::legal_moves(board); left != 0; left &= left - 1) {
    if ((within & 1) != 0) {
      const auto child = position_after(board, first_square(left));
      if (!child) return false;
      children.push_back(*child);
    }
    within >>= 1;
  }
  return within == 0;
}

void sort_out(std::vector<Board>& boards) {
  std::ranges::sort(boards, BoardOrder{});
  boards.erase(std::unique(boards.begin(), boards.end()), boards.end());
}

}  // namespace

std::string encode(std::span<const CompactRecord> records) {
  std::array<Generation, kMostDiscs + 2> generations;
  for (const CompactRecord& record : records) {
    generations[static_cast<std::size_t>(discs_of(record.board))].push_back(&record);
  }
  ColumnWriter writer;
  std::vector<bool> reached(generations[0].size());
  for (std::size_t discs = 0; discs <= kMostDiscs; ++discs) {
    const Generation &generation = generations[discs], &next = generations[discs + 1];
    writer.put_boards(static_cast<std::size_t>(std::ranges::count(reached, false)));
    for (std::size_t i = 0; i < generation.size(); ++i) {
      if (!reached[i]) writer.put_board(generation[i]->board);
    }
    reached.assign(next.size(), false);
    for (const CompactRecord* const record : generation) {
      writer.put_moves(moves_within(record->board, next, reached));
      writer.put_entry(record->board, entry_of(*record));
    }
  }
  return writer.bytes();
}

CompactDecoder::CompactDecoder(std::string bytes, int positions)
    : bytes_(std::move(bytes)), count_(static_cast<std::size_t>(positions)), reader_(bytes_) {
  records_.reserve(count_);
}

Result<void> CompactDecoder::advance() {
  const Error damaged = bad_weights("the positions are damaged");
  const std::size_t room = count_ - records_.size();
  const std::uint64_t boards = reader_.take_boards();
  if (boards > room) return damaged;
  std::vector<Board> generation;
  generation.swap(next_);
  for (std::uint64_t left = boards; left > 0 && !reader_.bad(); --left) {
    const Board board = reader_.take_board();
    if (!is_book_position(board) || discs_of(board) != next_discs_) return damaged;
    generation.push_back(canonical(board).board);
  }
  sort_out(generation);
  if (reader_.bad() || generation.size() > room) return damaged;
  for (const Board& board : generation) {
    if (!add_children(board, reader_.take_moves(), next_)) return damaged;
    if (next_.size() > 2 * count_) {  // a book has not so many; most may be the same
      sort_out(next_);
      if (next_.size() > count_) return damaged;
    }
    const BookEntry entry = reader_.take_entry(board);
    if (reader_.bad()) return damaged;
    records_.push_back({board, to_row(entry)});
  }
  ++next_discs_;
  first_[static_cast<std::size_t>(next_discs_)] = records_.size();
  if (ended() && (!reader_.ended() || records_.size() != count_)) return damaged;
  return {};
}

std::span<const CompactRecord> CompactDecoder::of_discs(int discs) const {
  const std::size_t first = first_[static_cast<std::size_t>(discs)];
  return {records_.data() + first, first_[static_cast<std::size_t>(discs) + 1] - first};
}

Result<std::vector<CompactRecord>> decode(std::string_view bytes, int positions) {
  CompactDecoder decoder(std::string(bytes), positions);
  std::vector<CompactRecord> records;
  while (!decoder.ended()) {
    const int discs = decoder.next_discs();
    if (const auto advanced = decoder.advance(); !advanced) return advanced.error();
    const auto decoded = decoder.of_discs(discs);
    records.insert(records.end(), decoded.begin(), decoded.end());
  }
  std::ranges::sort(records, BoardOrder{}, &CompactRecord::board);
  return records;
}

}  // namespace sumi::book
