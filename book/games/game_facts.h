// SPDX-License-Identifier: MIT
/// A game's facts for counts and filters, in 16 bytes: a scan of all games takes milliseconds.
#pragma once

#include "engine/game/game.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace sumi::book {

enum class Outcome : std::uint8_t { kUnknown, kBlack, kDraw, kWhite };

struct GameFacts {
  std::uint32_t black = 0, white = 0, event = 0;  ///< Ids of names; 0: unknown.
  std::uint16_t year = 0;                         ///< 0: unknown.
  Outcome outcome = Outcome::kUnknown;
  std::optional<std::int8_t> score{};  ///< For Black, in discs. May be missing even if the outcome
                                       ///< is known.

  friend bool operator==(const GameFacts&, const GameFacts&) = default;
};

inline constexpr std::size_t kFactsBytes = 16;

void put_facts(std::string& bytes, const GameFacts& facts);
/// Nothing if the bytes are invalid. Requires: kFactsBytes bytes from `at`.
std::optional<GameFacts> get_facts(std::string_view bytes, std::size_t at);

/// The ending from the board if the game is over, otherwise from the recorded result.
struct Ending {
  Outcome outcome = Outcome::kUnknown;
  std::optional<std::int8_t> score{};
};
Ending ending_of(const GameRecord& game);

/// The year of "2003.12.15", "15/12/2003" or seconds since 1970; 0 if unknown.
int year_of(std::string_view date);

}  // namespace sumi::book
