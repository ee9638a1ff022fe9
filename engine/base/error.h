// SPDX-License-Identifier: MIT
/// Errors that a user, a file or a network peer can cause.
///
/// Three kinds of failure, three tools (README.md, "Errors"):
///   - input we did not write (text, files, sockets)   -> return Result<T>
///   - a broken promise between our own functions       -> assert()
///   - the process cannot go on (CPU too old, no memory)-> throw FatalError, caught once in main()
/// Code under engine/core/ neither throws nor returns Result: it is given checked data.
#pragma once

#include <boost/system/result.hpp>

#include <stdexcept>
#include <string>
#include <string_view>

namespace sumi {

enum class ErrorCode {
  kBadSyntax,    ///< The text does not parse.
  kIllegalMove,  ///< It parses, but the rules forbid it here.
  kOutOfRange,   ///< A number outside the documented range.
  kNotFound,     ///< A file, option or command of that name does not exist.
  kBadFile,      ///< The file exists, but cannot be read or its contents are wrong.
  kDiskFull,     ///< There is no room to write the file.
};

/// What went wrong, in words a user can act on. `message` names the offending text
/// and the accepted form: "depth: '99' is not in 1..60".
struct Error {
  ErrorCode code;
  std::string message;
};

/// Either a T or an Error. Test it with `if (!r)`, then read `*r` or `r.error()`.
template <class T>
using Result = boost::system::result<T, Error>;

/// kBadSyntax in the usual words: "level: '99' is not in 1..60". `accepted` goes on after "is not".
Error syntax_error(std::string_view what, std::string_view text, std::string_view accepted);

class FatalError : public std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// Lets Result<T>::value() turn an unexpected error into the exception main() reports.
[[noreturn]] inline void throw_exception_from_error(const Error& e, const boost::source_location&) {
  throw FatalError(e.message);
}

}  // namespace sumi
