// SPDX-License-Identifier: MIT
#include "book/book.h"
#include "engine/base/file.h"
#include "engine/base/text.h"
#include "protocol/channel/tcp_client.h"
#include "protocol/cli/commands.h"
#include "protocol/command/options.h"
#include "protocol/command/output_paths.h"
#include "protocol/ggs/ggs_session.h"
#include "protocol/report/output.h"

#include <fmt/chrono.h>
#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <filesystem>
#include <fstream>
#include <system_error>
#include <utility>

namespace sumi::protocol {
namespace {

constexpr const char* kPasswordVariable = "SUMI_GGS_PASSWORD";
constexpr std::size_t kMaxPasswordFile = 4096;
constexpr int kMaxOpen = 8;
constexpr int kMaxSeconds = 86'400;

struct GgsOptions {
  std::string login{}, password_file{};
  std::string host = "skatgame.net", log{};
  int port = 5000;
  int min_seconds = 0, max_seconds = kMaxSeconds;
  GgsSettings settings{};
  EngineOptions engine{};
};

Result<std::vector<std::string>> names_in(std::string_view list) {
  std::vector<std::string> names;
  while (!list.empty()) {
    const auto name = parse_ggs_login(trim(take_until(list, ',')));
    if (!name) return name.error();
    names.push_back(*name);
  }
  return names;
}

Options rows_of(GgsOptions& options) {
  GgsRules& rules = options.settings.rules;
  Options rows{
      {"login,l", parsed(options.login, "NAME", parse_ggs_login), "login name, 2 to 8 characters"},
      {"password-file,p", text(options.password_file, "FILE"),
       fmt::format("file whose first line is the password (default: the environment variable {})",
                   kPasswordVariable)},
      {"host", text(options.host, "NAME"), "host name of the server"},
      {"port", number(options.port, 1, 65535), "port of the server"},
      {"open", number(options.settings.open, 1, kMaxOpen),
       "maximum number of matches at a time, {}"},
      {"rated", flag(rules.rated), "play rated matches only (default: unrated only)"},
      {"types", parsed(rules.types, "LIST", parse_ggs_types, std::string(kGgsTypes)),
       "match types to accept; s: synchro, rNN: random start with NN discs, r: with any number"},
      {"opponents", parsed(rules.opponents, "LIST", names_in),
       "accept requests from these names only, separated by commas"},
      {"min-time", number(options.min_seconds, 0, kMaxSeconds, "S"),
       "minimum main time to accept, in seconds"},
      {"max-time", number(options.max_seconds, 0, kMaxSeconds, "S"),
       "maximum main time to accept, in seconds"},
      {"log", text(options.log, "FILE"),
       "append all lines sent and received to FILE, without the password"}};
  return rows += engine_rows(options.engine, kSearchTopics | kLimitTopic | kPlayTopic | kBookTopics,
                             {"player", "name", "move-time-ms"});
}

/// Warns if other users can read the file.
std::string password_in(const std::string& path) {
  const std::string text = or_usage_error(read_file(path, kMaxPasswordFile), "--password-file: ");
  using Perms = std::filesystem::perms;
  std::error_code unknown;
  const Perms perms = std::filesystem::status(path, unknown).permissions();
  if (!unknown && (perms & (Perms::group_read | Perms::others_read)) != Perms::none) {
    print_error(
        fmt::format("other users can read {}: protect it with chmod 600", sumi::quoted(path)));
  }
  return std::string(trim(text.substr(0, text.find('\n'))));
}

/// Never from the command line, which others can see.
std::string password_of(const std::string& file) {
  std::string password;
  if (!file.empty()) {
    password = password_in(file);
  } else if (const char* const value = std::getenv(kPasswordVariable)) {
    password = value;
  }
  const bool printable = std::ranges::all_of(password, [](char c) { return c >= ' '; });
  if (password.empty() || !printable) {
    throw UsageError(fmt::format("no password: --password-file FILE with a line of text, or {}",
                                 kPasswordVariable));
  }
  return password;
}

GgsSettings settings_of(const GgsOptions& options) {
  GgsSettings settings = options.settings;
  if (options.login.empty()) throw UsageError("--login NAME is missing");
  settings.login = options.login;
  settings.rules.least_time = std::chrono::seconds(options.min_seconds);
  settings.rules.most_time = std::chrono::seconds(options.max_seconds);
  if (options.min_seconds > options.max_seconds) {
    throw UsageError(fmt::format("--min-time {} is more than --max-time {}", options.min_seconds,
                                 options.max_seconds));
  }
  settings.password = password_of(options.password_file);
  return settings;
}

/// "2026-10-30 12:34:56"
std::string time_now() {
  return fmt::format("{:%Y-%m-%d %H:%M:%S}", fmt::localtime(std::time(nullptr)));
}

/// Whether the text begins with "2026-10-30 12:34:56 > " or "< ".
bool is_log(std::string_view head) {
  constexpr std::string_view kTime = "0000-00-00 00:00:00 ";
  const auto fits = [](char form, char c) { return form == '0' ? is_digit(c) : form == c; };
  const std::string_view time = head.substr(0, kTime.size()), mark = head.substr(time.size(), 2);
  return std::ranges::equal(kTime, time, fits) && (mark == "> " || mark == "< ");
}

/// Never appends to another kind of file.
void check_log(const CommandLine& line, const std::string& path) {
  std::vector<OutputPath> outputs;
  if (!path.empty()) outputs.push_back({"--log", path, any_kind()});
  check_outputs(line, outputs, {});
  if (may_replace(path, {"", is_log})) return;
  throw UsageError(fmt::format("--log: {} exists and is not a log of `sumi ggs`; name another file",
                               sumi::quoted(path)));
}

std::ofstream open_log(const std::string& path) {
  std::ofstream log;
  if (path.empty()) return log;
  log.open(path, std::ios::app);
  if (!log) throw UsageError(fmt::format("--log: cannot write to {}", sumi::quoted(path)));
  return log;
}

int run_ggs(const Command& self, const Args& args, Output& out) {
  GgsOptions options;
  const auto line = parse(self, rows_of(options), args, out);
  if (!line) return kDone;
  forbid_words(*line);
  check_log(*line, options.log);
  GgsSettings settings = settings_of(options);
  std::ofstream log = open_log(options.log);
  settings.note = [&out](std::string_view text) {
    out.write(fmt::format("{} {}\n", time_now(), text));
    out.flush();
  };
  if (log.is_open()) {
    settings.trace = [&log](std::string_view text) {
      log << time_now() << ' ' << text << std::endl;
    };
  }

  TcpClient client(options.host, options.port);
  GgsSession session(options.engine, std::move(settings), client, book::book_opener(print_stderr));
  const int signal = client.run(session);
  if (session.failure()) throw FatalError(*session.failure());
  return signal != 0 ? 128 + signal : kDone;
}

}  // namespace

const Command kGgsCommand{
    .name = "ggs",
    .arguments = "--login NAME [--password-file FILE] [OPTIONS]",
    .summary = "play on the Generic Game Server (skatgame.net)",
    .details = R"(Logs in, accepts the match requests that the options allow, declines all
others, plays, and prints what happens. Reconnects if the connection is lost;
interrupted matches resume when the opponent returns. In unrated matches
opponents may abort or take back moves.

Moves obey the clock, and --level, --depth and --nodes if given. A synchro
match is played on two boards at once. Each gets half of --hash-mib and, with
--ponder true, half of --threads. Ctrl-C logs out; the server keeps a rated
match for later.
)",
    .examples = R"(  sumi ggs --login mybot --password-file ~/.ggs-password
  sumi ggs --login mybot --password-file ~/.ggs-password --rated --types s8r \
      --threads 8
  SUMI_GGS_PASSWORD=... sumi ggs --login mybot --level 20 --opponents alice,bob
  sumi ggs --login mybot --password-file pw --host localhost --port 5000 \
      --log ggs.log
)",
    .run = run_ggs};

}  // namespace sumi::protocol
