// SPDX-License-Identifier: MIT
#include "engine/base/descriptor.h"
#include "engine/base/signals.h"
#include "protocol/command/command.h"
#include "protocol/command/interrupt.h"

namespace sumi::protocol {
namespace {

TerminationRequest request;

void on_interrupt(int signal) {
  if (request.note(signal) != TerminationRequest::Kind::kSecond) return;
  restore_terminal();  // LiveText disables echo
  terminate_by(signal);
}

}  // namespace

void watch_interrupts() {
  save_terminal();
  if (request.signal() == kSigInt) request.forget();
  TerminationHandler(on_interrupt, TerminationHandler::Waiting::kFails).stay();
}

bool interrupted() { return request.signal() != 0; }

int interrupt_signal() { return request.signal(); }

int interrupt_status() { return interrupted() ? 128 + request.signal() : kInterrupted; }

}  // namespace sumi::protocol
