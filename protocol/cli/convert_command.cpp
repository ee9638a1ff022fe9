// SPDX-License-Identifier: MIT
#include "engine/base/descriptor.h"
#include "engine/base/text.h"
#include "engine/base/time.h"
#include "engine/formats/game_file.h"
#include "protocol/cli/commands.h"
#include "protocol/command/interrupt.h"
#include "protocol/command/output_paths.h"
#include "protocol/command/position_input.h"
#include "protocol/report/format.h"
#include "protocol/report/language.h"
#include "protocol/report/live_text.h"
#include "protocol/text/utf8.h"

#include <fmt/format.h>

#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace sumi::protocol {
namespace {

constexpr int kMaxMessagesPerFile = 10;  // bad entries printed per file

struct Setup {
  std::vector<std::string> inputs;
  std::string output;
  std::optional<FileFormat> from;
  TextOptions text;
  FileFormat to = FileFormat::kTranscript;
  Language language = Language::kEnglish;
};

/// True if nobody reads our output pipe.
bool output_is_closed(const std::string& output) {
  return output == "-" && wait_until(Ready::kPeerClosed, kStdout, Millis(0));
}

class Conversion {
 public:
  explicit Conversion(const Setup& setup) : setup_(setup), bar_(true, "entries", setup.language) {}

  /// Converts all files unless interrupted. Throws FatalError on write errors.
  void run() {
    writer_.emplace(GameFileWriter::open(setup_.output, setup_.to).value());
    for (const std::string& input : setup_.inputs) {
      if (interrupted()) break;
      convert(input);
      ++files_done_;
    }
    bar_.erase();
    if (good_ == 0) return;
    const Result<void> done = writer_->finish();
    if (!done && output_is_closed(setup_.output)) throw OutputClosed();
    done.value();
  }

  void print_summary() {
    const std::string_view format = format_spec(setup_.to).name;
    for (const auto& [what, count] : lost_) {
      print_error(tr_format(setup_.language,
                            count == 1 ? "{} entry loses: {} (the format {} cannot store it)"
                                       : "{} entries lose: {} (the format {} cannot store it)",
                            count, what, format));
    }
    if (skipped_lines_ > 0) {
      print_stderr(tr_format(setup_.language,
                             skipped_lines_ == 1 ? "{} line without meaning skipped"
                                                 : "{} lines without meaning skipped",
                             skipped_lines_));
    }
    print_stderr(tr_format(setup_.language,
                           good_ == 1 ? "{} entry converted, {} with losses or warnings, {} bad"
                                      : "{} entries converted, {} with losses or warnings, {} bad",
                           good_, warned_, bad_));
    if (interrupted()) {
      print_error(tr(setup_.language, "interrupted: what was converted so far is kept"));
    }
  }

  std::uint64_t good() const { return good_; }
  /// True if an entry or line was not written.
  bool lost_input() const { return bad_ > 0 || skipped_lines_ > 0; }
  /// True if input was corrected, with a message.
  bool mended() const { return mended_; }

 private:
  void convert(const std::string& input) {
    messages_ = 0;
    Result<GameFileReader> reader =
        GameFileReader::open(input, setup_.from, interrupted, setup_.text);
    if (!reader) {
      ++bad_;
      bar_.erase();
      print_error(reader.error().message);
      return;
    }
    while (!interrupted()) {
      const std::optional<FileItem> item = reader->next();
      if (!item || interrupted()) break;  // the entry may be incomplete
      take(*item);
      draw(item->share);
    }
    print_rest(input);
  }

  void take(const FileItem& item) {
    for (const std::string& warning : item.warnings) print_message(item.where, warning);
    skipped_lines_ += item.skipped_lines;
    mended_ = mended_ || !item.warnings.empty();
    if (item.entry) {
      const std::uint64_t good = good_;
      const bool whole = write(item.where, *item.entry);
      warned_ += good_ > good && (!whole || !item.warnings.empty());
    } else {
      bad_ += !item.is_rest;
      print_message(item.where, item.entry.error().message);
    }
  }

  /// True if the entry was written without loss. An entry is bad if the format cannot represent it.
  /// Throws on write errors.
  bool write(const std::string& where, const FileEntry& entry) {
    const Result<std::string> lost = writer_->write(entry);
    if (!lost && lost.error().code == ErrorCode::kBadFile) {
      if (output_is_closed(setup_.output)) throw OutputClosed();
      bar_.erase();
      throw FatalError(lost.error().message);
    }
    if (!lost) {
      ++bad_;
      print_message(where, lost.error().message);
      return false;
    }
    ++good_;
    std::string_view rest = *lost;
    while (!rest.empty()) ++lost_[std::string(trim(take_until(rest, ',')))];
    return lost->empty();
  }

  void print_message(const std::string& where, std::string_view what) {
    if (const auto same = repeated_.find(what); same != repeated_.end()) {
      ++same->second;
      return;
    }
    if (++messages_ > kMaxMessagesPerFile) return;
    repeated_.emplace(what, 0);
    bar_.erase();
    print_error(fmt::format("{}: {}", where, what));
  }

  void print_rest(const std::string& input) {
    for (const auto& [what, times] : std::exchange(repeated_, {})) {
      if (times == 0) continue;
      bar_.erase();
      print_error(tr_format(setup_.language, "{}: {} more times: {}", input, times, what));
    }
    if (messages_ <= kMaxMessagesPerFile) return;
    bar_.erase();
    print_error(tr_format(setup_.language, "{}: {} more such entries", input,
                          messages_ - kMaxMessagesPerFile));
  }

  void draw(std::optional<double> share) {
    constexpr double kSecondsBetween = 0.1;
    if (drawn_ && since_drawn_.seconds() < kSecondsBetween) return;
    drawn_ = true;
    since_drawn_ = StopWatch();
    const auto files = static_cast<double>(setup_.inputs.size());
    if (share) share = (static_cast<double>(files_done_) + *share) / files;
    bar_.draw(share, good_ + bad_);
  }

  const Setup& setup_;
  std::optional<GameFileWriter> writer_;
  std::uint64_t good_ = 0, bad_ = 0, skipped_lines_ = 0;
  std::uint64_t warned_ = 0;  ///< Entries written with a loss or correction.
  bool mended_ = false;
  /// Number of entries by loss.
  std::map<std::string, std::uint64_t, std::less<>> lost_;
  int messages_ = 0;                                            ///< About this file.
  std::map<std::string, std::uint64_t, std::less<>> repeated_;  ///< Repetitions by message.
  std::size_t files_done_ = 0;
  StopWatch since_drawn_;
  bool drawn_ = false;
  ProgressBar bar_;
};

std::string formats_text() {
  constexpr int kName = 10, kExtension = 9, kHolds = 9, kReadOnly = 9;
  constexpr int kHang = kName + kExtension + kHolds + kReadOnly + 4 * 2;
  const Table table({{"format", kName, Table::Align::kLeft},
                     {"extension", kExtension, Table::Align::kLeft},
                     {"holds", kHolds, Table::Align::kLeft},
                     {"", kReadOnly, Table::Align::kLeft},
                     {"what", 4, Table::Align::kLeft}});
  std::string text = table.header();
  for (const FormatSpec& spec : file_formats()) {
    const std::string row[] = {std::string(spec.name), std::string(spec.extensions),
                               spec.games ? "games" : "positions", spec.written ? "" : "read only",
                               std::string(spec.summary)};
    const std::string line = table.row(row);
    text += folded(line.substr(0, line.size() - 1), kHang) + '\n';
  }
  return text;
}

std::vector<std::string> format_words(bool to_write) {
  std::vector<std::string> words;
  for (const FormatSpec& format : file_formats()) {
    if (format.written || !to_write) words.emplace_back(format.name);
  }
  return words;
}

int run_convert(const Command& self, const Args& args, Output& out) {
  Setup setup;
  std::optional<FileFormat> to;
  bool strict = false, formats = false;
  Options rows{
      {"from", parsed(setup.from, "FORMAT", parse_format, "", format_words(false)),
       "format of all inputs (default: detected)"},
      {"to", parsed(to, "FORMAT", parse_format, "", format_words(true)),
       "format of OUT (default: by its extension)"},
      {"strict", flag(strict), "also exit with status 1 after warnings (repaired entries)"},
      {"formats", flag(formats), "list the formats"}};
  rows += text_rows(setup.text);
  rows += {force_row()};
  const auto line = parse(self, rows, args, out);
  if (!line) return kDone;
  if (formats) {
    forbid_words(*line);
    out.write(formats_text());
    return kDone;
  }
  const std::vector<std::string>& words = line->words;
  if (words.size() < 2) throw UsageError("need files to read and one to write, IN... OUT");
  setup.language = default_language();
  setup.inputs.assign(words.begin(), words.end() - 1);
  setup.output = words.back();
  setup.to = format_to_write(setup.output, to, "--formats");
  check_outputs(*line, game_outputs(setup.output, setup.to), setup.inputs);
  watch_interrupts();
  Conversion conversion(setup);
  conversion.run();
  conversion.print_summary();
  if (interrupted()) return kInterrupted;
  const bool failed =
      conversion.good() == 0 || conversion.lost_input() || (strict && conversion.mended());
  return failed ? kFailed : kDone;
}

}  // namespace

const Command kConvertCommand{
    .name = "convert",
    .arguments = "IN... OUT [--from FORMAT] [--to FORMAT] [--strict]",
    .summary = "convert files of games and positions",
    .details = R"(Reads IN files, whose format is detected from their content, and writes OUT in
the format of its extension; - is standard input or output. Memory use does not
depend on file size.

Entries that cannot be read are reported with file and line and skipped; the
exit status is then 1. At the end the command reports what the output format
cannot store. WTHOR files keep players and tournaments in the .jou and .trn
beside the .wtb.

OUT is replaced atomically, at the end or, with the entries converted so far,
after Ctrl-C. It must not be an input; an existing file must have the same
format, unless --force is given.
)",
    .examples = R"(  sumi convert WTH_2019.wtb games.ggf
  sumi convert *.sgf games.pgn --strict
  sumi convert games.ggf - --to transcript | head
  curl -s URL | sumi convert - game.obf
  sumi convert --formats
)",
    .run = run_convert};

}  // namespace sumi::protocol
