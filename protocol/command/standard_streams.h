// SPDX-License-Identifier: MIT
/// Standard streams that a program was started without (`sumi ... >&-`).
#pragma once

namespace sumi::protocol {

/// Opens each of the descriptors 0 to 2 that is closed on /dev/null. Otherwise the next file that
/// is opened, such as a book, would get that number, and a report would be written into it. All
/// three are opened to read only: a closed standard input is at its end, and writing to a closed
/// standard output or error fails, as it does without /dev/null, with EBADF. Output and OutputFile
/// tell that in words. To be called once, before any other file is opened and any thread is
/// started. Throws FatalError if there is no /dev/null.
void open_closed_streams();

}  // namespace sumi::protocol
