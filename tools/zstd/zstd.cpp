// SPDX-License-Identifier: MIT
/// Decompresses zstd frames (RFC 8878) without dictionaries, as used by weights and books. Sections
/// are named as in the RFC. Damaged input never causes out-of-bounds access; malformed frames are
/// rejected. The frame checksum is not verified: our files have their own.
#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <cstring>
#include <optional>
#include <span>
#include <vector>
#include <zstd.h>

namespace {

using Bytes = std::span<const std::uint8_t>;

constexpr std::size_t kError = static_cast<std::size_t>(-1);
constexpr std::size_t kMaxBlock = 128 << 10;

struct Damaged {};

void check(bool holds) {
  if (!holds) throw Damaged{};
}

/// Consumes bytes from the front.
class Reader {
 public:
  explicit Reader(Bytes bytes) : left_(bytes) {}

  Bytes take(std::size_t count) {
    check(count <= left_.size());
    const Bytes taken = left_.first(count);
    left_ = left_.subspan(count);
    return taken;
  }
  std::uint64_t number(std::size_t count) {
    std::uint64_t value = 0;
    const Bytes bytes = take(count);
    for (std::size_t i = 0; i < count; ++i) value |= std::uint64_t{bytes[i]} << 8 * i;
    return value;
  }
  Bytes left() const { return left_; }

 private:
  Bytes left_;
};

/// `count` bits from bit `at`, lowest first. Bits outside the bytes are zero.
std::uint64_t bits_at(Bytes bytes, std::int64_t at, int count) {
  constexpr std::int64_t kWord = 8;
  const std::int64_t first = at >> 3, size = static_cast<std::int64_t>(bytes.size());
  std::uint64_t value = 0;
  if (0 <= first && first <= size - kWord) {
    static_assert(std::endian::native == std::endian::little);
    std::memcpy(&value, &bytes[static_cast<std::size_t>(first)], kWord);
  } else {
    for (std::int64_t i = std::max<std::int64_t>(0, -first); i < std::min(kWord, size - first);
         ++i) {
      value |= std::uint64_t{bytes[static_cast<std::size_t>(first + i)]} << 8 * i;
    }
  }
  return value >> (at & 7) & ((std::uint64_t{1} << count) - 1);
}

/// Bits from the last byte to the first, at most 56 at a time.
class BackwardBits {
 public:
  explicit BackwardBits(Bytes bytes) : bytes_(bytes) {
    check(!bytes.empty() && bytes.back() != 0);
    at_ = static_cast<std::int64_t>(8 * bytes.size()) - std::countl_zero(bytes.back()) - 1;
  }

  std::uint64_t take(int count) {
    at_ -= count;
    return bits_at(bytes_, at_, count);
  }
  std::uint64_t peek(int count) const { return bits_at(bytes_, at_ - count, count); }
  void skip(int count) { at_ -= count; }

  bool overdrawn() const { return at_ < 0; }
  bool used_up() const { return at_ == 0; }

 private:
  Bytes bytes_;
  std::int64_t at_ = 0;
};

/// Decoding table of finite state entropy (FSE).
struct FseTable {
  struct State {
    std::uint8_t symbol = 0, bits = 0;
    std::uint16_t base = 0;
  };
  int log = 0;
  std::vector<State> states;
};

constexpr int kMaxFseSymbols = 256;

/// `counts`: normalized count of each symbol; -1 means "less than 1".
FseTable make_table(std::span<const std::int16_t> counts, int log) {
  FseTable table{log, std::vector<FseTable::State>(std::size_t{1} << log)};
  const std::size_t size = table.states.size();
  std::size_t high = size;
  std::array<std::uint32_t, kMaxFseSymbols> next{};
  for (std::size_t s = 0; s < counts.size(); ++s) {
    next[s] = static_cast<std::uint32_t>(counts[s] < 0 ? 1 : counts[s]);
    if (counts[s] < 0) table.states[--high].symbol = static_cast<std::uint8_t>(s);
  }
  const std::size_t step = (size >> 1) + (size >> 3) + 3;
  std::size_t at = 0;
  for (std::size_t s = 0; s < counts.size(); ++s) {
    for (int i = 0; i < counts[s]; ++i) {
      table.states[at].symbol = static_cast<std::uint8_t>(s);
      do at = (at + step) & (size - 1);
      while (at >= high);
    }
  }
  check(at == 0);
  for (FseTable::State& state : table.states) {
    const std::uint32_t n = next[state.symbol]++;
    state.bits = static_cast<std::uint8_t>(log - (std::bit_width(n) - 1));
    state.base = static_cast<std::uint16_t>((n << state.bits) - size);
  }
  return table;
}

FseTable read_table(Reader& from, int max_log, std::size_t max_symbols) {
  const Bytes bytes = from.left();
  std::int64_t at = 0;
  const auto take = [&](int count) {
    const auto value = static_cast<int>(bits_at(bytes, at, count));
    at += count;
    return value;
  };
  const int log = take(4) + 5;
  check(log <= max_log);
  std::vector<std::int16_t> counts;
  int left = 1 << log;
  while (left > 0) {
    check(counts.size() < max_symbols);
    const int bits = std::bit_width(static_cast<unsigned>(left + 1));
    const int low_mask = (1 << (bits - 1)) - 1, threshold = (1 << bits) - 1 - (left + 1);
    int value = take(bits);
    if ((value & low_mask) < threshold) {
      --at;
      value &= low_mask;
    } else if (value > low_mask) {
      value -= threshold;
    }
    const int count = value - 1;
    left -= count < 0 ? 1 : count;
    counts.push_back(static_cast<std::int16_t>(count));
    for (int zeros = count == 0 ? 3 : 0; zeros == 3;) {
      zeros = take(2);
      counts.insert(counts.end(), static_cast<std::size_t>(zeros), std::int16_t{0});
      check(counts.size() <= max_symbols);
    }
  }
  check(left == 0);
  from.take(static_cast<std::size_t>((at + 7) / 8));
  return make_table(counts, log);
}

class FseState {
 public:
  FseState(const FseTable& table, BackwardBits& bits)
      : table_(table), bits_(bits), now_(static_cast<std::size_t>(bits.take(table.log))) {}
  std::uint8_t symbol() const { return table_.states[now_].symbol; }
  void advance() {
    const FseTable::State& state = table_.states[now_];
    now_ = state.base + static_cast<std::size_t>(bits_.take(state.bits));
  }

 private:
  const FseTable& table_;
  BackwardBits& bits_;
  std::size_t now_;
};

/// Decoding table, indexed by the next `log` bits.
struct HuffmanTable {
  struct Code {
    std::uint8_t symbol = 0, bits = 0;
  };
  int log = 0;
  std::vector<Code> codes;
};

constexpr int kMaxHuffmanLog = 11;

std::vector<std::uint8_t> read_weights(Reader& from) {
  const auto head = static_cast<std::size_t>(from.number(1));
  std::vector<std::uint8_t> weights;
  if (head >= 128) {
    const std::size_t count = head - 127;
    const Bytes pairs = from.take((count + 1) / 2);
    for (std::size_t i = 0; i < count; ++i) {
      weights.push_back(
          static_cast<std::uint8_t>(i % 2 == 0 ? pairs[i / 2] >> 4 : pairs[i / 2] & 15));
    }
    return weights;
  }
  constexpr int kMaxLog = 6;
  Reader part(from.take(head));
  const FseTable table = read_table(part, kMaxLog, kMaxHuffmanLog + 2);
  BackwardBits bits(part.left());
  FseState first(table, bits), second(table, bits);
  for (FseState *now = &first, *other = &second;; std::swap(now, other)) {
    check(weights.size() < 254);
    weights.push_back(now->symbol());
    now->advance();
    if (bits.overdrawn()) {
      weights.push_back(other->symbol());
      return weights;
    }
  }
}

HuffmanTable read_huffman(Reader& from) {
  std::vector<std::uint8_t> weights = read_weights(from);
  std::uint32_t sum = 0;
  for (const std::uint8_t weight : weights) {
    check(weight <= kMaxHuffmanLog);
    if (weight > 0) sum += 1U << (weight - 1);
  }
  check(sum > 0);
  const int log = std::bit_width(sum);
  const std::uint32_t left = (1U << log) - sum;
  check(log <= kMaxHuffmanLog && std::has_single_bit(left));
  weights.push_back(static_cast<std::uint8_t>(std::bit_width(left)));

  HuffmanTable table{log, std::vector<HuffmanTable::Code>(std::size_t{1} << log)};
  std::size_t at = 0;
  for (int weight = 1; weight <= log; ++weight) {
    for (std::size_t s = 0; s < weights.size(); ++s) {
      if (weights[s] != weight) continue;
      const HuffmanTable::Code code{static_cast<std::uint8_t>(s),
                                    static_cast<std::uint8_t>(log + 1 - weight)};
      const std::size_t cells = std::size_t{1} << (weight - 1);
      check(at + cells <= table.codes.size());
      std::fill_n(table.codes.begin() + static_cast<std::ptrdiff_t>(at), cells, code);
      at += cells;
    }
  }
  return table;
}

void read_stream(const HuffmanTable& table, Bytes from, std::span<std::uint8_t> to) {
  BackwardBits bits(from);
  for (std::uint8_t& byte : to) {
    const HuffmanTable::Code code = table.codes[static_cast<std::size_t>(bits.peek(table.log))];
    byte = code.symbol;
    bits.skip(code.bits);
  }
  check(bits.used_up());
}

struct Baseline {
  std::uint32_t base;
  std::uint8_t bits;
};

// Symbol compression modes and codes, RFC 8878, 3.1.1.3.2.

constexpr std::int16_t kLengthCounts[] = {4, 3, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 1, 1,  1,  2,  2,
                                          2, 2, 2, 2, 2, 2, 2, 3, 2, 1, 1, 1, 1, 1, -1, -1, -1, -1};
constexpr std::int16_t kMatchCounts[] = {1, 4, 3, 2, 2, 2, 2, 2, 2, 1, 1,  1,  1,  1,  1,  1,  1, 1,
                                         1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1,  1,  1,  1,  1,  1,  1, 1,
                                         1, 1, 1, 1, 1, 1, 1, 1, 1, 1, -1, -1, -1, -1, -1, -1, -1};
constexpr std::int16_t kOffsetCounts[] = {1, 1, 1, 1, 1, 1, 2, 2, 2, 1,  1,  1,  1,  1, 1,
                                          1, 1, 1, 1, 1, 1, 1, 1, 1, -1, -1, -1, -1, -1};

constexpr Baseline kLengths[] = {
    {0, 0},     {1, 0},      {2, 0},      {3, 0},     {4, 0},   {5, 0},     {6, 0},     {7, 0},
    {8, 0},     {9, 0},      {10, 0},     {11, 0},    {12, 0},  {13, 0},    {14, 0},    {15, 0},
    {16, 1},    {18, 1},     {20, 1},     {22, 1},    {24, 2},  {28, 2},    {32, 3},    {40, 3},
    {48, 4},    {64, 6},     {128, 7},    {256, 8},   {512, 9}, {1024, 10}, {2048, 11}, {4096, 12},
    {8192, 13}, {16384, 14}, {32768, 15}, {65536, 16}};
constexpr Baseline kMatches[] = {
    {3, 0},     {4, 0},     {5, 0},      {6, 0},      {7, 0},     {8, 0},   {9, 0},     {10, 0},
    {11, 0},    {12, 0},    {13, 0},     {14, 0},     {15, 0},    {16, 0},  {17, 0},    {18, 0},
    {19, 0},    {20, 0},    {21, 0},     {22, 0},     {23, 0},    {24, 0},  {25, 0},    {26, 0},
    {27, 0},    {28, 0},    {29, 0},     {30, 0},     {31, 0},    {32, 0},  {33, 0},    {34, 0},
    {35, 1},    {37, 1},    {39, 1},     {41, 1},     {43, 2},    {47, 2},  {51, 3},    {59, 3},
    {67, 4},    {83, 4},    {99, 5},     {131, 7},    {259, 8},   {515, 9}, {1027, 10}, {2051, 11},
    {4099, 12}, {8195, 13}, {16387, 14}, {32771, 15}, {65539, 16}};

constexpr std::size_t kMaxOffsetCode = 31;

/// Table parameters of one kind of symbol.
struct SymbolKind {
  std::span<const std::int16_t> usual;  ///< Counts of the predefined table.
  int usual_log, max_log;
  std::size_t symbols;
};
constexpr SymbolKind kSymbolKinds[] = {
    {kLengthCounts, 6, 9, std::size(kLengths)},
    {kOffsetCounts, 5, 8, kMaxOffsetCode + 1},
    {kMatchCounts, 6, 9, std::size(kMatches)},
};

class FrameReader {
 public:
  FrameReader(Bytes frame, std::span<std::uint8_t> to) : from_(frame), to_(to) {}

  std::size_t read() {
    const bool checksum = skip_header(from_);
    for (bool last = false; !last;) {
      const auto head = static_cast<std::size_t>(from_.number(3));
      last = (head & 1) != 0;
      read_block(head >> 1 & 3, head >> 3);
    }
    if (checksum) from_.take(4);
    return done_;
  }

  /// Returns whether a checksum follows. Sets `size` if the header has the content size.
  static bool skip_header(Reader& from, std::optional<std::uint64_t>* size = nullptr) {
    check(from.number(4) == 0xFD2FB528);
    const auto flags = static_cast<unsigned>(from.number(1));
    const bool single = (flags & 0x20) != 0;
    check((flags & 0x08) == 0);
    if (!single) from.take(1);  // window size: the whole output is kept
    constexpr std::size_t kIdBytes[] = {0, 1, 2, 4};
    check(from.number(kIdBytes[flags & 3]) == 0);
    const std::size_t bytes = flags >> 6 == 0 ? single : std::size_t{1} << (flags >> 6);
    const std::uint64_t value = from.number(bytes);
    if (size && bytes > 0) *size = bytes == 2 ? value + 256 : value;
    return (flags & 0x04) != 0;
  }

 private:
  void append(Bytes bytes) {
    check(bytes.size() <= to_.size() - done_);
    std::ranges::copy(bytes, to_.begin() + static_cast<std::ptrdiff_t>(done_));
    done_ += bytes.size();
  }

  void read_block(std::size_t type, std::size_t size) {
    check(size <= kMaxBlock && type < 3);
    if (type == 0) return append(from_.take(size));
    if (type == 1) {
      const std::vector<std::uint8_t> run(size, from_.take(1).front());
      return append(run);
    }
    Reader block(from_.take(size));
    read_literals(block);
    read_sequences(block);
  }

  void read_literals(Reader& block) {
    const std::uint8_t head = [&] {
      check(!block.left().empty());
      return block.left().front();
    }();
    const int type = head & 3, format = head >> 2 & 3;
    if (type < 2) {
      const std::size_t bytes = format == 1 ? 2 : format == 3 ? 3 : 1;
      const auto size = static_cast<std::size_t>(block.number(bytes) >> (bytes == 1 ? 3 : 4));
      check(size <= kMaxBlock);
      if (type == 1) {
        literals_.assign(size, block.take(1).front());
      } else {
        const Bytes raw = block.take(size);
        literals_.assign(raw.begin(), raw.end());
      }
      return;
    }
    const int width = format == 3 ? 18 : format == 2 ? 14 : 10;
    const std::uint64_t sizes = block.number(format == 3 ? 5 : format == 2 ? 4 : 3) >> 4;
    const auto size = static_cast<std::size_t>(sizes & ((1U << width) - 1));
    check(size <= kMaxBlock);
    Reader part(block.take(static_cast<std::size_t>(sizes >> width)));
    if (type == 2) huffman_ = read_huffman(part);
    check(!huffman_.codes.empty());
    literals_.resize(size);
    std::span<std::uint8_t> to = literals_;
    if (format == 0) return read_stream(huffman_, part.left(), to);
    std::size_t packed[3];
    for (std::size_t& bytes : packed) bytes = static_cast<std::size_t>(part.number(2));
    const std::size_t quarter = (size + 3) / 4;
    for (const std::size_t bytes : packed) {
      check(quarter <= to.size());
      read_stream(huffman_, part.take(bytes), to.first(quarter));
      to = to.subspan(quarter);
    }
    read_stream(huffman_, part.left(), to);
  }

  void choose_table(Reader& block, std::size_t kind, unsigned mode) {
    const SymbolKind& known = kSymbolKinds[kind];
    FseTable& table = tables_[kind];
    switch (mode) {
      case 0:
        table = make_table(known.usual, known.usual_log);
        return;
      case 1: {
        const std::uint8_t symbol = block.take(1).front();
        check(symbol < known.symbols);
        table = {0, {{symbol, 0, 0}}};
        return;
      }
      case 2:
        table = read_table(block, known.max_log, known.symbols);
        return;
      default:
        check(!table.states.empty());
    }
  }

  void read_sequences(Reader& block) {
    auto count = static_cast<std::size_t>(block.number(1));
    if (count >= 255) {
      count = static_cast<std::size_t>(block.number(2)) + 0x7F00;
    } else if (count >= 128) {
      count = ((count - 128) << 8) + static_cast<std::size_t>(block.number(1));
    }
    if (count == 0) {
      check(block.left().empty());
      return append(literals_);
    }
    const auto modes = static_cast<unsigned>(block.number(1));
    check((modes & 3) == 0);
    for (std::size_t kind = 0; kind < 3; ++kind) {
      choose_table(block, kind, modes >> (6 - 2 * kind) & 3);
    }
    BackwardBits bits(block.left());
    FseState length(tables_[0], bits), offset(tables_[1], bits), match(tables_[2], bits);
    Bytes literals = literals_;
    for (std::size_t i = 0; i < count; ++i) {
      const std::uint8_t code = offset.symbol();
      const std::uint64_t far = (std::uint64_t{1} << code) + bits.take(code);
      const Baseline m = kMatches[match.symbol()], l = kLengths[length.symbol()];
      const auto repeated = static_cast<std::size_t>(m.base + bits.take(m.bits));
      const auto plain = static_cast<std::size_t>(l.base + bits.take(l.bits));
      check(plain <= literals.size());
      append(literals.first(plain));
      literals = literals.subspan(plain);
      repeat(distance(far, plain == 0), repeated);
      if (i + 1 == count) break;
      length.advance();
      match.advance();
      offset.advance();
    }
    check(bits.used_up());
    append(literals);
  }

  /// Match distance of an offset value; values 1..3 refer to recent distances.
  std::uint64_t distance(std::uint64_t value, bool no_literals) {
    const std::uint64_t which = value > 3 ? 3 : value - 1 + no_literals;
    std::uint64_t found = value - 3;
    if (value <= 3) found = which < 3 ? before_[which] : before_[0] - 1;
    check(found > 0);
    if (which >= 2) before_[2] = before_[1];
    if (which >= 1) before_[1] = before_[0];
    before_[0] = found;
    return found;
  }

  void repeat(std::uint64_t back, std::size_t size) {
    check(back <= done_ && size <= to_.size() - done_);
    const std::uint8_t* from = &to_[done_ - static_cast<std::size_t>(back)];
    for (std::size_t i = 0; i < size; ++i) to_[done_ + i] = from[i];  // may overlap
    done_ += size;
  }

  Reader from_;
  const std::span<std::uint8_t> to_;
  std::size_t done_ = 0;
  std::vector<std::uint8_t> literals_;
  HuffmanTable huffman_;
  std::array<FseTable, 3> tables_;
  std::array<std::uint64_t, 3> before_{1, 4, 8};
};

Bytes bytes_of(const void* data, std::size_t size) {
  return {static_cast<const std::uint8_t*>(data), size};
}

}  // namespace

unsigned long long ZSTD_getFrameContentSize(const void* frame, std::size_t bytes) try {
  Reader from(bytes_of(frame, bytes));
  std::optional<std::uint64_t> size;
  FrameReader::skip_header(from, &size);
  return size.value_or(~0ULL);
} catch (const Damaged&) {
  return ~0ULL;
}

std::size_t ZSTD_findFrameCompressedSize(const void* frame, std::size_t bytes) try {
  Reader from(bytes_of(frame, bytes));
  const bool checksum = FrameReader::skip_header(from);
  for (bool last = false; !last;) {
    const auto head = static_cast<std::size_t>(from.number(3));
    last = (head & 1) != 0;
    from.take((head >> 1 & 3) == 1 ? 1 : head >> 3);
  }
  if (checksum) from.take(4);
  return bytes - from.left().size();
} catch (const Damaged&) {
  return kError;
}

std::size_t ZSTD_decompress(void* to, std::size_t room, const void* frame, std::size_t bytes) try {
  return FrameReader(bytes_of(frame, bytes), {static_cast<std::uint8_t*>(to), room}).read();
} catch (const Damaged&) {
  return kError;
}

bool ZSTD_isError(std::size_t size) { return size == kError; }
const char* ZSTD_getErrorName(std::size_t) { return "this build compresses nothing"; }
std::size_t ZSTD_compress(void*, std::size_t, const void*, std::size_t, int) { return kError; }
