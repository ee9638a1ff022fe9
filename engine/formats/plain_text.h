// SPDX-License-Identifier: MIT
/// Text that people paste, with the signs of boards and moves made ASCII, so that readers of
/// boards, sides and moves need to know no other characters.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace sumi {

/// ASCII for what stands for it: full-width letters and signs, discs (`●` X, `○` O), empty squares
/// (`・` and `□` are `.`), frames (`│` is `|`, `─` is `=`, corners and crossings are `+`), dashes
/// and blanks of all kinds. `黒`, `白`, `番`, `次` and `パス` become the words black, white, ban,
/// next and pass; variation selectors, byte order marks, tags of HTML and colours of terminals go.
/// All else stays.
class PlainText {
 public:
  /// Requires: `raw` outlives this object.
  explicit PlainText(std::string_view raw);

  std::string_view text() const { return mapped_ ? std::string_view(plain_) : raw_; }

  /// The part of the raw text that became text()[begin..end).
  std::string_view raw(std::size_t begin, std::size_t end) const;

 private:
  std::string_view raw_;
  bool mapped_ = false;
  std::string plain_;
  std::vector<std::uint32_t> origin_;  ///< Where each byte of plain_ stood; one more at the end.
};

}  // namespace sumi
