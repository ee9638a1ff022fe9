// SPDX-License-Identifier: MIT
/// Errors that a user, a file or a network peer can cause.
///
/// - Untrusted input (text, files, sockets): return Result<T>.
/// - A bug in our code: assert().
/// - The process cannot continue (CPU too old, no memory): throw FatalError, caught in main().
///
/// Code in engine/core/ neither throws nor returns Result; its callers validate the data.
#pragma once

#include <boost/system/result.hpp>

#include <stdexcept>
#include <string>
#include <string_view>

namespace sumi {

enum class ErrorCode {
  kBadSyntax,
  kIllegalMove,  ///< Valid syntax, but illegal in this position.
  kOutOfRange,   ///< A number outside its documented range.
  kNotFound,     ///< No such file, option or command.
  kBadFile,      ///< Unreadable file or invalid contents.
  kDiskFull,     ///< No space to write the file.
};

/// `message` quotes the rejected text and describes valid text: "depth: '99' is not in 1..60".
struct Error {
  ErrorCode code;
  std::string message;
};

/// Test with `if (!r)`; then use `*r` or `r.error()`.
template <class T>
using Result = boost::system::result<T, Error>;

/// kBadSyntax: "level: '99' is not in 1..60"; `accepted` follows "is not".
Error syntax_error(std::string_view what, std::string_view text, std::string_view accepted);

class FatalError : public std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// Makes Result<T>::value() throw the exception that main() reports.
[[noreturn]] inline void throw_exception_from_error(const Error& e, const boost::source_location&) {
  throw FatalError(e.message);
}

}  // namespace sumi
