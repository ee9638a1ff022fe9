// SPDX-License-Identifier: MIT
/// An engine that misbehaves on demand, for tests of the tournament manager. It knows the rules and
/// plays the first legal move. The first line it reads selects the protocol: `nboard 2`, `ugi`,
/// `uci`, `usi`, `xboard` or `ENGINE-PROTOCOL init` (whose commands are named without the first
/// word here); anything else is GTP. Usage: fake_engine [MODE [ARGUMENT]...]...
///
///   seed S         plays random moves, by seed
///   MODE N         at its Nth move (0: never), MODE is one of
///     crash        exits with status 3
///     segv         dies by a signal
///     hang         stops answering
///     cheat        plays an illegal move
///     flood        writes one endless line
///     floodlines   writes endless lines
///     pass         passes although it has moves
///     junk         writes an invalid response, then answers
///     fail         answers with a failure, or without a move
///     resign       resigns
///     words        answers with extra words: `bestmove d3 ponder c3`
///   mute NAME N    does not answer the Nth command NAME
///   slow NAME MS   waits before it answers the first command NAME
///   late N MS      answers its Nth move late (0: every move)
///   once FILE      no fault if FILE exists; creates it
///   deaf           never reads
///   die-at-start   exits before it reads
///   slow-start MS  waits before it reads
///   refuse NAME    answers a command with a failure (GTP)
///   answer NAME TEXT  supports a command and answers TEXT
///   setup NAME     supports a command to set up the board (GTP)
///   strict         accepts moves of the side to move only, so passes must be sent
///   no-pass        refuses `play COLOR pass` (GTP)
///   crlf, upper    ends lines with CR LF, writes moves in capitals
///   nameless       has no list_commands (GTP)
///   noise-flood    writes endless noise after its first input
///   noisy          writes a line of noise before and after each answer, as Edax does
///
/// Except in GTP it exits with status 5 on an invalid command.
#include "engine/base/random.h"
#include "engine/base/text.h"
#include "engine/formats/codecs.h"
#include "engine/game/notation.h"
#include "protocol/text/cassio.h"
#include "protocol/text/gtp.h"
#include "protocol/text/nboard.h"
#include "protocol/text/ugi.h"
#include "protocol/text/xboard.h"
#include "tests/support/boards.h"
#include "tests/support/fake_modes.h"

#include <chrono>
#include <csignal>
#include <iostream>
#include <string>
#include <string_view>
#include <thread>

namespace {

using namespace sumi;
using protocol::UgiDialect;

constexpr std::string_view kNoise = "*** SEARCH STILL RUNNING ? (1) ***";

[[noreturn]] void hang() {
  for (;;) std::this_thread::sleep_for(std::chrono::hours(1));
}

[[noreturn]] void bad_line(std::string_view line) {
  std::fputs(fmt::format("fake_engine: {}?\n", line).c_str(), stderr);
  std::exit(5);
}

class FakeEngine {
 public:
  explicit FakeEngine(test::FakeModes modes)
      : modes_(std::move(modes)), random_(static_cast<std::uint64_t>(modes_.seed.value_or(0))) {}

  void run();

 private:
  using Reply = Result<std::string>;
  enum class Speech { kUnknown, kGtp, kNBoard, kUgi, kXBoard, kCassio };

  void on_line(std::string_view line);
  void set_speech(std::string_view first_word);

  void on_gtp(std::string_view line);
  Reply answer(const protocol::GtpRequest& request);
  Reply play(const std::string& color_text, const std::string& vertex_text);
  Reply genmove(const std::string& color_text);

  void on_nboard(std::string_view line);
  void set_game(std::string_view ggf);
  void move(std::string_view text);

  void on_ugi(std::string_view line);
  void hello();
  void set_position(protocol::UgiWords words);
  void best_move();

  void on_xboard(std::string_view line);
  void xboard_move(std::string_view text);
  void xboard_go();

  void on_cassio(std::string_view line);
  void cassio_search(std::string_view line);

  std::optional<std::string> misbehave();
  void die();
  bool now(const std::string& fault) const {
    const auto found = modes_.at_move.find(fault);
    return found != modes_.at_move.end() && found->second == moves_;
  }
  bool in_turn(Color color) const { return !modes_.strict || color == game_.position().to_move; }
  Square choose();
  std::string move_text(Square square) const;
  void write(std::string_view text) const;

  const test::FakeModes modes_;
  Game game_;
  SplitMix64 random_;
  Speech speech_ = Speech::kUnknown;
  UgiDialect dialect_ = UgiDialect::kUgi;
  std::map<std::string, int, std::less<>> asked_;
  bool quit_ = false;
  int size_ = 8;
  int moves_ = 0;  ///< Requested since the process started.
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
  std::string line;
  while (!quit_ && std::getline(std::cin, line)) {
    while (modes_.noise_flood) write(kNoise);
    if (modes_.noisy) write(kNoise);
    on_line(trim(line));
    if (modes_.noisy) write(kNoise);
    std::fflush(stdout);
  }
}

void FakeEngine::on_line(std::string_view line) {
  if (line.empty()) return;
  std::string name(protocol::split_nboard_line(line).name);
  if (name == "ENGINE-PROTOCOL")
    name = protocol::split_nboard_line(line.substr(name.size() + 1)).name;
  if (speech_ == Speech::kUnknown) set_speech(name);
  const int times = ++asked_[name];
  const auto mute = modes_.mute.find(name);
  if (mute != modes_.mute.end() && mute->second == times) return;
  const auto slow = modes_.slow.find(name);
  if (slow != modes_.slow.end() && times == 1) std::this_thread::sleep_for(slow->second);
  if (speech_ == Speech::kGtp) return on_gtp(line);
  if (const auto text = modes_.answers.find(name); text != modes_.answers.end()) {
    return write(text->second);
  }
  quit_ = name == "quit";
  if (speech_ == Speech::kNBoard) return on_nboard(line);
  if (speech_ == Speech::kXBoard) return on_xboard(line);
  if (speech_ == Speech::kCassio) return on_cassio(line);
  on_ugi(line);
}

void FakeEngine::set_speech(std::string_view first_word) {
  speech_ = first_word == "nboard" ? Speech::kNBoard : Speech::kGtp;
  if (first_word == "xboard") speech_ = Speech::kXBoard;
  if (first_word == "init") speech_ = Speech::kCassio;
  if (first_word != "ugi" && first_word != "uci" && first_word != "usi") return;
  speech_ = Speech::kUgi;
  if (first_word == "uci") dialect_ = UgiDialect::kUci;
  if (first_word == "usi") dialect_ = UgiDialect::kUsi;
}

void FakeEngine::die() {
  if (now("crash")) std::exit(3);
  if (!now("segv")) return;
  std::signal(SIGSEGV, SIG_DFL);  // a sanitizer would turn it into an exit status
  std::raise(SIGSEGV);
}

/// Called once per move. Returns the text to send instead of a move, if any.
std::optional<std::string> FakeEngine::misbehave() {
  ++moves_;
  die();
  if (now("hang")) hang();
  if (now("junk")) write("Segmentation fault (core dumped)");
  while (now("flood")) {
    if (std::fputs("= all work and no play ", stdout) < 0) std::exit(1);
  }
  for (bool first = true; now("floodlines"); first = false) write(first ? "= d3" : "d3");
  if (modes_.late_move == 0 || modes_.late_move == moves_) std::this_thread::sleep_for(modes_.late);
  if (now("resign")) return "resign";
  if (now("pass")) return "PASS";
  if (now("cheat")) return to_text(square_at(0, 0, size_), size_);
  return std::nullopt;
}

Square FakeEngine::choose() {
  const Bitboard moves = game_.legal_moves();
  if (moves == 0) return Square::kPass;
  return modes_.seed ? test::random_square(random_, moves) : first_square(moves);
}

std::string FakeEngine::move_text(Square square) const {
  std::string text = to_text(square, size_);
  if (modes_.upper) {
    for (char& c : text) c = c >= 'a' && c <= 'z' ? static_cast<char>(c - 32) : c;
  }
  return text;
}

// GTP

void FakeEngine::on_gtp(std::string_view line) {
  const auto request = protocol::parse_gtp_line(line);
  if (!request || !*request) return;
  quit_ = (*request)->name == "quit";
  for (const std::string& text : protocol::gtp_response((*request)->id, answer(**request))) {
    write(text);
  }
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

FakeEngine::Reply FakeEngine::genmove(const std::string& color_text) {
  if (auto instead = misbehave()) return std::move(*instead);
  if (now("fail")) return Error{ErrorCode::kNotFound, "I am lost"};
  const auto color = protocol::parse_gtp_color(color_text);
  if (!color) return color.error();
  if (!in_turn(*color)) return Error{ErrorCode::kIllegalMove, "illegal move"};
  if (*color != game_.position().to_move && game_.legal_moves() == 0) {
    if (const auto passed = game_.play(!*color, Square::kPass); !passed) return passed.error();
  }
  const Square square = choose();
  if (const auto played = game_.play(*color, square); !played) return played.error();
  return move_text(square);
}

// NBoard

void FakeEngine::on_nboard(std::string_view line) {
  const auto [name, arguments] = protocol::split_nboard_line(line);
  if (name == "nboard") write("set myname Fake");
  if (name == "ping") write(fmt::format("pong {}", arguments));
  if (name == "set" && arguments.starts_with("game ")) set_game(arguments.substr(5));
  if (name == "move") move(arguments);
  if (name != "go") return;
  const auto instead = misbehave();
  if (now("fail")) return write("===");
  write("status thinking");
  write("=== " + instead.value_or(move_text(choose())) + (now("words") ? " 1.50 0.2" : ""));
}

void FakeEngine::set_game(std::string_view ggf) {
  const auto record = parse_ggf(ggf);
  if (!record) bad_line(record.error().message);
  game_ = record->replay();
  size_ = record->start.size;
}

void FakeEngine::move(std::string_view text) {
  const auto move = protocol::parse_nboard_move(text, size_);
  if (!move) bad_line(move.error().message);
  const auto played =
      modes_.strict ? game_.play(game_.position().to_move, move->square) : game_.play(move->square);
  if (!played) bad_line(played.error().message);
}

// UGI, UCI, USI

void FakeEngine::on_ugi(std::string_view line) {
  const auto words = split_words(line);
  if (words[0] == "ugi" || words[0] == "uci" || words[0] == "usi") hello();
  if (words[0] == "isready") write("readyok");
  if (words[0] == "position") set_position(protocol::UgiWords(words).subspan(1));
  if (words[0] == "go") best_move();
}

void FakeEngine::hello() {
  write("id name Fake");
  write("option name Hash type spin default 16 min 1 max 64");
  write("option name Move Overhead type spin default 20 min 0 max 1000");
  write("option name Style type combo default solid var solid var very wild");
  write("option name Ponder type check default false");
  write("option name Log type string default <empty>");
  write("option name Clear Hash type button");
  write("option name Variety type spin default 0 min 0 max 64");
  write("option name Seed type spin default 0 min 0 max 2147483647");
  write(dialect_ == UgiDialect::kUgi ? "ugiok" : dialect_ == UgiDialect::kUci ? "uciok" : "usiok");
}

void FakeEngine::set_position(protocol::UgiWords words) {
  const auto game = protocol::parse_ugi_position(words, size_);
  if (!game) bad_line(game.error().message);
  for (const PlayedMove& move : game->moves()) {
    if (modes_.strict && move.implicit) bad_line("a pass was left out");
  }
  game_ = *game;
  size_ = game_.position().size;
}

void FakeEngine::best_move() {
  const auto instead = misbehave();
  if (now("fail")) return write("bestmove");
  const Square square = choose();
  std::string text = protocol::ugi_move(square, dialect_, size_);
  if (modes_.upper) text = move_text(square);
  write("bestmove " + instead.value_or(text) + (now("words") ? " ponder c3" : ""));
}

// XBoard

void FakeEngine::on_xboard(std::string_view line) {
  const auto [name, arguments] = protocol::parse_xboard_line(line);
  if (name == "protover") {
    write("feature done=0");
    write("feature ping=1 setboard=1 usermove=1 memory=1 myname=\"Fake 1\" variants=\"reversi\"");
    write("feature option=\"Style -combo solid /// *wild\" option=\"seed -spin 0 0 99\" done=1");
  }
  if (name == "ping") write("pong " + arguments);
  if (name == "new") game_ = Game();
  if (name == "option" && modes_.refused.count("option") != 0) write("Error (bad): " + arguments);
  if (name == "setboard") {
    const auto position = protocol::parse_xboard_fen(arguments);
    if (!position) bad_line(position.error().message);
    game_ = Game(*position);
  }
  if (name == "usermove") xboard_move(arguments);
  if (name == "go") xboard_go();
}

void FakeEngine::xboard_move(std::string_view text) {
  const auto square = protocol::parse_xboard_move(text);
  if (!square) bad_line(square.error().message);
  const auto played =
      modes_.strict ? game_.play(game_.position().to_move, *square) : game_.play(*square);
  if (!played) write(fmt::format("Illegal move: {}", text));
}

void FakeEngine::xboard_go() {
  const auto instead = misbehave();
  if (now("fail")) return write("move");
  if (instead == "resign") return write(modes_.upper ? "0-1 {White resigns}" : "resign");
  const Square square = instead ? *parse_square(*instead) : choose();
  write("12  -350     95     123456 P@d3 P@c3");
  (void)game_.play(square);
  write("move " + protocol::xboard_move(square));
}

// Cassio

void FakeEngine::on_cassio(std::string_view line) {
  const auto request = protocol::parse_cassio_line(line);
  if (!request || !*request) bad_line(line);
  const std::string& name = (*request)->command;
  quit_ = name == "quit";
  if (quit_) return write("bye bye.");
  if (name == "get-version") write("version: Fake 1");
  if (name.ends_with("-search")) cassio_search(line);
  write(modes_.refused.count(name) != 0 ? "ERROR: not today\nready." : "ready.");
}

void FakeEngine::cassio_search(std::string_view line) {
  const auto request = protocol::parse_cassio_line(line);
  const bool solve = (*request)->command == "endgame-search";
  const auto search = solve ? protocol::parse_cassio_endgame((*request)->args)
                            : protocol::parse_cassio_midgame((*request)->args);
  if (!search) bad_line(search.error().message);
  game_ = Game(search->position);
  const auto instead = misbehave();
  if (now("fail")) return;
  const auto named = parse_square(instead.value_or(""));
  const Square square = named ? *named : choose();
  SearchReport report;
  report.lower = report.upper = to_value(DiscDiff{2});
  report.depth = 12;
  report.selectivity = 73;
  report.line.push_back(square);
  write(protocol::cassio_result(protocol::cassio_result_text(search->position, report), 5000, 0.1));
}

}  // namespace

int main(int argc, char** argv) {
  FakeEngine(test::parse_fake_modes({argv + 1, argv + argc})).run();
  return 0;
}
