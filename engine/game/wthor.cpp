// SPDX-License-Identifier: MIT
/// Headers of 16 bytes, then entries of one length; numbers little endian. Offsets as in "Format de
/// la base WTHOR" (ffothello.org).
#include "engine/game/wthor.h"

#include <fmt/format.h>

#include <cassert>
#include <cstddef>

namespace sumi {
namespace {

constexpr std::size_t kHeaderBytes = 16, kGameBytes = 68, kMaxMoves = 60;
constexpr int kStandardDepth = 22;  // what a depth of 0 means

int byte_at(std::string_view bytes, std::size_t at) {
  return static_cast<unsigned char>(bytes[at]);
}

std::uint32_t number_at(std::string_view bytes, std::size_t at, int size) {
  std::uint32_t number = 0;
  for (int i = size; i-- > 0;) {
    number =
        number << 8 | static_cast<std::uint32_t>(byte_at(bytes, at + static_cast<std::size_t>(i)));
  }
  return number;
}

void put(std::string& bytes, std::uint32_t number, int size) {
  for (int i = 0; i < size; ++i) bytes += static_cast<char>(number >> 8 * i);
}

Error wthor_error(std::string what) { return {ErrorCode::kBadFile, "WTHOR: " + std::move(what)}; }

/// Fails unless what follows the header is `count` entries of `size` bytes.
Result<void> check_length(std::string_view bytes, std::uint64_t count, std::size_t size) {
  const std::uint64_t wanted = kHeaderBytes + count * size;
  if (bytes.size() == wanted) return {};
  return wthor_error(fmt::format("{} entries of {} bytes make a file of {} bytes, this one has {}",
                                 count, size, wanted, bytes.size()));
}

/// A score from Black's discs, 0..64.
DiscDiff score_of(int black_discs) { return {2 * black_discs - 64}; }
int black_discs(DiscDiff score) { return (score.discs + 64) / 2; }

Result<WthorGame> read_game(std::string_view raw) {
  constexpr int kMaxDiscs = 64;
  WthorGame game;
  game.tournament = static_cast<std::uint16_t>(number_at(raw, 0, 2));
  game.black = static_cast<std::uint16_t>(number_at(raw, 2, 2));
  game.white = static_cast<std::uint16_t>(number_at(raw, 4, 2));
  for (const std::size_t at : {std::size_t{6}, std::size_t{7}}) {
    if (byte_at(raw, at) > kMaxDiscs) {
      return wthor_error(fmt::format("{} discs of Black are not in 0..64", byte_at(raw, at)));
    }
  }
  game.score = score_of(byte_at(raw, 6));
  game.theoretical_score = score_of(byte_at(raw, 7));
  for (std::size_t i = 8; i < kGameBytes && byte_at(raw, i) != 0; ++i) {
    const int rank = byte_at(raw, i) / 10 - 1, file = byte_at(raw, i) % 10 - 1;
    if (rank < 0 || rank > 7 || file < 0 || file > 7) {
      return wthor_error(fmt::format("move {} is no square, 11..88: {}", i - 7, byte_at(raw, i)));
    }
    game.moves.push_back(square_at(file, rank));
  }
  return game;
}

/// WTHOR's names are Latin-1.
std::string utf8_of(std::string_view latin1) {
  std::string text;
  for (const char c : latin1) {
    const auto byte = static_cast<unsigned char>(c);
    if (byte < 0x80) {
      text += c;
    } else {
      text += static_cast<char>(0xC0 | byte >> 6);
      text += static_cast<char>(0x80 | (byte & 0x3F));
    }
  }
  return text;
}

}  // namespace

Result<WthorFile> parse_wthor(std::string_view bytes) {
  if (bytes.size() < kHeaderBytes) return wthor_error("the file ends inside its header");
  const int size = byte_at(bytes, 12);
  if (size != 0 && size != 8) {
    return wthor_error(fmt::format("the board is {0}x{0}, not 8x8", size));
  }
  if (byte_at(bytes, 13) != 0) return wthor_error("a file of solitaires, not of games");
  const std::uint32_t count = number_at(bytes, 4, 4);
  if (const auto length = check_length(bytes, count, kGameBytes); !length) return length.error();

  WthorFile file;
  file.created_year = 100 * byte_at(bytes, 0) + byte_at(bytes, 1);
  file.created_month = byte_at(bytes, 2);
  file.created_day = byte_at(bytes, 3);
  file.year = static_cast<int>(number_at(bytes, 10, 2));
  const int depth = byte_at(bytes, 14);
  if (depth > static_cast<int>(kMaxMoves)) {
    return wthor_error(fmt::format("a depth of {} is not in 0..60", depth));
  }
  file.depth = depth == 0 ? kStandardDepth : depth;
  for (std::uint32_t i = 0; i < count; ++i) {
    auto game = read_game(bytes.substr(kHeaderBytes + i * kGameBytes, kGameBytes));
    if (!game) {
      return Error{game.error().code, fmt::format("{} (game {})", game.error().message, i + 1)};
    }
    file.games.push_back(std::move(*game));
  }
  return file;
}

std::string write_wthor(const WthorFile& file) {
  std::string bytes;
  put(bytes, static_cast<std::uint32_t>(file.created_year / 100), 1);
  put(bytes, static_cast<std::uint32_t>(file.created_year % 100), 1);
  put(bytes, static_cast<std::uint32_t>(file.created_month), 1);
  put(bytes, static_cast<std::uint32_t>(file.created_day), 1);
  put(bytes, static_cast<std::uint32_t>(file.games.size()), 4);
  put(bytes, 0, 2);
  put(bytes, static_cast<std::uint32_t>(file.year), 2);
  put(bytes, 8, 1);
  put(bytes, 0, 1);
  put(bytes, static_cast<std::uint32_t>(file.depth), 1);
  put(bytes, 0, 1);
  for (const WthorGame& game : file.games) {
    assert(game.moves.size() <= kMaxMoves);
    const std::size_t end = bytes.size() + kGameBytes;
    put(bytes, game.tournament, 2);
    put(bytes, game.black, 2);
    put(bytes, game.white, 2);
    put(bytes, static_cast<std::uint32_t>(black_discs(game.score)), 1);
    put(bytes, static_cast<std::uint32_t>(black_discs(game.theoretical_score)), 1);
    for (const Square s : game.moves) {
      put(bytes, static_cast<std::uint32_t>(10 * (rank_of(s) + 1) + file_of(s) + 1), 1);
    }
    bytes.resize(end);
  }
  return bytes;
}

Result<std::vector<std::string>> parse_wthor_names(std::string_view bytes) {
  constexpr std::size_t kPlayerBytes = 20, kTournamentBytes = 26;
  if (bytes.size() < kHeaderBytes) return wthor_error("the file ends inside its header");
  const std::uint32_t count = number_at(bytes, 8, 2);
  // The header does not say which of the two it is; only the length does.
  const bool tournaments = bytes.size() == kHeaderBytes + count * kTournamentBytes;
  const std::size_t size = tournaments ? kTournamentBytes : kPlayerBytes;
  if (const auto length = check_length(bytes, count, size); !length) return length.error();
  std::vector<std::string> names;
  for (std::size_t i = 0; i < count; ++i) {
    const std::string_view raw = bytes.substr(kHeaderBytes + i * size, size);
    names.push_back(utf8_of(raw.substr(0, raw.find('\0'))));
  }
  return names;
}

Result<GameRecord> replay_wthor(const WthorGame& game) {
  Game played;
  for (std::size_t i = 0; i < game.moves.size(); ++i) {
    if (const Result<void> done = played.play(game.moves[i]); !done) {
      return Error{done.error().code, fmt::format("{} at move {}", done.error().message, i + 1)};
    }
  }
  GameRecord record;
  for (const PlayedMove& move : played.moves()) record.moves.push_back(move.square);
  record.result = fmt::format("{}-{}", black_discs(game.score), 64 - black_discs(game.score));
  return record;
}

}  // namespace sumi
