// SPDX-License-Identifier: MIT
#include "book/formats/compact_book.h"
#include "book/formats/compact_code.h"
#include "book/store/board_hash.h"
#include "engine/game/symmetry.h"
#include "engine/weights/weights_format.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>
#include <zstd.h>

// The bytes of default.book, which the assembler puts here (shipped_book.S).
extern "C" const char sumi_shipped_book[], sumi_shipped_book_end[];

namespace sumi::book {
namespace {

constexpr WeightsKind kCompactFile{3, Value::kPerDisc, "opening book"};
constexpr int kCompression = 19;  // of zstd; seconds for 100,000 positions, and a tenth smaller

std::string_view shipped_bytes() { return {sumi_shipped_book, sumi_shipped_book_end}; }

Result<std::string> decompressed(std::string_view frame) {
  const auto size = ZSTD_getFrameContentSize(frame.data(), frame.size());
  // An unknown size is a number larger than any.
  if (size > kMaxFrameBytes) return bad_weights("compressed otherwise than opening books are");
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

struct CompactBook::Impl {
  std::string source;
  std::vector<CompactRecord> records;  ///< In the order of boards.
};

CompactBook::CompactBook(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}
CompactBook::~CompactBook() = default;

bool CompactBook::is_compact(std::string_view head) {
  // The version is read(): it has words for one that is not known.
  return head.starts_with(join_weights(kCompactFile, {}, {}).substr(0, 8));
}

Result<std::unique_ptr<CompactBook>> CompactBook::read(std::string_view bytes) {
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
  const auto columns = decompressed(parts->frames);
  if (!columns) return columns.error();
  auto records = decode(*columns, positions);
  if (!records) return records.error();
  return std::unique_ptr<CompactBook>(new CompactBook(
      std::make_unique<Impl>(Impl{std::move(provenance->command), std::move(*records)})));
}

std::shared_ptr<const CompactBook> CompactBook::shipped() {
  static const std::shared_ptr<const CompactBook> book = [] {
    auto read_book = read(shipped_bytes());
    if (!read_book) {
      throw FatalError(fmt::format("the book in this program: {}", read_book.error().message));
    }
    return std::shared_ptr<const CompactBook>(std::move(*read_book));
  }();
  return book;
}

std::optional<BookEntry> CompactBook::find(const Board& board) const {
  const auto [wanted, symmetry] = canonical(board);
  const auto found =
      std::ranges::lower_bound(impl_->records, wanted, BoardOrder{}, &CompactRecord::board);
  if (found == impl_->records.end() || found->board != wanted) return std::nullopt;
  BookEntry entry = entry_of(*found);
  entry.leaf.move = symmetric(entry.leaf.move, inverse_symmetry(symmetry));
  return entry;
}

std::uint64_t CompactBook::size() const { return impl_->records.size(); }

void CompactBook::for_each(const std::function<bool(const Board&, const BookEntry&)>& visit) const {
  for (const CompactRecord& record : impl_->records) {
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
