// SPDX-License-Identifier: MIT
/// Whole sessions: the first bytes select the protocol and the peer, the rest are lines.
///
/// Searches are small, and endless ones are stopped after a moment. File names lose every part that
/// leads out of an empty folder.
#include "book/book.h"
#include "engine/base/text.h"
#include "engine/engine.h"
#include "engine/game/notation.h"
#include "protocol/cassio/cassio_session.h"
#include "protocol/cli/auto_session.h"
#include "protocol/console/console_session.h"
#include "protocol/ggs/ggs_session.h"
#include "protocol/gtp/gtp_session.h"
#include "protocol/http/web_session.h"
#include "protocol/json/json_session.h"
#include "protocol/nboard/nboard_session.h"
#include "protocol/text/gtp.h"
#include "protocol/text/nboard.h"
#include "protocol/ugi/ugi_session.h"
#include "protocol/xboard/xboard_session.h"
#include "tests/fuzz/fuzz_checks.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <filesystem>
#include <functional>
#include <map>
#include <mutex>
#include <string>
#include <string_view>
#include <system_error>
#include <unistd.h>
#include <utility>
#include <vector>

using namespace sumi;
using namespace sumi::fuzz;
using namespace sumi::protocol;

namespace {

using Clock = std::chrono::steady_clock;

constexpr Millis kPatience{20};    ///< Time for the effects of a line before the next one.
constexpr Millis kLongest{8'000};  ///< Time from the last line to the end of the session.

/// Changes to a temporary folder on the first input and removes it at exit.
class OwnFolder {
 public:
  OwnFolder() {
    std::string name = (std::filesystem::temp_directory_path() / "sumi-fuzz-XXXXXX").string();
    check(mkdtemp(name.data()) != nullptr && chdir(name.c_str()) == 0, "no folder", name);
    path_ = name;
  }
  ~OwnFolder() {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
  }

  void clear() const {
    for (const auto& entry : std::filesystem::directory_iterator(path_)) {
      std::filesystem::remove_all(entry.path());
    }
  }

 private:
  std::filesystem::path path_;
};

/// Replaces slashes that do not follow a letter or digit, and `..`, so that no path leaves the
/// folder.
std::string without_paths(std::string_view line) {
  std::string text(line);
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char before = i == 0 ? ' ' : text[i - 1];
    const bool in_name = is_letter(before) || is_digit(before);
    if (text[i] == '/' && !in_name) text[i] = '_';
    if (text[i] == '.' && before == '.') text[i] = '_';
  }
  return text;
}

class FuzzPeer final : public Peer {
 public:
  explicit FuzzPeer(bool remote) : remote_(remote) {}

  std::function<void(std::string_view)> on_write;

  void write(std::string_view line) override {
    check_printable(line);
    if (on_write) on_write(line);
  }
  void note(std::string_view line) override { check(line.size() <= 1'000'000, "an endless note"); }
  bool remote() const override { return remote_; }
  void post(std::function<void()> work, Millis delay) override {
    {
      const std::lock_guard lock(mutex_);
      work_.emplace(Clock::now() + delay, std::move(work));
    }
    changed_.notify_all();
  }

  /// Runs due work until `over()` or until `limit` has passed. Returns whether it is over.
  template <class Over>
  bool run_until(const Over& over, Millis limit) {
    const auto deadline = Clock::now() + limit;
    while (!over()) {
      std::unique_lock lock(mutex_);
      const auto next = work_.empty() ? deadline : std::min(deadline, work_.begin()->first);
      if (next > Clock::now()) changed_.wait_until(lock, next);
      if (Clock::now() >= deadline) return over();
      if (work_.empty() || work_.begin()->first > Clock::now()) continue;
      const auto work = std::move(work_.extract(work_.begin()).mapped());
      lock.unlock();
      work();
    }
    return true;
  }

 private:
  const bool remote_;
  std::mutex mutex_;
  std::condition_variable changed_;
  std::multimap<Clock::time_point, std::function<void()>> work_;
};

EngineOptions small_options(Bytes& bytes) {
  EngineOptions options;
  options.hash_mib = 1;
  options.evaluator = bytes.below(2) == 0 ? "table" : "mobility";
  options.seed = 1;
  options.own_book = false;
  options.size = 4 + 2 * bytes.below(3);
  if (bytes.below(2) == 0) {
    options.nodes = 1'000;
  } else {
    options.depth = 2;
  }
  return options;
}

std::vector<std::string> lines_of(std::string_view text) {
  std::vector<std::string> lines;
  LineSplitter splitter;
  splitter.feed(text, [&](TextLine line) { lines.push_back(std::move(line.text)); });
  splitter.finish([&](TextLine line) { lines.push_back(std::move(line.text)); });
  if (lines.size() > 60) lines.resize(60);
  return lines;
}

/// Requires that each answer begins with = or ?, ends with an empty line, and is the only answer to
/// its command.
class GtpAnswers {
 public:
  void count_command(const std::string& line) {
    const auto request = parse_gtp_line(line);
    if (!is_gtp_interrupt(line) && (!request || *request)) ++commands_;
  }
  void hear(std::string_view line) {
    if (!inside_) {
      check(line.starts_with('=') || line.starts_with('?'), "no answer", line);
      check(++answers_ <= commands_, "more answers than commands", line);
    }
    inside_ = !line.empty();
  }
  void check_end(bool all) const {
    check(!inside_, "an answer without its end");
    check(!all || answers_ == commands_, "a command without an answer");
  }

 private:
  int commands_ = 0, answers_ = 0;
  bool inside_ = false;
};

/// Requires a legal `bestmove`, or no move if the options conflict.
void check_best_move(const Engine& engine, const UgiSession& session, std::string_view line) {
  const auto words = split_words(line);
  if (words.empty() || words[0] != "bestmove") return;
  check(words.size() >= 2, "no move", line);
  if (engine.pending()) return check(words[1] == "0000" || words[1] == "pass", "a move", line);
  if (session.dialect() == UgiDialect::kUsi) return;  // other names of squares
  const Position& now = session.game().position();
  const auto square = parse_square(words[1], now.size);
  if (!square || *square == Square::kPass) {
    return check(session.game().legal_moves() == 0, "no move of the game", line);
  }
  check((session.game().legal_moves() & bit(*square)) != 0, "an illegal move", line);
}

void check_nboard_answer(const NBoardSession& session, std::string_view line) {
  if (!line.starts_with("===")) return;
  const auto move = parse_nboard_move(line.substr(4), session.game().position().size);
  check(move.has_value(), "no move", line);
  if (move->square == Square::kPass) {
    return check(session.game().legal_moves() == 0, "a pass with a move to play", line);
  }
  check((session.game().legal_moves() & bit(move->square)) != 0, "an illegal move", line);
}

/// Sends the lines and the end of input, then closes the session. Returns whether all lines were
/// answered before that.
bool converse(Session& session, FuzzPeer& peer, const std::vector<std::string>& lines) {
  for (const std::string& line : lines) {
    session.on_line({line, false});
    peer.run_until([&] { return session.finished(); }, line.empty() ? Millis(0) : Millis(1));
  }
  session.on_end();
  const bool all = peer.run_until([&] { return session.finished(); }, kPatience);
  if (!all) session.close();
  check(peer.run_until([&] { return session.finished(); }, kLongest), "a session without end");
  return all;
}

void speak_gtp(Engine& engine, FuzzPeer& peer, const std::vector<std::string>& lines) {
  GtpAnswers answers;
  peer.on_write = [&](std::string_view line) { answers.hear(line); };
  GtpSession session(engine, peer);
  for (const std::string& line : lines) answers.count_command(line);
  const bool quits = std::any_of(lines.begin(), lines.end(), [](const std::string& line) {
    const auto request = parse_gtp_line(line);
    return request && *request && (*request)->name == "quit";
  });
  const bool all = converse(session, peer, lines);
  answers.check_end(all && !quits);
}

void speak_ugi(Engine& engine, FuzzPeer& peer, UgiDialect dialect,
               const std::vector<std::string>& lines) {
  UgiSession session(engine, peer, dialect);
  peer.on_write = [&](std::string_view line) { check_best_move(engine, session, line); };
  converse(session, peer, lines);
}

void speak_nboard(Engine& engine, FuzzPeer& peer, const std::vector<std::string>& lines) {
  NBoardSession session(engine, peer);
  peer.on_write = [&](std::string_view line) { check_nboard_answer(session, line); };
  converse(session, peer, lines);
}

/// Requires that each answer is an object with an id, and that each line has a single final answer.
class JsonAnswers {
 public:
  explicit JsonAnswers(std::size_t lines) : lines_(lines) {}
  void hear(std::string_view line) {
    const Json answer = Json::parse(line.begin(), line.end(), nullptr, false);
    check(answer.is_object() && answer.contains("id"), "no answer", line);
    answers_ += answer.value("final", true) ? 1 : 0;
    check(answers_ <= lines_, "more answers than lines", line);
  }

 private:
  const std::size_t lines_;
  std::size_t answers_ = 0;
};

void speak_json(Engine& engine, FuzzPeer& peer, const std::vector<std::string>& lines) {
  JsonAnswers answers(lines.size());
  peer.on_write = [&](std::string_view line) { answers.hear(line); };
  JsonSession session({&engine}, peer);
  converse(session, peer, lines);
}

void speak_web(const EngineOptions& options, FuzzPeer& peer,
               const std::vector<std::string>& lines) {
  JsonAnswers answers(lines.size());
  peer.on_write = [&](std::string_view line) { answers.hear(line); };
  const WebOffers offers = make_web_offers(options, book::open_opening_book);
  WebSession session(offers, peer);
  converse(session, peer, lines);
}

void speak_console(Engine& engine, const std::vector<std::string>& lines) {
  class Screen final : public ReplySink {
    void write(std::string_view text) override {
      while (!text.empty()) {
        const std::size_t end = std::min(text.find('\n'), text.size());
        check_printable(text.substr(0, end));
        text.remove_prefix(std::min(end + 1, text.size()));
      }
    }
  } screen;
  ConsoleScreen place;
  const auto start = Clock::now();
  place.interrupted = [start] { return Clock::now() - start > kPatience; };
  ConsoleSession session(engine, {true, false}, 0, place);
  session.start(screen);
  for (const std::string& line : lines) {
    if (session.finished()) return;
    session.on_line({line, false}, screen);
  }
  session.goodbye(screen);
}

/// Requires that the password is sent once per connection, and never to users.
void speak_ggs(const EngineOptions& options, FuzzPeer& peer,
               const std::vector<std::string>& lines) {
  static constexpr std::string_view kSecret = "QxZjVw";
  GgsSettings settings;
  settings.login = "sumi";
  settings.password = kSecret;
  settings.rules.types = parse_ggs_types(kGgsTypes).value();
  const auto hear = [](std::string_view line) {
    check(line.find(kSecret) == line.npos, "the password", line);
  };
  settings.note = settings.trace = hear;
  int told = 0;
  peer.on_write = [&](std::string_view line) {
    if (line.find(kSecret) != line.npos) check(++told == 1, "the password again", line);
  };
  GgsSession session(options, settings, peer);
  session.on_connect();
  converse(session, peer, lines);
}

[[maybe_unused]] void fuzz_session(std::string_view input) {
  static const OwnFolder folder;
  Bytes bytes(input);
  const int protocol = bytes.below(11);
  const bool stranger = bytes.below(4) == 0;
  EngineOptions options = small_options(bytes);
  const std::string text = protocol == 8 ? std::string(bytes.rest()) : without_paths(bytes.rest());
  const std::vector<std::string> lines = lines_of(text);
  FuzzPeer peer(stranger);
  if (protocol == 8) {
    options.size = 8;
    return speak_ggs(options, peer, lines);
  }
  if (protocol == 10) return speak_web(options, peer, lines);
  Engine engine(options, book::open_opening_book);
  if (stranger) engine.confine();
  engine.limit_threads(2);
  switch (protocol) {
    case 0:
      speak_gtp(engine, peer, lines);
      break;
    case 1:
      speak_nboard(engine, peer, lines);
      break;
    case 2:
    case 3:
    case 4:
      speak_ugi(engine, peer, static_cast<UgiDialect>(protocol - 2), lines);
      break;
    case 5: {
      CassioSession session(engine, peer);
      converse(session, peer, lines);
      break;
    }
    case 6: {
      XBoardSession session(engine, peer);
      converse(session, peer, lines);
      break;
    }
    case 9:
      speak_json(engine, peer, lines);
      break;
    default:
      speak_console(engine, lines);
  }
  folder.clear();
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  SUMI_FUZZ_TARGET({reinterpret_cast<const char*>(data), size});
  return 0;
}
