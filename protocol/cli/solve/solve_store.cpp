// SPDX-License-Identifier: MIT
/// open(2), flock(2), pread(2): an appended line is whole or the last one.
#include "engine/base/text.h"
#include "engine/game/notation.h"
#include "engine/game/rules.h"
#include "protocol/cli/solve/solve_store.h"
#include "protocol/report/checked_lines.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <fcntl.h>
#include <filesystem>
#include <sys/file.h>
#include <sys/stat.h>
#include <system_error>
#include <unistd.h>
#include <utility>

namespace sumi::protocol {
namespace {

constexpr std::string_view kHeader = "{\"sumi\":\"solve --resume\",\"version\":2}\n";
// The header of older files, in which lines may have no checksum. New lines are added to these
// files, too.
constexpr std::string_view kOldHeader = "{\"sumi\":\"solve --resume\",\"version\":1}\n";
constexpr double kSyncSeconds = 3;

Error store_error(const std::string& path, std::string_view reason) {
  return {ErrorCode::kBadFile, fmt::format("--resume {}: {}", sumi::quoted(path), reason)};
}

std::string system_message() { return std::generic_category().message(errno); }

/// The moves of a "pv" that is legal from `board` on; nothing if it is not.
std::optional<Line> parse_moves(const Json& moves, Board board, int size) {
  Line line;
  if (!moves.is_array() || moves.size() > static_cast<std::size_t>(kMaxPly)) return std::nullopt;
  for (const Json& move : moves) {
    if (!move.is_string()) return std::nullopt;
    const Result<Square> square = parse_square(move.get<std::string>(), size);
    if (!square) return std::nullopt;
    if (*square == Square::kPass) {
      if (!rules::must_pass(board, size)) return std::nullopt;
      board = board.passed();
    } else {
      if ((rules::legal_moves(board, size) & bit(*square)) == 0) return std::nullopt;
      board = board.played(*square, rules::flips(board, *square, size));
    }
    line.push_back(*square);
  }
  return line;
}

std::optional<DiscDiff> parse_score(const Json& score, int size) {
  if (!score.is_number_integer()) return std::nullopt;
  const auto discs = score.get<std::int64_t>();
  if (discs < -size * size || discs > size * size) return std::nullopt;
  return DiscDiff{static_cast<int>(discs)};
}

std::optional<SolveMode> parse_mode(const std::string& text) {
  for (const bool wld : {false, true}) {
    for (const bool all_moves : {false, true}) {
      const SolveMode mode{wld, all_moves};
      if (to_text(mode) == text) return mode;
    }
  }
  return std::nullopt;
}

/// Closes a stream, not the descriptor it was made of.
struct CloseStream {
  void operator()(std::FILE* stream) const { std::fclose(stream); }
};

/// A line with its line feed, of any length.
class Lines {
 public:
  explicit Lines(std::FILE* stream) : stream_(stream) {}
  ~Lines() { std::free(text_); }
  Lines(const Lines&) = delete;
  Lines& operator=(const Lines&) = delete;

  std::optional<std::string_view> next() {
    const ssize_t bytes = getline(&text_, &capacity_, stream_.get());
    if (bytes < 0) return std::nullopt;
    return std::string_view(text_, static_cast<std::size_t>(bytes));
  }
  bool failed() const { return std::ferror(stream_.get()) != 0; }

 private:
  std::unique_ptr<std::FILE, CloseStream> stream_;
  char* text_ = nullptr;
  std::size_t capacity_ = 0;
};

}  // namespace

std::size_t SolveStore::KeyHash::operator()(const Key& key) const {
  constexpr std::uint64_t kOdd = 0x9E3779B97F4A7C15;
  std::uint64_t mixed = key.position.board.own;
  for (const std::uint64_t part :
       {key.position.board.opp, static_cast<std::uint64_t>(key.position.to_move),
        static_cast<std::uint64_t>(key.mode.wld) + 2 * key.mode.all_moves}) {
    mixed = (mixed ^ mixed >> 29) * kOdd + part;
  }
  return static_cast<std::size_t>(mixed ^ mixed >> 32);
}

std::string SolveStore::line_of(const Key& key, const Solution& solution) {
  const int size = key.position.size;
  Json line{{"position", to_text(key.position)},
            {"mode", to_text(key.mode)},
            {"score", solution.score.discs},
            {"nodes", solution.nodes},
            {"seconds", json_seconds(solution.seconds)},
            {"pv", json_moves(solution.line, size)}};
  if (key.mode.all_moves) {
    line["moves"] = Json::array();
    for (const SolvedMove& move : solution.moves) {
      line["moves"].push_back({{"score", move.score.discs}, {"pv", json_moves(move.line, size)}});
    }
  }
  return json_line_with_sum(line);
}

std::optional<SolveStore::Entry> SolveStore::parse(std::string_view text) {
  const Json line = Json::parse(text, nullptr, false);
  if (!line.is_object()) return std::nullopt;
  for (const char* key : {"position", "mode", "score", "nodes", "seconds", "pv"}) {
    if (!line.contains(key)) return std::nullopt;
  }
  if (!line["position"].is_string() || !line["mode"].is_string()) return std::nullopt;
  if (!line["nodes"].is_number_unsigned() || !line["seconds"].is_number()) return std::nullopt;
  const auto position = parse_position(line["position"].get<std::string>());
  const auto mode = parse_mode(line["mode"].get<std::string>());
  if (!position || !mode) return std::nullopt;
  const auto score = parse_score(line["score"], position->size);
  const auto moves = parse_moves(line["pv"], position->board, position->size);
  if (!score || !moves) return std::nullopt;

  Entry entry{{*position, *mode}, {*score, *moves, 0, line["seconds"].get<double>(), {}}};
  entry.solution.nodes = line["nodes"].get<std::uint64_t>();
  if (!mode->all_moves) return entry;
  if (!line.contains("moves") || !line["moves"].is_array()) return std::nullopt;
  for (const Json& move : line["moves"]) {
    if (!move.is_object() || !move.contains("score") || !move.contains("pv")) return std::nullopt;
    const auto discs = parse_score(move["score"], position->size);
    const auto after = parse_moves(move["pv"], position->board, position->size);
    if (!discs || !after || after->empty()) return std::nullopt;
    entry.solution.moves.push_back({*discs, *after});
  }
  return entry;
}

std::optional<SolveStore::Entry> SolveStore::parse_whole(std::string_view line) const {
  if (!line.ends_with('\n')) return std::nullopt;
  line.remove_suffix(1);
  return is_whole_line(line, sums_may_lack_) ? parse(line) : std::nullopt;
}

Result<std::unique_ptr<SolveStore>> SolveStore::open(const std::string& path) {
  std::error_code missing;
  const bool is_new = !std::filesystem::exists(std::filesystem::symlink_status(path, missing));
  const int fd = ::open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC | O_NONBLOCK, 0666);
  if (fd < 0) return store_error(path, fmt::format("cannot open: {}", system_message()));
  std::unique_ptr<SolveStore> store(new SolveStore(path, fd));
  struct stat status {};
  if (fstat(fd, &status) != 0 || !S_ISREG(status.st_mode)) {
    return store_error(path, "is not a regular file");
  }
  if (flock(fd, LOCK_EX | LOCK_NB) != 0) {
    return store_error(path, errno == EWOULDBLOCK
                                 ? "another sumi is at work with it"
                                 : fmt::format("cannot lock: {}", system_message()));
  }
  if (const Result<void> loaded = store->load(); !loaded) {
    if (is_new) std::remove(path.c_str());
    return loaded.error();
  }
  return store;
}

Result<void> SolveStore::load() {
  const int copy = dup(fd_);
  std::FILE* const stream = copy < 0 ? nullptr : fdopen(copy, "r");
  if (!stream) {
    if (copy >= 0) close(copy);
    return store_error(path_, fmt::format("cannot read: {}", system_message()));
  }
  Lines lines(stream);
  const auto first = lines.next();
  sums_may_lack_ = first == kOldHeader;
  const bool ours = first == kHeader || sums_may_lack_;
  if (first && !ours && !kHeader.starts_with(*first) && !kOldHeader.starts_with(*first)) {
    return store_error(path_,
                       "is not a file that `sumi solve --resume` has made, or its first line is "
                       "damaged");
  }
  std::int64_t at = 0;
  int torn = 0;  // damaged lines at the end, so far
  if (ours) {
    end_ = at = static_cast<std::int64_t>(first->size());
    while (const auto line = lines.next()) {
      const std::int64_t begin = std::exchange(at, at + static_cast<std::int64_t>(line->size()));
      const auto entry = parse_whole(*line);
      ++torn;
      if (!entry) continue;
      damaged_ += torn - 1;
      torn = 0;
      end_ = at;
      places_.insert_or_assign(entry->key, Place{begin, line->size()});
    }
  }
  if (lines.failed()) return store_error(path_, fmt::format("cannot read: {}", system_message()));
  damaged_ += torn;
  if (ftruncate(fd_, end_) != 0) {
    return store_error(path_, fmt::format("cannot write: {}", system_message()));
  }
  return end_ == 0 ? write(kHeader) : Result<void>();
}

SolveStore::~SolveStore() {
  keep_on_disk(true);
  close(fd_);
}

std::optional<Solution> SolveStore::find(const Position& position, SolveMode mode) {
  const std::lock_guard lock(mutex_);
  const Key key{position, mode};
  const auto found = places_.find(key);
  if (found == places_.end()) return std::nullopt;
  std::string line(found->second.bytes, '\0');
  const ssize_t got = pread(fd_, line.data(), line.size(), found->second.offset);
  auto entry = got == static_cast<ssize_t>(line.size()) ? parse_whole(line) : std::nullopt;
  if (entry && entry->key == key) return std::move(entry->solution);
  // Damaged since it was opened: solved again, it is added again.
  places_.erase(found);
  return std::nullopt;
}

void SolveStore::add(const Position& position, SolveMode mode, const Solution& solution) {
  const Key key{position, mode};
  const std::string line = line_of(key, solution);
  const std::lock_guard lock(mutex_);
  const auto [place, is_new] = places_.try_emplace(key, Place{end_, line.size()});
  if (!is_new) return;
  write(line).value();
  keep_on_disk(false);
}

std::size_t SolveStore::size() const {
  const std::lock_guard lock(mutex_);
  return places_.size();
}

Result<void> SolveStore::write(std::string_view bytes) {
  for (std::size_t done = 0; done < bytes.size();) {
    const ssize_t n = pwrite(fd_, bytes.data() + done, bytes.size() - done,
                             end_ + static_cast<std::int64_t>(done));
    if (n < 0 && errno == EINTR) continue;
    if (n < 0) return store_error(path_, "cannot write: " + system_message());
    done += static_cast<std::size_t>(n);
  }
  end_ += static_cast<std::int64_t>(bytes.size());
  unsynced_ = true;
  return {};
}

void SolveStore::keep_on_disk(bool now) {
  if (!unsynced_ || (!now && since_sync_.seconds() < kSyncSeconds)) return;
  fdatasync(fd_);  // a disk that cannot is told by the next write
  unsynced_ = false;
  since_sync_ = {};
}

}  // namespace sumi::protocol
