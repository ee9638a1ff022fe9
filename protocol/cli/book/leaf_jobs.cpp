// SPDX-License-Identifier: MIT
#include "engine/base/text.h"
#include "protocol/cli/book/leaf_jobs.h"
#include "protocol/service/engine_settings.h"
#include "protocol/version.h"

#include <boost/program_options/value_semantic.hpp>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <utility>

namespace sumi::protocol {

namespace po = boost::program_options;

namespace {

constexpr int kMostLeavesOut = 1'000'000;
constexpr const char* kLeafWork = "leaves of a book";

}  // namespace

void add_worker_options(po::options_description& options) {
  options.add_options()  //
      ("workers", po::value<std::string>()->value_name("FOLDER"),
       "others search, too: each `sumi book work FOLDER`, on any machine that sees this folder; "
       "without --jobs only they do")  //
      ("leaves", po::value<std::string>()->value_name("N"),
       "searches that they are given at a time at most, all together; else as many as keep them "
       "busy");
}

std::string leaf_settings(const EngineOptions& engine) {
  Json settings{{"work", kLeafWork}, {"program", kVersion}, {"commit", this_build().commit}};
  Json searching;
  if (const auto added = add_engine_settings(engine, searching); !added) {
    throw FatalError(added.error().message);
  }
  searching.erase("hash-mib");
  settings.update(searching);
  return json_line(settings);
}

void check_leaf_settings(const std::string& folder, std::string_view theirs,
                         const std::string& ours) {
  if (theirs == ours) return;
  const Json told = Json::parse(theirs, nullptr, false);
  if (!told.is_object()) {
    throw FatalError(fmt::format("{}: its work.json is damaged", sumi::quoted(folder)));
  }
  throw FatalError(fmt::format("{}: the book there is built by another engine: {}",
                               sumi::quoted(folder), settings_difference(told, Json::parse(ours))));
}

WorkersFolder::WorkersFolder(const CommandLine& line, const EngineOptions& engine) {
  if (!line.has("workers")) {
    if (line.has("leaves")) throw UsageError("--leaves: needs --workers");
    return;
  }
  book::JobBoardSetup setup;
  if (line.has("leaves")) setup.leaves = int_value(line, "leaves", 1, kMostLeavesOut);
  setup.settings = leaf_settings(engine);
  auto board = book::JobBoard::open(text_value(line, "workers"), std::move(setup));
  if (!board) throw FatalError("--workers: " + board.error().message);
  board_ = std::move(*board);
}

void WorkersFolder::end(std::optional<book::BuildEnd> end) {
  using book::BuildEnd;
  if (!board_ || !end || *end == BuildEnd::kInterrupted) return;
  board_->end(*end != BuildEnd::kTimeUp);
}

}  // namespace sumi::protocol
