// SPDX-License-Identifier: MIT
/// Uses write(2), because stdio does not report why a write failed.
#include "engine/base/error.h"
#include "engine/base/file.h"
#include "engine/base/text.h"
#include "engine/formats/game_file.h"
#include "protocol/report/html_page.h"
#include "protocol/report/language.h"
#include "protocol/report/output.h"
#include "protocol/text/utf8.h"

#include <fmt/format.h>

#include <cerrno>
#include <cstddef>
#include <cstdio>
#include <filesystem>
#include <optional>
#include <system_error>
#include <utility>

namespace sumi::protocol {
namespace {

constexpr std::size_t kFlushBytes = 1 << 16;

std::string program_name = "sumi";

sumi::OutputFile checked(const std::string& option, sumi::Result<sumi::OutputFile> file) {
  if (!file) throw FatalError(fmt::format("{}: {}", option, file.error().message));
  return std::move(*file);
}

}  // namespace

void set_program_name(std::string_view name) { program_name = name; }

void print_error(std::string_view message) noexcept {
  std::string text;
  try {
    text = program_name + ": " + tr_error(default_language(), message);
    constexpr int kHang = 2;
    if (is_terminal(kStderr)) text = folded(text, kHang);
  } catch (const std::exception&) {  // out of memory
  }
  print_stderr(text.empty() ? message : text);
}

void print_stderr(std::string_view line) noexcept {
  std::fprintf(stderr, "%.*s\n", static_cast<int>(line.size()), line.data());
}

void report_damaged_lines(const std::string& path, int lines, bool repeated) {
  if (lines == 0) return;
  const bool one = lines == 1;
  print_error(fmt::format("{}: {} damaged or unfinished {} ignored{}", path, lines,
                          one ? "line is" : "lines are",
                          !repeated ? ""
                          : one     ? "; its work is repeated"
                                    : "; their work is repeated"));
}

void Output::write(std::string_view text) {
  pending_ += text;
  if (pending_.size() >= kFlushBytes) flush();
}

void Output::flush() {
  const std::string text = std::exchange(pending_, {});
  const int reason = write_all(fd_, text);
  if (reason == 0) return;
  if (reason == EPIPE) throw OutputClosed();
  if (reason == EBADF) throw FatalError(fmt::format("{} is closed", name_));
  throw FatalError(
      fmt::format("cannot write to {}: {}", name_, std::generic_category().message(reason)));
}

FileOutput::FileOutput(const std::string& option, const std::string& path)
    : option_(option),
      file_(checked(option_, sumi::OutputFile::create(path))),
      output_(file_.fd(), path == "-" ? "standard output" : "file " + sumi::quoted(path)) {}

void FileOutput::finish() {
  output_.flush();
  const sumi::Result<void> done = file_.finish();
  if (!done) throw FatalError(fmt::format("{}: {}", option_, done.error().message));
}

bool same_file(const std::string& a, const std::string& b) {
  std::error_code error;
  if (std::filesystem::equivalent(a, b, error)) return true;
  const auto whole = [&error](const std::string& path) {
    return std::filesystem::weakly_canonical(std::filesystem::absolute(path, error), error);
  };
  const auto path = whole(a);
  return !path.empty() && path == whole(b);
}

namespace {

/// Also reads the first entry: detect_format() may accept any letter as a move.
bool holds_games(FileFormat format, const std::string& path, std::string_view head) {
  const auto detected = detect_format(path, head);
  if (!detected) return false;
  // Position formats look alike; only the file name decides.
  const bool positions = !format_spec(*detected).games && !format_spec(format).games;
  if (*detected != format && !positions) return false;
  if (format_spec(format).binary) return true;  // the header suffices
  auto reader = GameFileReader::of_text(std::string(head), format);
  if (!reader) return false;
  const std::optional<FileItem> first = reader->next();
  if (!first || !first->entry) return false;
  // Any text may contain moves; the reader warns about the rest.
  return format != FileFormat::kTranscript || first->warnings.empty() ||
         format_of_start(head) == FileFormat::kTranscript;
}

}  // namespace

FileKind page_kind() {
  return {"page of Sumi", [](std::string_view head) {
            constexpr std::size_t kMarkWithin = 1024;
            return head.substr(0, kMarkWithin).find(kPageMark) != head.npos;
          }};
}

FileKind picture_kind() {
  return {"SVG picture of Sumi", [](std::string_view head) { return head.starts_with("<svg "); }};
}

FileKind json_kind() {
  return {"JSON object", [](std::string_view head) {
            if (!head.starts_with('{')) return false;
            return trim(head.substr(1)).starts_with('"');
          }};
}

FileKind any_kind() {
  return {"", [](std::string_view) { return true; }};
}

FileKind game_kind(FileFormat format, const std::string& path) {
  const FormatSpec& spec = format_spec(format);
  return {fmt::format("{} of the format {}", spec.games ? "games" : "positions", spec.name),
          [format, path](std::string_view head) { return holds_games(format, path, head); }};
}

bool may_replace(const std::string& path, const FileKind& kind) {
  std::error_code failure;
  if (path == "-" || !std::filesystem::is_regular_file(path, failure)) return true;
  const auto head = read_head(path, 1 << 20);
  return head && (head->empty() || kind.holds(*head));
}

}  // namespace sumi::protocol
