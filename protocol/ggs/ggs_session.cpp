// SPDX-License-Identifier: MIT
#include "engine/base/text.h"
#include "protocol/ggs/ggs_session.h"
#include "protocol/text/utf8.h"

#include <fmt/format.h>

#include <algorithm>
#include <cassert>
#include <utility>
#include <variant>

namespace sumi::protocol {
namespace {

/// After login: plain text, no bells, news or chat.
constexpr std::string_view kServerSettings[] = {
    "vt100 -", "bell -t -tc -tg -n -nc -ng -ni -nn", "verbose -news -faq -help -ack", "chann %",
    "mso",
};

/// After this many consecutive connections that end at the password, the login is refused.
constexpr int kMaxRefusals = 3;

constexpr std::string_view kHidden = "********";

/// Masks every occurrence of the secret.
std::string without(std::string_view secret, std::string_view line) {
  std::string text(line);
  for (std::size_t at = 0; !secret.empty() && (at = text.find(secret, at)) != text.npos;) {
    text.replace(at, secret.size(), kHidden);
    at += kHidden.size();
  }
  return text;
}

constexpr int kBoards = 2;  // of a synchro match

EngineOptions idle_options(EngineOptions options) {
  options.hash_mib = 1;
  return options;
}

}  // namespace

GgsSession::GgsSession(const EngineOptions& options, GgsSettings settings, Peer& peer,
                       const BookOpener& open_book)
    : settings_(std::move(settings)),
      peer_(peer),
      engines_(options, settings_.open, open_book),
      retry_(settings_.first_retry) {}

GgsSession::~GgsSession() = default;

void GgsSession::on_connect() {
  connection_ = std::make_shared<int>();
  stage_ = Stage::kGreeted;
  note("connected");
}

std::optional<Millis> GgsSession::on_loss(std::string_view reason) {
  const bool refused = stage_ == Stage::kChecked;
  leave_all();
  if (refused && ++refusals_ == kMaxRefusals)
    give_up("the server closed the connection after the password");
  if (over_) return std::nullopt;
  const Millis delay = retry_;
  retry_ = std::min(retry_ * 2, settings_.longest_retry);
  note(fmt::format("no connection: {}; again in {:.1f} s", reason, to_seconds(delay)));
  return delay;
}

void GgsSession::on_end() {
  leave_all();
  over_ = true;
}

void GgsSession::close() {
  if (stage_ == Stage::kIn)
    send("quit");  // earlier, the server would read "quit" as a name or
                   // password
  on_end();
}

/// Reconnecting would not help.
void GgsSession::give_up(std::string_view reason) {
  failure_ = fmt::format("the login {} or its password was refused: {}",
                         sumi::quoted(settings_.login), reason);
  on_end();
}

/// Stops all searches before waiting.
void GgsSession::leave_games() {
  for (const auto& [id, playing] : games_) playing.engine->stop();
  while (!games_.empty()) end_game(games_.begin());
  matches_.clear();
}

/// The server stores our matches.
void GgsSession::leave_all() {
  leave_games();
  framer_.clear();
  connection_.reset();
  stage_ = Stage::kAway;
}

void GgsSession::on_line(const TextLine& line) {
  trace("< ", line.text);
  if (line.cut || over_) return;  // no message has such a line
  framer_.feed(line.text, [this](std::span<const std::string> lines) { handle(lines); });
}

void GgsSession::handle(std::span<const std::string> lines) {
  if (over_) return;
  const auto message = parse_ggs(lines);
  if (!message) return note(message.error().message);
  std::visit([this](const auto& known) { on(known); }, *message);
}

/// A second prompt means that the login was refused.
void GgsSession::on(const GgsLoginPrompt&) {
  if (stage_ == Stage::kGreeted) {
    stage_ = Stage::kNamed;
    send(settings_.login);
  } else if (stage_ != Stage::kIn) {
    give_up("the server repeated its question");
  }
}

/// Once and only when expected: similar text must not trigger it.
void GgsSession::on(const GgsPasswordPrompt&) {
  if (stage_ != Stage::kNamed) return;
  stage_ = Stage::kChecked;
  send(settings_.password);
}

void GgsSession::on(const GgsReady&) {
  if (stage_ != Stage::kChecked) return;
  stage_ = Stage::kIn;
  refusals_ = 0;
  note(fmt::format("logged in as {}", settings_.login));
  for (const std::string_view line : kServerSettings) send(std::string(line));
  configure_service();
  keep_alive_later();
}

/// A restarted service loses our settings.
void GgsSession::on(const GgsService& service) {
  if (service.name != "/os") return;
  note(fmt::format("/os {}", service.here ? "is here" : "is gone"));
  if (!service.here) {
    leave_games();
  } else if (stage_ == Stage::kIn) {
    configure_service();
  }
}

/// "trust": the server accepts our times, so that network delay is free.
void GgsSession::configure_service() {
  send("ts trust +");
  send(fmt::format("ts rated {}", settings_.rules.rated ? '+' : '-'));
  send("ts request +");
  send("ts client -");
  send(fmt::format("ts open {}", settings_.open));
  send("tell /os continue");
}

void GgsSession::keep_alive_later() {
  const std::weak_ptr<int> connection = connection_;
  peer_.post(
      [this, connection] {
        if (!connection.expired()) keep_alive();
      },
      settings_.keep_alive);
}

/// Resumes stored matches. The connection is stable, so this resets the reconnection delay.
void GgsSession::keep_alive() {
  retry_ = settings_.first_retry;
  send("tell /os continue");
  keep_alive_later();
}

void GgsSession::send(const std::string& line) {
  trace("> ", line);
  peer_.write(line);
  peer_.flush();
}

void GgsSession::note(std::string_view text) const {
  if (settings_.note) settings_.note(clean(without(settings_.password, text)));
}

void GgsSession::trace(std::string_view mark, std::string_view line) const {
  if (line.ends_with('\r')) line.remove_suffix(1);
  if (settings_.trace) {
    settings_.trace(std::string(mark) + clean(without(settings_.password, line)));
  }
}

GgsEngines::GgsEngines(const EngineOptions& whole, int matches, const BookOpener& open_book)
    : whole_(whole), matches_(matches) {
  for (int i = 0; i < matches * kBoards; ++i) {
    idle_.push_back(std::make_unique<Engine>(idle_options(whole), open_book));
    idle_.back()->prepare();
  }
}

std::unique_ptr<Engine> GgsEngines::take(bool synchro) {
  assert(!none_left());
  auto engine = std::move(idle_.back());
  idle_.pop_back();
  EngineOptions options = whole_;
  options.hash_mib = std::max(1, whole_.hash_mib / (matches_ * (synchro ? kBoards : 1)));
  engine->configure(options).value();  // only sizes differ from accepted options
  engine->clear_table();
  return engine;
}

Engine& GgsEngines::put_back(std::unique_ptr<Engine> engine) {
  engine->configure(idle_options(whole_)).value();
  idle_.push_back(std::move(engine));
  return *idle_.back();
}

/// Moves of a synchro match are revealed in pairs: we search one board at a time, and can only
/// ponder on the other.
int GgsEngines::threads(int boards, int searching) const {
  const int active = whole_.ponder ? boards : searching + 1;
  return std::max(1, whole_.threads / std::max(1, active));
}

}  // namespace sumi::protocol
