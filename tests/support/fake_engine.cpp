// SPDX-License-Identifier: MIT
/// A GTP engine that misbehaves on demand, for the tests of the tournament manager. Knows the rules
/// and plays the first legal move. Usage: fake_engine [MODE [ARGUMENT]...]...
///
///   seed S         plays moves at random, by seed
///   MODE N         at its Nth move (0: never), MODE is one of
///     crash        ends with exit status 3
///     segv         dies by a signal
///     hang         never answers, whatever comes
///     cheat        plays an illegal move
///     flood        writes one line without end
///     floodlines   writes lines without end
///     pass         passes with moves to play
///     junk         writes what is no response
///     fail         answers with a failure
///     resign       resigns
///   late N MS      answers its Nth move late (0: all of them)
///   once FILE      no such fault if FILE exists; makes it
///   deaf           never reads
///   die-at-start   ends before it reads
///   slow-start MS  waits before it reads
///   refuse NAME    answers a command with a failure
///   answer NAME TEXT  knows a command and answers TEXT
///   setup NAME     knows a command to set up the board
///   strict         takes moves of the side to move only, so that passes must be told
///   no-pass        refuses `play COLOR pass`
///   crlf, upper    ends lines with CR LF, writes moves in capitals
///   nameless       has no list_commands
#include "engine/base/random.h"
#include "engine/base/text.h"
#include "engine/game/game.h"
#include "engine/game/notation.h"
#include "protocol/text/gtp.h"
#include "tests/support/boards.h"

#include <fmt/format.h>

#include <chrono>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <thread>
#include <unistd.h>
#include <utility>
#include <vector>

namespace {

using namespace sumi;
using std::chrono::milliseconds;

struct Modes {
  std::map<std::string, int> at_move;  ///< Which fault, at which move.
  std::optional<int> seed;
  int late_move = -1;
  milliseconds late{0}, slow_start{0};
  bool deaf = false, die_at_start = false, strict = false, no_pass = false, crlf = false,
       upper = false, nameless = false;
  std::set<std::string> refused, setup;
  std::map<std::string, std::string> answers;
};

[[noreturn]] void usage(const std::string& word) {
  std::fputs(fmt::format("fake_engine: bad or incomplete mode '{}'\n", word).c_str(), stderr);
  std::exit(2);
}

[[noreturn]] void hang() {
  for (;;) pause();
}

Modes parse(const std::vector<std::string>& args) {
  static const std::set<std::string> kFaults{"crash",      "segv", "hang", "cheat", "flood",
                                             "floodlines", "pass", "junk", "fail",  "resign"};
  Modes modes;
  std::map<std::string, bool*> flags{
      {"deaf", &modes.deaf},        {"die-at-start", &modes.die_at_start},
      {"strict", &modes.strict},    {"no-pass", &modes.no_pass},
      {"crlf", &modes.crlf},        {"upper", &modes.upper},
      {"nameless", &modes.nameless}};
  bool faults_over = false;
  std::size_t at = 0;
  const auto next = [&]() -> const std::string& {
    if (at == args.size()) usage(args.back());
    return args[at++];
  };
  const auto number = [&] {
    const std::string& text = next();
    const auto n = parse_int(text);
    if (!n) usage(text);
    return *n;
  };
  while (at < args.size()) {
    const std::string mode = next();
    if (const auto flag = flags.find(mode); flag != flags.end()) {
      *flag->second = true;
    } else if (kFaults.count(mode) != 0) {
      modes.at_move[mode] = number();
    } else if (mode == "late") {
      modes.late_move = number();
      modes.late = milliseconds(number());
    } else if (mode == "seed") {
      modes.seed = number();
    } else if (mode == "slow-start") {
      modes.slow_start = milliseconds(number());
    } else if (mode == "once") {
      const std::string& file = next();
      faults_over = access(file.c_str(), F_OK) == 0;
      if (!faults_over) std::fclose(std::fopen(file.c_str(), "w"));
    } else if (mode == "refuse") {
      modes.refused.insert(next());
    } else if (mode == "setup") {
      modes.setup.insert(next());
    } else if (mode == "answer") {
      const std::string& name = next();
      modes.answers[name] = next();
    } else if (mode != "ok") {
      usage(mode);
    }
  }
  if (faults_over) {
    modes.at_move.clear();
    modes.late_move = -1;
    modes.die_at_start = modes.deaf = false;
  }
  return modes;
}

class FakeEngine {
 public:
  explicit FakeEngine(Modes modes)
      : modes_(std::move(modes)), random_(static_cast<std::uint64_t>(modes_.seed.value_or(0))) {}

  void run();

 private:
  using Reply = Result<std::string>;

  Reply answer(const protocol::GtpRequest& request);
  Reply play(const std::string& color_text, const std::string& vertex_text);
  Reply genmove(const std::string& color_text);
  void misbehave();
  bool now(const std::string& fault) const {
    const auto found = modes_.at_move.find(fault);
    return found != modes_.at_move.end() && found->second == moves_;
  }
  bool in_turn(Color color) const { return !modes_.strict || color == game_.position().to_move; }
  std::string move_text(Square square) const;
  void write(std::string_view text) const;

  const Modes modes_;
  Game game_;
  SplitMix64 random_;
  int size_ = 8;
  int moves_ = 0;  ///< Asked for since the start of the process.
};

void FakeEngine::write(std::string_view text) const {
  std::string line(text);
  line += modes_.crlf ? "\r\n" : "\n";
  if (std::fputs(line.c_str(), stdout) < 0) std::exit(1);
}

void FakeEngine::run() {
  std::this_thread::sleep_for(modes_.slow_start);
  if (modes_.die_at_start) std::exit(4);
  if (modes_.deaf) hang();
  char* line = nullptr;
  std::size_t capacity = 0;
  for (bool quit = false; !quit && getline(&line, &capacity, stdin) > 0;) {
    const auto request = protocol::parse_gtp_line(line);
    if (!request || !*request) continue;
    quit = (*request)->name == "quit";
    for (const std::string& text : protocol::gtp_response((*request)->id, answer(**request))) {
      write(text);
    }
    std::fflush(stdout);
  }
  std::free(line);
}

FakeEngine::Reply FakeEngine::answer(const protocol::GtpRequest& request) {
  const std::string& name = request.name;
  std::vector<std::string> args = request.args;
  args.resize(std::max<std::size_t>(args.size(), 2));
  if (modes_.refused.count(name) != 0) return Error{ErrorCode::kNotFound, "not today"};
  if (const auto text = modes_.answers.find(name); text != modes_.answers.end()) {
    return text->second;
  }
  if (modes_.setup.count(name) != 0) {
    const auto position = parse_position(args[0] + " " + args[1]);
    if (!position) return position.error();
    game_ = Game(*position);
    return "";
  }
  if (name == "name") return "Fake";
  if (name == "version") return "";
  if (name == "protocol_version") return "2";
  if (name == "pid") return std::to_string(getpid());
  if (name == "list_commands" && !modes_.nameless) {
    std::string text =
        "list_commands\nboardsize\nclear_board\nplay\ngenmove\ntime_settings\n"
        "time_left\n";
    for (const auto& [extra, answer] : modes_.answers) text += extra + "\n";
    for (const std::string& extra : modes_.setup) text += extra + "\n";
    return text;
  }
  if (name == "boardsize") {
    size_ = parse_int(args[0]).value_or(8);
    return "";
  }
  if (name == "clear_board") {
    game_ = Game(start_position(size_));
    return "";
  }
  if (name == "play") return play(args[0], args[1]);
  if (name == "genmove") return genmove(args[0]);
  if (name == "time_settings" || name == "time_left" || name == "quit") return "";
  return Error{ErrorCode::kNotFound, "unknown command"};
}

FakeEngine::Reply FakeEngine::play(const std::string& color_text, const std::string& vertex_text) {
  const auto color = protocol::parse_gtp_color(color_text);
  if (!color) return color.error();
  const auto square = protocol::parse_gtp_vertex(vertex_text, size_);
  if (!square) return square.error();
  if ((modes_.no_pass && *square == Square::kPass) || !in_turn(*color)) {
    return Error{ErrorCode::kIllegalMove, "illegal move"};
  }
  if (const auto played = game_.play(*color, *square); !played) return played.error();
  return "";
}

void FakeEngine::misbehave() {
  if (now("crash")) std::exit(3);
  if (now("segv")) {
    std::signal(SIGSEGV, SIG_DFL);  // a sanitizer would make it an exit status
    std::raise(SIGSEGV);
  }
  if (now("hang")) hang();
  if (now("junk")) write("Segmentation fault (core dumped)");
  while (now("flood")) {
    if (std::fputs("= all work and no play ", stdout) < 0) std::exit(1);
  }
  for (bool first = true; now("floodlines"); first = false) write(first ? "= d3" : "d3");
}

FakeEngine::Reply FakeEngine::genmove(const std::string& color_text) {
  ++moves_;
  misbehave();
  if (modes_.late_move == 0 || modes_.late_move == moves_) std::this_thread::sleep_for(modes_.late);
  if (now("fail")) return Error{ErrorCode::kNotFound, "I am lost"};
  if (now("resign")) return "resign";
  if (now("pass")) return "PASS";
  if (now("cheat")) return to_text(square_at(0, 0, size_), size_);
  const auto color = protocol::parse_gtp_color(color_text);
  if (!color) return color.error();
  if (!in_turn(*color)) return Error{ErrorCode::kIllegalMove, "illegal move"};
  Bitboard moves = game_.legal_moves();
  if (*color != game_.position().to_move && moves == 0) {
    if (const auto passed = game_.play(!*color, Square::kPass); !passed) return passed.error();
    moves = game_.legal_moves();
  }
  Square square = Square::kPass;
  if (moves != 0) square = modes_.seed ? test::random_square(random_, moves) : first_square(moves);
  if (const auto played = game_.play(*color, square); !played) return played.error();
  return move_text(square);
}

std::string FakeEngine::move_text(Square square) const {
  std::string text = to_text(square, size_);
  if (modes_.upper) {
    for (char& c : text) c = c >= 'a' && c <= 'z' ? static_cast<char>(c - 32) : c;
  }
  return text;
}

}  // namespace

int main(int argc, char** argv) {
  FakeEngine(parse({argv + 1, argv + argc})).run();
  return 0;
}
