// SPDX-License-Identifier: MIT
#include "engine/base/text.h"
#include "engine/bench.h"
#include "engine/game/notation.h"
#include "protocol/ugi/ugi_session.h"

#include <fmt/format.h>

#include <algorithm>

namespace sumi::protocol {
namespace {

constexpr int kBenchDepth = 16, kMaxBenchDepth = 60;

/// Small boards have only the start.
std::vector<Board> bench_positions(int size) {
  return size == 8 ? bench_openings() : std::vector<Board>{kStartBoard};
}

}  // namespace

void UgiSession::eval(UgiWords) {
  const Position& now = game_.position();
  if (game_.over()) return send_info("eval: the game is over");
  if (engine_.pending()) return send_error(*engine_.pending());
  engine_.set_board(now.board);
  send_info(fmt::format("eval: {:+.2f} discs for {}, to move", to_discs(engine_.evaluate()),
                        to_text(now.to_move)));
}

/// In Stockfish's format, which scripts parse.
void UgiSession::start_perft(int depth) {
  const int size = game_.position().size;
  const auto on_move = [this, size](Square move, std::uint64_t leaves) {
    send(fmt::format("{}: {}", ugi_move(move, dialect_, size), leaves));
    peer_.flush();
  };
  const auto on_done = [this](std::uint64_t leaves) {
    send(fmt::format("Nodes searched: {}", leaves));
    peer_.flush();
    answer_waiting();
  };
  const auto on_expired = [this] {
    send_info("perft: stopped");
    peer_.flush();
    answer_waiting();
  };
  perft_.start(game_.position(), depth,
               {.on_move = on_move, .on_done = on_done, .on_expired = on_expired});
}

/// Measures speed with the session's options. Clears the table.
void UgiSession::bench(UgiWords words) {
  const auto depth = words.empty() ? kBenchDepth : parse_int(words[0]).value_or(0);
  if (depth < 1 || depth > kMaxBenchDepth) {
    return send_info(
        fmt::format("bench: {} is not in 1..{} plies", sumi::quoted(words[0]), kMaxBenchDepth));
  }
  if (engine_.pending()) return send_error(*engine_.pending());
  bench_.emplace(Bench{bench_positions(game_.position().size), depth});
  bench_next();
}

void UgiSession::bench_next() {
  if (bench_->watch.elapsed() >= engine_.longest_search()) bench_->stopped = true;
  if (!bench_->stopped && bench_->done < bench_->positions.size()) {
    engine_.clear_table();  // makes counts independent of the order
    const auto on_done = [this](const SearchUpdate& found) {
      bench_->nodes += found.nodes;
      ++bench_->done;
      bench_next();
    };
    return search_.start(bench_->positions[bench_->done],
                         {.depth = bench_->depth, .selectivity = kFastSelectivity},
                         {.on_done = on_done});
  }
  const double seconds = std::max(bench_->watch.seconds(), 1e-3);
  send_info(fmt::format("bench: {} positions, {} plies{}", bench_->done, bench_->depth,
                        bench_->stopped ? ", stopped" : ""));
  send_info(fmt::format("{} nodes {:.0f} nps", bench_->nodes,
                        static_cast<double>(bench_->nodes) / seconds));
  peer_.flush();
  bench_.reset();
  answer_waiting();
}

}  // namespace sumi::protocol
