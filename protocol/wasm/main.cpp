// SPDX-License-Identifier: MIT
/// The interface to JavaScript (page/module.js): conversations in JSON lines (protocol/json/,
/// protocol/http/).
///
/// sumi_line() processes a line and calls the import `reply` for each answer. sumi_work() runs one
/// piece of posted work, so that JavaScript can pass lines in between.
#include "book/book.h"
#include "engine/base/time.h"
#include "engine/bench.h"
#include "protocol/http/web_session.h"
#include "protocol/json/json_session.h"

#include <algorithm>
#include <cstddef>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <functional>
#include <list>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

/// Passes a line without line feed to JavaScript.
__attribute__((import_module("sumi"), import_name("reply"))) extern "C" void sumi_reply(
    const char* text, std::size_t bytes);

namespace sumi::protocol {
namespace {

/// JavaScript on the only thread.
class Host final : public Peer {
 public:
  void write(std::string_view line) override { sumi_reply(line.data(), line.size()); }

  void post(std::function<void()> work, Millis delay) override {
    posted_.push_back({std::move(work), clock_.elapsed() + delay});
  }

  /// Runs the first due piece of work. Returns the milliseconds until the next one; nothing without
  /// work.
  std::optional<Millis> work() {
    const auto next = std::ranges::min_element(posted_, {}, &Posted::due);
    if (next == posted_.end()) return std::nullopt;
    if (next->due <= clock_.elapsed()) {
      const std::function<void()> work = std::move(next->work);
      posted_.erase(next);
      work();
      if (posted_.empty()) return std::nullopt;
    }
    const Millis due = std::ranges::min_element(posted_, {}, &Posted::due)->due;
    return std::max(Millis{}, due - clock_.elapsed());
  }

 private:
  struct Posted {
    std::function<void()> work;
    Millis due;
  };
  StopWatch clock_;
  std::list<Posted> posted_;
};

constexpr int kHashMib = 64;

EngineOptions engine_options() {
  EngineOptions options;
  options.hash_mib = kHashMib;
  options.threads = 1;
  return options;
}

/// As in `sumi analysis --jobs 1`.
struct Analysis {
  explicit Analysis(Peer& peer)
      : engine(engine_options(), book::book_opener({})), session({&engine}, peer) {}
  Engine engine;
  JsonSession session;
};

/// As in a page of `sumi web`.
struct Page {
  explicit Page(Peer& peer)
      : offers(make_web_offers(engine_options(), book::book_opener({}))), session(offers, peer) {}
  const WebOffers offers;
  WebSession session;
};

/// Prints an exception on standard error and aborts, which is an error in JavaScript.
template <class Work>
auto ending_at_faults(const Work& work) -> decltype(work()) {
  try {
    return work();
  } catch (const std::exception& fault) {
    std::fprintf(stderr, "sumi: %s\n", fault.what());
    std::abort();
  }
}

Host host;
std::unique_ptr<Analysis> analysis;
std::unique_ptr<Page> page;
std::string line;

}  // namespace
}  // namespace sumi::protocol

using namespace sumi::protocol;

#define SUMI_EXPORT(name) __attribute__((export_name(#name))) extern "C"

/// A buffer of this size for the line of sumi_line().
SUMI_EXPORT(sumi_room) char* sumi_room(std::size_t bytes) {
  line.resize(bytes);
  return line.data();
}

/// Processes the buffer's line, for a page or as in `sumi analysis`.
SUMI_EXPORT(sumi_line) void sumi_line(bool of_page) {
  ending_at_faults([of_page] {
    if (of_page && !page) page = std::make_unique<Page>(host);
    if (!of_page && !analysis) analysis = std::make_unique<Analysis>(host);
    Session& session = of_page ? static_cast<Session&>(page->session) : analysis->session;
    const bool cut = line.size() > kMaxLineBytes && !of_page;
    session.on_line({line, cut});
  });
}

/// Runs a piece of work. Returns the milliseconds until the next one; -1: none.
SUMI_EXPORT(sumi_work) double sumi_work() {
  const auto next = ending_at_faults([] { return host.work(); });
  return next ? std::chrono::duration<double, std::milli>(*next).count() : -1;
}

/// The number of nodes of the part of `sumi bench` that the buffer names; not for "pattern", whose
/// weights are not embedded.
SUMI_EXPORT(sumi_bench) double sumi_bench() {
  return ending_at_faults([] { return static_cast<double>(sumi::bench_part(line, {}).nodes); });
}
