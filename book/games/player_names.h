// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace sumi::book {

/// Lower case without accents, with full-width letters as ASCII, and words of letters and digits
/// separated by one blank: "Müller, Jörg" becomes "muller jorg". Other scripts are unchanged.
std::string folded_name(std::string_view name);

/// An index of numbered names for incremental search.
class NameIndex {
 public:
  /// names[i] has number i; empty names are skipped.
  explicit NameIndex(std::span<const std::string> names);

  /// The numbers of matching names, by the first criterion that any name meets: whole name, all
  /// words, all words as prefixes. In scripts without blanks any substring is a word. Compares
  /// folded_name().
  std::vector<std::uint32_t> find(std::string_view text) const;

  /// Names with words that begin with those of `text`; all names for a text without words.
  std::vector<std::uint32_t> complete(std::string_view text) const;

 private:
  std::vector<std::string> folded_;
};

/// True for unknown players: "", "?", "???", or a WTHOR number such as "#812".
bool is_unknown_name(std::string_view name);

/// True if both names probably mean the same player: equal when folded, in any word order. A word
/// may be an initial; long names may differ in one or two letters. An unknown name matches any
/// known name.
bool are_alike(std::string_view a, std::string_view b);

}  // namespace sumi::book
