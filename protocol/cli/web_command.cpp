// SPDX-License-Identifier: MIT
#include "book/book.h"
#include "engine/base/error.h"
#include "engine/base/file.h"
#include "engine/base/held_file.h"
#include "engine/base/machine.h"
#include "engine/base/process.h"
#include "engine/base/text.h"
#include "engine/engine.h"
#include "protocol/channel/tcp_server.h"
#include "protocol/cli/commands.h"
#include "protocol/command/games_file.h"
#include "protocol/command/options.h"
#include "protocol/http/web_offers.h"
#include "protocol/http/web_server.h"
#include "protocol/http/web_session.h"
#include "protocol/report/output.h"
#include "protocol/service/data_file.h"
#include "protocol/service/game_library.h"

#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <string>
#include <string_view>
#include <thread>

namespace sumi::protocol {
namespace {

constexpr int kStandardWebPort = 4322;
constexpr int kMaxWebThreads = 256;

struct WebOptions {
  std::optional<int> port{}, threads{};
  std::string address = "127.0.0.1", public_url{};
  bool browser = true, desktop = false, verbose = false;
  std::optional<std::string> games{};
  EngineOptions engine{};
};

/// Prefers the usual port, because browsers store data by address and port.
std::unique_ptr<WebServer> listen(const WebOptions& options,
                                  const WebServer::Factory& make_session) {
  const std::string& address = options.address;
  if (!or_usage_error(is_loopback(address), "--bind: ")) {
    print_error(
        fmt::format("warning: whoever can read what is sent to {} can play here: nothing is "
                    "encrypted",
                    address));
  }
  const WebServer::Log log = options.verbose ? WebServer::Log(print_stderr) : WebServer::Log();
  WebLimits limits;
  if (options.desktop) limits.lonely = std::chrono::minutes(1);
  if (options.port) {
    return std::make_unique<WebServer>(address, *options.port, limits, make_session, log);
  }
  try {
    return std::make_unique<WebServer>(address, kStandardWebPort, limits, make_session, log);
  } catch (const FatalError& taken) {
    print_error(
        fmt::format("{}; taking another port, where the browser has none of the games and "
                    "mistakes that it keeps for this one",
                    taken.what()));
    return std::make_unique<WebServer>(address, 0, limits, make_session, log);
  }
}

/// A given path must be a database or missing. The default is opened on request: the page works
/// without it.
std::shared_ptr<GameLibrary> library_of(const std::optional<std::string>& games) {
  if (!games) return std::make_shared<GameLibrary>(data_file(kGamesFile).value_or(""));
  auto library = std::make_shared<GameLibrary>(database_path(games));
  library->look([](const book::GameStore*) {});
  return library;
}

/// Accepts http and https without query or fragment: "#moves=f5d6" can follow.
Result<std::string> parse_page_address(const std::string& url) {
  const std::size_t scheme = url.starts_with("https://") ? 8 : url.starts_with("http://") ? 7 : 0;
  const bool plain =
      std::ranges::all_of(url, [](char letter) { return letter > ' ' && letter < '\x7f'; });
  if (plain && scheme > 0 && url.size() > scheme &&
      url.find_first_of("#?<>\"\\") == std::string::npos) {
    return url;
  }
  return Error{ErrorCode::kBadSyntax,
               fmt::format("{} is not the address of a page, such as https://example.org/othello/",
                           sumi::quoted(url))};
}

/// Holds the address of the running desktop application.
constexpr std::string_view kDesktopFile = "desktop";

/// The locked file, without --desktop null; nothing if another application runs, whose page this
/// shows.
std::optional<std::unique_ptr<HeldFile>> only_application(const WebOptions& options) {
  if (!options.desktop) return nullptr;
  const std::string path = data_file(kDesktopFile).value_or("");
  if (path.empty()) throw UsageError("--desktop needs a folder for its data: set HOME");
  make_data_folder(path, kDesktopFile);
  auto file =
      HeldFile::try_locked(path, HeldFile::Access::kCreate, HeldFile::Lock::kExclusive).value();
  if (file) {
    static_cast<void>(file->resize(0));
    return std::make_unique<HeldFile>(std::move(*file));
  }
  // The other one may still be starting.
  constexpr int kTries = 100;
  for (int i = 0; i < kTries && options.browser; ++i) {
    const auto address = read_file(path);
    if (address && !address->empty() && open_in_browser(*address)) break;
    std::this_thread::sleep_for(Millis(50));
  }
  return std::nullopt;
}

int run_web(const Command& self, const Args& args, Output& out) {
  WebOptions options;
  Options rows{
      {"port,p", number(options.port, 0, 65535),
       fmt::format("port to listen on; 0: any free port (default: {}, or any if that is taken)",
                   kStandardWebPort)},
      {"bind", text(options.address, "ADDRESS"), "IP address to listen on"},
      {"threads", number(options.threads, 1, kMaxWebThreads),
       "threads of each search, {} (default: one per processor)"},
      {"no-browser", flag(options.browser, false), "print the address without opening a browser"},
      {"desktop", flag(options.desktop),
       "as a desktop application: show the page of the one that runs, if any; end a minute after "
       "the last page is closed"},
      {"public-url", parsed(options.public_url, "URL", parse_page_address),
       "base address of links to games: a page published with tools/wasm (default: this server)"},
      {"verbose", flag(options.verbose),
       "log opened, closed and refused connections on standard error"},
      database_row(options.games)};
  rows += engine_rows(options.engine, kSearchTopics | kBookTopics,
                      {"threads", "own-book", "book-variety"});
  if (!parse_options(self, rows, args, out)) return kDone;
  const auto application = only_application(options);
  if (!application) return kDone;
  EngineOptions& engine_options = options.engine;
  engine_options.threads = options.threads.value_or(std::min(processors(), kMaxWebThreads));
  WebOffers offers = make_web_offers(engine_options, book::book_opener(print_stderr));
  offers.games = library_of(options.games);
  offers.public_url = options.public_url;
  // Fails early, and keeps weights and book loaded between pages.
  const Engine first(engine_options, offers.open_book);

  const auto server =
      listen(options, [&offers](Peer& peer) { return std::make_unique<WebSession>(offers, peer); });
  if (HeldFile* const file = application->get()) {
    static_cast<void>(file->write(0, server->address()));
  }
  out.write(server->address() + "\n");
  out.flush();
  if (options.browser) open_in_browser(server->address());
  server->run();
  return kDone;
}

}  // namespace

const Command kWebCommand{
    .name = "web",
    .arguments = "[--port N] [OPTIONS]",
    .summary = "play, analyse and study in the browser",
    .details = R"(Serves a page on this machine, opens it in the browser and prints its address,
which includes an access token. The page loads nothing from other servers and
sends nothing to them. Games and mistakes to retry are stored in the browser.
Move scores come from 10-second searches.

With --book FILE --book-learn true, games that you send are added to the book.
The page also shows what people played, from the database of --games (`sumi
games`), and imports the files that you drop on it.

Ctrl-C ends the server with exit status 0.
)",
    .examples = R"(  sumi web
  sumi web --port 8080 --no-browser
  sumi web --public-url https://example.org/othello/
  sumi web --book mine.book --book-learn true
  sumi web --games club.db
  sumi web --desktop
)",
    .run = run_web};

}  // namespace sumi::protocol
