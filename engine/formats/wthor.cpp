// SPDX-License-Identifier: MIT
/// A 16-byte header, then entries of fixed length; little endian. Offsets: "Format de la base
/// WTHOR" (ffothello.org).
#include "engine/base/encoding.h"
#include "engine/base/text.h"
#include "engine/formats/codec_text.h"
#include "engine/formats/wthor.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cassert>
#include <cmath>
#include <iterator>
#include <limits>
#include <optional>
#include <utility>

namespace sumi {
namespace {

constexpr std::size_t kHeaderBytes = kWthorHeaderBytes, kGameBytes = kWthorGameBytes;
constexpr std::size_t kMaxMoves = 60;
constexpr std::size_t kPlayerBytes = 20, kTournamentBytes = 26;
constexpr std::size_t kMaxNames = 65535;  // limit of a two-byte count
constexpr int kStandardDepth = 22;        // the meaning of depth 0

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

Result<void> check_length(std::string_view bytes, std::uint64_t count, std::size_t size) {
  const std::uint64_t wanted = kHeaderBytes + count * size;
  if (bytes.size() == wanted) return {};
  return wthor_error(fmt::format("{} entries of {} bytes make a file of {} bytes, this one has {}",
                                 count, size, wanted, bytes.size()));
}

/// From Black's discs, 0..64.
DiscDiff score_of(int black_discs) { return {2 * black_discs - 64}; }
int black_discs(DiscDiff score) { return (score.discs + 64) / 2; }

void put_header(std::string& bytes, const WthorFile& file) {
  put(bytes, static_cast<std::uint32_t>(file.created_year / 100), 1);
  put(bytes, static_cast<std::uint32_t>(file.created_year % 100), 1);
  put(bytes, static_cast<std::uint32_t>(file.created_month), 1);
  put(bytes, static_cast<std::uint32_t>(file.created_day), 1);
}

std::optional<std::uint16_t> parse_number_sign(std::string_view text) {
  if (!text.starts_with('#')) return std::nullopt;
  const std::optional<int> number = parse_count(text.substr(1));
  if (!number || *number > std::numeric_limits<std::uint16_t>::max()) return std::nullopt;
  return static_cast<std::uint16_t>(*number);
}

/// For Black; the winner gets the empties.
Result<DiscDiff> final_score_of(const GameRecord& record, const Game& game) {
  const std::optional<double> told = result_score(record.result);
  const Position& last = game.position();
  const int counted =
      std::popcount(last.discs(Color::kBlack)) - std::popcount(last.discs(Color::kWhite));
  // Some programs count only discs; some give only the winner.
  const bool usable = told && std::abs(*told) <= 64 && std::fmod(*told, 2) == 0;
  if (game.over() && (!usable || *told == counted)) return game.black_score();
  if (usable) return DiscDiff{static_cast<int>(*told)};
  return Error{ErrorCode::kOutOfRange,
               fmt::format("WTHOR: result {} tells no score, and the game is not over",
                           quoted(record.result))};
}

}  // namespace

Result<WthorHeader> parse_wthor_header(std::string_view bytes) {
  if (bytes.size() < kHeaderBytes) return wthor_error("the file ends inside its header");
  const int size = byte_at(bytes, 12);
  if (size != 0 && size != 8) {
    return wthor_error(fmt::format("the board is {0}x{0}, not 8x8", size));
  }
  if (byte_at(bytes, 13) != 0) return wthor_error("a file of solitaires, not of games");
  WthorHeader header;
  header.games = number_at(bytes, 4, 4);
  constexpr int kLastOfCentury = 99;
  header.file.created_year =
      100 * byte_at(bytes, 0) + std::min<int>(byte_at(bytes, 1), kLastOfCentury);
  header.file.created_month = byte_at(bytes, 2);
  header.file.created_day = byte_at(bytes, 3);
  header.file.year = static_cast<int>(number_at(bytes, 10, 2));
  const int depth = byte_at(bytes, 14);
  if (depth > static_cast<int>(kMaxMoves)) {
    return wthor_error(fmt::format("a depth of {} is not in 0..60", depth));
  }
  header.file.depth = depth == 0 ? kStandardDepth : depth;
  return header;
}

std::string write_wthor_header(const WthorHeader& header) {
  std::string bytes;
  put_header(bytes, header.file);
  put(bytes, header.games, 4);
  put(bytes, 0, 2);
  put(bytes, static_cast<std::uint32_t>(header.file.year), 2);
  put(bytes, 8, 1);
  put(bytes, 0, 1);
  put(bytes, static_cast<std::uint32_t>(header.file.depth), 1);
  put(bytes, 0, 1);
  return bytes;
}

Result<WthorGame> parse_wthor_game(std::string_view raw) {
  constexpr int kMaxDiscs = 64;
  if (raw.size() != kGameBytes) {
    return wthor_error(fmt::format("a game has {} bytes, not {}", kGameBytes, raw.size()));
  }
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
      return wthor_error(
          fmt::format("move {} is not a square, 11..88: {}", i - 7, byte_at(raw, i)));
    }
    game.moves.push_back(square_at(file, rank));
  }
  return game;
}

std::string write_wthor_game(const WthorGame& game) {
  assert(game.moves.size() <= kMaxMoves);
  std::string bytes;
  put(bytes, game.tournament, 2);
  put(bytes, game.black, 2);
  put(bytes, game.white, 2);
  put(bytes, static_cast<std::uint32_t>(black_discs(game.score)), 1);
  put(bytes, static_cast<std::uint32_t>(black_discs(game.theoretical_score)), 1);
  for (const Square s : game.moves) {
    put(bytes, static_cast<std::uint32_t>(10 * (rank_of(s) + 1) + file_of(s) + 1), 1);
  }
  bytes.resize(kGameBytes);
  return bytes;
}

Result<WthorFile> parse_wthor(std::string_view bytes) {
  const Result<WthorHeader> header = parse_wthor_header(bytes);
  if (!header) return header.error();
  const auto length = check_length(bytes, header->games, kGameBytes);
  if (!length) return length.error();
  WthorFile file = header->file;
  for (std::uint32_t i = 0; i < header->games; ++i) {
    auto game = parse_wthor_game(bytes.substr(kHeaderBytes + i * kGameBytes, kGameBytes));
    if (!game) {
      return Error{game.error().code, fmt::format("{} (game {})", game.error().message, i + 1)};
    }
    file.games.push_back(std::move(*game));
  }
  return file;
}

std::string write_wthor(const WthorFile& file) {
  std::string bytes = write_wthor_header({file, static_cast<std::uint32_t>(file.games.size())});
  for (const WthorGame& game : file.games) bytes += write_wthor_game(game);
  return bytes;
}

Result<std::vector<std::string>> parse_wthor_names(std::string_view bytes) {
  if (bytes.size() < kHeaderBytes) return wthor_error("the file ends inside its header");
  const std::uint32_t count = number_at(bytes, 8, 2);
  // Only the length distinguishes players from tournaments.
  const bool tournaments = bytes.size() == kHeaderBytes + count * kTournamentBytes;
  const std::size_t size = tournaments ? kTournamentBytes : kPlayerBytes;
  if (const auto length = check_length(bytes, count, size); !length) return length.error();
  std::vector<std::string> names;
  for (std::size_t i = 0; i < count; ++i) {
    const std::string_view raw = bytes.substr(kHeaderBytes + i * size, size);
    names.push_back(utf8_of_any(raw.substr(0, raw.find('\0'))));
  }
  return names;
}

bool fits_wthor_name(WthorNameKind kind, std::string_view text) {
  const std::size_t size = kind == WthorNameKind::kPlayers ? kPlayerBytes : kTournamentBytes;
  if (const std::size_t sign = text.rfind('#');
      sign != text.npos && parse_number_sign(text.substr(sign))) {
    text = trim(text.substr(0, sign));
  }
  return utf8_of_latin1(latin1_of_utf8(text).substr(0, size - 1)) == text;
}

std::string write_wthor_names(WthorNameKind kind, const std::vector<std::string>& names,
                              const WthorFile& file) {
  assert(names.size() <= kMaxNames);
  const std::size_t size = kind == WthorNameKind::kPlayers ? kPlayerBytes : kTournamentBytes;
  std::string bytes;
  put_header(bytes, file);
  put(bytes, 0, 4);
  put(bytes, static_cast<std::uint32_t>(names.size()), 2);
  bytes.resize(kHeaderBytes);
  for (const std::string& name : names) {
    std::string entry = latin1_of_utf8(name).substr(0, size - 1);
    entry.resize(size);
    bytes += entry;
  }
  return bytes;
}

WthorNames::WthorNames(std::vector<std::string> names) : names_(std::move(names)) {
  names_.resize(std::min(names_.size(), kMaxNames));
  for (std::size_t i = 0; i < names_.size(); ++i) {
    names_[i] = trim(names_[i]);
    if (!names_[i].empty()) numbers_.try_emplace(names_[i], static_cast<std::uint16_t>(i));
  }
}

/// Number 0 means unknown; name files write it as question marks.
std::string WthorNames::text_of(std::uint16_t number) const {
  const bool named =
      number < names_.size() && names_[number].find_first_not_of('?') != std::string::npos;
  if (number == 0 && !named) return "";
  if (number >= names_.size() || names_[number].empty()) return fmt::format("#{}", number);
  const std::string& name = names_[number];
  const bool first = numbers_.find(name)->second == number;
  return first ? name : fmt::format("{} #{}", name, number);
}

void WthorNames::reserve(std::size_t count) {
  if (names_.empty()) {
    names_.emplace_back("???");
    numbers_.try_emplace("???", std::uint16_t{0});
  }
  names_.resize(std::max(names_.size(), count));
}

/// Searches from the lowest number: after "#65000" most lower numbers are free.
std::optional<std::size_t> WthorNames::next_unused_number() {
  for (; free_ < names_.size(); ++free_) {
    const auto number = static_cast<std::uint16_t>(free_);
    if (names_[free_].empty() && !explicit_.contains(number)) return free_;
  }
  return std::nullopt;
}

Result<std::uint16_t> WthorNames::number_of(std::string_view text) {
  text = trim(text);
  reserve(1);
  if (text.empty()) return std::uint16_t{0};
  if (const auto known = numbers_.find(text); known != numbers_.end()) return known->second;

  const std::size_t sign = text.rfind('#');
  const auto number = sign == text.npos ? std::nullopt : parse_number_sign(text.substr(sign));
  if (number == kMaxNames && sign == 0) return *number;  // valid in games, not in name files
  if (number && *number < kMaxNames) {
    // "#812" denotes that number, unless number_of() gave it to another name.
    const bool ours = *number < names_.size() && names_[*number] == trim(text.substr(0, sign));
    if (sign == 0 ? !added_.contains(*number) : ours) {
      reserve(*number + std::size_t{1});
      explicit_.insert(*number);
      return *number;
    }
  }
  if (names_.size() >= kMaxNames && !next_unused_number()) {
    return Error{ErrorCode::kOutOfRange,
                 fmt::format("WTHOR: no number is left for {}, {} names are there", quoted(text),
                             names_.size())};
  }
  const std::size_t place = names_.size() < kMaxNames ? names_.size() : *next_unused_number();
  const auto added = static_cast<std::uint16_t>(place);
  names_.resize(std::max(names_.size(), place + 1));
  names_[place] = text;
  numbers_.emplace(text, added);
  added_.insert(added);
  return added;
}

Result<GameRecord> replay_wthor(const WthorGame& game, std::optional<GameRecord>* legal_prefix) {
  Game played;
  Result<void> done;
  for (std::size_t i = 0; i < game.moves.size() && done; ++i) {
    done = played.play(game.moves[i]);
    if (!done) done = at_move(done.error(), static_cast<int>(i) + 1);
  }
  GameRecord record;
  for (const PlayedMove& move : played.moves()) record.moves.push_back(move.square);
  record.result = fmt::format("{}-{}", black_discs(game.score), 64 - black_discs(game.score));
  if (done) return record;
  if (legal_prefix != nullptr) *legal_prefix = std::move(record);
  return done.error();
}

Result<GameRecord> to_record(const WthorFile& file, const WthorGame& game,
                             const WthorTables& tables, std::optional<GameRecord>* legal_prefix) {
  std::optional<GameRecord> before;
  Result<GameRecord> record = replay_wthor(game, &before);
  GameRecord& told = record ? *record : *before;
  told.black = tables.players.text_of(game.black);
  told.white = tables.players.text_of(game.white);
  told.event = tables.tournaments.text_of(game.tournament);
  if (file.year > 0) told.date = std::to_string(file.year);
  told.theoretical = TheoreticalScore{game.theoretical_score, file.depth};
  if (legal_prefix != nullptr) *legal_prefix = std::move(before);
  return record;
}

bool fits_wthor_score(const TheoreticalScore& score) {
  return score.empties >= 1 && score.empties <= static_cast<int>(kMaxMoves) &&
         score.black.discs % 2 == 0;
}

Result<WthorGame> to_wthor_game(const GameRecord& record, int depth, WthorTables& tables) {
  if (record.start != Position{}) {
    return Error{ErrorCode::kOutOfRange,
                 "WTHOR: the game does not begin at the start position of 8x8"};
  }
  const Game played = record.replay();
  const Result<DiscDiff> score = final_score_of(record, played);
  if (!score) return score.error();
  WthorGame game;
  game.score = game.theoretical_score = *score;
  const auto& theoretical = record.theoretical;
  const bool fits = theoretical && theoretical->empties == depth && fits_wthor_score(*theoretical);
  if (fits) game.theoretical_score = theoretical->black;
  std::ranges::remove_copy(record.moves, std::back_inserter(game.moves), Square::kPass);
  const struct {
    WthorNames& names;
    const std::string& name;
    std::uint16_t& number;
  } parts[] = {{tables.players, record.black, game.black},
               {tables.players, record.white, game.white},
               {tables.tournaments, record.event, game.tournament}};
  for (const auto& [names, name, number] : parts) {
    const Result<std::uint16_t> found = names.number_of(name);
    if (!found) return found.error();
    number = *found;
  }
  return game;
}

int wthor_year(const GameRecord& record) {
  const std::string_view date = record.date;
  const std::size_t digits = std::min(date.find_first_not_of("0123456789"), date.size());
  constexpr std::size_t kYear = 4;
  // More digits are seconds since 1970, as in old GGF files.
  return digits == kYear ? *parse_count(date.substr(0, kYear)) : 0;
}

namespace {

/// True for a valid date and valid counts.
bool is_wthor(std::string_view head) {
  constexpr std::size_t kHeaderBytes = 16;
  if (head.size() < kHeaderBytes || head.substr(0, kHeaderBytes).find('\0') == head.npos) {
    return false;
  }
  const int size = byte_at(head, 12);
  return byte_at(head, 2) <= 12 && byte_at(head, 3) <= 31 &&
         (size == 0 || size == 8 || size == 10) && byte_at(head, 13) <= 1 &&
         byte_at(head, 14) <= 60 && byte_at(head, 15) == 0;
}

}  // namespace

constinit const FormatRow kWthorRow{
    {FileFormat::kWthor, "wthor", "wtb", "tournament database, with its .jou and .trn",
     "大会のデータベース（.jouと.trnを伴う）", true, true, false, true},
    nullptr,
    nullptr,
    kHoldsMoves | kHoldsNames | kHoldsEvent | kHoldsResult | kInTables,
    {.head = is_wthor}};

}  // namespace sumi
