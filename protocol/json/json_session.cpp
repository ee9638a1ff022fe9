// SPDX-License-Identifier: MIT
#include "engine/base/text.h"
#include "engine/game/rules.h"
#include "protocol/json/json_session.h"
#include "protocol/version.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace sumi::protocol {
namespace {

/// `a` is served after `b`.
constexpr auto kLater = [](const auto& a, const auto& b) {
  return std::pair(a.query.priority, b.number) < std::pair(b.query.priority, a.number);
};

}  // namespace

JsonSession::JsonSession(const std::vector<Engine*>& engines, Peer& peer, JsonSetup setup)
    : peer_(peer), setup_(std::move(setup)) {
  for (Engine* const engine : engines) workers_.push_back(std::make_unique<Worker>(*engine, peer));
}

bool JsonSession::working() const {
  return std::ranges::any_of(workers_, [](const auto& worker) { return worker->search.running(); });
}

void JsonSession::write(const Json& object) { write_json(peer_, object); }

void JsonSession::on_line(const TextLine& line) {
  if (ended_) return;
  if (trim(line.text).empty()) return;
  if (line.cut) {
    return write(json_fault(nullptr, fmt::format("line is longer than {} bytes", kMaxLineBytes)));
  }
  JsonRequest request = parse_json_request(line.text, setup_.evaluators);
  if (!request.wanted) return write(json_fault(request.id, request.wanted.error().message));
  if (const auto* command = std::get_if<JsonCommand>(&*request.wanted)) {
    return run(request.id, *command);
  }
  waiting_.push_back(
      {std::move(request.id), std::get<JsonQuery>(*request.wanted), received_++, line.cost()});
  waiting_bytes_ += line.cost();
  std::ranges::push_heap(waiting_, kLater);
  start_waiting();
}

void JsonSession::on_end() { ended_ = true; }

void JsonSession::close() {
  ended_ = true;
  waiting_.clear();
  waiting_bytes_ = 0;
  for (const auto& worker : workers_) {
    worker->terminated = true;
    worker->search.stop();
  }
}

void JsonSession::run(const Json& id, const JsonCommand& command) {
  switch (command.action) {
    case JsonAction::kTerminate:
      return terminate(id, command.target);
    case JsonAction::kClear:
      // each query clears its table, and nothing else is cached
      return write({{"id", id}, {"action", "clear"}});
    case JsonAction::kVersion:
      return write({{"id", id}, {"action", "version"}, {"name", "Sumi"}, {"version", kVersion}});
  }
}

/// Answers waiting queries at once, running ones when their searches have stopped.
void JsonSession::terminate(const Json& id, const std::optional<Json>& target) {
  const auto meant = [&](const Waiting& query) { return !target || query.id == *target; };
  std::vector<Waiting> ended;
  for (Waiting& query : waiting_) {
    if (meant(query)) ended.push_back(query);
  }
  std::erase_if(waiting_, meant);
  std::ranges::make_heap(waiting_, kLater);
  std::ranges::sort(ended, {}, &Waiting::number);
  std::size_t count = ended.size();
  for (const Waiting& query : ended) {
    waiting_bytes_ -= query.bytes;
    write(json_answer(query.id, query.query, {}, true, true));
  }
  for (const auto& worker : workers_) {
    if (!worker->current || !meant(*worker->current)) continue;
    ++count;
    worker->terminated = true;
    worker->search.stop();
  }
  write({{"id", id}, {"action", "terminate"}, {"queries", count}});
}

void JsonSession::start_waiting() {
  while (!waiting_.empty()) {
    const auto free = std::ranges::find_if(
        workers_, [](const auto& worker) { return !worker->search.running(); });
    if (free == workers_.end()) return;
    std::ranges::pop_heap(waiting_, kLater);
    Waiting next = std::move(waiting_.back());
    waiting_.pop_back();
    waiting_bytes_ -= next.bytes;
    start(**free, std::move(next));
  }
}

Result<void> JsonSession::prepare(Worker& worker, const JsonQuery& query) {
  EngineOptions options = worker.usual;
  options.size = query.position.size;
  if (setup_.alone) options.threads = 1;
  if (!query.evaluator.empty()) {
    options.evaluator = query.evaluator;
    options.weights.clear();
  }
  if (options != worker.engine.options()) {
    if (const auto met = worker.engine.configure(options); !met) return met;
  }
  if (setup_.alone) worker.engine.clear_table();
  return {};
}

void JsonSession::start(Worker& worker, Waiting taken) {
  const JsonQuery& query = taken.query;
  if (const auto ready = prepare(worker, query); !ready) {
    return write(json_fault(taken.id, ready.error().message));
  }
  if (rules::game_over(query.position.board, query.position.size)) {
    return write(json_answer(taken.id, query, {}, true, false));
  }
  worker.terminated = false;
  worker.current = std::move(taken);
  SearchRunner::Listener listener;
  const Waiting& current = *worker.current;
  if (current.query.report_every) {
    listener.interval = *current.query.report_every;
    listener.on_update = [this, &worker](const SearchUpdate& update) {
      write(json_answer(worker.current->id, worker.current->query, update, false, false));
    };
  }
  listener.on_done = [this, &worker](const SearchUpdate& result) { finish(worker, result); };
  worker.search.start(current.query.position.board, current.query.limits, std::move(listener),
                      current.query.position.to_move);
}

void JsonSession::finish(Worker& worker, const SearchUpdate& result) {
  const Waiting done = std::move(*std::exchange(worker.current, std::nullopt));
  write(json_answer(done.id, done.query, result, true, worker.terminated));
  start_waiting();
}

}  // namespace sumi::protocol
