// SPDX-License-Identifier: MIT
/// Files of rounds (`sumi book leaves`) and their answers: JSON lines with checksums (LineJournal).
/// Scores are in discs for the side to move, X.
///
///   {"sumi":"book leaves","version":1,"round":"5d7b0f3a9c11e204","leaves":64,"settings":{...}}
///   {"position":"---...--- X","moves":["d3","c4"],"level":10,"sum":"..."}
///
///   {"sumi":"book search","version":1,"round":"5d7b0f3a9c11e204"}
///   {"position":"---...--- X","moves":["d3","c4"],"level":10,"move":"d3","score":-0.375,
///    "depth":10,"selectivity":73,"exact":false,"sum":"..."}
///
/// `round` is a checksum of settings and leaves. Without moves an answer ends after "move" null.
#pragma once

#include "book/build/build_plan.h"
#include "engine/base/error.h"
#include "engine/options.h"
#include "protocol/service/line_journal.h"
#include "protocol/service/shard_folder.h"
#include "protocol/text/json_lines.h"

#include <nlohmann/json.hpp>

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace sumi::protocol {

struct LeafRound {
  Json settings;  ///< leaf_settings().
  std::vector<book::LeafTask> leaves;

  std::string name() const;    ///< 16 hexadecimal digits.
  std::string header() const;  ///< The first line of the file.
  std::string text() const;
};

/// Answers depend on the leaves and these: program, commit, evaluator, weights, table size. Throws
/// FatalError if the weights cannot be read.
Json leaf_settings(const EngineOptions& engine);

/// Throws FatalError for damaged and other files.
LeafRound read_round(const std::string& path);

ShardWork round_work(const std::string& round);
inline constexpr std::string_view kAnswersSuffix = ".answers";

std::string answer_line(const book::LeafAnswer& answer);
/// Nothing for an invalid leaf or answer. Ignores the checksum.
std::optional<book::LeafAnswer> parse_answer(std::string_view line);

enum class AnswersUse { kAdd, kRead };
/// Opens a file of answers and appends them to `answers`; kAdd creates and locks it. Throws
/// FatalError if LineJournal::open() fails or the round differs.
std::unique_ptr<LineJournal> open_answers(const std::string& path, const std::string& round,
                                          AnswersUse use, std::vector<book::LeafAnswer>& answers);

}  // namespace sumi::protocol
