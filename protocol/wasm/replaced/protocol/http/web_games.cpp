// SPDX-License-Identifier: MIT
/// Browsers have no database of games: `about` says so, and these functions fail.
#include "protocol/http/web_session.h"

namespace sumi::protocol {

Result<std::shared_ptr<GameLibrary>> WebSession::library() const {
  return Error{ErrorCode::kNotFound, "this server has no database of games"};
}

Result<void> WebSession::games(const Json&) { return library().error(); }
Result<void> WebSession::names(const Json&) { return library().error(); }
Result<void> WebSession::new_move(const Json&) { return library().error(); }
Result<void> WebSession::upload(const Json&) { return library().error(); }
Result<void> WebSession::import(const Json&) { return library().error(); }

}  // namespace sumi::protocol
