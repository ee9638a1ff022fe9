// SPDX-License-Identifier: MIT
/// Starts the user's browser.
#pragma once

#include <string>

namespace sumi::protocol {

/// Opens `address` in the browser of the desktop, without a shell, and does not wait for it. False,
/// and nothing happens, where there is no desktop or nothing that opens addresses.
bool open_browser(const std::string& address);

}  // namespace sumi::protocol
