// SPDX-License-Identifier: MIT
/// Without a database of games these functions fail; `about` reports it.
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
