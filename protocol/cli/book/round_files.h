// SPDX-License-Identifier: MIT
/// A round of `sumi book leaves` and the answers to it, as files of JSON lines with checksums
/// (LineJournal). Scores are discs for the side to move, X.
///
///   {"sumi":"book leaves","version":1,"round":"5d7b0f3a9c11e204","leaves":64,"settings":{...}}
///   {"position":"---...--- X","moves":["d3","c4"],"level":10,"sum":"..."}
///
///   {"sumi":"book search","version":1,"round":"5d7b0f3a9c11e204"}
///   {"position":"---...---
///   X","moves":["d3","c4"],"level":10,"move":"d3","score":-0.375,"depth":10,
///    "selectivity":73,"exact":false,"sum":"..."}
///
/// `round` is a checksum of the settings and the leaves, so equal rounds have equal names. The
/// answer to a leaf without moves has "move" null, and no more.
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
  Json settings;  ///< What answers depend on beside their leaves: leaf_settings().
  std::vector<book::LeafTask> leaves;

  std::string name() const;    ///< 16 hexadecimal digits.
  std::string header() const;  ///< The first line of the file.
  std::string text() const;    ///< The file.
};

/// The program and its commit, the evaluator, its weights and the size of tables. Throws FatalError
/// if the weights cannot be read.
Json leaf_settings(const EngineOptions& engine);

/// Throws FatalError if it is no such file, or is cut off or damaged.
LeafRound read_round(const std::string& path);

/// What shards of a round's search have in common.
ShardWork round_work(const std::string& round);
inline constexpr std::string_view kAnswersSuffix = ".answers";

/// A line of a file of answers, with its line feed.
std::string answer_line(const book::LeafAnswer& answer);
/// Nothing if it is no leaf that a book can have, or no answer to it. The checksum is not looked
/// at.
std::optional<book::LeafAnswer> parse_answer(std::string_view line);

enum class AnswersUse { kAdd, kRead };
/// Opens a file of answers, and for kAdd makes it if it is missing and locks it for this process.
/// Appends what it holds to `answers`. Throws FatalError as LineJournal::open() fails, and if its
/// answers are to another round.
std::unique_ptr<LineJournal> open_answers(const std::string& path, const std::string& round,
                                          AnswersUse use, std::vector<book::LeafAnswer>& answers);

}  // namespace sumi::protocol
