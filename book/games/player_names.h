// SPDX-License-Identifier: MIT
/// Names of players and tournaments as people type and spell them.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace sumi::book {

/// The name in small letters without accents, full-width letters made ASCII, words of letters and
/// digits with one blank between: "Müller, Jörg" is "muller jorg". Characters of other scripts
/// stay.
std::string folded_name(std::string_view name);

/// Names by their numbers, to be searched while somebody types.
class NameIndex {
 public:
  /// The name of number i is names[i]; empty ones are nobody's.
  explicit NameIndex(std::span<const std::string> names);

  /// Numbers of the names that a person means, by the first of these that any name fits: the whole
  /// name; names that have all words of it; names that have words which begin so. In scripts
  /// without blanks between words any part of a name is a word. Letters as folded_name() makes
  /// them.
  std::vector<std::uint32_t> find(std::string_view text) const;

  /// All names that have words which begin so, as find() has them last; all names for a text
  /// without words.
  std::vector<std::uint32_t> complete(std::string_view text) const;

 private:
  std::vector<std::string> folded_;
};

/// Nobody is named: "", "?", "???", or a number of WTHOR's, "#812".
bool is_unknown_name(std::string_view name);

/// Both names are probably one player's: equal when folded, words in any order; a word may be cut
/// to its first letter; or a letter or two differ in a long name. A name that is unknown is alike
/// to one that is known.
bool are_alike(std::string_view a, std::string_view b);

}  // namespace sumi::book
