// SPDX-License-Identifier: MIT
/// Bytes by poll(2) and read(2), so that a stop ends waiting; an entry that is no position costs
/// one message.
#include "engine/base/text.h"
#include "engine/game/file/game_file.h"
#include "engine/game/notation.h"
#include "protocol/cli/problem_file.h"
#include "protocol/line_splitter.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <deque>
#include <fcntl.h>
#include <poll.h>
#include <sys/stat.h>
#include <system_error>
#include <unistd.h>
#include <utility>

namespace sumi::protocol {
namespace {

constexpr std::size_t kHeadBytes = 4096;           // what detect_format() wants to see
constexpr std::size_t kMaxPipedBytes = 64u << 20;  // of a format that is no list of lines
constexpr int kMaxTold = 10;                       // bad entries of a file told one by one

/// What to say of a bad entry: after some of them nothing more, a file of another kind would flood
/// the screen.
class Complaints {
 public:
  explicit Complaints(std::string_view what) : what_(what) {}

  std::string tell(const std::string& message) {
    if (++count_ <= kMaxTold) return message;
    return count_ == kMaxTold + 1 ? fmt::format("{} from here on are counted, not told", what_)
                                  : "";
  }

 private:
  std::string_view what_;
  int count_ = 0;
};

/// An open descriptor, read with an eye on a stop.
class Input {
 public:
  explicit Input(const std::string& path)
      : name_(path == "-" ? "standard input" : path),
        fd_(path == "-" ? dup(STDIN_FILENO) : open(path.c_str(), O_RDONLY | O_CLOEXEC)) {
    if (fd_ < 0) fail("cannot open");
  }
  ~Input() {
    if (fd_ >= 0) close(fd_);
  }
  Input(const Input&) = delete;
  Input& operator=(const Input&) = delete;

  const std::string& name() const { return name_; }
  bool ended() const { return ended_; }
  bool regular() const {
    struct stat status {};
    return fd_ >= 0 && fstat(fd_, &status) == 0 && S_ISREG(status.st_mode);
  }

  /// What has come; empty at the end, on failure, and if nothing came for a moment.
  std::string read_some() {
    constexpr int kPollMillis = 50;  // how late a stop may be seen
    pollfd ready{fd_, POLLIN, 0};
    if (ended_ || poll(&ready, 1, kPollMillis) <= 0) return {};
    std::array<char, 1 << 16> buffer;
    const ssize_t n = read(fd_, buffer.data(), buffer.size());
    if (n > 0) return {buffer.data(), static_cast<std::size_t>(n)};
    if (n == 0) {
      ended_ = true;
    } else if (errno != EINTR && errno != EAGAIN) {
      fail("cannot read");
    }
    return {};
  }

  /// Why it ended early, once; then empty.
  std::string take_failure() { return std::exchange(failure_, {}); }

 private:
  void fail(std::string_view what) {
    failure_ = errno == EISDIR
                   ? "is a folder, not a file of positions"
                   : fmt::format("{}: {}", what, std::generic_category().message(errno));
    ended_ = true;
  }

  std::string name_;
  int fd_;
  std::string failure_;
  bool ended_ = false;
};

bool is_binary(std::string_view text) { return text.find('\0') != text.npos; }

bool is_line_format(FileFormat format) {
  switch (format) {
    case FileFormat::kTranscript:
    case FileFormat::kObf:
    case FileFormat::kScript:
    case FileFormat::kFen:
      return true;
    default:
      return false;
  }
}

/// The position with at most so many empties that the game came to first, or its last one.
Result<ObfLine> problem_of(const GameRecord& game, std::optional<int> at_empties) {
  const Game whole = game.replay();
  ObfLine line;
  line.position = whole.position();
  if (at_empties) {
    Game now(game.start);
    for (const Square square : game.moves) {
      if (empties(now.position().board, now.position().size) <= *at_empties) break;
      if (!now.play(square)) break;
    }
    line.position = now.position();
    const int left = empties(line.position.board, line.position.size);
    if (left > *at_empties) {
      return Error{ErrorCode::kNotFound,
                   fmt::format("the game ends with {} empties, before {}", left, *at_empties)};
    }
  }
  const auto& known = game.theoretical;
  if (known && known->empties == empties(line.position.board, line.position.size)) {
    const bool black = line.position.to_move == Color::kBlack;
    line.score = DiscDiff{black ? known->black.discs : -known->black.discs};
  }
  return line;
}

/// A file with a problem a line.
class LineFile final : public ProblemFile {
 public:
  LineFile(std::unique_ptr<Input> input, std::string_view head, std::optional<int> at_empties)
      : input_(std::move(input)), at_empties_(at_empties) {
    feed(head);
  }

  std::optional<Problem> next(const std::stop_token& stop) override {
    while (const auto text = next_line(stop)) {
      done_ += static_cast<double>(text->text.size() + 1);
      auto line = parse(*text);
      if (line && !*line) continue;
      if (line) return Problem{where(), std::move(**line)};
      const Error& error = line.error();
      return Problem{where(), Error{error.code, complaints_.tell(error.message)}};
    }
    if (stop.stop_requested()) return std::nullopt;
    const std::string failure = input_->take_failure();
    if (failure.empty()) return std::nullopt;
    return Problem{where(), Error{ErrorCode::kBadFile, failure}};
  }

  double done() const override { return done_; }

 private:
  /// "file:12", or the file alone before its first line.
  std::string where() const {
    return number_ > 0 ? fmt::format("{}:{}", input_->name(), number_) : input_->name();
  }

  void feed(std::string_view bytes) {
    splitter_.feed(bytes, [this](TextLine line) { lines_.push_back(std::move(line)); });
  }

  std::optional<TextLine> next_line(const std::stop_token& stop) {
    while (lines_.empty() && !finished_ && !stop.stop_requested()) {
      feed(input_->read_some());
      if (!input_->ended()) continue;
      splitter_.finish([this](TextLine line) { lines_.push_back(std::move(line)); });
      finished_ = true;
    }
    if (lines_.empty()) return std::nullopt;
    TextLine line = std::move(lines_.front());
    lines_.pop_front();
    ++number_;
    if (number_ == 1) line.text = std::string(without_bom(line.text));
    return line;
  }

  Result<std::optional<ObfLine>> parse(const TextLine& line) {
    if (is_binary(line.text)) {
      lines_.clear();
      finished_ = true;
      return Error{ErrorCode::kBadFile, "binary data instead of positions; the rest is skipped"};
    }
    if (line.cut) {
      return Error{ErrorCode::kBadSyntax,
                   fmt::format("line is longer than {} bytes", kMaxLineBytes)};
    }
    return parse_problem_line(line.text, at_empties_);
  }

  const std::unique_ptr<Input> input_;
  const std::optional<int> at_empties_;
  LineSplitter splitter_;
  std::deque<TextLine> lines_;
  Complaints complaints_{"bad lines"};
  int number_ = 0;
  double done_ = 0;
  bool finished_ = false;
};

/// A file of any other format.
class EntryFile final : public ProblemFile {
 public:
  /// `bytes`: the file's size, 0 if unknown.
  EntryFile(GameFileReader reader, std::string name, double bytes, std::optional<int> at_empties)
      : reader_(std::move(reader)),
        name_(std::move(name)),
        bytes_(bytes),
        at_empties_(at_empties) {}

  std::optional<Problem> next(const std::stop_token& stop) override {
    if (stop.stop_requested()) return std::nullopt;
    auto item = reader_.next();
    if (!item) return std::nullopt;
    if (item->share) done_ = *item->share * bytes_;
    Problem problem{place(item->where), problem_of_entry(item->entry)};
    if (!problem.line) {
      const Error& error = problem.line.error();
      problem.line = Error{error.code, complaints_.tell(error.message)};
    }
    for (const std::string& warning : item->warnings) {
      std::string told = warnings_.tell(warning);
      if (!told.empty()) problem.warnings.push_back(std::move(told));
    }
    return problem;
  }

  double done() const override { return done_; }

 private:
  std::string place(const std::string& where) const {
    if (where.empty()) return name_;
    return where.starts_with(name_) || bytes_ > 0 ? where : fmt::format("{}: {}", name_, where);
  }

  Result<ObfLine> problem_of_entry(const Result<FileEntry>& entry) const {
    if (!entry) return entry.error();
    if (const auto* line = std::get_if<ObfLine>(&*entry)) return *line;
    return problem_of(std::get<GameRecord>(*entry), at_empties_);
  }

  GameFileReader reader_;
  const std::string name_;
  const double bytes_;
  const std::optional<int> at_empties_;
  Complaints complaints_{"bad games"}, warnings_{"warnings"};
  double done_ = 0;
};

/// A file that cannot be read.
class BadFile final : public ProblemFile {
 public:
  BadFile(std::string name, Error error) : problem_(Problem{std::move(name), std::move(error)}) {}

  std::optional<Problem> next(const std::stop_token&) override {
    return std::exchange(problem_, std::nullopt);
  }
  double done() const override { return 0; }

 private:
  std::optional<Problem> problem_;
};

/// The first line that is neither blank nor a comment, if it has ended.
std::optional<std::string_view> first_line(std::string_view text, bool ended) {
  text = without_bom(text);
  while (!text.empty()) {
    if (!ended && text.find('\n') == text.npos) return std::nullopt;
    const std::string_view line = trim(take_until(text, '\n'));
    if (!line.empty() && !line.starts_with('%')) return line;
  }
  return std::nullopt;
}

bool stands_alone(std::string_view line) {
  const auto parsed = parse_problem_line(line, std::nullopt);
  return parsed && *parsed;
}

/// A board may have its side on the next line (.pos) or go on there (diagrams): then the line alone
/// does not tell.
bool names_a_side(std::string_view line) {
  const std::string_view board = trim(line.substr(0, line.find_first_of(";%")));
  const std::size_t blank = board.find_last_of(" \t");
  return blank != board.npos && board.size() - blank == 2;
}

/// One of the lines is a board with its side, so it is no diagram.
bool holds_lone_board(std::string_view text) {
  while (!text.empty()) {
    const std::string_view line = trim(take_until(text, '\n'));
    if (names_a_side(line) && !is_binary(line) && stands_alone(line)) return true;
  }
  return false;
}

enum class Kind { kLines, kEntries, kUnknownYet };

/// What a file is that begins with `head`; `complete`: there is no more of it, or need not be.
Kind kind_of(const std::string& path, std::string_view head, bool complete, bool ended) {
  const auto line = first_line(head, ended);
  const bool alone = line && !is_binary(*line) && stands_alone(*line);
  const bool game = alone && is_letter(line->front()) && is_digit((*line)[1]);
  if (alone && (names_a_side(*line) || game)) return Kind::kLines;
  if (!complete) return Kind::kUnknownYet;
  const auto format = detect_format(path, head);
  if (!format || is_line_format(*format)) return Kind::kLines;
  // Boards without sides, squares without an end, or junk before the first board.
  const bool lines = alone || !line || holds_lone_board(head);
  return *format == FileFormat::kBoard && lines ? Kind::kLines : Kind::kEntries;
}

std::unique_ptr<ProblemFile> make_entry_file(Result<GameFileReader> reader, const std::string& name,
                                             double bytes, std::optional<int> at_empties) {
  if (!reader) return std::make_unique<BadFile>(name, reader.error());
  return std::make_unique<EntryFile>(std::move(*reader), name, bytes, at_empties);
}

}  // namespace

Result<std::optional<ObfLine>> parse_problem_line(std::string_view text,
                                                  std::optional<int> at_empties) {
  auto line = parse_obf_line(text);
  if (line) return line;
  const std::string_view words = trim(text);
  if (words.empty() || !is_alnum(words.front())) return line;
  if (words.find('/') != words.npos) {
    if (const auto position = parse_fen(words)) {
      ObfLine fen;
      fen.position = *position;
      return fen;
    }
  }
  const auto game = parse_game(words);
  if (!game || game->moves.empty()) return line;
  const auto problem = problem_of(*game, at_empties);
  if (!problem) return problem.error();
  return *problem;
}

std::unique_ptr<ProblemFile> open_problem_file(const std::string& path,
                                               std::optional<int> at_empties,
                                               const std::stop_token& stop) {
  auto input = std::make_unique<Input>(path);
  std::string text;
  Kind kind = Kind::kUnknownYet;
  while (kind == Kind::kUnknownYet) {
    if (stop.stop_requested()) return nullptr;
    text += input->read_some();
    const bool complete = input->ended() || text.size() >= kHeadBytes;
    kind = kind_of(path, text, complete, input->ended());
  }
  if (kind == Kind::kLines) {
    return std::make_unique<LineFile>(std::move(input), text, at_empties);
  }
  if (path != "-" && input->regular()) {
    struct stat status {};
    const double bytes = stat(path.c_str(), &status) == 0 ? static_cast<double>(status.st_size) : 0;
    return make_entry_file(GameFileReader::open(path), path, bytes, at_empties);
  }
  while (!input->ended() && text.size() <= kMaxPipedBytes) {
    if (stop.stop_requested()) return nullptr;
    text += input->read_some();
  }
  const std::string name = input->name();
  if (text.size() > kMaxPipedBytes) {
    return std::make_unique<BadFile>(
        name, Error{ErrorCode::kBadFile,
                    fmt::format("more than {} MiB of games through a pipe: save them to a file",
                                kMaxPipedBytes >> 20)});
  }
  return make_entry_file(GameFileReader::of_text(std::move(text)), name, 0, at_empties);
}

}  // namespace sumi::protocol
