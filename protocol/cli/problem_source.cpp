// SPDX-License-Identifier: MIT
/// Files by read(2) and LineSplitter; a line that is no position costs one message.
#include "engine/base/text.h"
#include "engine/game/game_record.h"
#include "protocol/cli/problem_source.h"
#include "protocol/line_splitter.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <fcntl.h>
#include <iterator>
#include <poll.h>
#include <sys/stat.h>
#include <system_error>
#include <unistd.h>
#include <utility>

namespace sumi::protocol {
namespace {

constexpr int kMaxNamedLines = 10;  // bad lines of one file told one by one

std::string system_message() { return std::generic_category().message(errno); }

/// Its size if `path` is a regular file; 0 if it is something else; nothing if it is not there.
std::optional<double> size_of(const std::string& path) {
  struct stat status {};
  if (stat(path.c_str(), &status) != 0) return std::nullopt;
  return S_ISREG(status.st_mode) ? static_cast<double>(status.st_size) : 0.0;
}

bool is_binary(const TextLine& line) { return line.text.find('\0') != std::string::npos; }

/// Nothing for blank lines and comments.
Result<std::optional<ObfLine>> parse_line(const TextLine& line) {
  if (is_binary(line)) {
    return Error{ErrorCode::kBadFile, "binary data instead of positions; the rest is skipped"};
  }
  if (line.cut) {
    return Error{ErrorCode::kBadSyntax, fmt::format("line is longer than {} bytes", kMaxLineBytes)};
  }
  return parse_obf_line(line.text);
}

/// A position on the command line may also be a sequence of moves.
Result<ObfLine> parse_argument(const std::string& text) {
  const auto line = parse_obf_line(text);
  if (line && *line) return **line;
  const auto game = parse_game(text);
  if (game && !game->moves.empty()) return ObfLine{game->replay().position(), {}, {}};
  constexpr std::size_t kHalfABoard = 32;  // shorter text was meant as a name
  if (!line && text.size() >= kHalfABoard) return line.error();
  return Error{ErrorCode::kNotFound,
               fmt::format("{} is neither a file nor a position (64 squares of X, O and - and the "
                           "side to move, or moves: f5d6c3)",
                           sumi::quoted(text))};
}

}  // namespace

/// An open file and how far it is read.
class ProblemSource::File {
 public:
  explicit File(const std::string& path)
      : name_(path == "-" ? "standard input" : path),
        fd_(path == "-" ? dup(STDIN_FILENO) : open(path.c_str(), O_RDONLY | O_CLOEXEC)) {
    if (fd_ >= 0) return;
    failure_ = fmt::format("cannot open: {}", system_message());
    ended_ = true;
  }
  ~File() {
    if (fd_ >= 0) close(fd_);
  }
  File(const File&) = delete;
  File& operator=(const File&) = delete;

  /// "file:12", or the file alone before its first line.
  std::string where() const { return number_ > 0 ? fmt::format("{}:{}", name_, number_) : name_; }

  /// The next line as it is; nothing at the end, on failure or if stopped.
  std::optional<TextLine> next(const std::stop_token& stop) {
    while (lines_.empty() && !ended_ && failure_.empty() && !stop.stop_requested()) read_some();
    if (lines_.empty()) return std::nullopt;
    TextLine line = std::move(lines_.front());
    lines_.pop_front();
    ++number_;
    if (number_ == 1) line.text = std::string(without_bom(line.text));
    return line;
  }

  /// Why reading failed, once; then empty.
  std::string take_failure() { return std::exchange(failure_, {}); }

  /// Ends the file here.
  void skip_rest() {
    lines_.clear();
    ended_ = true;
  }

  /// What to say of a bad line: after some of them nothing more, a file of another kind would
  /// flood the screen.
  std::string tell(const std::string& message) {
    if (++bad_ <= kMaxNamedLines) return message;
    return bad_ == kMaxNamedLines + 1 ? "bad lines from here on are counted, not told" : "";
  }

 private:
  void read_some() {
    constexpr int kPollMillis = 50;  // how late a stop may be seen
    pollfd ready{fd_, POLLIN, 0};
    if (poll(&ready, 1, kPollMillis) <= 0) return;
    const auto emit = [this](TextLine line) { lines_.push_back(std::move(line)); };
    std::array<char, 1 << 16> buffer;
    const ssize_t n = read(fd_, buffer.data(), buffer.size());
    if (n > 0) {
      splitter_.feed({buffer.data(), static_cast<std::size_t>(n)}, emit);
    } else if (n == 0) {
      splitter_.finish(emit);
      ended_ = true;
    } else if (errno != EINTR && errno != EAGAIN) {
      failure_ = errno == EISDIR ? "is a folder, not a file of positions"
                                 : fmt::format("cannot read: {}", system_message());
      ended_ = true;
    }
  }

  std::string name_;
  int fd_;
  LineSplitter splitter_;
  std::deque<TextLine> lines_;
  std::string failure_;
  int number_ = 0;
  int bad_ = 0;
  bool ended_ = false;
};

ProblemSource::ProblemSource(std::vector<std::string> arguments)
    : arguments_(std::move_iterator(arguments.begin()), std::move_iterator(arguments.end())) {
  bool known = true;
  for (const std::string& argument : arguments_) {
    const auto size = argument == "-" ? std::optional(0.0) : size_of(argument);
    known = known && size != 0.0;
    total_ += size.value_or(static_cast<double>(argument.size()));
  }
  if (!known) total_ = 0;
}

ProblemSource::~ProblemSource() = default;

std::optional<double> ProblemSource::share() const {
  if (total_ == 0) return std::nullopt;
  return std::min(done_ / total_, 1.0);
}

std::optional<Problem> ProblemSource::next(std::stop_token stop) {
  while (!stop.stop_requested()) {
    if (file_) {
      if (auto problem = from_file(stop)) return problem;
    } else if (arguments_.empty()) {
      return std::nullopt;
    } else if (arguments_.front() == "-" || size_of(arguments_.front())) {
      file_ = std::make_unique<File>(arguments_.front());
      arguments_.pop_front();
    } else {
      return from_argument();
    }
  }
  return std::nullopt;
}

std::optional<Problem> ProblemSource::from_argument() {
  const std::string text = std::move(arguments_.front());
  arguments_.pop_front();
  done_ += static_cast<double>(text.size());
  return Problem{"", parse_argument(text), share()};
}

/// The next position or bad line of the open file; nothing, and no file, at its end.
std::optional<Problem> ProblemSource::from_file(std::stop_token stop) {
  while (const auto text = file_->next(stop)) {
    done_ += static_cast<double>(text->text.size() + 1);
    const auto line = parse_line(*text);
    if (is_binary(*text)) file_->skip_rest();
    if (line && !*line) continue;
    if (line) return Problem{file_->where(), **line, share()};
    const Error& error = line.error();
    return Problem{file_->where(), Error{error.code, file_->tell(error.message)}, share()};
  }
  if (stop.stop_requested()) return std::nullopt;
  const std::string failure = file_->take_failure();
  if (!failure.empty())
    return Problem{file_->where(), Error{ErrorCode::kBadFile, failure}, share()};
  file_.reset();
  return std::nullopt;
}

}  // namespace sumi::protocol
