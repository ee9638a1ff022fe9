// SPDX-License-Identifier: MIT
/// Without a database of games these functions fail; `about` reports it.
#include "protocol/http/web_session.h"

namespace sumi::protocol {

std::shared_ptr<GameLibrary> WebSession::library() const {
  throw FatalError("this server has no database of games");
}

void WebSession::games(const Json&) { library(); }
void WebSession::names(const Json&) { library(); }
void WebSession::new_move(const Json&) { library(); }
void WebSession::upload(const Json&) { library(); }
void WebSession::import(const Json&) { library(); }

}  // namespace sumi::protocol
