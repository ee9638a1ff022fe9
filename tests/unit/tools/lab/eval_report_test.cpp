// SPDX-License-Identifier: MIT
#include "engine/base/file.h"
#include "engine/game/notation.h"
#include "engine/game/symmetry.h"
#include "tests/support/boards.h"
#include "tests/support/hand_boards.h"
#include "tests/support/junk.h"
#include "tests/support/markup.h"
#include "tests/support/records.h"
#include "tests/support/results.h"
#include "tests/support/temporary_folder.h"
#include "tools/lab/eval_report.h"

#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <atomic>
#include <cmath>

using namespace sumi;
using namespace sumi::lab;

namespace {

const std::string kStart = "---------------------------OX------XO---------------------------";

constexpr Board kFinished{0xFF, 0};

std::vector<Record> samples() {
  return {test::record(kStartBoard, ScoreSource::kExact, 2),
          test::record(test::kOneMove, ScoreSource::kGame, -4),
          test::record(test::kTwoMoves, ScoreSource::kExact, 6),
          test::record(test::kTwoMoves, ScoreSource::kNone, 0),
          test::record(kFinished, ScoreSource::kExact, 64)};
}

Result<EvalInput> read(const std::string& bytes, const std::string& name,
                       const EvalFilter& filter = {}) {
  const test::TemporaryFolder folder;
  write_file(folder.file(name), bytes).value();
  return read_eval_input(std::vector{folder.file(name)}, filter);
}

}  // namespace

TEST_CASE("eval input: keeps records with exact scores, in order") {
  const EvalInput input = read(write_records(samples()), "a.pos").value();
  CHECK(input.records_read == 5);
  CHECK(input.records == std::vector<ScoredBoard>{{kStartBoard, {2}}, {test::kTwoMoves, {6}}});
  CHECK(input.sets.empty());
}

TEST_CASE("eval input: options select all scores and a number of empties") {
  EvalFilter filter;
  filter.all_scores = true;
  const std::string bytes = write_records(samples());
  CHECK(read(bytes, "a.pos", filter)->records == std::vector<ScoredBoard>{{kStartBoard, {2}},
                                                                          {test::kOneMove, {-4}},
                                                                          {test::kTwoMoves, {6}}});
  filter.min_empties = filter.max_empties = 57;
  CHECK(read(bytes, "a.pos", filter)->records == std::vector<ScoredBoard>{{test::kOneMove, {-4}}});
  filter.min_empties = 58;
  filter.max_empties = 60;
  CHECK(read(bytes, "a.pos", filter)->records == std::vector<ScoredBoard>{{kStartBoard, {2}}});
}

TEST_CASE("eval input: OBF is recognised by its contents") {
  const std::string text =
      "% a comment\n" + kStart + " X; d3:-2; c4:+6;\n\n" + kStart + " O; 4;\n" + kStart + " X\n";
  const EvalInput input = read(text, "hard.set.obf").value();
  CHECK(input.positions_read == 3);
  CHECK(input.without_score == 1);
  CHECK(input.records.empty());
  REQUIRE(input.sets.size() == 1);
  CHECK(input.sets[0].name == "hard.set");
  const std::vector<ScoredMoves>& positions = input.sets[0].positions;
  REQUIRE(positions.size() == 2);
  CHECK(positions[0].board == kStartBoard);
  CHECK(positions[0].score.discs == 6);
  CHECK(positions[0].moves.size() == 2);
  CHECK(positions[1].board == kStartBoard.passed());
  CHECK(positions[1].score.discs == 4);
  CHECK(positions[1].moves.empty());
  CHECK(read(write_records(samples()), "records.obf")->records.size() == 2);
}

TEST_CASE("eval input: OBF is filtered by empties, and finished games are dropped") {
  const std::string finished = to_text(Position{kFinished, Color::kBlack, 8});
  const std::string text = kStart + " X; d3:-2\n" + finished + "; 64\n";
  EvalFilter filter;
  CHECK(read(text, "a.obf", filter)->sets[0].positions.size() == 1);
  filter.max_empties = 59;
  CHECK(read(text, "a.obf", filter)->sets.empty());
  CHECK(read(text, "a.obf", filter)->positions_read == 2);
}

TEST_CASE("eval input: reads a folder and several files") {
  const test::TemporaryFolder folder;
  write_file(folder.file("b.pos"), write_records(samples())).value();
  write_file(folder.file("a.pos"), write_records(samples())).value();
  write_file(folder.file("c.obf"), kStart + " X; d3:-2\n").value();
  const EvalInput input =
      read_eval_input(std::vector{folder.path(), folder.file("c.obf")}, {}).value();
  CHECK(input.records.size() == 4);
  CHECK(input.sets.size() == 1);
}

TEST_CASE("eval input: messages name the file and the fault") {
  using Catch::Contains;
  const auto message = [](const std::string& bytes, const std::string& name) {
    const auto input = read(bytes, name);
    return input ? "" : input.error().message;
  };
  CHECK_THAT(message(kStart + " X; d3:-2\njunk\n", "a.obf"),
             Contains("a.obf") && Contains("line 2") && Contains("'junk'"));
  CHECK_THAT(message(kStart + " X; d3:-200\n", "a.obf"), Contains("line 1") && Contains("-200"));
  CHECK_THAT(message(kStart + " X; a1:+2\n", "a.obf"), Contains("line 1") && Contains("a1"));
  CHECK_THAT(message("-----OX--XO----- X; 2\n", "a.obf"), Contains("4x4"));
  CHECK_THAT(message(std::string("\0\1", 2), "a.obf"), Contains("neither"));
  const std::string bytes = write_records(samples());
  CHECK_THAT(message(bytes.substr(0, bytes.size() - 1), "a.pos"), Contains("ends inside"));
  CHECK_THAT(message("junk", "a.pos"), Contains("not a file of positions"));
  const auto missing = read_eval_input(std::vector<std::string>{"/nowhere/a.pos"}, {});
  REQUIRE_FALSE(missing);
  CHECK(missing.error().code == ErrorCode::kNotFound);
}

TEST_CASE("eval input: bad input does not crash the reader") {
  test::check_bad_input([](std::string_view text) { return parse_obf(text); },
                        {kStart + " X; d3:-2; c4:+6; % best\n"}, "-X;:+\n");
}

TEST_CASE("eval input: a sample is stratified and depends on the seed") {
  std::vector<ScoredBoard> boards(1000);
  for (std::size_t i = 0; i < boards.size(); ++i) boards[i].score = {static_cast<int>(i)};
  const auto sample = spread_sample(boards, 30, 1);
  REQUIRE(sample.size() == 30);
  for (int i = 0; i < 30; ++i) {
    CHECK(sample[static_cast<std::size_t>(i)].score.discs >= i * 1000 / 30);
    CHECK(sample[static_cast<std::size_t>(i)].score.discs < (i + 1) * 1000 / 30);
  }
  CHECK(spread_sample(boards, 30, 1) == sample);
  CHECK(spread_sample(boards, 30, 2) != sample);
  CHECK(spread_sample(boards, 1000, 1) == boards);
  CHECK(spread_sample(boards, 2000, 1) == boards);
}

namespace {

constexpr EvalDepth kStatic{};

EngineOptions mobility() {
  EngineOptions options;
  options.evaluator = "mobility";
  options.hash_mib = 1;
  options.parameters.tempo_percent = 0;  // the values below have no tempo
  return options;
}

bool never() { return false; }
void quiet(std::size_t) {}

EvalResults evaluate_mobility(const std::vector<Board>& boards,
                              const std::vector<EvalDepth>& depths, int threads = 1) {
  return evaluate_all(boards, depths, mobility(), threads, never, quiet);
}

std::vector<Board> boards_of_games(int count, int min_empties, int max_empties) {
  SplitMix64 random(7);
  std::vector<Board> boards;
  while (boards.size() < static_cast<std::size_t>(count)) {
    const int empties = min_empties + random.below(max_empties - min_empties + 1);
    const Board b = test::random_game(random, empties);
    if (!rules::game_over(b)) boards.push_back(b);
  }
  return boards;
}

bool equal(const EvalResults& a, std::size_t row_a, const EvalResults& b, std::size_t row_b) {
  const auto same = [](const EvalResult& x, const EvalResult& y) {
    return x.value == y.value && x.move == y.move && x.solved == y.solved && x.known == y.known;
  };
  const auto x = a.of(row_a), y = b.of(row_b);
  return std::equal(x.begin(), x.end(), y.begin(), y.end(), same);
}

int slow_mobility(const Board& b) {
  return std::popcount(rules::legal_moves(b)) - std::popcount(rules::legal_moves(b.passed()));
}

/// Its value at depth 1.
int slow_after(const Board& b, Square s) {
  const Board child = b.played(s, rules::flips(b, s));
  return rules::game_over(child) ? -final_score(child).discs : -slow_mobility(child);
}

EvalResult result(int discs, Square move = Square::kPass) {
  return {to_value({discs}), move, false, true};
}

/// Errors with `mobility` are +1, -3, -2, +4 and 0 discs (hand_boards.h).
const std::vector<ScoredBoard> kByHand = {{test::kOneMove, {0}},
                                          {test::kOneMove.passed(), {2}},
                                          {test::kTwoMoves, {4}},
                                          {test::kTwoMoves.passed(), {-6}},
                                          {kStartBoard, {0}}};

std::vector<Board> boards_of(const std::vector<ScoredBoard>& scored) {
  std::vector<Board> boards;
  for (const ScoredBoard& s : scored) boards.push_back(s.board);
  return boards;
}

constexpr Square kA1 = Square::kA1, kA3 = square_at(0, 2);

}  // namespace

TEST_CASE("eval report: depths are read and written as text") {
  CHECK(parse_depths("0,4,8@73").value() == std::vector<EvalDepth>{{0, 100}, {4, 100}, {8, 73}});
  CHECK(parse_depths(" 60 , 8@73% ").value() == std::vector<EvalDepth>{{60, 100}, {8, 73}});
  CHECK(parse_depths("4@100").value() == std::vector<EvalDepth>{{4, 100}});
  CHECK(to_text(EvalDepth{}) == "static");
  CHECK(to_text(EvalDepth{8, 100}) == "8");
  CHECK(to_text(EvalDepth{8, 73}) == "8@73%");
  for (const char* bad : {"", ",", "4,", ",4", "x", "61", "-1", "4@", "4@70", "0@73", "4@73@73",
                          "4;8", "4 8", "4,4", "99999999999"}) {
    CAPTURE(bad);
    const auto depths = parse_depths(bad);
    REQUIRE_FALSE(depths);
    CHECK_FALSE(depths.error().message.empty());
  }
  CHECK_THAT(parse_depths("4,x8").error().message,
             Catch::Contains("'x8'") && Catch::Contains("0..60") && Catch::Contains("73, 87"));
}

TEST_CASE("eval report: errors by stage equal those by hand") {
  const EvalResults results = evaluate_mobility(boards_of(kByHand), {kStatic});
  const auto stages = errors_by_stage(kByHand, results, 1, 2);
  REQUIRE(stages.size() == 3);
  const auto check = [](const StageErrors& stage, int min, int max, std::uint64_t count, double mae,
                        double squares, double bias) {
    CHECK(stage.min_empties == min);
    CHECK(stage.max_empties == max);
    CHECK(stage.positions() == count);
    const ErrorStatistics& sums = stage.by_depth[0];
    CHECK(sums.mean_absolute() == Approx(mae));
    CHECK(sums.root_mean_square() == Approx(std::sqrt(squares)));
    CHECK(sums.bias() == Approx(bias));
    CHECK(sums.solved() == 0);
  };
  check(stages[0], 60, 61, 1, 0, 0, 0);
  check(stages[1], 56, 57, 2, 2, (1 + 9) / 2.0, -1);
  check(stages[2], 50, 51, 2, 3, (4 + 16) / 2.0, 1);
  check(total_of(stages), 50, 61, 5, 2, (1 + 9 + 4 + 16) / 5.0, 0);

  const auto wide = errors_by_stage(kByHand, results, 1, 10);
  REQUIRE(wide.size() == 2);
  check(wide[1], 50, 59, 4, 10 / 4.0, 30 / 4.0, 0);
}

TEST_CASE("eval report: fractions of a disc count") {
  ErrorStatistics sums;
  sums.add({Value{64}, Square::kPass, true, true}, {-1});
  CHECK(sums.mean_absolute() == 1.5);
  CHECK(sums.solved() == 1);
}

TEST_CASE("eval report: depth 1 equals a calculation by hand, also at passes and at the end") {
  const EvalResults results = evaluate_mobility(
      {test::kOneMove, test::kOneMove.passed(), test::kTwoMoves}, {kStatic, {1, 100}});
  CHECK(results.of(0)[0].value == to_value({1}));
  CHECK(results.of(0)[1].value == to_value({64}));  // the opponent has no disc left
  CHECK(results.of(0)[1].move == kA1);
  CHECK(results.of(1)[0].value == to_value({-1}));
  CHECK(results.of(1)[1].value == to_value({-64}));
  CHECK(results.of(1)[1].move == Square::kPass);
  CHECK(results.of(2)[0].value == to_value({2}));
  CHECK(results.of(2)[1].value == to_value({1}));
}

TEST_CASE("eval report: depth 1 equals the slow reference") {
  const std::vector<Board> boards = boards_of_games(50, 15, 50);
  const EvalResults results = evaluate_mobility(boards, {kStatic, {1, 100}});
  for (std::size_t i = 0; i < boards.size(); ++i) {
    REQUIRE(results.complete(i));
    CHECK(results.of(i)[0].value == to_value({slow_mobility(boards[i])}));
    const Bitboard legal = rules::legal_moves(boards[i]);
    if (legal == 0) continue;
    int best = -64;
    for (Bitboard left = legal; left != 0; left &= left - 1) {
      best = std::max(best, slow_after(boards[i], first_square(left)));
    }
    const EvalResult& said = results.of(i)[1];
    CHECK(said.value == to_value({best}));
    CHECK(slow_after(boards[i], said.move) == best);
  }
}

TEST_CASE("eval report: results do not depend on threads, order or list of depths") {
  const std::vector<Board> boards = boards_of_games(120, 16, 30);
  const std::vector<EvalDepth> depths = {kStatic, {2, 100}, {5, 73}, {5, 100}};
  const EvalResults one = evaluate_mobility(boards, depths);
  const EvalResults three = evaluate_mobility(boards, depths, 3);
  const EvalResults turned = evaluate_mobility({boards.rbegin(), boards.rend()}, depths);
  const EvalResults alone = evaluate_mobility(boards, {depths.back()});
  for (std::size_t i = 0; i < boards.size(); ++i) {
    CAPTURE(i);
    REQUIRE(one.complete(i));
    CHECK(equal(one, i, three, i));
    CHECK(equal(one, i, turned, boards.size() - 1 - i));
    CHECK(one.of(i)[3].value == alone.of(i)[0].value);
    CHECK(one.of(i)[3].move == alone.of(i)[0].move);
  }
}

TEST_CASE("eval report: after an interruption, only complete positions count") {
  // Most searches end at once; every fifth takes years.
  std::vector<ScoredBoard> scored(50, {test::kOneMove, {64}});
  for (std::size_t i = 0; i < scored.size(); i += 5) scored[i].board = kStartBoard;
  const std::vector<EvalDepth> depths = {kStatic, {40, 100}};
  std::size_t done = 0;
  int calls = 0;
  constexpr int kPatience = 100;  // ten seconds
  const auto interrupted = [&] { return done > 0 || ++calls > kPatience; };
  const auto tick = [&](std::size_t n) { done = n; };
  const EvalResults results =
      evaluate_all(boards_of(scored), depths, mobility(), 2, interrupted, tick);
  std::size_t complete = 0;
  for (std::size_t i = 0; i < scored.size(); ++i) complete += results.complete(i);
  CHECK(complete > 0);
  CHECK(complete >= done);
  const StageErrors all = total_of(errors_by_stage(scored, results, depths.size(), 60));
  CHECK(all.positions() == complete);
  CHECK(all.by_depth[0].mean_absolute() == 63);  // of complete ones only
  CHECK(all.by_depth[1].mean_absolute() == 0);
}

TEST_CASE("eval report: choices equal those by hand") {
  MoveChoices choices;
  const EvalDepth depth{4, 100};
  const ScoredMoves both{test::kTwoMoves, {10}, {{kA1, {10}}, {kA3, {4}}}};
  const ScoredMoves first_only{test::kTwoMoves, {10}, {{kA1, {10}}}};
  const ScoredMoves no_moves{test::kTwoMoves, {2}, {}};
  choices.add(both, depth, result(9, kA1));         // best, error -1
  choices.add(both, depth, result(12, kA3));        // loses 6, error +2
  choices.add(first_only, depth, result(10, kA3));  // not best, loss unknown
  choices.add(no_moves, depth, result(3, kA3));     // error +1 only
  CHECK(choices.with_best == 3);
  CHECK(choices.best == 1);
  CHECK(choices.with_score == 2);
  CHECK(choices.discs_lost_sum == 6);
  CHECK(choices.best_percent() == Approx(100 / 3.0));
  CHECK(choices.discs_lost() == 3);
  CHECK(choices.discs_lost_error() == Approx(1.96 * 3));  // of 0 and 6
  CHECK(choices.errors.count() == 4);
  CHECK(choices.errors.mean_absolute() == 1);
  CHECK(choices.errors.bias() == 0.5);

  MoveChoices still;
  still.add(both, kStatic, result(9));
  CHECK(still.with_best == 0);
  CHECK(still.errors.count() == 1);
}

TEST_CASE("eval report: a move has the score of a symmetric one") {
  const Square d3 = square_at(3, 2), c4 = square_at(2, 3);
  const ScoredMoves start{kStartBoard, {6}, {{d3, {6}}}};
  CHECK(score_of(start, d3) == DiscDiff{6});
  CHECK(score_of(start, c4) == DiscDiff{6});
  const ScoredMoves odd{kStartBoard, {6}, {{d3, {6}}, {c4, {-2}}}};  // its own score first
  CHECK(score_of(odd, c4) == DiscDiff{-2});
  CHECK(score_of({test::kTwoMoves, {6}, {{kA1, {6}}}}, kA3) == std::nullopt);
}

TEST_CASE("eval report: searches to the end have no error") {
  MoveSet set{"made", {}};
  std::vector<Board> boards = boards_of_games(40, 2, 7);
  for (const Board& b : boards) {
    ScoredMoves position{b, {test::BruteForce().solve(b)}, {}};
    const Bitboard legal = rules::legal_moves(b);
    if (legal == 0) position.moves.push_back({Square::kPass, position.score});
    for (Bitboard left = legal; left != 0; left &= left - 1) {
      const Square s = first_square(left);
      position.moves.push_back({s, {-test::BruteForce().solve(b.played(s, rules::flips(b, s)))}});
    }
    set.positions.push_back(position);
  }
  const std::vector<EvalDepth> depths = {kStatic, {1, 100}, {8, 73}};
  const auto list = choices_by_set(std::vector{set}, evaluate_mobility(boards, depths), depths);
  REQUIRE(list.size() == 1);
  const MoveChoices& perfect = list[0].by_depth[2];
  CHECK(perfect.with_best == boards.size());
  CHECK(perfect.best == boards.size());
  CHECK(perfect.discs_lost_sum == 0);
  CHECK(perfect.errors.mean_absolute() == 0);
  CHECK(perfect.errors.solved() == boards.size());
  const MoveChoices& shallow = list[0].by_depth[1];
  CHECK(shallow.with_score == boards.size());
  CHECK(shallow.best < boards.size());
  CHECK(shallow.discs_lost_sum > 0);
}

TEST_CASE("eval report: each file has a row, and all files have one together") {
  const ScoredMoves position{test::kTwoMoves, {10}, {{kA1, {10}}, {kA3, {4}}}};
  const std::vector<MoveSet> sets = {{"a", {position, position}}, {"b", {position}}};
  const std::vector<EvalDepth> depths = {{1, 100}};
  EvalResults results(3, 1);
  results.of(0)[0] = result(0, kA1);
  results.of(1)[0] = result(0, kA3);
  results.of(2)[0] = result(0, kA3);
  auto list = choices_by_set(sets, results, depths);
  REQUIRE(list.size() == 3);
  CHECK(list[0].by_depth[0].best == 1);
  CHECK(list[0].by_depth[0].discs_lost_sum == 6);
  CHECK(list[1].by_depth[0].best == 0);
  CHECK(list[2].name == "all");
  CHECK(list[2].by_depth[0].with_best == 3);
  CHECK(list[2].by_depth[0].discs_lost_sum == 12);
  results.of(1)[0].known = false;  // interrupted
  list = choices_by_set(sets, results, depths);
  CHECK(list[0].by_depth[0].with_best == 1);
  CHECK(list[1].by_depth[0].discs_lost_sum == 6);
}

using namespace sumi;

namespace {

const std::vector<EvalDepth> kDepths = {{0, 100}, {8, 73}};

ErrorStatistics sums(std::vector<int> errors, bool solved = false) {
  ErrorStatistics s;
  for (const int e : errors) s.add({Value{e * 128}, Square::kPass, solved, true}, {0});
  return s;
}

std::vector<StageErrors> stages() {
  return {{60, 61, {sums({3}), sums({0})}}, {24, 25, {sums({-5, 1}), sums({0, -1}, true)}}};
}

std::vector<SetChoices> sets() {
  MoveChoices plain, searched;
  plain.errors = sums({2, -4});
  searched.with_best = 4;
  searched.best = 3;
  searched.with_score = 3;
  searched.discs_lost_sum = 6;
  searched.discs_lost_squares = 36;
  searched.errors = sums({1, -1});
  return {{"a-name-that-is-too-long", {plain, searched}}};
}

}  // namespace

TEST_CASE("eval report: the table has errors by stage and depth") {
  CHECK(errors_text(stages(), kDepths) ==
        "empties  positions    depth      MAE      RMS     bias    s.e.   solved\n"
        "     60          1   static    3.000    3.000   +3.000   0.000        0\n"
        "                      8@73%    0.000    0.000   +0.000   0.000        0\n"
        "  24-25          2   static    3.000    3.606   -2.000   2.121        0\n"
        "                      8@73%    0.500    0.707   -0.500   0.354        2\n"
        "    all          3   static    3.000    3.416   -0.333   1.963        0\n"
        "                      8@73%    0.333    0.577   -0.333   0.272        2\n");
}

TEST_CASE("eval report: even and odd numbers of empties have separate totals") {
  std::vector<StageErrors> all = stages();
  for (StageErrors& stage : all) stage.max_empties = stage.min_empties;
  CHECK_FALSE(totals_by_parity(all));  // 60 and 24
  all.push_back(all.back());
  all.back().min_empties = all.back().max_empties = 23;
  const auto totals = totals_by_parity(all);
  REQUIRE(totals);
  CHECK((*totals)[0].positions() == 3);
  CHECK((*totals)[1].positions() == 2);
  CHECK((*totals)[1].by_depth[0].bias() == -2);
  const std::string text = errors_text(all, kDepths);
  CHECK(text.find("   even          3   static    3.000    3.416   -0.333") != text.npos);
  CHECK(text.find("    odd          2   static    3.000    3.606   -2.000") != text.npos);
  CHECK(errors_json(all, kDepths)["odd"][1]["bias"] == -0.5);
  CHECK_FALSE(errors_json(stages(), kDepths).contains("odd"));
}

TEST_CASE("eval report: the table of choices fits 80 columns") {
  const std::string text = choices_text(sets(), kDepths);
  CHECK(text ==
        "file               depth  judged  best %   lost    MAE    RMS    bias  solved\n"
        "a-name-that-is-t  static       0       -      -   3.00   3.16   -1.00       0\n"
        "                   8@73%       4    75.0   2.00   1.00   1.00   +0.00       0\n"
        "Chosen moves without a score: 1 (not best, and not in `lost`)\n");
}

TEST_CASE("eval report: JSON has the errors and choices") {
  const protocol::Json errors = errors_json(stages(), kDepths);
  CHECK(errors["stages"][0]["empties"] == protocol::Json({60, 60}));
  CHECK(errors["stages"][1]["empties"] == protocol::Json({24, 25}));
  CHECK(errors["stages"][1]["positions"] == 2);
  const protocol::Json& searched = errors["stages"][1]["by_depth"][1];
  CHECK(searched["depth"] == 8);
  CHECK(searched["selectivity"] == 73);
  CHECK(searched["mae"] == 0.5);
  CHECK(searched["bias"] == -0.5);
  CHECK(searched["solved"] == 2);
  CHECK(errors["all"][0]["mae"] == 3.0);

  const protocol::Json choices = choices_json(sets(), kDepths);
  REQUIRE(choices.size() == 1);
  CHECK(choices[0]["file"] == "a-name-that-is-too-long");
  CHECK_FALSE(choices[0]["by_depth"][0].contains("best_percent"));
  CHECK_FALSE(choices[0]["by_depth"][0].contains("discs_lost"));
  CHECK(choices[0]["by_depth"][1]["best_percent"] == 75.0);
  CHECK(choices[0]["by_depth"][1]["discs_lost"] == 2.0);
  CHECK(choices[0]["by_depth"][1]["positions"] == 2);
}

TEST_CASE("eval report: pictures show the errors and choices") {
  const std::string lines = errors_svg(stages(), kDepths);
  CHECK(test::markup_fault(lines) == "");
  CHECK(test::count_of(lines, "class=\"line l") == 4);
  CHECK_THAT(lines, Catch::Contains(">depth 8@73%<") && Catch::Contains(">static<"));

  const std::vector<StageErrors> one = {stages()[1]};
  const std::string bars = errors_svg(one, kDepths);
  CHECK(test::markup_fault(bars) == "");
  CHECK(test::count_of(bars, "class=\"bar") == 2);
  CHECK_THAT(bars, Catch::Contains("24-25 empties"));

  const std::string lost = choices_svg(sets(), kDepths);
  CHECK(test::markup_fault(lost) == "");
  CHECK(test::count_of(lost, "class=\"bar") == 1);  // the static evaluation chooses no moves
}
