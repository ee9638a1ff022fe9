// SPDX-License-Identifier: MIT
#include "engine/game/pattern_layout.h"
#include "engine/weights/weights_file.h"
#include "protocol/text/json_lines.h"
#include "tests/support/command_fixture.h"
#include "tests/support/markup.h"
#include "tools/lab/cli/commands.h"
#include "tools/lab/records.h"
#include "tools/lab/selfplay.h"

#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>

#include <filesystem>

using namespace sumi;
using namespace sumi::lab;
using Catch::Matchers::Contains;

namespace {

/// A folder with self-play games in `games`.
class Lab : public test::CommandFixture {
 public:
  Lab() : CommandFixture(kProbcutCommand) {
    SelfplaySetup setup;
    setup.engine.evaluator = "mobility";
    setup.engine.hash_mib = 1;
    setup.limits.depth = 2;
    setup.limits.exact_at_empties = 8;
    std::filesystem::create_directory(file("games"));
    run_selfplay(
        file("games"), setup, 12, {}, 2, [] { return false; }, [](const SelfplayProgress&) {});
  }

  std::string probcut(protocol::Args args, int status = protocol::kDone) const {
    args.insert(args.end(), {file("games"), "--positions", "3"});
    return run(args, status);
  }
};

/// Weights that distinguish positions. Mostly 0 and equal in all stages, so they compress fast.
PatternWeightsFile some_weights() {
  PatternWeightsFile weights;
  weights.values.resize(std::size_t{kPatternStages} * kStageWeights);
  for (std::size_t i = 0; i < weights.values.size(); ++i) {
    const std::size_t filling = i % kStageWeights;
    if (filling % 97 == 0) weights.values[i] = static_cast<std::int16_t>(filling % 601) - 300;
  }
  weights.error = {{1, 2, 3, 4, 5, 6, 7, 8}, {}, {}, 512};
  weights.provenance = {"sumi-lab train", "0123abc", "games", "2026-11-20", ""};
  return weights;
}

}  // namespace

TEST_CASE("probcut command: the table does not depend on the number of threads") {
  const Lab lab;
  const auto run = [&](const std::string& threads) {
    return lab.probcut({"--evaluator", "table", "--max-depth", "4", "--exact-at", "8", "--threads",
                        threads, "--json", lab.file(threads + ".json"), "--svg",
                        lab.file("a.svg")});
  };
  const std::string text = run("1");
  CHECK(run("3") == text);
  CHECK_THAT(text, Contains(" positions; ") && Contains("4-2") && Contains("end-0") &&
                       Contains("\n  32-39 ") && Contains("ErrorModel kError{{"));
  CHECK_THAT(text, !Contains("5-1"));  // deeper than the searches
  CHECK(read_file(lab.file("1.json")).value() == read_file(lab.file("3.json")).value());
  CHECK(test::markup_fault(read_file(lab.file("a.svg")).value()) == "");

  const auto json = protocol::Json::parse(read_file(lab.file("1.json")).value());
  CHECK(json["evaluator"] == "table");
  CHECK(json["model"]["fading"].size() == ErrorModel::kKnots);
  ErrorModel model{};
  for (std::size_t i = 0; i < ErrorModel::kKnots; ++i) {
    model.decaying[i] = json["model"]["fading"][i];
    model.random_walk[i] = json["model"]["lasting"][i];
    model.end[i] = json["model"]["end"][i];
  }
  model.fade = json["model"]["fade"];
  int modelled = 0;
  for (const auto& row : json["differences"]) {
    CHECK(row["positions"] <= 3);
    if (!row.contains("model")) continue;
    ++modelled;
    CHECK(row["model"] == model.sigma(row["deep"], row["shallow"], row["empties"]));
  }
  CHECK(modelled > 100);
}

TEST_CASE("probcut command: writes a copy of the weights with the model") {
  const Lab lab;
  const PatternWeightsFile old = some_weights();
  write_file(lab.file("old.sumi"), write_pattern_weights(old, 1)).value();
  const auto before = parse_pattern_weights(read_file(lab.file("old.sumi")).value()).value();
  lab.probcut({"--weights", lab.file("old.sumi"), "--max-depth", "3", "--exact-at", "6", "--json",
               lab.file("json"), "--out", lab.file("new.sumi")});
  const auto after = parse_pattern_weights(read_file(lab.file("new.sumi")).value()).value();
  CHECK(after.values == before.values);
  CHECK(after.provenance.command == "sumi-lab train");
  CHECK(after.provenance.date == "2026-11-20");
  CHECK_THAT(after.provenance.note, Contains("error model: sumi-lab probcut --weights "));
  CHECK_FALSE(after.error == before.error);
  const auto json = protocol::Json::parse(read_file(lab.file("json")).value());
  for (std::size_t i = 0; i < ErrorModel::kKnots; ++i) {
    CHECK(json["model"]["lasting"][i] == after.error.random_walk[i]);
  }
  // A second time: one more note, the same model.
  lab.probcut({"--weights", lab.file("new.sumi"), "--max-depth", "3", "--exact-at", "6", "--out",
               lab.file("newer.sumi")});
  const auto again = parse_pattern_weights(read_file(lab.file("newer.sumi")).value()).value();
  CHECK(again.error == after.error);
  CHECK_THAT(again.provenance.note, Contains("; error model: "));

  lab.probcut({"--weights", lab.file("old.sumi"), "--max-depth", "3", "--exact-at", "6", "--out",
               lab.file("shifted.sumi"), "--shifts-only"});
  ErrorModel shifted = before.error;
  shifted.tempo = after.error.tempo;
  shifted.parity = after.error.parity;
  CHECK(parse_pattern_weights(read_file(lab.file("shifted.sumi")).value()).value().error ==
        shifted);
  CHECK(shifted.parity != before.error.parity);
}

TEST_CASE("probcut command: wrong arguments give readable errors and write nothing") {
  const Lab lab;
  const std::string games = lab.file("games"), out = lab.file("out.sumi");
  CHECK(lab.fault({}) == "missing files or folders of positions");
  CHECK_THAT(lab.fault({games, "--max-depth", "2"}), Contains("--max-depth") && Contains("3..30"));
  CHECK_THAT(lab.fault({games, "--evaluator", "table", "--out", out}),
             Contains("--out is for the evaluators pattern and nnue only"));
  CHECK_THAT(lab.fault({games, "--evaluator", "best"}), Contains("'best'"));
  CHECK_THAT(lab.fault({games, "--out", lab.file("")}), Contains("is a folder"));
  CHECK_THAT(lab.fault({lab.file("nothing")}), Contains("nothing"));

  std::vector<Record> over(1);
  over[0].board = {~Bitboard{0}, 0};
  write_file(lab.file("over.pos"), write_records(over)).value();
  CHECK_THAT(lab.fault({lab.file("over.pos"), "--out", out}),
             Contains("need positions of 4..59 empties"));
  CHECK_FALSE(std::filesystem::exists(out));
}
