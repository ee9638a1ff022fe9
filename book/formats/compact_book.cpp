// SPDX-License-Identifier: MIT
#include "book/formats/compact_book.h"
#include "book/formats/compact_code.h"
#include "book/store/book_entry.h"
#include "engine/game/symmetry.h"
#include "engine/weights/weights_format.h"

#include <fmt/format.h>

#include <algorithm>
#include <mutex>
#include <span>
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

/// Positions are decoded on demand, up to the number of discs of the board looked up.
struct CompactBook::Impl {
  Impl(std::string made_by, std::string columns, int positions)
      : source(std::move(made_by)),
        size(static_cast<std::uint64_t>(positions)),
        decoder(std::move(columns), positions) {}

  /// The positions with `discs` discs. Throws FatalError if they are damaged.
  std::span<const CompactRecord> of_discs(int discs) {
    const std::lock_guard lock(mutex);
    while (decoder.next_discs() <= discs) decoder.advance().value();
    return decoder.of_discs(discs);
  }

  const std::string source;
  const std::uint64_t size;
  std::mutex mutex;  ///< For `decoder`; what it has decoded never changes.
  CompactDecoder decoder;
};

CompactBook::CompactBook(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}
CompactBook::~CompactBook() = default;

bool CompactBook::is_compact(std::string_view head) {
  // The version is read(): it has words for one that is not known.
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
  while (!decoder.ended()) {
    if (const auto advanced = decoder.advance(); !advanced) return advanced.error();
  }
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
  const auto records = impl_->of_discs(discs_of(board));
  const auto found = std::ranges::lower_bound(records, wanted, BoardOrder{}, &CompactRecord::board);
  if (found == records.end() || found->board != wanted) return std::nullopt;
  BookEntry entry = entry_of(*found);
  entry.leaf.move = symmetric(entry.leaf.move, inverse_symmetry(symmetry));
  return entry;
}

std::uint64_t CompactBook::size() const { return impl_->size; }

void CompactBook::for_each(const std::function<bool(const Board&, const BookEntry&)>& visit) const {
  std::vector<const CompactRecord*> records;
  records.reserve(size());
  for (int discs = 0; discs <= kMostDiscs; ++discs) {
    for (const CompactRecord& record : impl_->of_discs(discs)) records.push_back(&record);
  }
  const auto board_of = [](const CompactRecord* record) { return record->board; };
  std::ranges::sort(records, BoardOrder{}, board_of);
  for (const CompactRecord* const record : records) {
    if (!visit(record->board, entry_of(*record))) return;
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
