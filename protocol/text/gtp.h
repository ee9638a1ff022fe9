// SPDX-License-Identifier: MIT
/// GTP version 2 as text, both ways; knows no command and no game
/// (https://www.lysator.liu.se/~gunnar/gtp/gtp2-spec-draft2/gtp2-spec.html).
#pragma once

#include "engine/base/error.h"
#include "engine/game/board.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace sumi::protocol {

/// A command line taken apart. `name` is empty if the line held an id only.
struct GtpRequest {
  std::string id;  ///< The id as it was written, to be sent back; empty if there was none.
  std::string name;
  std::vector<std::string> args;
};

/// Reads a line as GTP asks for: control characters dropped, TAB a blank, `#` starts a comment.
/// Nothing for a line without a command. Fails on an id that is no int.
Result<std::optional<GtpRequest>> parse_gtp_line(std::string_view line);

/// True if the line has a comment, so that whatever may follow does not matter.
bool has_gtp_comment(std::string_view line);

/// GoGui's request to end the command in progress: `# interrupt` and nothing else.
bool is_gtp_interrupt(std::string_view line);

/// The lines of a response, the closing empty one included. Empty lines inside the text get a
/// blank, because an empty line would end the response; only the first may be empty.
std::vector<std::string> gtp_response(std::string_view id, const Result<std::string>& reply);

/// "syntax error: ..." (kBadSyntax).
Error gtp_syntax_error(std::string_view detail);

// The types of arguments. All fail with a syntax error that names the text and the accepted form.

Result<int> parse_gtp_int(std::string_view text);       ///< 0..2^31-1, digits only.
Result<double> parse_gtp_float(std::string_view text);  ///< Finite, sign allowed.
Result<Color> parse_gtp_color(std::string_view text);
Result<Square> parse_gtp_vertex(std::string_view text, int size = 8);  ///< Named as on that board.

}  // namespace sumi::protocol
