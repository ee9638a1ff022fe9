// SPDX-License-Identifier: MIT
#include "engine/base/descriptor.h"
#include "engine/base/signals.h"
#include "protocol/channel/end_signals.h"

#include <boost/asio/buffer.hpp>

#include <atomic>
#include <cerrno>
#include <utility>

namespace sumi::protocol {
namespace {

EndRequest request;

/// Where the handler writes, on any thread.
std::atomic<int> note_fd = -1;
static_assert(std::atomic<int>::is_always_lock_free);

void note(int signal) {
  const int saved = errno;
  const char number = static_cast<char>(signal);
  const EndRequest::Kind kind = request.note(signal);
  if (kind == EndRequest::Kind::kFirst) write_at_once(note_fd.load(), {&number, 1});
  if (kind == EndRequest::Kind::kSecond) end_by(signal);
  errno = saved;
}

/// A pipe that lives as long as the process: where an EndSignals ends, a handler on another thread
/// may be about to write to it.
int pipe_to_hear() {
  static const Pipe pipe = make_pipe(PipeMode::kNeverWaits).value();
  note_fd = pipe.write.get();
  char left[1];
  while (read_some(pipe.read.get(), left).count > 0) {  // what nobody heard any more
  }
  return pipe.read.get();
}

}  // namespace

EndSignals::EndSignals(boost::asio::io_context& io, std::function<void(int signal)> hear)
    : noted_(io, pipe_to_hear()), hear_(std::move(hear)) {
  request.forget();
  handler_.emplace(note, EndHandler::Waiting::kContinues);
  wait();
}

EndSignals::~EndSignals() { noted_.release(); }

void EndSignals::wait() {
  noted_.async_read_some(boost::asio::buffer(&number_, 1),
                         [this](const boost::system::error_code& error, std::size_t) {
                           if (error) return;
                           hear_(number_);
                           wait();
                         });
}

}  // namespace sumi::protocol
