// SPDX-License-Identifier: MIT
#include "book/book.h"
#include "engine/base/machine.h"
#include "engine/engine.h"
#include "engine/search_core.h"
#include "protocol/channel/engine_service.h"
#include "protocol/channel/tcp_server.h"
#include "protocol/cli/auto_session.h"
#include "protocol/cli/commands.h"
#include "protocol/command/options.h"
#include "protocol/http/web_offers.h"
#include "protocol/http/web_server.h"
#include "protocol/http/web_session.h"
#include "protocol/report/output.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <exception>
#include <memory>
#include <optional>
#include <string>
#include <thread>

namespace sumi::protocol {
namespace {

constexpr int kMaxClients = 1000;
constexpr int kMaxIdleSeconds = 365 * 86'400, kMaxMoveSeconds = 86'400;
constexpr int kStandardMoveSeconds = 60;
constexpr int kStandardHashMib = 16;
constexpr int kMaxHashMib = 1 << 20;
constexpr int kMaxKib = 1 << 20;

constexpr int kMaxThreads = 256;

struct ServeOptions {
  std::optional<int> port{}, threads{}, hash_mib{}, max_per_address{}, http{};
  std::string address = "127.0.0.1";
  TcpLimits limits{};
  int max_move_seconds = kStandardMoveSeconds;
  bool verbose = false;
  EngineOptions engine{};
};

OptionValue whole_seconds(Millis& time) {
  const auto read = [](const std::string& text) -> Result<Millis> {
    int seconds = 0;
    const auto set = number(seconds, 1, kMaxIdleSeconds).read(text);
    if (!set) return set.error();
    return Millis(std::chrono::seconds(seconds));
  };
  return parsed(time, "N", read, std::to_string(time.count() / 1000));
}

OptionValue kib(std::size_t& bytes) {
  const auto read = [](const std::string& text) -> Result<std::size_t> {
    std::size_t kib = 0;
    const auto set = number(kib, 1, kMaxKib).read(text);
    if (!set) return set.error();
    return kib * 1024;
  };
  return parsed(bytes, "N", read, std::to_string(bytes / 1024));
}

Options rows_of(ServeOptions& options) {
  TcpLimits& limits = options.limits;
  Options rows{
      {"port,p", number(options.port, 0, 65535), "port to listen on; 0: any free port"},
      {"bind", text(options.address, "ADDRESS"),
       "IP address to listen on, 0.0.0.0 or :: for all interfaces"},
      {"threads", number(options.threads, 1, kMaxThreads),
       "search threads of all clients together, {} (default: one per processor)"},
      {"hash-mib", number(options.hash_mib, 1, kMaxHashMib),
       fmt::format("transposition table of each client in MiB, rounded down to a power of two, "
                   "committed as it fills (default: {}, or less if --max-clients tables would "
                   "exceed half of the memory)",
                   kStandardHashMib)},
      {"max-clients", number(limits.max_clients, 1, kMaxClients),
       "maximum number of clients, {}; others are refused"},
      {"max-per-address", number(options.max_per_address, 1, kMaxClients),
       "maximum number of clients per IPv4 address or IPv6 /64 network (default: --max-clients)"},
      {"max-move-time", number(options.max_move_seconds, 1, kMaxMoveSeconds),
       "seconds after which a search ends with the best move found"},
      {"idle-timeout", whole_seconds(limits.idle_timeout),
       "seconds without a command after which an idle client is disconnected"},
      {"stall-timeout", whole_seconds(limits.stall_timeout),
       "disconnect a client that reads no answers, or keeps more than --max-waiting-kib waiting, "
       "for N seconds"},
      {"end-timeout", whole_seconds(limits.end_timeout),
       "seconds to finish answers after the end of a client's input"},
      {"max-waiting-kib", kib(limits.max_waiting_bytes),
       "KiB of commands that a client may queue during a search; more are not read"},
      {"max-unsent-kib", kib(limits.max_unsent_bytes),
       "KiB of unread answers after which a client is disconnected"},
      {"http", number(options.http, 0, 65535),
       "also serve the page of `sumi web` on this port (0: any free port) and print its address"},
      {"verbose", flag(options.verbose), "log connects and disconnects on standard error"}};
  return rows +=
         engine_rows(options.engine, kAllTopics, {"hash-mib", "threads", "ponder", "book-learn"});
}

/// MiB of each client's hash table; all must fit in memory.
int hash_of(std::optional<int> given, int clients) {
  const std::uint64_t memory = memory_mib();
  if (!given) {
    int mib = kStandardHashMib;
    while (memory > 0 && mib > 1 && static_cast<std::uint64_t>(mib * clients) > memory / 2) {
      mib /= 2;
    }
    return mib;
  }
  const int mib = *given;
  const auto all = std::bit_floor(static_cast<std::uint64_t>(mib)) * static_cast<unsigned>(clients);
  if (memory > 0 && all > memory) {
    throw UsageError(
        fmt::format("--hash-mib {} for each of --max-clients {} is {} MiB, and this "
                    "machine has {}: take smaller tables or fewer clients",
                    mib, clients, all, memory));
  }
  return mib;
}

/// Loads the weights, which all clients share, so that errors end the program before it listens.
std::unique_ptr<Engine> first_engine(const EngineOptions& options) {
  auto engine = std::make_unique<Engine>(options, book::book_opener(print_stderr));
  if (!engine->pending()) engine->evaluate();
  return engine;
}

/// The page of `sumi web`, in a thread.
class WebSide {
 public:
  WebSide(const std::string& address, int port, const EngineOptions& options,
          const WebServer::Log& log)
      : offers_(make_web_offers(options, book::book_opener(print_stderr))),
        server_(
            address, port, {},
            [this](Peer& peer) { return std::make_unique<WebSession>(offers_, peer); }, log),
        thread_([this] { run(); }) {
    print_stderr(server_.address());
  }
  ~WebSide() {
    server_.close();
    thread_.join();
  }
  WebSide(const WebSide&) = delete;
  WebSide& operator=(const WebSide&) = delete;

 private:
  /// An error here must not stop the protocol server.
  void run() {
    try {
      server_.run(false);
    } catch (const std::exception& e) {
      print_error(fmt::format("the page is no longer served: {}", e.what()));
    }
  }

  const WebOffers offers_;
  WebServer server_;
  std::thread thread_;
};

int run_serve(const Command& self, const Args& args, Output& out) {
  ServeOptions options;
  if (!parse_options(self, rows_of(options), args, out)) return kDone;
  if (!options.port) throw UsageError("no --port: 1..65535, or 0 for any free one");
  const std::string& address = options.address;
  const bool loopback = or_usage_error(is_loopback(address), "--bind: ");
  TcpLimits& limits = options.limits;
  limits.max_per_address = options.max_per_address.value_or(limits.max_clients);
  EngineOptions& engine_options = options.engine;
  engine_options.hash_mib = hash_of(options.hash_mib, limits.max_clients);
  const auto first = first_engine(engine_options);
  engine_options.threads = options.threads.value_or(std::min(processors(), kMaxThreads));
  const Millis longest = std::chrono::seconds(options.max_move_seconds);
  EngineService service(engine_options, longest, [](Engine& engine, Peer& peer) {
    return std::make_unique<AutoSession>(engine, peer);
  });
  const auto make_session = [&service](Peer& peer) { return service.serve(peer); };
  const TcpServer::Log log = options.verbose ? TcpServer::Log(print_stderr) : TcpServer::Log();
  TcpServer server(address, *options.port, limits, make_session, log);
  if (!loopback) {
    print_error(
        fmt::format("warning: anyone who can reach {} can play here without a password", address));
  }
  print_stderr(fmt::format("listening on {}", server.address()));
  std::optional<WebSide> web;
  if (options.http) web.emplace(address, *options.http, engine_options, log);
  server.run();
  service.finish();
  return kDone;
}

}  // namespace

const Command kServeCommand{
    .name = "serve",
    .arguments = "--port N [OPTIONS]",
    .summary = "serve the protocols over TCP",
    .details = R"(Each client has its own game and engine and speaks any protocol of `sumi
engine`. The address is printed on standard error. SIGINT, SIGTERM and SIGHUP
end the server with exit status 0.

There is no authentication and no encryption: listen on an address other than
127.0.0.1 only if everyone who can reach it may use the engine.

Each search gets --threads divided by the number of active clients, but at
least one thread. A client can set the options of its engine, except a larger
--hash-mib, other weights, another book and pondering; it cannot name files.
Searches without a limit (`go infinite`) end after --max-move-time. The server
uses up to --max-clients times --hash-mib of memory, plus 40 MiB for the
weights. Browsers connect to the port of --http.
)",
    .examples = R"(  sumi serve --port 4321
  sumi serve --port 4321 --bind 0.0.0.0 --threads 8 --max-clients 20
  sumi serve --port 0 --hash-mib 64 --idle-timeout 600 --verbose
  printf 'genmove black\nquit\n' | nc 127.0.0.1 4321
)",
    .run = run_serve};

}  // namespace sumi::protocol
