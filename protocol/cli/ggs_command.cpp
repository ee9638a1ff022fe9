// SPDX-License-Identifier: MIT
/// `sumi ggs`: plays on the Generic Game Server.
#include "book/book.h"
#include "engine/base/file.h"
#include "engine/base/text.h"
#include "protocol/channel/tcp_client.h"
#include "protocol/cli/commands.h"
#include "protocol/command/option_adapter.h"
#include "protocol/command/output_paths.h"
#include "protocol/ggs/ggs_session.h"
#include "protocol/report/output.h"

#include <boost/program_options/value_semantic.hpp>
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

constexpr std::string_view kGgsEngineRows[] = {"level",         "depth",      "nodes",
                                               "hash-mib",      "threads",    "ponder",
                                               "variety",       "seed",       "move-overhead-ms",
                                               "evaluator",     "weights",    "isa",
                                               "own-book",      "book",       "book-variety",
                                               "book-max-loss", "book-draws", "book-learn"};
constexpr const char* kPasswordVariable = "SUMI_GGS_PASSWORD";
constexpr std::size_t kMaxPasswordFile = 4096;
constexpr int kMaxOpen = 8;
constexpr int kMaxSeconds = 86'400;

boost::program_options::options_description options_of_ggs() {
  namespace po = boost::program_options;
  po::options_description options("Options");
  const auto text = [](const char* name) { return po::value<std::string>()->value_name(name); };
  options.add_options()                                                       //
      ("login,l", text("NAME"), "the name to play under, 2 to 8 characters")  //
      ("password-file,p", text("FILE"),
       fmt::format("its first line is the password; without this, the environment variable {}",
                   kPasswordVariable)
           .c_str())                                                       //
      ("host", text("NAME")->default_value("skatgame.net"), "the server")  //
      ("port", text("N")->default_value("5000"), "the server's port")      //
      ("open", text("N")->default_value("1"),
       fmt::format("matches played at once, 1..{}", kMaxOpen).c_str())            //
      ("rated", "play rated matches, and no others; without this, unrated ones")  //
      ("types", text("LIST")->default_value(std::string(kGgsTypes)),
       "types of match accepted; s: synchro, rNN: random start of NN discs, r: of any")        //
      ("opponents", text("LIST"), "accept requests of these only: names with commas between")  //
      ("min-time", text("S")->default_value("0"), "least main time accepted, seconds")         //
      ("max-time", text("S")->default_value(std::to_string(kMaxSeconds)),
       "most main time accepted, seconds")  //
      ("log", text("FILE"), "append all lines sent and received; the password is left out");
  add_engine_options(options, kGgsEngineRows);
  return options;
}

/// Reads the password from a file; warns if others than its owner can read the file.
std::string password_in(const std::string& path) {
  const auto text = read_file(path, kMaxPasswordFile);
  if (!text) throw UsageError("--password-file: " + text.error().message);
  using Perms = std::filesystem::perms;
  std::error_code unknown;
  const Perms perms = std::filesystem::status(path, unknown).permissions();
  if (!unknown && (perms & (Perms::group_read | Perms::others_read)) != Perms::none) {
    tell_error(fmt::format("others can read {}: chmod 600 keeps it yours", sumi::quoted(path)));
  }
  return std::string(trim(text->substr(0, text->find('\n'))));
}

/// Never from the command line, which everybody on the machine can see.
std::string password_of(const CommandLine& line) {
  std::string password;
  if (line.has("password-file")) {
    password = password_in(text_value(line, "password-file"));
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

std::vector<std::string> names_of(const std::string& list) {
  std::vector<std::string> names;
  for (std::string_view left = list; !left.empty();) {
    const auto name = parse_ggs_login(trim(take_until(left, ',')));
    if (!name) throw UsageError("--opponents: " + name.error().message);
    names.push_back(*name);
  }
  return names;
}

GgsRules rules_of(const CommandLine& line) {
  GgsRules rules;
  const auto types = parse_ggs_types(text_value(line, "types"));
  if (!types) throw UsageError("--types: " + types.error().message);
  rules.types = *types;
  rules.opponents = names_of(text_value(line, "opponents"));
  rules.rated = line.has("rated");
  rules.least_time = std::chrono::seconds(int_value(line, "min-time", 0, kMaxSeconds));
  rules.most_time = std::chrono::seconds(int_value(line, "max-time", 0, kMaxSeconds));
  if (rules.least_time > rules.most_time) {
    throw UsageError(fmt::format("--min-time {} is more than --max-time {}",
                                 text_value(line, "min-time"), text_value(line, "max-time")));
  }
  return rules;
}

GgsSettings settings_of(const CommandLine& line) {
  GgsSettings settings;
  if (!line.has("login")) throw UsageError("--login NAME is missing");
  const auto login = parse_ggs_login(text_value(line, "login"));
  if (!login) throw UsageError("--login: " + login.error().message);
  settings.login = *login;
  settings.rules = rules_of(line);
  settings.open = int_value(line, "open", 1, kMaxOpen);
  settings.password = password_of(line);
  return settings;
}

/// "2026-10-30 12:34:56"
std::string time_now() {
  return fmt::format("{:%Y-%m-%d %H:%M:%S}", fmt::localtime(std::time(nullptr)));
}

/// Begins with "2026-10-30 12:34:56 > ", or "< ".
bool is_log(std::string_view head) {
  constexpr std::string_view kTime = "0000-00-00 00:00:00 ";
  const auto fits = [](char form, char c) { return form == '0' ? is_digit(c) : form == c; };
  const std::string_view time = head.substr(0, kTime.size()), mark = head.substr(time.size(), 2);
  return std::ranges::equal(kTime, time, fits) && (mark == "> " || mark == "< ");
}

/// Lines are added to the log, which suits no file of another kind: so there is no --force.
void check_log(const CommandLine& line) {
  std::vector<OutputPath> outputs;
  add_output(outputs, line, "log", any_kind());
  check_outputs(line, outputs, {});
  const std::string path = text_value(line, "log");
  if (may_replace(path, {"", is_log})) return;
  throw UsageError(fmt::format(
      "--log: {} is there and holds no log of `sumi ggs`; name another file", sumi::quoted(path)));
}

/// Open for as long as the session speaks.
std::ofstream open_log(const std::string& path) {
  std::ofstream log;
  if (path.empty()) return log;
  log.open(path, std::ios::app);
  if (!log) throw UsageError(fmt::format("--log: cannot write to {}", sumi::quoted(path)));
  return log;
}

int run_ggs(const Command& self, const Args& args, Output& out) {
  const auto line = parse(self, options_of_ggs(), args, out);
  if (!line) return kDone;
  forbid_words(*line);
  check_log(*line);
  GgsSettings settings = settings_of(*line);
  std::ofstream log = open_log(text_value(*line, "log"));
  settings.note = [&out](std::string_view text) {
    out.write(fmt::format("{} {}\n", time_now(), text));
    out.flush();
  };
  if (log.is_open()) {
    settings.trace = [&log](std::string_view text) {
      log << time_now() << ' ' << text << std::endl;
    };
  }

  TcpClient client(text_value(*line, "host"), int_value(*line, "port", 1, 65535));
  GgsSession session(engine_options_of(*line, kGgsEngineRows), std::move(settings), client,
                     book::book_opener(tell_stderr));
  const int signal = client.run(session);
  if (session.failure()) throw FatalError(*session.failure());
  return signal != 0 ? 128 + signal : kDone;
}

}  // namespace

const Command kGgsCommand{
    "ggs",
    "--login NAME [--password-file FILE] [OPTIONS]",
    "play on the Generic Game Server (skatgame.net)",
    R"(Logs in, accepts the requests that the options allow, plays, and comes back when
the connection is lost: what was at play then is resumed once the opponent is
there. Requests of other kinds are declined. In unrated matches an opponent may
abort or take a move back. Synchro matches are two boards at once, with half of
--hash-mib each; with --ponder true each has half of the threads too. A move
obeys the clock, and --level, --depth and --nodes where they are given. What
happens is told on standard output. Ctrl-C leaves the server, which keeps a
rated match for later.
)",
    R"(  sumi ggs --login mybot --password-file ~/.ggs-password
  sumi ggs --login mybot --password-file ~/.ggs-password --rated --types s8r \
      --threads 8
  SUMI_GGS_PASSWORD=... sumi ggs --login mybot --level 20 --opponents alice,bob
  sumi ggs --login mybot --password-file pw --host localhost --port 5000 --log \
      ggs.log
)",
    run_ggs};

}  // namespace sumi::protocol
