// SPDX-License-Identifier: MIT
/// The files that the module carries; there are no others.
#pragma once

#include <optional>
#include <string_view>

namespace sumi {

/// The bytes of the file `path` ("weights/tables/s4-bp.table"); nothing if it is not carried.
std::optional<std::string_view> carried_file(std::string_view path);

}  // namespace sumi
