// SPDX-License-Identifier: MIT
/// The interface of all learners, and how one is run: progress, checkpoints, histories, curves.
#pragma once

#include "engine/base/error.h"
#include "protocol/report/json_lines.h"

#include <cstdint>
#include <functional>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

namespace sumi::lab {

/// A number of a history: a column of the CSV, a line of the curves.
struct Metric {
  std::string name;  ///< "wins_black_percent"
  double value = 0;
  double lower = 0, upper = 0;  ///< Ends of an interval; both `value` where there is none.
};

/// Learns step by step (an episode, a sweep, a generation). Deterministic by its settings: a run
/// that was killed and resumed ends with the same bytes as one that was not. One thread at a time.
class Learner {
 public:
  virtual ~Learner() = default;

  virtual std::string_view unit() const = 0;    ///< What a step is called: "episodes".
  virtual protocol::Json settings() const = 0;  ///< All that results depend on, with the seed.
  virtual std::uint64_t steps() const = 0;      ///< How many are done.

  /// Does `steps` more steps, or fewer, but whole ones, soon after a stop is requested. The result
  /// does not depend on how many calls the steps are cut into.
  virtual void advance(std::uint64_t steps, const std::stop_token& stop) = 0;

  /// How good it is now. Draws its lots apart from learning, so that looking changes nothing.
  virtual std::vector<Metric> measure(const std::stop_token& stop) const = 0;

  virtual std::string save() const = 0;  ///< The state, to go on from.
  virtual Result<void> load(std::string_view state) = 0;

  /// The text of a file with what was learned, which the engine loads, and the name of its kind.
  virtual std::string result() const = 0;
  virtual std::string_view result_kind() const = 0;
};

/// Files of a run: `learner.json` (settings), `state` (the checkpoint, history included), and, made
/// anew with each row: `history.csv`, `history.json`, `curves.svg` (the first metric and those of
/// its unit, the last word of its name; `curves-UNIT.svg` for others) and `result`.
struct LearnRun {
  std::string folder;               ///< It is made if it is not there.
  std::uint64_t steps = 0;          ///< How many to do in all.
  std::uint64_t measure_every = 0;  ///< Steps between rows of the history; 0: one at the end. There
                                    ///< is always one before the first step.
  std::function<void()> more_files = {};  ///< Writes what a learner has besides, at the end, early
                                          ///< or not, while the folder is still locked.
};

/// A row of the history.
struct LearnRow {
  std::uint64_t steps = 0;  ///< How many were done when it was measured.
  std::vector<Metric> metrics;
};

/// "steps" and each metric, with "_lower" and "_upper" where it has an interval.
std::string history_csv(const std::vector<LearnRow>& rows);

/// The rows of a folder's checkpoint, for reports. Fails if there is none or it is damaged.
Result<std::vector<LearnRow>> read_history(const std::string& folder);

/// The progress of a run: steps done, and the newest row.
struct LearnProgress {
  std::uint64_t done = 0, wanted = 0;
  const std::vector<Metric>* newest = nullptr;
};

/// Goes on from the folder's checkpoint, or begins there. Fails if the folder holds a run with
/// other settings (and says which differ), a longer one, or a damaged checkpoint, and if another
/// process works in it. False soon after `interrupted` returned true; nothing is lost then. A kill
/// loses the steps since the last checkpoint: there is one with each row and each ten seconds, or
/// up to a minute where it takes more than a twentieth of that time to write. Both callbacks come
/// from the caller's thread, several times a second. Throws FatalError on a full disk.
Result<bool> run_learner(Learner& learner, const LearnRun& run,
                         const std::function<bool()>& interrupted,
                         const std::function<void(const LearnProgress&)>& tick);

}  // namespace sumi::lab
