// SPDX-License-Identifier: MIT
#include "engine/base/descriptor.h"
#include "engine/base/signals.h"
#include "protocol/command/command.h"
#include "protocol/command/interrupt.h"

namespace sumi::protocol {
namespace {

EndRequest request;

void on_interrupt(int signal) {
  if (request.note(signal) != EndRequest::Kind::kSecond) return;
  restore_terminal();  // LiveText disables echo
  end_by(signal);
}

}  // namespace

void watch_interrupts() {
  keep_terminal();
  if (request.signal() == kSigInt) request.forget();
  EndHandler(on_interrupt, EndHandler::Waiting::kFails).stay();
}

bool interrupted() { return request.signal() != 0; }

int interrupt_signal() { return request.signal(); }

int interrupt_status() { return interrupted() ? 128 + request.signal() : kInterrupted; }

}  // namespace sumi::protocol
