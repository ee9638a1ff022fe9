// SPDX-License-Identifier: MIT
#include "engine/base/file.h"
#include "engine/base/text.h"
#include "engine/game/fast_rules.h"
#include "engine/game/symmetry.h"
#include "engine/players/qtable_player.h"

#include <fmt/format.h>

#include <utility>

namespace sumi {
namespace {

class QTablePlayer final : public MovePlayer {
 public:
  QTablePlayer(std::shared_ptr<const QTable> table, const QReading& reading)
      : table_(std::move(table)), reading_(reading) {}

  Square choose(const Position& position, std::uint64_t seed,
                const std::atomic<bool>&) const override {
    BestMoves best;
    for_each_move(position, [&](Square s, const QEntry* entry) {
      best.add(s, entry ? entry->value : reading_.unknown);
    });
    return best.pick(reading_.tie, Lots(position, seed));
  }

  /// Q, and how often it was learned: 0 times if the table does not have it.
  std::vector<MoveOpinion> opinions(const Position& position, std::uint64_t,
                                    const std::atomic<bool>&) const override {
    std::vector<MoveOpinion> found;
    for_each_move(position, [&](Square s, const QEntry* entry) {
      const double updates = entry ? static_cast<double>(entry->updates) : 0;
      found.push_back({s, entry ? entry->value : reading_.unknown, {{"updates", updates}}});
    });
    return found;
  }

 private:
  /// Calls each(square, entry or null).
  template <class Each>
  void for_each_move(const Position& position, const Each& each) const {
    const CanonicalBoard other = canonical(position.board);
    Bitboard left = fast_rules::legal_moves(position.board, position.size);
    for (; left != 0; left &= left - 1) {
      const Square s = first_square(left);
      const QEntry* entry = table_->find(position.board, s);
      if (!entry && reading_.symmetric) {
        entry = table_->find(other.board, symmetric(s, other.symmetry));
      }
      each(s, entry);
    }
  }

  std::shared_ptr<const QTable> table_;
  QReading reading_;
};

}  // namespace

std::unique_ptr<MovePlayer> make_qtable_player(std::shared_ptr<const QTable> table,
                                               const QReading& reading) {
  return std::make_unique<QTablePlayer>(std::move(table), reading);
}

Result<std::unique_ptr<MovePlayer>> make_qtable_player(std::string_view argument, int size) {
  if (argument.empty()) {
    return syntax_error("player qtable", argument, "the file of a table: qtable:FILE");
  }
  const std::string path(argument);
  const auto in_file = [&](const Error& e) {
    return Error{e.code, fmt::format("player qtable: file {}: {}", sumi::quoted(path), e.message)};
  };
  const auto text = read_file(path);
  if (!text) return Error{text.error().code, "player qtable: " + text.error().message};
  auto file = parse_qtable(*text);
  if (!file) return in_file(file.error());
  if (file->size != 0 && file->size != size) {
    return in_file({ErrorCode::kBadFile,
                    fmt::format("is for boards of {0}x{0}, not {1}x{1}", file->size, size)});
  }
  return make_qtable_player(std::make_shared<const QTable>(std::move(file->table)));
}

}  // namespace sumi
