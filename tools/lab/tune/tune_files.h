// SPDX-License-Identifier: MIT
/// What tuning leaves on the disk: where it is, and how it came there.
#pragma once

#include "protocol/report/json_lines.h"
#include "tools/lab/tune/tune.h"

#include <cstdio>
#include <memory>
#include <string>
#include <string_view>

namespace sumi::lab {

/// A JSON object: what file it is, the settings, the iteration, the values. Numbers are read back
/// as they were.
std::string checkpoint_text(const TuneSetup& setup, const protocol::Json& settings,
                            const SpsaState& state);

/// Whether a text begins like a checkpoint.
bool looks_like_checkpoint(std::string_view text);

/// The state in a checkpoint. Fails with kBadFile if it is none, is damaged or was made with other
/// settings.
Result<SpsaState> parse_checkpoint(std::string_view text, const TuneSetup& setup,
                                   const protocol::Json& settings);

/// A table of comma-separated values, a row an iteration. Throws FatalError on a full disk.
class TuneHistory {
 public:
  /// Goes on in the file `path` after the rows up to `iteration`, dropping those beyond; a kill may
  /// have left such.
  TuneHistory(const std::string& path, const TuneSetup& setup, int iteration);

  void add(const TuneStep& step);

  /// Whether a text begins like a history, of any parameters.
  static bool looks_like_one(std::string_view text);

 private:
  struct Closer {
    void operator()(std::FILE* file) const { std::fclose(file); }
  };

  std::string path_;
  std::unique_ptr<std::FILE, Closer> file_;
};

}  // namespace sumi::lab
