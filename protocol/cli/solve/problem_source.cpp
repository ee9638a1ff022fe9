// SPDX-License-Identifier: MIT
#include "engine/base/text.h"
#include "engine/formats/byte_stream.h"
#include "engine/formats/codec_text.h"
#include "engine/formats/codecs.h"
#include "engine/formats/game_file.h"
#include "engine/formats/side_text.h"
#include "engine/game/game.h"
#include "engine/game/notation.h"
#include "protocol/cli/solve/problem_source.h"
#include "protocol/service/entry_source.h"
#include "protocol/text/line_splitter.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <utility>

namespace sumi::protocol {

/// A file with a position per line, read incrementally, or in a format of GameFileReader. One
/// thread at a time.
class ProblemFile {
 public:
  virtual ~ProblemFile() = default;

  /// The next position or error, without share; nothing at the end, or if `stop` is requested while
  /// waiting for input.
  virtual std::optional<Problem> next(const std::stop_token& stop) = 0;

  virtual double done() const = 0;
};

namespace {

bool is_file(const std::string& argument) { return input_bytes(argument).has_value(); }

/// The first position with at most `at_empties` empties, otherwise the last, with the game's score
/// if any.
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

Result<ObfLine> problem_of_entry(const Result<FileEntry>& entry, std::optional<int> at_empties) {
  if (!entry) return entry.error();
  if (const auto* line = std::get_if<ObfLine>(&*entry)) return *line;
  return problem_of(std::get<GameRecord>(*entry), at_empties);
}

/// The problem as that of a line, which may be blank.
Result<std::optional<ObfLine>> line_with(Result<ObfLine> problem) {
  if (!problem) return problem.error();
  return std::optional(std::move(*problem));
}

/// Reads a board, FEN or moves; nothing for blank lines and comments.
Result<std::optional<ObfLine>> parse_problem_line(std::string_view text,
                                                  std::optional<int> at_empties) {
  const auto moves = parse_obf_game(text);
  if (!moves) return moves.error();
  if (*moves) return line_with(problem_of(**moves, at_empties));
  auto line = parse_obf_line(text);
  if (line && *line && !has_centre((*line)->position)) return no_centre((*line)->position);
  if (line) return line;
  const std::string_view words = trim(text);
  if (words.empty() || !is_alnum(words.front())) return line;
  const auto game = parse_game(words);
  if (!game && game.error().code == ErrorCode::kIllegalMove) return game.error();
  if (!game || game->moves.empty()) return line;
  return line_with(problem_of(*game, at_empties));
}

constexpr std::size_t kHeadBytes = 4096;  // enough for detect_format()
constexpr int kMaxMessages = 10;          // bad entries printed per file

/// Another kind of file would produce thousands of messages.
class MessageLimiter {
 public:
  explicit MessageLimiter(std::string_view what) : what_(what) {}

  std::string limited(const std::string& message) {
    if (++count_ <= kMaxMessages) return message;
    return count_ == kMaxMessages + 1 ? fmt::format("{} from here on are counted, not told", what_)
                                      : "";
  }

 private:
  std::string_view what_;
  int count_ = 0;
};

void add(std::string warning, Problem& problem) {
  if (!warning.empty()) problem.warnings.push_back(std::move(warning));
}

bool is_binary(std::string_view text) { return text.find('\0') != text.npos; }

bool is_line_format(FileFormat format) { return sumi::format_spec(format).lines; }

class LineFile final : public ProblemFile {
 public:
  LineFile(ByteStream stream, std::string name, std::optional<int> at_empties,
           const TextOptions& options)
      : stream_(std::move(stream)),
        name_(std::move(name)),
        at_empties_(at_empties),
        options_(options) {}

  std::optional<Problem> next(const std::stop_token& stop) override {
    while (const auto text = next_line(stop)) {
      done_ += static_cast<double>(text->text.size() + 1);
      std::vector<std::string> warnings;
      auto line = parse(*text, warnings);
      if (line && !*line) continue;
      if (line) {
        Problem problem{where(), std::move(**line)};
        for (const std::string& warning : warnings) add(warnings_.limited(warning), problem);
        if (side_is_assumed(text->text)) add(warnings_.limited(std::string(kAssumedSide)), problem);
        return problem;
      }
      const Error& error = line.error();
      return Problem{where(), Error{error.code, errors_.limited(error.message)}};
    }
    if (stop.stop_requested() || !stream_.failed() || std::exchange(failure_reported_, true)) {
      return std::nullopt;
    }
    return Problem{where(), Error{ErrorCode::kBadFile, stream_.failure()}};
  }

  double done() const override { return done_; }

 private:
  /// "file:12"; before the first line, the file.
  std::string where() const { return number_ > 0 ? fmt::format("{}:{}", name_, number_) : name_; }

  std::optional<TextLine> next_line(const std::stop_token& stop) {
    const auto keep = [this](TextLine line) { lines_.push_back(std::move(line)); };
    while (lines_.empty() && !finished_) {
      const std::string_view bytes = stream_.peek(1);
      if (stop.stop_requested()) return std::nullopt;  // the line may be incomplete
      if (bytes.empty()) {
        splitter_.finish(keep);
        finished_ = true;
      } else {
        splitter_.feed(bytes, keep);
        stream_.skip(bytes.size());
      }
    }
    if (lines_.empty()) return std::nullopt;
    TextLine line = std::move(lines_.front());
    lines_.pop_front();
    ++number_;
    if (number_ == 1) line.text = std::string(without_bom(line.text));
    return line;
  }

  Result<std::optional<ObfLine>> parse(const TextLine& line, std::vector<std::string>& warnings) {
    if (is_binary(line.text)) {
      lines_.clear();
      finished_ = true;
      return Error{ErrorCode::kBadFile, "binary data instead of positions; the rest is skipped"};
    }
    if (line.cut) {
      return Error{ErrorCode::kBadSyntax,
                   fmt::format("line is longer than {} bytes", kMaxLineBytes)};
    }
    auto parsed = parse_problem_line(line.text, at_empties_);
    const bool illegal = !parsed && parsed.error().code == ErrorCode::kIllegalMove;
    if (parsed || !((illegal && options_.keep_going) || options_.black != '\0')) return parsed;
    auto reader = GameFileReader::of_text(line.text, FileFormat::kTranscript, options_);
    auto item = reader ? reader->next() : std::nullopt;
    if (!item || !item->entry || reader->next()) return parsed;
    warnings = std::move(item->warnings);
    return line_with(problem_of_entry(item->entry, at_empties_));
  }

  ByteStream stream_;
  const std::string name_;
  const std::optional<int> at_empties_;
  const TextOptions options_;
  LineSplitter splitter_;
  std::deque<TextLine> lines_;
  MessageLimiter errors_{"bad lines"}, warnings_{"warnings"};
  int number_ = 0;
  double done_ = 0;
  bool finished_ = false, failure_reported_ = false;
};

class EntryFile final : public ProblemFile {
 public:
  /// `bytes` is the file's size; 0 if unknown.
  EntryFile(GameFileReader reader, double bytes, std::optional<int> at_empties)
      : reader_(std::move(reader)), bytes_(bytes), at_empties_(at_empties) {}

  std::optional<Problem> next(const std::stop_token& stop) override {
    if (stop.stop_requested()) return std::nullopt;
    auto item = reader_.next();
    if (!item || stop.stop_requested()) return std::nullopt;  // the entry may be incomplete
    if (item->share) done_ = *item->share * bytes_;
    Problem problem{item->where, problem_of_entry(item->entry, at_empties_)};
    if (!problem.line) {
      const Error& error = problem.line.error();
      problem.line = Error{error.code, errors_.limited(error.message)};
    }
    for (const std::string& warning : item->warnings) add(warnings_.limited(warning), problem);
    return problem;
  }

  double done() const override { return done_; }

 private:
  GameFileReader reader_;
  const double bytes_;
  const std::optional<int> at_empties_;
  MessageLimiter errors_{"bad games"}, warnings_{"warnings"};
  double done_ = 0;
};

class BadFile final : public ProblemFile {
 public:
  explicit BadFile(Error error) : problem_(Problem{"", std::move(error)}) {}

  std::optional<Problem> next(const std::stop_token&) override {
    return std::exchange(problem_, std::nullopt);
  }
  double done() const override { return 0; }

 private:
  std::optional<Problem> problem_;
};

/// The first complete line that is not blank or a comment.
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

/// True if a board names its side to move. Otherwise the next line may name it (.pos) or continue
/// the board (diagrams).
bool names_a_side(std::string_view line) {
  const std::string_view board = trim(line.substr(0, line.find_first_of(";%")));
  const std::size_t blank = board.find_last_of(" \t");
  return blank != board.npos && board.size() - blank == 2;
}

/// True if a line is a board with its side, and no line is only a side as in diagrams.
bool holds_lone_board(std::string_view text) {
  bool lone = false;
  while (!text.empty()) {
    const std::string_view line = trim(take_until(text, '\n'));
    if (side_of_line(line)) return false;
    lone = lone || (names_a_side(line) && !is_binary(line) && stands_alone(line));
  }
  return lone;
}

enum class Kind { kLines, kEntries, kUnknownYet };

/// `complete`: `head` is enough, or the whole file.
Kind kind_of(const std::string& path, std::string_view head, bool complete, bool ended) {
  if (!book_maker(head).empty()) return Kind::kEntries;  // their reader reports the error
  const auto line = first_line(head, ended);
  const bool alone = line && !is_binary(*line) && stands_alone(*line);
  if (alone && names_a_side(*line)) return Kind::kLines;
  const auto format_found = format_of_start(head);
  if (!complete && (!format_found || is_line_format(*format_found))) return Kind::kUnknownYet;
  const auto format = detect_format(path, head);
  if (!format || is_line_format(*format)) return Kind::kLines;
  // Text precedes the first board, or squares have no end.
  const bool lines = !line || holds_lone_board(head);
  return *format == FileFormat::kBoard && lines ? Kind::kLines : Kind::kEntries;
}

/// Opens `path` ("-": standard input). If the first line is a board with its side, each line is a
/// position, and a pipe gets an answer per line. If it has moves, the file has games
/// (format_of_start()). Otherwise the first 4 KiB decide. An unreadable file yields one error. Null
/// if `stop` was requested. Requires: the `stop` of ProblemFile::next().
std::unique_ptr<ProblemFile> open_problem_file(const std::string& path,
                                               std::optional<int> at_empties,
                                               const TextOptions& options,
                                               const std::stop_token& stop) {
  auto opened = ByteStream::open(path, [stop] { return stop.stop_requested(); });
  if (!opened) return std::make_unique<BadFile>(opened.error());
  ByteStream& stream = *opened;
  std::string_view text;
  Kind kind = Kind::kUnknownYet;
  for (std::size_t seen = 0; kind == Kind::kUnknownYet; seen = text.size()) {
    text = stream.peek(seen + 1);
    if (stop.stop_requested()) return nullptr;
    const bool ended = text.size() == seen;
    // A fixed limit: the result must not depend on the pieces of a pipe.
    text = text.substr(0, kHeadBytes);
    kind = kind_of(path, text, ended || text.size() == kHeadBytes, ended);
  }
  if (kind == Kind::kLines) {
    const std::string name = path == "-" ? "standard input" : path;
    return std::make_unique<LineFile>(std::move(stream), name, at_empties, options);
  }
  const double bytes = stream.bytes();
  auto reader = GameFileReader::of_stream(std::move(stream), path, std::nullopt, options);
  if (!reader) return std::make_unique<BadFile>(reader.error());
  return std::make_unique<EntryFile>(std::move(*reader), bytes, at_empties);
}

}  // namespace

int empties_of(const Problem& problem) {
  return empties(problem.line->position.board, problem.line->position.size);
}

ProblemSource::ProblemSource(std::vector<std::string> arguments, std::optional<int> at_empties,
                             Shard shard, const TextOptions& options)
    : arguments_(std::move_iterator(arguments.begin()), std::move_iterator(arguments.end())),
      at_empties_(at_empties),
      shard_(shard),
      options_(options) {
  bool known = true;
  for (const std::string& argument : arguments_) {
    const auto size = input_bytes(argument);
    known = known && size != 0.0;
    total_ += size.value_or(static_cast<double>(argument.size()));
  }
  if (!known) total_ = 0;
}

ProblemSource::~ProblemSource() = default;

bool ProblemSource::single() const { return arguments_.size() == 1 && !is_file(arguments_[0]); }

std::optional<double> ProblemSource::share() const {
  if (total_ == 0) return std::nullopt;
  return std::min((done_ + (file_ ? file_->done() : 0)) / total_, 1.0);
}

std::optional<Problem> ProblemSource::next(std::stop_token stop) {
  while (auto problem = next_unnumbered(stop)) {
    if (problem->line) problem->index = ++problems_;
    if (problem->line ? shard_.has(problems_ - 1) : shard_.index == 1) return problem;
  }
  return std::nullopt;
}

std::optional<Problem> ProblemSource::next_unnumbered(const std::stop_token& stop) {
  while (!stop.stop_requested()) {
    if (file_) {
      if (auto problem = from_file(stop)) return problem;
    } else if (arguments_.empty()) {
      return std::nullopt;
    } else if (is_file(arguments_.front())) {
      file_ = open_problem_file(arguments_.front(), at_empties_, options_, stop);
      if (!file_) return std::nullopt;
      file_bytes_ = input_bytes(arguments_.front()).value_or(0);
      arguments_.pop_front();
    } else {
      return from_argument();
    }
  }
  return std::nullopt;
}

Problem ProblemSource::from_argument() {
  const std::string text = std::move(arguments_.front());
  arguments_.pop_front();
  done_ += static_cast<double>(text.size());
  std::vector<std::string> warnings;
  const Result<FileEntry> entry = parse_entry_words(text, options_, &warnings);
  const bool has_moves = entry && !game_of(*entry).moves.empty();
  auto line = problem_of_entry(entry, has_moves ? at_empties_ : std::nullopt);
  return {"", std::move(line), share(), std::move(warnings)};
}

/// Closes the file at its end.
std::optional<Problem> ProblemSource::from_file(const std::stop_token& stop) {
  auto problem = file_->next(stop);
  if (problem) {
    problem->share = share();
  } else if (!stop.stop_requested()) {
    file_.reset();
    done_ += file_bytes_;
  }
  return problem;
}

}  // namespace sumi::protocol
