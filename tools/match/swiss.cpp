// SPDX-License-Identifier: MIT
#include "tools/match/swiss.h"

#include <algorithm>
#include <array>
#include <cassert>
#include <cstddef>
#include <cstdlib>
#include <deque>
#include <optional>
#include <set>
#include <tuple>
#include <utility>

namespace sumi::match {
namespace {

/// A cost made of ranks: a lower rank decides only between pairings that are equal in all higher
/// ones.
__extension__ using Cost = __int128;

/// Maximum-weight matching of a general graph by Edmonds' blossom algorithm with dual variables
/// (Galil, Efficient algorithms for finding maximum matching in graphs, 1986).
///
/// Vertices are 1..n, blossoms n+1..; 0 is none. An outer vertex is a vertex or blossom that is in
/// no other blossom.
class Matching {
 public:
  explicit Matching(const std::vector<std::vector<Cost>>& weights);

  /// Requires: positive weights.
  std::vector<int> solve();

 private:
  struct Edge {
    int u = 0, v = 0;
    Cost weight = 0;
  };
  enum class Label { kFree, kOuter, kInner };  ///< In the alternating forest.

  Edge& edge(int u, int v) { return edges_[at(u) * edges_width_ + at(v)]; }
  int& member(int blossom, int v) { return members_[at(blossom) * at(n_ + 1) + at(v)]; }
  Cost slack_of(const Edge& e) {
    return duals_[at(e.u)] + duals_[at(e.v)] - 2 * edge(e.u, e.v).weight;
  }

  bool grow();
  bool visit(const Edge& e);
  bool scan_queue();
  bool adjust();
  void update_slack(int u, int x);
  void set_slack(int x);
  void push(int x);
  void set_outer(int x, int outer);
  int place_in(int blossom, int x);
  void set_match(int u, int v);
  void augment(int u, int v);
  int common_ancestor(int u, int v);
  void add_blossom(int u, int ancestor, int v);
  void expand_blossom(int b);

  int n_, last_;  ///< `last_`: the last blossom in use.
  std::size_t edges_width_;
  std::vector<Edge> edges_;
  std::vector<Cost> duals_;
  std::vector<int> match_, slack_, outer_, parent_, visited_, members_;
  std::vector<std::vector<int>> flowers_;  ///< The cycle of each blossom.
  std::vector<Label> labels_;
  std::deque<int> queue_;
  int visits_ = 0;
};

Matching::Matching(const std::vector<std::vector<Cost>>& weights)
    : n_(static_cast<int>(weights.size())),
      last_(n_),
      edges_width_(at(n_ + n_ / 2 + 2)),
      edges_(edges_width_ * edges_width_),
      duals_(edges_width_),
      match_(edges_width_),
      slack_(edges_width_),
      outer_(edges_width_),
      parent_(edges_width_),
      visited_(edges_width_),
      members_(edges_width_ * at(n_ + 1)),
      flowers_(edges_width_),
      labels_(edges_width_) {
  Cost most = 0;
  for (int u = 1; u <= n_; ++u) {
    outer_[at(u)] = u;
    member(u, u) = u;
    for (int v = 1; v <= n_; ++v) {
      edge(u, v) = {u, v, u == v ? 0 : weights[at(u - 1)][at(v - 1)]};
      most = std::max(most, edge(u, v).weight);
    }
  }
  std::fill(duals_.begin() + 1, duals_.begin() + n_ + 1, most);
}

std::vector<int> Matching::solve() {
  while (grow()) {
  }
  std::vector<int> partners;
  for (int u = 1; u <= n_; ++u) partners.push_back(match_[at(u)] - 1);
  return partners;
}

void Matching::update_slack(int u, int x) {
  const int now = slack_[at(x)];
  if (now == 0 || slack_of(edge(u, x)) < slack_of(edge(now, x))) slack_[at(x)] = u;
}

void Matching::set_slack(int x) {
  slack_[at(x)] = 0;
  for (int u = 1; u <= n_; ++u) {
    if (edge(u, x).weight > 0 && outer_[at(u)] != x &&
        labels_[at(outer_[at(u)])] == Label::kOuter) {
      update_slack(u, x);
    }
  }
}

void Matching::push(int x) {
  if (x <= n_) {
    queue_.push_back(x);
  } else {
    for (const int part : flowers_[at(x)]) push(part);
  }
}

void Matching::set_outer(int x, int outer) {
  outer_[at(x)] = outer;
  if (x <= n_) return;
  for (const int part : flowers_[at(x)]) set_outer(part, outer);
}

/// The even place of `x` in the cycle, whose direction may change.
int Matching::place_in(int blossom, int x) {
  std::vector<int>& cycle = flowers_[at(blossom)];
  const int place = static_cast<int>(std::ranges::find(cycle, x) - cycle.begin());
  if (place % 2 == 0) return place;
  std::reverse(cycle.begin() + 1, cycle.end());
  return static_cast<int>(cycle.size()) - place;
}

void Matching::set_match(int u, int v) {
  const Edge e = edge(u, v);
  match_[at(u)] = e.v;
  if (u <= n_) return;
  const int entry = member(u, e.u), place = place_in(u, entry);
  for (int i = 0; i < place; ++i) set_match(flowers_[at(u)][at(i)], flowers_[at(u)][at(i ^ 1)]);
  set_match(entry, v);
  std::vector<int>& cycle = flowers_[at(u)];
  std::rotate(cycle.begin(), cycle.begin() + place, cycle.end());
}

void Matching::augment(int u, int v) {
  while (true) {
    const int next = outer_[at(match_[at(u)])];
    set_match(u, v);
    if (next == 0) return;
    set_match(next, outer_[at(parent_[at(next)])]);
    u = outer_[at(parent_[at(next)])];
    v = next;
  }
}

int Matching::common_ancestor(int u, int v) {
  for (++visits_; u != 0 || v != 0; std::swap(u, v)) {
    if (u == 0) continue;
    if (visited_[at(u)] == visits_) return u;
    visited_[at(u)] = visits_;
    u = outer_[at(match_[at(u)])];
    if (u != 0) u = outer_[at(parent_[at(u)])];
  }
  return 0;
}

void Matching::add_blossom(int u, int ancestor, int v) {
  int b = n_ + 1;
  while (b <= last_ && outer_[at(b)] != 0) ++b;
  last_ = std::max(last_, b);
  duals_[at(b)] = 0;
  labels_[at(b)] = Label::kOuter;
  match_[at(b)] = match_[at(ancestor)];
  std::vector<int>& cycle = flowers_[at(b)];
  cycle = {ancestor};
  const auto climb = [&](int from) {
    for (int x = from; x != ancestor;) {
      cycle.push_back(x);
      const int y = outer_[at(match_[at(x)])];
      cycle.push_back(y);
      push(y);
      x = outer_[at(parent_[at(y)])];
    }
  };
  climb(u);
  std::reverse(cycle.begin() + 1, cycle.end());
  climb(v);
  set_outer(b, b);
  for (int x = 1; x <= last_; ++x) edge(b, x).weight = edge(x, b).weight = 0;
  for (int x = 1; x <= n_; ++x) member(b, x) = 0;
  for (const int part : cycle) {
    for (int x = 1; x <= last_; ++x) {
      if (edge(b, x).weight == 0 || slack_of(edge(part, x)) < slack_of(edge(b, x))) {
        edge(b, x) = edge(part, x);
        edge(x, b) = edge(x, part);
      }
    }
    for (int x = 1; x <= n_; ++x) {
      if (member(part, x) != 0) member(b, x) = part;
    }
  }
  set_slack(b);
}

void Matching::expand_blossom(int b) {
  const std::vector<int> parts = flowers_[at(b)];
  for (const int part : parts) set_outer(part, part);
  const int entry = member(b, edge(b, parent_[at(b)]).u), place = place_in(b, entry);
  const std::vector<int> cycle = flowers_[at(b)];
  for (int i = 0; i < place; i += 2) {
    const int inner = cycle[at(i)], outer = cycle[at(i + 1)];
    parent_[at(inner)] = edge(outer, inner).u;
    labels_[at(inner)] = Label::kInner;
    labels_[at(outer)] = Label::kOuter;
    slack_[at(inner)] = 0;
    set_slack(outer);
    push(outer);
  }
  labels_[at(entry)] = Label::kInner;
  parent_[at(entry)] = parent_[at(b)];
  for (std::size_t i = at(place) + 1; i < cycle.size(); ++i) {
    labels_[at(cycle[i])] = Label::kFree;
    set_slack(cycle[i]);
  }
  outer_[at(b)] = 0;
}

/// Follows an edge without slack; true if the matching grew.
bool Matching::visit(const Edge& e) {
  const int u = outer_[at(e.u)], v = outer_[at(e.v)];
  if (labels_[at(v)] == Label::kFree) {
    parent_[at(v)] = e.u;
    labels_[at(v)] = Label::kInner;
    const int next = outer_[at(match_[at(v)])];
    slack_[at(v)] = slack_[at(next)] = 0;
    labels_[at(next)] = Label::kOuter;
    push(next);
  } else if (labels_[at(v)] == Label::kOuter) {
    const int ancestor = common_ancestor(u, v);
    if (ancestor == 0) {
      augment(u, v);
      augment(v, u);
      return true;
    }
    add_blossom(u, ancestor, v);
  }
  return false;
}

bool Matching::scan_queue() {
  while (!queue_.empty()) {
    const int u = queue_.front();
    queue_.pop_front();
    if (labels_[at(outer_[at(u)])] == Label::kInner) continue;
    for (int v = 1; v <= n_; ++v) {
      if (edge(u, v).weight == 0 || outer_[at(u)] == outer_[at(v)]) continue;
      if (slack_of(edge(u, v)) == 0) {
        if (visit(Edge(edge(u, v)))) return true;
      } else {
        update_slack(u, outer_[at(v)]);
      }
    }
  }
  return false;
}

/// Changes the dual variables until an edge has no slack; false if the matching is the best.
bool Matching::adjust() {
  bool found = false;
  Cost step = 0;
  const auto at_most = [&](Cost limit) {
    if (!found || limit < step) step = limit;
    found = true;
  };
  for (int b = n_ + 1; b <= last_; ++b) {
    if (outer_[at(b)] == b && labels_[at(b)] == Label::kInner) at_most(duals_[at(b)] / 2);
  }
  for (int x = 1; x <= last_; ++x) {
    if (outer_[at(x)] != x || slack_[at(x)] == 0) continue;
    const Cost slack = slack_of(edge(slack_[at(x)], x));
    if (labels_[at(x)] == Label::kFree) at_most(slack);
    if (labels_[at(x)] == Label::kOuter) at_most(slack / 2);
  }
  for (int u = 1; u <= n_; ++u) {
    if (labels_[at(outer_[at(u)])] == Label::kOuter) at_most(duals_[at(u)]);
  }
  for (int u = 1; u <= n_; ++u) {
    const Label label = labels_[at(outer_[at(u)])];
    if (label == Label::kOuter) {
      if (duals_[at(u)] <= step) return false;
      duals_[at(u)] -= step;
    } else if (label == Label::kInner) {
      duals_[at(u)] += step;
    }
  }
  for (int b = n_ + 1; b <= last_; ++b) {
    if (outer_[at(b)] != b) continue;
    if (labels_[at(b)] == Label::kOuter) duals_[at(b)] += 2 * step;
    if (labels_[at(b)] == Label::kInner) duals_[at(b)] -= 2 * step;
  }
  return true;
}

/// Adds a pair to the matching; false if it is the best.
bool Matching::grow() {
  std::ranges::fill(labels_, Label::kFree);
  std::ranges::fill(slack_, 0);
  queue_.clear();
  for (int x = 1; x <= last_; ++x) {
    if (outer_[at(x)] != x || match_[at(x)] != 0) continue;
    parent_[at(x)] = 0;
    labels_[at(x)] = Label::kOuter;
    push(x);
  }
  if (queue_.empty()) return false;
  while (true) {
    if (scan_queue()) return true;
    if (!adjust()) return false;
    queue_.clear();
    for (int x = 1; x <= last_; ++x) {
      const int from = slack_[at(x)];
      if (outer_[at(x)] != x || from == 0 || outer_[at(from)] == x) continue;
      if (slack_of(edge(from, x)) == 0 && visit(Edge(edge(from, x)))) return true;
    }
    for (int b = n_ + 1; b <= last_; ++b) {
      if (outer_[at(b)] == b && labels_[at(b)] == Label::kInner && duals_[at(b)] == 0) {
        expand_blossom(b);
      }
    }
  }
}

/// The partner of each of n players, at the least sum of `costs` of their pairs. Requires: n is
/// even; `costs` is n x n, symmetric, at least 0, and n times its maximum fits. Deterministic;
/// takes O(n^3).
std::vector<int> cheapest_pairing(const std::vector<std::vector<Cost>>& costs) {
  assert(costs.size() % 2 == 0);
  Cost most = 0;
  for (const auto& row : costs) most = std::max(most, *std::ranges::max_element(row));
  // So heavy that every best matching is complete.
  const Cost base = (most + 1) * static_cast<Cost>(costs.size() / 2 + 1);
  std::vector<std::vector<Cost>> weights = costs;
  for (auto& row : weights) {
    for (Cost& cost : row) cost = base - cost;
  }
  return Matching(weights).solve();
}

/// What the earlier rounds say of an engine.
struct Record {
  int points = 0;  ///< Half points.
  int byes = 0;
  int color_surplus = 0;  ///< Games as Black less games as White.
  std::optional<Color> latest{};
};

struct History {
  std::vector<Record> records;
  std::vector<int> met;  ///< Meetings of each pair of engines.
};

History history_of(const MatchConfig& config, int round, std::span<const GameResult> games) {
  const std::size_t count = config.engines.size();
  History history{std::vector<Record>(count), std::vector<int>(count * count)};
  const std::vector<int> byes = swiss_byes(config, round, games);
  for (std::size_t i = 0; i < count; ++i) {
    history.records[i].byes = byes[i];
    history.records[i].points = byes[i] * 2 * config.games;
  }
  std::set<std::tuple<int, int, int>> seen;
  std::vector<int> latest_round(count, -1);
  for (const GameResult& game : games) {
    const Fixture& f = game.fixture;
    if (f.round >= round) continue;
    for (const Color color : {Color::kBlack, Color::kWhite}) {
      const int engine = f.engine(color);
      Record& record = history.records[at(engine)];
      record.points += game.points_of(engine);
      record.color_surplus += color == Color::kBlack ? 1 : -1;
      if (f.round < latest_round[at(engine)]) continue;
      latest_round[at(engine)] = f.round;
      record.latest = color;
    }
    const auto [first, second] = std::minmax({f.black, f.white});
    if (!seen.insert({f.round, first, second}).second) continue;
    ++history.met[at(first) * count + at(second)];
    ++history.met[at(second) * count + at(first)];
  }
  return history;
}

/// Whether `a` has Black: the engine with fewer games as Black, then the one that had White last,
/// then, if the first of both had a colour, the other colour for it, otherwise by board.
bool first_is_black(const Record& a, const Record& b, int board) {
  if (a.color_surplus != b.color_surplus) return a.color_surplus < b.color_surplus;
  const auto due = [](const Record& r) {  // 1: Black
    return !r.latest ? 0 : *r.latest == Color::kWhite ? 1 : -1;
  };
  if (due(a) != due(b)) return due(a) > due(b);
  return due(a) != 0 ? due(a) > 0 : board % 2 == 0;
}

/// The larger surplus of colours after a meeting with one game.
int surplus_after(const Record& a, const Record& b) {
  const auto [less, more] = std::minmax(a.color_surplus, b.color_surplus);
  return std::max(std::abs(less + 1), std::abs(more - 1));
}

constexpr std::size_t kCriteria = 7;
/// Costs of a pair, the most important first.
using Costs = std::array<int, kCriteria>;

/// Costs as numbers in which one unit outweighs all later costs of a whole round.
std::vector<std::vector<Cost>> weighed(const std::vector<std::vector<Costs>>& costs) {
  const std::size_t count = costs.size();
  Costs most{};
  for (const auto& row : costs) {
    for (const Costs& pair : row) {
      for (std::size_t i = 0; i < kCriteria; ++i) most[i] = std::max(most[i], pair[i]);
    }
  }
  std::vector<std::vector<Cost>> weighed(count, std::vector<Cost>(count));
  Cost unit = 1;
  for (std::size_t i = kCriteria; i-- > 0;) {
    for (std::size_t a = 0; a < count; ++a) {
      for (std::size_t b = 0; b < count; ++b) weighed[a][b] += unit * costs[a][b][i];
    }
    unit *= Cost{most[i]} * static_cast<Cost>(count / 2) + 1;
  }
  return weighed;
}

}  // namespace

std::vector<int> paired_in(const MatchConfig& config, int round) {
  std::vector<int> engines;
  for (std::size_t i = 0; i < config.engines.size(); ++i) {
    const EngineSpec& spec = config.engines[i];
    const bool gone = spec.withdrawn && *spec.withdrawn <= round;
    if (spec.joined <= round && !gone) engines.push_back(static_cast<int>(i));
  }
  return engines;
}

std::vector<int> swiss_byes(const MatchConfig& config, int round,
                            std::span<const GameResult> games) {
  std::set<std::pair<int, int>> played;  // round and engine
  for (const GameResult& game : games) {
    played.insert({game.fixture.round, game.fixture.black});
    played.insert({game.fixture.round, game.fixture.white});
  }
  std::vector<int> byes(config.engines.size());
  for (int r = 0; r < round; ++r) {
    for (const int engine : paired_in(config, r)) byes[at(engine)] += !played.contains({r, engine});
  }
  return byes;
}

std::vector<Encounter> swiss_round(const MatchConfig& config, int round,
                                   std::span<const GameResult> games,
                                   std::span<const std::pair<int, int>> begun) {
  const History history = history_of(config, round, games);
  const auto record = [&](int engine) -> const Record& { return history.records[at(engine)]; };
  std::vector<int> ranked = paired_in(config, round);
  std::ranges::stable_sort(ranked,
                           [&](int a, int b) { return record(a).points > record(b).points; });
  const int players = static_cast<int>(ranked.size());
  if (players < 2) return {};

  std::vector<int> groups;  // number of the group with equal points, by rank
  int fewest_byes = record(ranked[0]).byes;
  for (int i = 0; i < players; ++i) {
    const bool same = i > 0 && record(ranked[at(i)]).points == record(ranked[at(i - 1)]).points;
    groups.push_back(i == 0 ? 0 : groups.back() + (same ? 0 : 1));
    fewest_byes = std::min(fewest_byes, record(ranked[at(i)]).byes);
  }
  // With an odd number of players, the last place is the bye.
  const int places = players + players % 2;
  groups.resize(at(places), groups.back());
  const auto square = [](int n) { return n * n; };
  const auto met = [&](int a, int b) { return history.met[at(a) * config.engines.size() + at(b)]; };
  const auto breaks = [&](int a, int b) {  // whether a pair breaks another that has begun
    return std::ranges::any_of(begun, [&](const auto& pair) {
      return (pair.first == a || pair.first == b || pair.second == a || pair.second == b) &&
             std::minmax(pair.first, pair.second) != std::minmax(a, b);
    });
  };
  std::vector<std::vector<Costs>> costs(at(places), std::vector<Costs>(at(places)));
  for (int i = 0; i < places; ++i) {
    for (int k = i + 1; k < places; ++k) {
      const int a = ranked[at(i)], b = k < players ? ranked[at(k)] : a;
      Costs cost{};
      cost[0] = breaks(a, b) ? 1 : 0;
      cost[4] = square(groups[at(k)] - groups[at(i)]);
      cost[6] = square(k - i);
      if (k == players) {
        cost[1] = record(a).byes - fewest_byes;
      } else {
        const int surplus = config.games == 1 ? surplus_after(record(a), record(b)) : 0;
        cost[2] = met(a, b);
        cost[3] = std::max(surplus - 2, 0);
        cost[5] = std::max(surplus - 1, 0);
      }
      costs[at(i)][at(k)] = costs[at(k)][at(i)] = cost;
    }
  }
  const std::vector<int> partners = cheapest_pairing(weighed(costs));
  std::vector<Encounter> encounters;
  for (int i = 0; i < players; ++i) {
    const int k = partners[at(i)];
    if (k < i || k == players) continue;
    int a = ranked[at(i)], b = ranked[at(k)];
    const int board = static_cast<int>(encounters.size());
    if (config.games == 1 && !first_is_black(record(a), record(b), board)) std::swap(a, b);
    encounters.push_back({a, b, met(a, b)});
  }
  return encounters;
}

}  // namespace sumi::match
