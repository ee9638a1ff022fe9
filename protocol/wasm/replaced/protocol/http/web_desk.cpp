// SPDX-License-Identifier: MIT
/// Without threads, work is posted to the peer.
#include "protocol/http/web_desk.h"
#include "protocol/json/json_session.h"
#include "protocol/text/json_query.h"

#include <exception>
#include <utility>

namespace sumi::protocol {

WebDesk::~WebDesk() = default;

void WebDesk::add(Json id, Json request, Work work, std::size_t bytes) {
  std::shared_ptr<Piece> piece(
      new Piece{std::move(id), std::move(request), std::move(work), bytes});
  ++pieces_;
  bytes_ += bytes;
  waiting_.push_back(std::move(piece));
  peer_.post([this, known = known_] {
    if (known.lock()) run({});
  });
}

void WebDesk::stop(const std::optional<Json>& id) {
  for (const auto& piece : waiting_) {
    if (!id || piece->id == *id) piece->stop = true;
  }
}

void WebDesk::run(const std::stop_token&) {
  const std::shared_ptr<Piece> piece = waiting_.front();
  const Order order{piece->stop, piece->request, [&](Json fields) {
                      Json answer = piece->request;
                      answer.update(fields);
                      write(answer);
                    }};
  try {
    piece->work(order);
  } catch (const std::exception& e) {
    write(json_fault(piece->request.at("id"), tr_error(language_, e.what())));
  }
  waiting_.pop_front();
  --pieces_;
  bytes_ -= piece->bytes;
}

void WebDesk::write(const Json& object) { write_json(peer_, object); }

}  // namespace sumi::protocol
