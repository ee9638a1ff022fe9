// SPDX-License-Identifier: MIT
/// Only where each game's lines are is kept in memory: a file of a million moves takes megabytes.
/// A line goes out in one write(), and stays if the process is killed right after it.
#include "engine/base/fnv1a.h"
#include "engine/base/text.h"
#include "engine/game/notation.h"
#include "engine/game/rules.h"
#include "protocol/analysis/analysis_journal.h"
#include "protocol/report/checked_lines.h"
#include "protocol/version.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <cerrno>
#include <charconv>
#include <cmath>
#include <cstdio>
#include <fcntl.h>
#include <filesystem>
#include <sys/file.h>
#include <system_error>
#include <unistd.h>

namespace sumi::protocol {
namespace {

constexpr std::size_t kMaxLine = 1 << 16;
constexpr std::string_view kKind = "sumi analysis 2";
constexpr std::string_view kOldKind = "sumi analysis 1";  // lines may have no checksum

std::string system_message() { return std::generic_category().message(errno); }

Error file_error(const std::string& path, std::string_view why) {
  return {errno == ENOENT ? ErrorCode::kNotFound : ErrorCode::kBadFile,
          fmt::format("--resume: file {}: {}", sumi::quoted(path), why)};
}

Error content_error(const std::string& path, std::string_view why) {
  return {ErrorCode::kBadFile, fmt::format("--resume: file {} {}", sumi::quoted(path), why)};
}

std::uint64_t hash_of(const GameRecord& game) {
  Fnv1a hash;
  hash.add(to_text(game.start));
  for (const Square s : game.moves) hash.add(static_cast<unsigned char>(s));
  return hash.hash();
}

std::string key_of(std::uint64_t hash) { return fmt::format("{:016x}", hash); }

Json json_judgement(const Judgement& j) {
  return Json::array({j.discs, j.exact, j.depth, j.selectivity});
}

Json text_of(const Line& line, int size) {
  std::string text;
  for (const Square s : line) text += s == Square::kPass ? "--" : to_text(s, size);
  return text;
}

std::string line_of(const GameRecord& game, const AnalyzedMove& move) {
  const int size = move.before.size;
  return json_line_with_sum({{"game", key_of(hash_of(game))},
                             {"index", move.index},
                             {"best", json_judgement(move.best)},
                             {"after", json_judgement(move.after)},
                             {"best_line", text_of(move.best_line, size)},
                             {"played_line", text_of(move.played_line, size)},
                             {"seconds", json_seconds(move.seconds)}});
}

/// Throws what nlohmann throws, and std::out_of_range, on other contents.
Judgement judgement_of(const Json& json, int size) {
  Judgement j{json.at(0).get<double>(), json.at(1).get<bool>(), json.at(2).get<int>(),
              json.at(3).get<int>()};
  if (!(std::abs(j.discs) <= size * size)) throw std::out_of_range("discs");
  return j;
}

/// Reads a line of moves that are legal from `p` on. Throws std::out_of_range.
Line parse_line(const std::string& text, Position p) {
  Line line;
  for (std::size_t i = 0; i + 1 < text.size() && line.size() < kMaxPly; i += 2) {
    const auto square = parse_square(std::string_view(text).substr(i, 2), p.size);
    if (!square) throw std::out_of_range("square");
    if (*square == Square::kPass) {
      if (!rules::must_pass(p.board, p.size)) throw std::out_of_range("pass");
      p = p.passed();
    } else {
      const Bitboard flipped = rules::flips(p.board, *square, p.size);
      if (flipped == 0) throw std::out_of_range("move");
      p = {p.board.played(*square, flipped), !p.to_move, p.size};
    }
    line.push_back(*square);
  }
  if (line.empty() || line[0] == Square::kPass) throw std::out_of_range("line");
  return line;
}

void fill(AnalyzedMove& move, const Json& json) {
  move.best = judgement_of(json.at("best"), move.before.size);
  move.after = judgement_of(json.at("after"), move.before.size);
  move.best_line = parse_line(json.at("best_line").get<std::string>(), move.before);
  move.played_line = parse_line(json.at("played_line").get<std::string>(), move.before);
  if (move.played_line[0] != move.played) throw std::out_of_range("played");
  move.seconds = json.at("seconds").get<double>();
  judge(move);
}

}  // namespace

void take_analyzed(std::string_view line, std::vector<AnalyzedMove>& listed,
                   std::vector<AnalyzedMove>& found) {
  const Json json = Json::parse(line, nullptr, false);
  try {
    const std::size_t index = json.at("index").get<std::size_t>();
    for (AnalyzedMove& move : listed) {
      if (move.index != index) continue;
      fill(move, json);
      found.push_back(move);
    }
  } catch (const std::exception&) {
    // Somebody else's line, or a spoilt one: the move is searched again.
  }
}

namespace {

/// The hash of the line's game. Lines as line_of() writes them are not parsed as JSON, since files
/// may have gigabytes.
std::optional<std::uint64_t> game_of(std::string_view line) {
  constexpr std::string_view kBegin = "{\"game\":\"";
  constexpr std::size_t kDigits = 16;
  std::string key;
  if (line.starts_with(kBegin) && line.substr(kBegin.size()).find('"') == kDigits) {
    key = line.substr(kBegin.size(), kDigits);
  } else {
    const Json json = Json::parse(line, nullptr, false);
    if (!json.is_object() || !json.contains("game") || !json["game"].is_string()) return {};
    key = json["game"].get<std::string>();
  }
  std::uint64_t hash = 0;
  const auto [end, error] = std::from_chars(key.data(), key.data() + key.size(), hash, 16);
  if (error != std::errc() || end != key.data() + key.size()) return {};
  return hash;
}

/// Why a first line is not one of our files with this setup; empty if it is.
std::string fault_of(std::string_view line, const std::string& setup) {
  const Json json = Json::parse(line, nullptr, false);
  const Json kind = json.is_object() ? json.value("kind", Json()) : Json();
  if (kind != kKind && kind != kOldKind) return "is no file of `sumi analyze`";
  const Json was = json.value("setup", Json()), version = json.value("version", Json());
  if (was != setup) {
    return fmt::format("was made with {}, this is {}: name another file", was.dump(),
                       Json(setup).dump());
  }
  if (version != kVersion) {
    return fmt::format("was made by {} {}, this is {}: name another file", kName, version.dump(),
                       Json(kVersion).dump());
  }
  return {};
}

/// Calls `use(line, offset)` for each whole line; returns where the last one ends.
template <class Use>
Result<std::int64_t> for_each_line(int fd, const std::string& path, Use use) {
  std::string pending;
  std::array<char, 1 << 16> buffer;
  std::int64_t begin = 0, at = 0;
  while (true) {
    const ssize_t n = pread(fd, buffer.data(), buffer.size(), at);
    if (n < 0 && errno == EINTR) continue;
    if (n < 0) return file_error(path, "cannot read: " + system_message());
    if (n == 0) return begin;
    at += n;
    pending.append(buffer.data(), static_cast<std::size_t>(n));
    std::size_t done = 0;
    for (std::size_t end; (end = pending.find('\n', done)) != pending.npos; done = end + 1) {
      use(std::string_view(pending).substr(done, end - done), begin);
      begin += static_cast<std::int64_t>(end + 1 - done);
    }
    pending.erase(0, done);
    if (pending.size() > kMaxLine) return content_error(path, "is no file of `sumi analyze`");
  }
}

/// A first line that was not finished, or nothing.
bool begins_like_ours(int fd) {
  return std::ranges::any_of(std::array{kKind, kOldKind}, [fd](std::string_view kind) {
    const std::string ours = Json{{"kind", kind}}.dump();
    std::string head(ours.size() - 1, '\0');
    const ssize_t n = pread(fd, head.data(), head.size(), 0);
    return n >= 0 && ours.starts_with(head.substr(0, static_cast<std::size_t>(n)));
  });
}

}  // namespace

Result<std::unique_ptr<AnalysisJournal>> AnalysisJournal::open(const std::string& path,
                                                               const std::string& setup) {
  std::error_code missing;
  const bool is_new = !std::filesystem::exists(std::filesystem::symlink_status(path, missing));
  const int fd = ::open(path.c_str(), O_RDWR | O_CREAT | O_APPEND | O_CLOEXEC, 0666);
  if (fd < 0) return file_error(path, system_message());
  std::unique_ptr<AnalysisJournal> journal(new AnalysisJournal(path, fd));
  if (flock(fd, LOCK_EX | LOCK_NB) != 0) {
    return content_error(path, "is in use by another sumi");
  }
  if (const auto opened = journal->read(setup); !opened) {
    if (is_new) std::remove(path.c_str());
    return opened.error();
  }
  return journal;
}

AnalysisJournal::~AnalysisJournal() {
  fsync(fd_);
  ::close(fd_);
}

Result<void> AnalysisJournal::read(const std::string& setup) {
  std::string bad;
  const auto use = [&](std::string_view line, std::int64_t at) {
    if (at == 0) {
      bad = fault_of(line, setup);
      sums_may_lack_ = line.find(kOldKind) != line.npos;
    }
    if (at == 0 || !bad.empty()) return;
    // A line that a disk spoilt costs a move.
    const auto game = is_whole(line) ? game_of(line) : std::nullopt;
    if (game) {
      lines_[*game].push_back({at, static_cast<std::uint32_t>(line.size())});
    } else {
      ++damaged_;
    }
  };
  const auto end = for_each_line(fd_, path_, use);
  if (!end) return end.error();
  if (!bad.empty()) return content_error(path_, bad);
  if (*end == 0 && !begins_like_ours(fd_)) {
    return content_error(path_, "is no file of `sumi analyze`");
  }
  const off_t bytes = lseek(fd_, 0, SEEK_END);
  if (*end != 0 && bytes > *end) ++damaged_;  // the last line is unfinished
  if (ftruncate(fd_, *end) != 0) return file_error(path_, "cannot write: " + system_message());
  if (*end == 0) {
    return write(json_line({{"kind", kKind}, {"setup", setup}, {"version", kVersion}}));
  }
  return {};
}

bool AnalysisJournal::is_whole(std::string_view line) const {
  return line.size() <= kMaxLine && is_whole_line(line, sums_may_lack_);
}

std::vector<AnalyzedMove> AnalysisJournal::known(const GameRecord& game) const {
  const auto lines = lines_.find(hash_of(game));
  if (lines == lines_.end()) return {};
  std::vector<AnalyzedMove> listed = list_moves(game), found;
  std::string text;
  for (const Place& line : lines->second) {
    text.resize(line.bytes);
    if (pread(fd_, text.data(), text.size(), line.begin) != static_cast<ssize_t>(text.size())) {
      continue;
    }
    if (is_whole(text)) take_analyzed(text, listed, found);
  }
  return found;
}

void AnalysisJournal::add(const GameRecord& game, const AnalyzedMove& move) {
  const std::lock_guard lock(writing_);
  if (const auto written = write(line_of(game, move)); !written) {
    throw FatalError(written.error().message);
  }
}

/// Requires: writing_ is held, or nobody else knows us yet.
Result<void> AnalysisJournal::write(const std::string& line) {
  const off_t begin = lseek(fd_, 0, SEEK_END);
  for (std::size_t done = 0; done < line.size();) {
    const ssize_t n = ::write(fd_, line.data() + done, line.size() - done);
    if (n >= 0) {
      done += static_cast<std::size_t>(n);
    } else if (errno != EINTR) {
      const Error error = file_error(path_, "cannot write: " + system_message());
      // A half would spoil the next line, once the disk has room again.
      if (begin >= 0 && ftruncate(fd_, begin) != 0) {
        return content_error(path_, "cannot be written, and its last line is unfinished");
      }
      return error;
    }
  }
  return {};
}

}  // namespace sumi::protocol
