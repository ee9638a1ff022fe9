// SPDX-License-Identifier: MIT
/// `sumi serve`: the protocols over TCP, for many clients at once.
#include "book/book.h"
#include "engine/engine.h"
#include "engine/search_core.h"
#include "engine/weights_file.h"
#include "protocol/auto_session.h"
#include "protocol/cli/commands.h"
#include "protocol/option_adapter.h"
#include "protocol/report/output.h"
#include "protocol/tcp_server.h"

#include <boost/program_options/value_semantic.hpp>
#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

namespace sumi::protocol {
namespace {

constexpr std::string_view kEngineRows[] = {
    "evaluator", "weights", "player",       "isa",           "size",         "variety",
    "seed",      "level",   "depth",        "nodes",         "move-time-ms", "move-overhead-ms",
    "own-book",  "book",    "book-variety", "book-max-loss", "book-draws"};

constexpr int kMaxClients = 1000;
constexpr int kMaxSeconds = 365 * 86'400;
constexpr int kMaxKib = 1 << 20;

/// So many threads for the searches of all clients. A search has, when it begins, what is then one
/// client's part, at least one; it keeps that to its end, for threads cannot leave a search, and
/// until then the system's scheduler gives each thread its part. All clients count, searching or
/// not: each may begin to at any moment, and what a move is given does not hang on who else thinks
/// just then.
class FairShare {
 public:
  explicit FairShare(int threads) : threads_(threads) {}

  void add(Engine& engine) {
    engines_.push_back(&engine);
    divide();
  }
  void remove(Engine& engine) {
    std::erase(engines_, &engine);
    divide();
  }

 private:
  void divide() {
    const int clients = static_cast<int>(engines_.size());
    for (Engine* engine : engines_) engine->limit_threads(std::max(1, threads_ / clients));
  }

  const int threads_;
  std::vector<Engine*> engines_;
};

/// A client's engine and its session.
class Player {
 public:
  Player(const EngineOptions& options, FairShare& share, Peer& peer)
      : engine_(options, book::open_opening_book), share_(share), session_(engine_, peer) {
    engine_.confine();
    share_.add(engine_);
  }
  ~Player() { share_.remove(engine_); }

  Session& session() { return session_; }
  const Session& session() const { return session_; }

 private:
  Engine engine_;
  FairShare& share_;
  AutoSession session_;
};

/// Becomes a player with the first line: whoever only connects costs next to nothing.
class ServedSession final : public Session {
 public:
  ServedSession(const EngineOptions& options, FairShare& share, Peer& peer)
      : options_(options), share_(share), peer_(peer) {}

  void on_line(const TextLine& line) override {
    if (!player_) player_.emplace(options_, share_, peer_);
    player_->session().on_line(line);
  }
  void on_end() override {
    ended_ = true;
    if (player_) player_->session().on_end();
  }
  void close() override {
    ended_ = true;
    if (player_) player_->session().close();
  }
  bool finished() const override { return player_ ? player_->session().finished() : ended_; }
  std::size_t backlog() const override { return player_ ? player_->session().backlog() : 0; }

 private:
  const EngineOptions& options_;
  FairShare& share_;
  Peer& peer_;
  std::optional<Player> player_;
  bool ended_ = false;
};

constexpr int kMaxThreads = 256;

int processors() {
  return static_cast<int>(
      std::clamp<unsigned>(std::thread::hardware_concurrency(), 1, kMaxThreads));
}

void add_options(boost::program_options::options_description& options) {
  namespace po = boost::program_options;
  const auto number = [](const char* standard) {
    auto* const value = po::value<std::string>()->value_name("N");
    return *standard != '\0' ? value->default_value(standard) : value;
  };
  const TcpLimits limits;
  const auto seconds = [](Millis time) { return std::to_string(time.count() / 1000); };
  const auto kib = [](std::size_t bytes) { return std::to_string(bytes / 1024); };
  options.add_options()                                           //
      ("port,p", number(""), "where to listen; 0: any free one")  //
      ("bind", po::value<std::string>()->value_name("ADDRESS")->default_value("127.0.0.1"),
       "IP address to listen on; 0.0.0.0 or :: is every one of this machine")  //
      ("threads", number(""),
       "threads of all searches together, 1..256; as many as processors if not given")  //
      ("hash-mib", number("16"),
       "transposition table of each client, MiB, rounded down to a power of two; taken as it "
       "fills")  //
      ("max-clients", number(std::to_string(limits.max_clients).c_str()),
       fmt::format("served at the same time, 1..{}; others are told so and sent away", kMaxClients)
           .c_str())  //
      ("idle-timeout", number(seconds(limits.idle_timeout).c_str()),
       "seconds without a line after which a client is cut off, whatever is at work")  //
      ("stall-timeout", number(seconds(limits.stall_timeout).c_str()),
       "seconds that answers may wait for a client that does not read, or it for us when more than "
       "--max-waiting-kib wait; then it is cut off")  //
      ("end-timeout", number(seconds(limits.end_timeout).c_str()),
       "seconds for answers after the end of a client's input")  //
      ("max-waiting-kib", number(kib(limits.max_waiting_bytes).c_str()),
       "lines of a client that wait for its search, KiB; more are not read")  //
      ("max-unsent-kib", number(kib(limits.max_unsent_bytes).c_str()),
       "answers that a client does not read, KiB; with more it is cut off")  //
      ("verbose", "tell on standard error who comes and goes");
}

TcpLimits limits_of(const CommandLine& line) {
  const auto seconds = [&](const char* name) {
    return Millis(std::chrono::seconds(int_value(line, name, 1, kMaxSeconds)));
  };
  const auto kib = [&](const char* name) {
    return static_cast<std::size_t>(int_value(line, name, 1, kMaxKib)) * 1024;
  };
  TcpLimits limits;
  limits.max_clients = int_value(line, "max-clients", 1, kMaxClients);
  limits.idle_timeout = seconds("idle-timeout");
  limits.stall_timeout = seconds("stall-timeout");
  limits.end_timeout = seconds("end-timeout");
  limits.max_waiting_bytes = kib("max-waiting-kib");
  limits.max_unsent_bytes = kib("max-unsent-kib");
  return limits;
}

/// Fails early, and keeps the patterns' weights from being read again for each client that comes
/// alone; null if they are not used.
std::shared_ptr<const PatternWeightsFile> weights_of(const EngineOptions& options) {
  const Engine engine(options, book::open_opening_book);
  const bool used =
      options.evaluator == "pattern" || (options.evaluator == kAutoEvaluator && options.size == 8);
  return used ? load_pattern_weights(options.weights).value() : nullptr;
}

int run(const Command& self, const Args& args, Output& out) {
  boost::program_options::options_description options("Options");
  add_options(options);
  add_engine_options(options, kEngineRows);
  const auto line = parse(self, options, args, out);
  if (!line) return kDone;
  forbid_words(*line);
  if (!line->has("port")) throw UsageError("no --port: 1..65535, or 0 for any free one");
  const int port = int_value(*line, "port", 0, 65535);
  const std::string address = text_value(*line, "bind");
  const auto loopback = is_loopback(address);
  if (!loopback) throw UsageError("--bind: " + loopback.error().message);
  const int threads =
      line->has("threads") ? int_value(*line, "threads", 1, kMaxThreads) : processors();
  const TcpLimits limits = limits_of(*line);
  EngineOptions engine_options = engine_options_of(*line, kEngineRows);
  engine_options.hash_mib = int_value(*line, "hash-mib", 1, 1 << 20);

  const auto weights = weights_of(engine_options);
  engine_options.threads = threads;
  FairShare share(threads);
  const auto make_session = [&](Peer& peer) {
    return std::make_unique<ServedSession>(engine_options, share, peer);
  };
  TcpServer server(address, port, limits, make_session,
                   line->has("verbose") ? TcpServer::Log(tell_stderr) : TcpServer::Log());
  if (!*loopback) {
    tell_stderr(
        fmt::format("warning: whoever reaches {} can play here, no password is asked", address));
  }
  tell_stderr(fmt::format("listening on {}", server.address()));
  server.run();
  return kDone;
}

}  // namespace

const Command kServeCommand{
    "serve",
    "--port N [OPTIONS]",
    "speak the protocols over TCP, to many clients at once",
    "Every client has a game and an engine of its own, and speaks what its first line says, as\n"
    "with `sumi engine`. The address is told on standard error; standard output stays empty.\n"
    "SIGINT and SIGTERM end it, exit status 0. There is no authentication and no encryption:\n"
    "listen elsewhere than on 127.0.0.1 only where all who can connect may.\n"
    "A search begins with --threads divided by the clients that have said anything, at least one.\n"
    "A client can set the options of its own engine, but no more --hash-mib than here, no other\n"
    "weights, no other book and no pondering; nor can it name files. All together take up to\n"
    "--max-clients times --hash-mib, and 40 MiB of weights.\n",
    "  sumi serve --port 4321\n"
    "  sumi serve --port 4321 --bind 0.0.0.0 --threads 8 --max-clients 20\n"
    "  sumi serve --port 0 --hash-mib 64 --idle-timeout 600 --verbose\n"
    "  printf 'genmove black\\nquit\\n' | nc 127.0.0.1 4321\n",
    run};

}  // namespace sumi::protocol
