// SPDX-License-Identifier: MIT
/// A player with a fake engine, and a log of the lines sent to it.
#pragma once

#include "tests/support/engines.h"
#include "tests/support/temporary_folder.h"
#include "tools/match/player.h"

#include <algorithm>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace sumi::test {

class EngineTalk : public IgnoreSigpipe {
 public:
  /// `usual`: first words of frequent commands, which told() omits.
  EngineTalk(match::Protocol protocol, std::vector<std::string> usual)
      : protocol_(protocol), usual_(std::move(usual)) {}

  match::Player& player() { return *player_; }

  void make(std::string_view modes, const std::function<void(match::EngineSpec&)>& change = {},
            Millis hang_after = Millis(5000), int size = 8) {
    match::EngineSpec spec = fake_spec(modes);
    spec.protocol = protocol_;
    if (change) change(spec);
    player_.reset();
    told();  // drops the last engine's quit
    auto made = match::make_player(spec, {size, hang_after, log_.path()});
    REQUIRE(made);
    player_ = std::move(*made);
  }

  match::Outcome<void> new_game(const match::TimeControl& time = {},
                                const Position& start = Position{}, Color own = Color::kBlack) {
    return player_->new_game(start, own, time, 77);
  }

  match::Outcome<match::Answer> genmove(const match::TimeControl& time = {}, Millis remaining = {},
                                        const Position& position = Position{}) {
    return player_->genmove(position, {time, remaining, {}, {}});
  }

  /// Unsolicited output during new_game and genmove.
  match::EngineInfo info_of(std::string_view modes) {
    make(modes);
    REQUIRE(new_game());
    REQUIRE(genmove());
    return player_->take_info();
  }

  /// The lines sent since the last call, without the usual ones: "play white pass|genmove black".
  std::string told() { return told(usual_); }

  /// told() with the usual lines.
  std::string told_all() { return told({}); }

 private:
  std::string told(const std::vector<std::string>& without) {
    const std::string log = log_.contents();
    std::string text;
    for (std::size_t at = seen_; at < log.size();) {
      const std::size_t end = log.find('\n', at);
      const std::string line = log.substr(at, end - at);
      at = end + 1;
      const std::size_t sent = line.find(" > ");
      if (sent == line.npos) continue;
      const std::string said = line.substr(sent + 3);
      const std::string first_word = said.substr(0, said.find(' '));
      if (std::find(without.begin(), without.end(), first_word) != without.end()) continue;
      text += (text.empty() ? "" : "|") + said;
    }
    seen_ = log.size();
    return text;
  }

  const match::Protocol protocol_;
  const std::vector<std::string> usual_;
  TemporaryFile log_;
  std::size_t seen_ = 0;
  std::unique_ptr<match::Player> player_;
};

/// "" on success, otherwise the ending and its detail: "6: did not answer..."
template <class T>
std::string fault(const match::Outcome<T>& outcome) {
  if (outcome) return "";
  return fmt::format("{}: {}", static_cast<int>(outcome.error().ending), outcome.error().detail);
}
inline std::string fault(match::Ending ending, std::string_view detail) {
  return fmt::format("{}: {}", static_cast<int>(ending), detail);
}

}  // namespace sumi::test
