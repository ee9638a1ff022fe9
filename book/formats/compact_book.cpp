// SPDX-License-Identifier: MIT
#include "book/formats/compact_book.h"
#include "book/store/book_tree.h"
#include "engine/base/checksum.h"
#include "engine/game/rules.h"
#include "engine/game/symmetry.h"
#include "engine/limits.h"
#include "engine/weights/weights_format.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cassert>
#include <iterator>
#include <limits>
#include <mutex>
#include <optional>
#include <utility>
#include <zstd.h>

namespace sumi::book {

namespace {

using Column = CompactColumn;

constexpr std::size_t kSizeBytes = 4;  // Size of a column, written before the columns.

// Flags of a position (README.md); a leaf has only some of them.
constexpr int kScored = 1, kExact = 2, kHasGames = 4;
constexpr int kStateAt = 3, kStateMask = 3, kSelectivityAt = 5;

/// Zigzag coding: 0, -1, 1, -2, 2 become 0, 1, 2, 3, 4, so that numbers near 0 have a zero high
/// byte.
unsigned zigzag(int number) {
  const auto twice = 2 * static_cast<unsigned>(number);
  return number < 0 ? ~twice : twice;
}
int unzigzag(unsigned number) {
  return static_cast<int>(number % 2 == 0 ? number / 2 : ~(number / 2));
}

int selectivity_flags(int selectivity) {
  const int* const found = std::ranges::find(kSelectivities, selectivity);
  assert(found != std::end(kSelectivities));
  return static_cast<int>(found - kSelectivities) << kSelectivityAt;
}

/// Distance of the entries from which a search for an entry starts.
constexpr std::size_t kEntryStep = 128;

Error damaged() { return bad_weights("the positions are damaged"); }

Square nth_square(Bitboard squares, int n) {
  for (; n > 0; --n) squares &= squares - 1;
  return first_square(squares);
}

}  // namespace

void ColumnWriter::put_byte(Column column, int byte) {
  bytes_of(column) += static_cast<char>(byte);
}

/// Seven bits per byte, lowest first; the high bit is set if another byte follows.
void ColumnWriter::put_long(Column column, std::uint64_t number) {
  for (; number >= 128; number >>= 7) bytes_of(column) += static_cast<char>(number | 128);
  bytes_of(column) += static_cast<char>(number);
}

void ColumnWriter::put_boards(std::size_t count) { put_long(Column::kBoards, count); }

void ColumnWriter::put_board(const Board& board) {
  put_number(bytes_of(Column::kBoards), board.own, 8);
  put_number(bytes_of(Column::kBoards), board.opp, 8);
}

void ColumnWriter::put_moves(std::uint64_t within) { put_long(Column::kMoves, within); }

void ColumnWriter::put_entry(const Board& board, const BookEntry& entry) {
  const Leaf leaf = entry.leaf.state == Leaf::State::kMove ? entry.leaf : Leaf{entry.leaf.state};
  const bool has_games = entry.games.games() > 0;
  put_byte(Column::kFlags,
           (entry.score ? kScored : 0) | (entry.exact ? kExact : 0) | (has_games ? kHasGames : 0) |
               static_cast<int>(leaf.state) << kStateAt | selectivity_flags(entry.selectivity));
  put_byte(Column::kLevels, entry.level + 1);
  // Score and depth usually equal those of the leaf.
  put_byte(Column::kDepths, entry.depth - leaf.depth);
  if (entry.score) {
    const unsigned score = zigzag(entry.score->units - leaf.value.units);
    put_byte(Column::kScoreLow, static_cast<int>(score));
    put_byte(Column::kScoreHigh, static_cast<int>(score >> 8));
  }
  if (leaf.state == Leaf::State::kMove) {
    const Bitboard before = fast_rules::legal_moves(board) & (bit(leaf.move) - 1);
    const unsigned value = zigzag(leaf.value.units);
    put_byte(Column::kLeafFlags, (leaf.exact ? kExact : 0) | selectivity_flags(leaf.selectivity));
    put_byte(Column::kLeafMoves, std::popcount(before));
    put_byte(Column::kLeafDepths, leaf.depth);
    put_byte(Column::kLeafLow, static_cast<int>(value));
    put_byte(Column::kLeafHigh, static_cast<int>(value >> 8));
  }
  if (has_games) {
    for (const std::uint32_t count : {entry.games.wins, entry.games.draws, entry.games.losses}) {
      put_long(Column::kGames, count);
    }
  }
}

std::string ColumnWriter::bytes() const {
  std::string bytes;
  for (const std::string& column : columns_) put_number(bytes, column.size(), kSizeBytes);
  for (const std::string& column : columns_) bytes += column;
  return bytes;
}

ColumnReader::ColumnReader(std::string_view bytes)
    : bad_(bytes.size() < kSizeBytes * kCompactColumns) {
  if (bad_) return;
  std::string_view left = bytes.substr(kSizeBytes * kCompactColumns);
  for (std::size_t i = 0; i < kCompactColumns; ++i) {
    const std::size_t size = get_number<kSizeBytes>(bytes, kSizeBytes * i);
    bad_ |= size > left.size();
    columns_[i] = left.substr(0, size);
    left.remove_prefix(columns_[i].size());
  }
  bad_ |= !left.empty();
}

bool ColumnReader::ended() const {
  return std::ranges::all_of(columns_, [](std::string_view column) { return column.empty(); });
}

int ColumnReader::take_byte(Column column) {
  std::string_view& left = left_of(column);
  if (left.empty()) {
    bad_ = true;
    return 0;
  }
  const auto byte = static_cast<unsigned char>(left.front());
  left.remove_prefix(1);
  return byte;
}

std::uint64_t ColumnReader::take_long(Column column) {
  std::uint64_t number = 0;
  for (int shift = 0; shift < 63; shift += 7) {
    const int byte = take_byte(column);
    number |= static_cast<std::uint64_t>(byte & 127) << shift;
    if (byte < 128) return number;
  }
  bad_ = true;
  return 0;
}

Board ColumnReader::take_board() {
  std::string_view& left = left_of(Column::kBoards);
  if (left.size() < 16) {
    bad_ = true;
    return {};
  }
  const Board board{get_number<8>(left, 0), get_number<8>(left, 8)};
  left.remove_prefix(16);
  return board;
}

BookEntry ColumnReader::take_entry(const Board& board) {
  BookEntry entry;
  const int flags = take_byte(Column::kFlags), state = flags >> kStateAt & kStateMask;
  entry.exact = (flags & kExact) != 0;
  entry.selectivity = take_selectivity(flags);
  entry.level = take_byte(Column::kLevels) - 1;
  bad_ |= state > static_cast<int>(Leaf::State::kNoMove);
  entry.leaf.state = static_cast<Leaf::State>(state);
  if (entry.leaf.state == Leaf::State::kMove) entry.leaf = take_leaf(board);
  entry.depth = static_cast<std::int8_t>(take_byte(Column::kDepths) + entry.leaf.depth);
  if ((flags & kScored) != 0) {
    entry.score = take_value(Column::kScoreLow, Column::kScoreHigh, entry.leaf.value);
  }
  if ((flags & kHasGames) != 0) entry.games = {take_count(), take_count(), take_count()};
  bad_ = bad_ || !fault_of(board, entry).empty();
  return entry;
}

void ColumnReader::skip_entries(std::size_t count) {
  std::size_t scores = 0, leaves = 0, games = 0;
  for (const char byte : left_of(Column::kFlags).substr(0, count)) {
    const int flags = static_cast<unsigned char>(byte), state = flags >> kStateAt & kStateMask;
    scores += (flags & kScored) != 0 ? 1 : 0;
    games += (flags & kHasGames) != 0 ? 1 : 0;
    leaves += state == static_cast<int>(Leaf::State::kMove) ? 1 : 0;
  }
  skip(count, {Column::kFlags, Column::kLevels, Column::kDepths});
  skip(scores, {Column::kScoreLow, Column::kScoreHigh});
  skip(leaves, {Column::kLeafFlags, Column::kLeafMoves, Column::kLeafDepths, Column::kLeafLow,
                Column::kLeafHigh});
  for (std::size_t left = 3 * games; left > 0 && !bad_; --left) take_long(Column::kGames);
}

void ColumnReader::skip(std::size_t bytes, std::initializer_list<Column> columns) {
  for (const Column column : columns) {
    std::string_view& left = left_of(column);
    bad_ |= left.size() < bytes;
    left.remove_prefix(std::min(bytes, left.size()));
  }
}

Leaf ColumnReader::take_leaf(const Board& board) {
  Leaf leaf{Leaf::State::kMove};
  const int flags = take_byte(Column::kLeafFlags);
  bad_ |= (flags & ~kExact & ((1 << kSelectivityAt) - 1)) != 0;
  leaf.exact = (flags & kExact) != 0;
  leaf.selectivity = take_selectivity(flags);
  const Bitboard moves = fast_rules::legal_moves(board);
  const int place = take_byte(Column::kLeafMoves);
  bad_ |= place >= std::popcount(moves);
  leaf.move = nth_square(moves, bad_ ? 0 : place);
  leaf.depth = take_byte(Column::kLeafDepths);
  leaf.value = take_value(Column::kLeafLow, Column::kLeafHigh, Value{});
  return leaf;
}

std::uint32_t ColumnReader::take_count() {
  const std::uint64_t count = take_long(Column::kGames);
  bad_ |= count > std::numeric_limits<std::uint32_t>::max();
  return static_cast<std::uint32_t>(count);
}

int ColumnReader::take_selectivity(int flags) {
  const auto place = static_cast<std::size_t>(flags >> kSelectivityAt);
  bad_ |= place >= std::size(kSelectivities);
  return kSelectivities[place % std::size(kSelectivities)];
}

Value ColumnReader::take_value(Column low, Column high, Value base) {
  const int low_byte = take_byte(low), high_byte = take_byte(high);
  return {base.units + unzigzag(static_cast<unsigned>(high_byte << 8 | low_byte))};
}

namespace {

/// The positions with one number of discs, in book order.
using Generation = std::vector<const CompactRecord*>;

/// The moves to positions in `next`, as for ColumnWriter::put_moves(); marks these in `reached`.
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

/// Adds the children that `within` selects. False if `within` has surplus bits, or if a move ends
/// the game.
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
  std::array<Generation, kMaxDiscs + 2> generations;
  for (const CompactRecord& record : records) {
    generations[static_cast<std::size_t>(discs_of(record.board))].push_back(&record);
  }
  ColumnWriter writer;
  std::vector<bool> reached(generations[0].size());
  for (std::size_t discs = 0; discs <= kMaxDiscs; ++discs) {
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
  for (std::size_t left = count_; left > 0 && !reader_.bad();) {
    entries_.push_back(reader_);
    const std::size_t step = std::min(left, kEntryStep);
    reader_.skip_entries(step);
    left -= step;
  }
  boards_.reserve(count_);
}

Result<void> CompactDecoder::advance() {
  const std::size_t room = count_ - boards_.size();
  const std::uint64_t unreached = reader_.take_boards();
  if (unreached > room) return damaged();
  std::vector<Board> generation;
  generation.swap(next_);
  for (std::uint64_t left = unreached; left > 0 && !reader_.bad(); --left) {
    const Board board = reader_.take_board();
    if (!is_book_position(board) || discs_of(board) != next_discs_) return damaged();
    generation.push_back(canonical(board).board);
  }
  sort_out(generation);
  if (generation.size() > room) return damaged();
  for (const Board& board : generation) {
    if (!add_children(board, reader_.take_moves(), next_)) return damaged();
    if (next_.size() > 2 * count_) {  // limits memory; most may be duplicates
      sort_out(next_);
      if (next_.size() > count_) return damaged();
    }
  }
  if (reader_.bad()) return damaged();
  boards_.insert(boards_.end(), generation.begin(), generation.end());
  ++next_discs_;
  first_[static_cast<std::size_t>(next_discs_)] = boards_.size();
  if (ended() && (!reader_.ended() || boards_.size() != count_)) return damaged();
  return {};
}

CompactDecoder::Generation CompactDecoder::of_discs(int discs) const {
  const auto at = static_cast<std::size_t>(discs);
  return {{boards_.data() + first_[at], first_[at + 1] - first_[at]}, first_[at]};
}

Result<BookEntry> CompactDecoder::entry(std::size_t place) const {
  ColumnReader reader = entries_[place / kEntryStep];
  reader.skip_entries(place % kEntryStep);
  const BookEntry entry = reader.take_entry(boards_[place]);
  if (reader.bad()) return damaged();
  return entry;
}

Result<void> CompactDecoder::for_each(
    const std::function<void(const Board&, const BookEntry&)>& visit) const {
  if (boards_.empty()) return {};
  ColumnReader reader = entries_.front();
  for (const Board& board : boards_) {
    const BookEntry entry = reader.take_entry(board);
    if (reader.bad()) return damaged();
    visit(board, entry);
  }
  return {};
}

namespace {

Result<void> decode_boards(CompactDecoder& decoder) {
  while (!decoder.ended()) {
    if (const auto advanced = decoder.advance(); !advanced) return advanced;
  }
  return {};
}

/// All positions, in book order. Requires: decoder.ended().
Result<std::vector<CompactRecord>> records_of(const CompactDecoder& decoder) {
  std::vector<CompactRecord> records;
  const auto done = decoder.for_each([&](const Board& board, const BookEntry& entry) {
    records.push_back({board, to_row(entry)});
  });
  if (!done) return done.error();
  std::ranges::sort(records, BoardOrder{}, &CompactRecord::board);
  return records;
}

}  // namespace

Result<std::vector<CompactRecord>> decode(std::string_view bytes, int positions) {
  CompactDecoder decoder(std::string(bytes), positions);
  if (const auto decoded = decode_boards(decoder); !decoded) return decoded.error();
  return records_of(decoder);
}

}  // namespace sumi::book

// The bytes of default.book (shipped_book.S).
extern "C" const char sumi_shipped_book[], sumi_shipped_book_end[];

namespace sumi::book {
namespace {

constexpr WeightsKind kCompactFile{3, Value::kPerDisc, "opening book"};
constexpr int kCompression = 19;  // zstd level: a tenth smaller in a few seconds

std::string_view shipped_bytes() { return {sumi_shipped_book, sumi_shipped_book_end}; }

Result<std::string> decompressed(std::string_view frame) {
  const auto size = ZSTD_getFrameContentSize(frame.data(), frame.size());
  // An unknown size is a huge number.
  if (size > kMaxFrameBytes) return bad_weights("not compressed as opening books are");
  std::string bytes(size, '\0');
  const std::size_t got = ZSTD_decompress(bytes.data(), size, frame.data(), frame.size());
  if (ZSTD_isError(got) || got != size) return bad_weights("the compressed positions are damaged");
  return bytes;
}

std::string compressed(std::string_view bytes) {
  std::string frame(ZSTD_compressBound(bytes.size()), '\0');
  const std::size_t size =
      ZSTD_compress(frame.data(), frame.size(), bytes.data(), bytes.size(), kCompression);
  if (ZSTD_isError(size)) throw FatalError(ZSTD_getErrorName(size));
  frame.resize(size);
  return frame;
}

}  // namespace

/// Decodes boards on demand, up to the discs of the board looked up.
struct CompactBook::Impl {
  Impl(std::string made_by, std::string columns, int positions)
      : source(std::move(made_by)),
        size(static_cast<std::uint64_t>(positions)),
        decoder(std::move(columns), positions) {}

  /// Throws FatalError on damaged data.
  CompactDecoder::Generation of_discs(int discs) {
    const std::lock_guard lock(mutex);
    while (decoder.next_discs() <= discs) decoder.advance().value();
    return decoder.of_discs(discs);
  }

  const std::string source;
  const std::uint64_t size;
  std::mutex mutex;  ///< Guards advance() and of_discs(). Decoded boards are immutable.
  CompactDecoder decoder;
};

CompactBook::CompactBook(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}
CompactBook::~CompactBook() = default;

bool CompactBook::is_compact(std::string_view head) {
  // Ignores the version: read() reports it.
  return head.starts_with(join_weights(kCompactFile, {}, {}).substr(0, 8));
}

Result<std::unique_ptr<CompactBook>> CompactBook::open(std::string_view bytes) {
  const auto parts = split_weights(bytes, kCompactFile);
  if (!parts) return parts.error();
  if (const auto whole = check_weights_sum(bytes); !whole) return whole.error();
  std::string_view text = parts->text;
  auto provenance = take_provenance(text);
  if (!provenance) return provenance.error();
  int positions = 0;
  const auto got = take_numbers(text, "positions", {&positions, 1}, 0, kMaxCompactPositions);
  if (!got) return got.error();
  if (!text.empty()) return bad_weights("more lines of text than an opening book has");
  auto columns = decompressed(parts->frames);
  if (!columns) return columns.error();
  return std::unique_ptr<CompactBook>(new CompactBook(
      std::make_unique<Impl>(std::move(provenance->command), std::move(*columns), positions)));
}

Result<std::unique_ptr<CompactBook>> CompactBook::read(std::string_view bytes) {
  auto book = open(bytes);
  if (!book) return book;
  CompactDecoder& decoder = (*book)->impl_->decoder;
  if (const auto decoded = decode_boards(decoder); !decoded) return decoded.error();
  const auto valid = decoder.for_each([](const Board&, const BookEntry&) {});
  if (!valid) return valid.error();
  return book;
}

std::shared_ptr<const CompactBook> CompactBook::shipped() {
  static const std::shared_ptr<const CompactBook> book = [] {
    auto read_book = open(shipped_bytes());
    if (!read_book) {
      throw FatalError(fmt::format("the book in this program: {}", read_book.error().message));
    }
    return std::shared_ptr<const CompactBook>(std::move(*read_book));
  }();
  return book;
}

std::optional<BookEntry> CompactBook::find(const Board& board) const {
  const auto [wanted, symmetry] = canonical(board);
  const auto [boards, first] = impl_->of_discs(discs_of(board));
  const auto found = std::ranges::lower_bound(boards, wanted, BoardOrder{});
  if (found == boards.end() || *found != wanted) return std::nullopt;
  const auto place = first + static_cast<std::size_t>(found - boards.begin());
  BookEntry entry = impl_->decoder.entry(place).value();
  entry.leaf.move = symmetric(entry.leaf.move, inverse_symmetry(symmetry));
  return entry;
}

std::uint64_t CompactBook::size() const { return impl_->size; }

void CompactBook::for_each(const std::function<bool(const Board&, const BookEntry&)>& visit) const {
  impl_->of_discs(kMaxDiscs);
  for (const CompactRecord& record : records_of(impl_->decoder).value()) {
    if (!visit(record.board, entry_of(record))) return;
  }
}

std::string CompactBook::note(const std::string& name) const {
  return name == "source" ? impl_->source : std::string();
}

Result<std::string> to_compact(const BookReader& book, const std::string& source,
                               const Progress& progress) {
  constexpr std::size_t kMost = kMaxCompactPositions;
  const Error too_large{
      ErrorCode::kOutOfRange,
      fmt::format("a compact book has room for {} positions, not for {}", kMost, book.size())};
  if (book.size() > kMost) return too_large;
  std::vector<CompactRecord> records;
  const bool done = for_all(book, progress, [&](const Board& board, const BookEntry& entry) {
    records.push_back({board, to_row(entry)});
  });
  if (!done) return std::string();
  const std::string columns = encode(records);
  if (records.size() > kMost || columns.size() > kMaxFrameBytes) return too_large;
  const std::string text =
      provenance_text({source, {}, {}, {}, {}}) + fmt::format("positions: {}\n", records.size());
  return join_weights(kCompactFile, text, compressed(columns));
}

}  // namespace sumi::book
