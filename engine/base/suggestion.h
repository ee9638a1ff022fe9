// SPDX-License-Identifier: MIT
/// Guesses which name was meant where one is mistyped, for error messages.
#pragma once

#include <span>
#include <string>
#include <string_view>

namespace sumi {

/// How many edits make one text the other, where an edit adds, drops or replaces a character or
/// swaps two neighbours. The case of ASCII letters does not count.
int edit_distance(std::string_view a, std::string_view b);

/// The name that was most likely meant: the nearest one, the first of equals; empty if none is
/// near. A name cut short ("anal") counts as near, and so does a name with text behind it.
std::string_view nearest_name(std::string_view typed, std::span<const std::string_view> names);

/// The end of an error message: "; did you mean play?", or nothing if no name is near. `before`
/// stands before the name: the dashes of an option.
std::string suggestion(std::string_view typed, std::span<const std::string_view> names,
                       std::string_view before = {});

}  // namespace sumi
