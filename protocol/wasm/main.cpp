// SPDX-License-Identifier: MIT
/// What JavaScript calls: a conversation in JSON lines (protocol/json/, protocol/http/), one at a
/// time. page/module.js is the other side.
///
/// Lines go in by sumi_line(); replies come out by the import `reply` while a call lasts. A session
/// posts what it does later, and sumi_work() does that, one piece a call, so that whoever calls it
/// may give us further lines in between.
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

/// A line for JavaScript, without its line feed.
__attribute__((import_module("sumi"), import_name("reply"))) extern "C" void sumi_reply(
    const char* text, std::size_t bytes);

namespace sumi::protocol {
namespace {

/// JavaScript, on the only thread that there is.
class Host final : public Peer {
 public:
  void write(std::string_view line) override { sumi_reply(line.data(), line.size()); }

  void post(std::function<void()> work, Millis delay) override {
    posted_.push_back({std::move(work), clock_.elapsed() + delay});
  }

  /// Does the posted work that is due first, if its time has come. Returns the milliseconds until
  /// there is more to do; nothing if nothing is posted.
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

/// As `sumi analysis --jobs 1` has it: every query is alone.
struct Analysis {
  explicit Analysis(Peer& peer)
      : engine(engine_options(), book::book_opener({})), session({&engine}, peer) {}
  Engine engine;
  JsonSession session;
};

/// As a page of `sumi web` has it.
struct Page {
  explicit Page(Peer& peer)
      : offers(make_web_offers(engine_options(), book::book_opener({}), "weights")),
        session(offers, peer) {}
  const WebOffers offers;
  WebSession session;
};

/// Does `work`. What throws there ends a process elsewhere; here JavaScript gets an error, and the
/// reason is told as on standard error.
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

/// Room for a line of so many bytes, which sumi_line() takes.
SUMI_EXPORT(sumi_room) char* sumi_room(std::size_t bytes) {
  line.resize(bytes);
  return line.data();
}

/// Takes the line that was written into the room: of a page, or as of `sumi analysis`.
SUMI_EXPORT(sumi_line) void sumi_line(bool of_page) {
  ending_at_faults([of_page] {
    if (of_page && !page) page = std::make_unique<Page>(host);
    if (!of_page && !analysis) analysis = std::make_unique<Analysis>(host);
    Session& session = of_page ? static_cast<Session&>(page->session) : analysis->session;
    const bool cut = line.size() > kMaxLineBytes && !of_page;
    session.on_line({line, cut});
  });
}

/// Does a piece of what is left to do. Returns the milliseconds until there is more; -1: nothing is
/// left.
SUMI_EXPORT(sumi_work) double sumi_work() {
  const auto next = ending_at_faults([] { return host.work(); });
  return next ? std::chrono::duration<double, std::milli>(*next).count() : -1;
}

/// The nodes of the part of `sumi bench` whose name was written into the room: not "pattern", whose
/// weights are not carried.
SUMI_EXPORT(sumi_bench) double sumi_bench() {
  return ending_at_faults([] { return static_cast<double>(sumi::bench_part(line, {}).nodes); });
}
