// SPDX-License-Identifier: MIT
#include "book/games/position_lists.h"
#include "engine/base/checksum.h"

#include <algorithm>

namespace sumi::book {
namespace {

constexpr int kRestBits = 48;
constexpr std::size_t kRestBytes = kRestBits / 8;
constexpr std::uint64_t kRestMask = (std::uint64_t{1} << kRestBits) - 1;
constexpr std::uint8_t kEndCode = 65, kWhiteBit = 128;

const Error kDamaged{ErrorCode::kBadFile, "its index of positions is damaged"};

void put_varint(std::string& bytes, std::uint64_t number) {
  constexpr int kBits = 7;
  for (; number >> kBits != 0; number >>= kBits) bytes += static_cast<char>(number | 0x80);
  bytes += static_cast<char>(number);
}

/// Consumes bytes from the front. `good` stays false after a failure.
struct Cursor {
  std::string_view bytes;
  bool good = true;

  std::uint64_t varint() {
    std::uint64_t number = 0;
    for (int shift = 0; shift < 35; shift += 7) {
      if (bytes.empty()) break;
      const auto byte = static_cast<unsigned char>(bytes.front());
      bytes.remove_prefix(1);
      number |= std::uint64_t{byte & 0x7Fu} << shift;
      if (byte < 0x80) return number;
    }
    good = false;
    return 0;
  }
  std::string_view take(std::uint64_t size) {
    if (size > bytes.size()) {
      good = false;
      size = 0;
    }
    const std::string_view taken = bytes.substr(0, size);
    bytes.remove_prefix(size);
    return taken;
  }
};

struct List {
  std::uint64_t rest = 0;
  std::string_view games;
};

List take_list(Cursor& cursor) {
  const std::string_view rest = cursor.take(kRestBytes);
  const std::uint64_t size = cursor.varint();
  if (!cursor.good) return {};
  return {get_number<kRestBytes>(rest, 0), cursor.take(size)};
}

/// Calls use(game, code); false if the list is damaged.
template <class Use>
bool for_each_game(std::string_view games, Use use) {
  Cursor cursor{games};
  std::uint64_t game = 0;
  while (!cursor.bytes.empty()) {
    const std::uint64_t step = cursor.varint();
    const std::string_view code = cursor.take(1);
    game += step;
    if (!cursor.good || step == 0 || game > UINT32_MAX) return false;
    use(static_cast<std::uint32_t>(game), static_cast<std::uint8_t>(code[0]));
  }
  return true;
}

void put_list(std::string& bytes, std::uint64_t rest, std::string_view games) {
  put_number(bytes, rest, kRestBytes);
  put_varint(bytes, games.size());
  bytes += games;
}

std::optional<Occurrence> occurrence_of(std::uint32_t game, std::uint8_t code) {
  Occurrence occurrence;
  occurrence.game = game;
  occurrence.to_move = (code & kWhiteBit) != 0 ? Color::kWhite : Color::kBlack;
  code &= static_cast<std::uint8_t>(~kWhiteBit);
  if (code > kEndCode) return std::nullopt;
  if (code != kEndCode) occurrence.move = static_cast<Square>(code);
  return occurrence;
}

}  // namespace

Visit make_visit(std::uint64_t hash, const Occurrence& occurrence) {
  const int code = occurrence.move ? index(*occurrence.move) : kEndCode;
  const int side = occurrence.to_move == Color::kWhite ? kWhiteBit : 0;
  return {hash, occurrence.game, static_cast<std::uint8_t>(code | side)};
}

int bucket_of(std::uint64_t hash) { return static_cast<int>(hash >> (64 - kBucketBits)); }

Result<std::string> with_visits(std::string_view bucket, std::span<const Visit> fresh) {
  std::string merged, games;
  merged.reserve(bucket.size() + 12 * fresh.size());
  Cursor cursor{bucket};
  std::optional<List> old;
  const auto next_old = [&] {
    old.reset();
    if (!cursor.bytes.empty()) old = take_list(cursor);
    return cursor.good;
  };
  if (!next_old()) return kDamaged;
  for (std::size_t i = 0; i < fresh.size();) {
    const std::uint64_t rest = fresh[i].hash & kRestMask;
    while (old && old->rest < rest) {
      put_list(merged, old->rest, old->games);
      if (!next_old()) return kDamaged;
    }
    games.clear();
    std::uint32_t last = 0;
    if (old && old->rest == rest) {
      games = old->games;
      if (!for_each_game(games, [&](auto game, auto) { last = game; })) return kDamaged;
      if (!next_old()) return kDamaged;
    }
    for (; i < fresh.size() && (fresh[i].hash & kRestMask) == rest; ++i) {
      if (fresh[i].game <= last) return kDamaged;
      put_varint(games, fresh[i].game - last);
      games += static_cast<char>(fresh[i].code);
      last = fresh[i].game;
    }
    put_list(merged, rest, games);
  }
  while (old) {
    put_list(merged, old->rest, old->games);
    if (!next_old()) return kDamaged;
  }
  return merged;
}

Result<std::vector<Occurrence>> occurrences_in(std::string_view bucket, std::uint64_t hash) {
  Cursor cursor{bucket};
  std::vector<Occurrence> found;
  while (!cursor.bytes.empty()) {
    const List list = take_list(cursor);
    if (!cursor.good) return kDamaged;
    if (list.rest < (hash & kRestMask)) continue;
    if (list.rest > (hash & kRestMask)) break;
    found.reserve(list.games.size() / 2);
    bool good = true;
    const bool whole = for_each_game(list.games, [&](std::uint32_t game, std::uint8_t code) {
      const auto occurrence = occurrence_of(game, code);
      good = good && occurrence;
      if (occurrence) found.push_back(*occurrence);
    });
    if (!whole || !good) return kDamaged;
    break;
  }
  return found;
}

Result<std::vector<Visit>> visits_in(std::string_view bucket, int number) {
  Cursor cursor{bucket};
  std::vector<Visit> found;
  while (!cursor.bytes.empty()) {
    const List list = take_list(cursor);
    if (!cursor.good) return kDamaged;
    const std::uint64_t hash = static_cast<std::uint64_t>(number) << (64 - kBucketBits) | list.rest;
    const bool whole = for_each_game(list.games, [&](std::uint32_t game, std::uint8_t code) {
      found.push_back({hash, game, code});
    });
    if (!whole) return kDamaged;
  }
  if (!std::ranges::is_sorted(found)) return kDamaged;
  return found;
}

}  // namespace sumi::book
