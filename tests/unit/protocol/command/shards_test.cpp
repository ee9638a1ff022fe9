// SPDX-License-Identifier: MIT
#include "protocol/command/shards.h"

#include <catch2/catch.hpp>

#include <map>
#include <set>
#include <string>

using namespace sumi;
using namespace sumi::protocol;
using Catch::Contains;

namespace {

using Variables = std::map<std::string, std::string>;

Result<Shard> shard_by(const Variables& variables) {
  return shard_of_launcher([&variables](const char* name) {
    const auto found = variables.find(name);
    return found == variables.end() ? nullptr : found->second.c_str();
  });
}

Variables array_task(int id, int min, int max, int step, int count) {
  return {{"SLURM_ARRAY_TASK_ID", std::to_string(id)},
          {"SLURM_ARRAY_TASK_MIN", std::to_string(min)},
          {"SLURM_ARRAY_TASK_MAX", std::to_string(max)},
          {"SLURM_ARRAY_TASK_STEP", std::to_string(step)},
          {"SLURM_ARRAY_TASK_COUNT", std::to_string(count)}};
}

Variables joined(Variables a, const Variables& b) {
  a.insert(b.begin(), b.end());
  return a;
}

}  // namespace

TEST_CASE("shards: each unit belongs to exactly one shard", "[shard]") {
  for (const int count : {1, 2, 3, 7, 400}) {
    for (const std::uint64_t units : {0, 1, 6, 7, 8, 250, 401}) {
      std::set<std::uint64_t> all;
      std::uint64_t most = 0, least = units;
      for (int i = 1; i <= count; ++i) {
        const Shard shard{i, count};
        const std::uint64_t share = shard.share(units);
        most = std::max(most, share);
        least = std::min(least, share);
        for (std::uint64_t own = 0; own < share; ++own) {
          REQUIRE(shard.has(shard.unit(own)));
          REQUIRE(all.insert(shard.unit(own)).second);
        }
      }
      REQUIRE(all.size() == units);
      REQUIRE((all.empty() || *all.rbegin() == units - 1));
      REQUIRE(most - least <= 1);
    }
  }
}

TEST_CASE("shards: I/N selects shard I of N", "[shard]") {
  CHECK(parse_shard("1/1").value() == Shard{1, 1});
  CHECK(parse_shard("7/100000").value() == Shard{7, 100000});
  for (const char* const bad : {"", "/", "1", "1/", "/2", "0/2", "3/2", "-1/2", "1/2/3", "1 /2",
                                "a/b", "1/100001", "99999999999/99999999999", "autom", "Auto"}) {
    CAPTURE(bad);
    const auto shard = parse_shard(bad);
    REQUIRE_FALSE(shard.has_value());
    CHECK_THAT(shard.error().message, Contains("is not I/N with 1 <= I <= N"));
  }
}

TEST_CASE("shards: variables of a launcher select the shard", "[shard]") {
  const Variables open_mpi{{"OMPI_COMM_WORLD_RANK", "2"}, {"OMPI_COMM_WORLD_SIZE", "3"}};
  CHECK(shard_by(open_mpi).value() == Shard{3, 3});
  CHECK(shard_by({{"PMI_RANK", "0"}, {"PMI_SIZE", "8"}}).value() == Shard{1, 8});
  CHECK(shard_by({{"SLURM_PROCID", "4"}, {"SLURM_STEP_NUM_TASKS", "5"}}).value() == Shard{5, 5});
  CHECK(shard_by(array_task(3, 3, 9, 2, 4)).value() == Shard{1, 4});
  CHECK(shard_by(array_task(9, 3, 9, 2, 4)).value() == Shard{4, 4});
  CHECK(shard_by(array_task(0, 0, 0, 1, 1)).value() == Shard{1, 1});
  // mpirun's step that starts daemons has a rank, and so have Slurm's array tasks.
  CHECK(
      shard_by(joined(open_mpi, {{"SLURM_PROCID", "0"}, {"SLURM_STEP_NUM_TASKS", "1"}})).value() ==
      Shard{3, 3});
  CHECK(shard_by(joined(array_task(2, 1, 4, 1, 4),
                        {{"SLURM_PROCID", "0"}, {"SLURM_STEP_NUM_TASKS", "1"}}))
            .value() == Shard{2, 4});
  // A batch script for several tasks runs one process without srun.
  CHECK_FALSE(shard_by({{"SLURM_PROCID", "0"}, {"SLURM_NTASKS", "4"}}).has_value());
}

TEST_CASE("shards: each task of an array job has its own shard", "[shard]") {
  std::set<int> all;
  for (int job = 1; job <= 3; ++job) {
    for (int rank = 0; rank < 2; ++rank) {
      const Variables task{{"PMI_RANK", std::to_string(rank)}, {"PMI_SIZE", "2"}};
      const Shard shard = shard_by(joined(array_task(job, 1, 3, 1, 3), task)).value();
      CHECK(shard.count == 6);
      CHECK(all.insert(shard.index).second);
    }
  }
  CHECK(all.size() == 6);
}

TEST_CASE("shards: contradictory variables of launchers are refused", "[shard]") {
  struct Row {
    Variables variables;
    std::string words;
  };
  const Row rows[] = {
      {{}, "neither mpirun nor srun nor an array of Slurm"},
      {array_task(1, 1, 10, 1, 4), "has gaps"},
      {array_task(4, 1, 9, 2, 5), "has gaps"},
      {{{"SLURM_ARRAY_TASK_ID", "1"}}, "SLURM_ARRAY_TASK_MIN is not"},
      {{{"PMI_RANK", "x"}, {"PMI_SIZE", "2"}}, "PMI_RANK is 'x'"},
      {{{"PMI_RANK", "2"}, {"PMI_SIZE", "2"}}, "PMI_RANK is 2, but PMI_SIZE is 2"},
      {{{"PMI_RANK", "0"}, {"PMI_SIZE", "0"}}, "PMI_SIZE is '0'"},
      {{{"PMI_RANK", "0"}, {"PMI_SIZE", "200000"}}, "200000 shards are more than"},
  };
  for (const Row& row : rows) {
    CAPTURE(row.words);
    const auto shard = shard_by(row.variables);
    REQUIRE_FALSE(shard.has_value());
    CHECK_THAT(shard.error().message, Contains(row.words));
  }
}
