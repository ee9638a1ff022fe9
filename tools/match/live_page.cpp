// SPDX-License-Identifier: MIT
#include "engine/base/text.h"
#include "protocol/http/web_rules.h"
#include "protocol/page/page_files.h"
#include "tools/match/event_page.h"
#include "tools/match/live_page.h"
#include "tools/match/report_html.h"
#include "tools/match/schedule.h"
#include "tools/match/summary.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace sumi::match {
namespace {

constexpr std::string_view kHtml = "text/html; charset=utf-8",
                           kScript = "text/javascript; charset=utf-8",
                           kJson = "application/json; charset=utf-8", kSvg = "image/svg+xml";
constexpr std::size_t kGamesPerAnswer = 500;
constexpr int kShowPart = 50;
constexpr std::chrono::seconds kLastWait{2};  ///< Four polls of event.js.
/// Unlike the board's page, the style is in the page.
constexpr std::string_view kPolicy =
    "default-src 'none'; script-src 'self'; style-src 'unsafe-inline'; img-src 'self'; "
    "connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

}  // namespace

LivePage::LivePage(const MatchConfig& config, int port)
    : config_(config),
      run_(protocol::random_digits()),
      server_("127.0.0.1", port, protocol::WebLimits{},
              [this](const protocol::WebRequest& request) { return answer(request); }),
      thread_([this] { server_.run(false); }) {}

void LivePage::watch(int worker, const LiveGame* game) {
  const std::lock_guard lock(mutex_);
  if (game) {
    playing_.insert_or_assign(worker, *game);
  } else {
    playing_.erase(worker);
  }
}

void LivePage::show(std::span<const GameResult> games) {
  const std::lock_guard lock(mutex_);
  const auto fresh = games.subspan(std::min(games_.size(), games.size()));
  games_.insert(games_.end(), fresh.begin(), fresh.end());
}

void LivePage::end() {
  std::unique_lock lock(mutex_);
  over_ = true;
  playing_.clear();
  const bool watched = last_poll_ && Clock::now() - *last_poll_ < kLastWait;
  lock.unlock();
  if (watched) std::this_thread::sleep_for(kLastWait);
}

/// On the server's thread.
protocol::WebAnswer LivePage::answer(const protocol::WebRequest& request) {
  std::string_view query = request.target;
  const std::string_view path = take_until(query, '?');
  if (path == "/") return page(kHtml, live_html(config_, tables()));
  if (path == "/event.js") return page(kScript, event_script());
  if (path == "/favicon.ico") return page(kSvg, std::string(protocol::page_file("icon.svg")));
  if (path == "/live") return page(kJson, news());
  if (path == "/results") return page(kHtml, tables());
  if (path == "/games") {
    constexpr std::string_view kFrom = "from=";
    const auto from =
        query.starts_with(kFrom) ? parse_count(query.substr(kFrom.size())) : std::nullopt;
    if (!from) return protocol::refusal(400, "Name the first game: games?from=0");
    return page(kJson, games_from(static_cast<std::size_t>(*from)));
  }
  return protocol::refusal(404, "There is no such page here.");
}

protocol::WebAnswer LivePage::page(std::string_view type, std::string body) {
  body_ = std::move(body);
  return {200, type, body_, {{"Content-Security-Policy", std::string(kPolicy)}}};
}

/// The type News of event.js.
std::string LivePage::news() {
  const std::lock_guard lock(mutex_);
  last_poll_ = Clock::now();
  std::vector<const LiveGame*> playing;
  for (const auto& [worker, game] : playing_) playing.push_back(&game);
  std::ranges::sort(playing, {}, [](const LiveGame* game) { return game->so_far.fixture.id; });
  std::string boards;
  for (const LiveGame* const game : playing) {
    boards += (boards.empty() ? "" : ",\n") + event_json(*game);
  }
  return fmt::format(
      R"({{"run":"{}","engines":{},"played":{},"planned":{},"over":{},"boards":[{}]}})", run_,
      engines_json(config_), games_.size(), planned_games(config_), over_, boards);
}

std::string LivePage::games_from(std::size_t first) {
  const std::lock_guard lock(mutex_);
  const std::size_t end = std::min(games_.size(), first + kGamesPerAnswer);
  std::string text;
  for (std::size_t i = first; i < end; ++i) {
    text += (text.empty() ? "" : ",\n") + event_json(games_[i]);
  }
  return "[" + text + "]";
}

/// Those of all games, or earlier ones: making them may take only 1 / kShowPart of the time.
const std::string& LivePage::tables() {
  std::vector<GameResult> games;
  const auto begun = Clock::now();
  {
    const std::lock_guard lock(mutex_);
    const bool fresh = tables_of_ == games_.size();
    if (fresh || (!over_ && begun < next_tables_)) return tables_;
    games = games_;
  }
  tables_ = event_html(config_, summarise(config_, games), games);
  tables_of_ = games.size();
  const auto now = Clock::now();
  next_tables_ = now + kShowPart * (now - begun);
  return tables_;
}

}  // namespace sumi::match
