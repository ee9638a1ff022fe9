// SPDX-License-Identifier: MIT
#include "engine/base/file.h"
#include "engine/base/text.h"
#include "protocol/report/file_kind.h"
#include "protocol/report/html_page.h"

#include <fmt/format.h>

#include <filesystem>
#include <optional>

namespace sumi::protocol {
namespace {

/// True only if the first entry can be read, too: to detect_format() a letter may look like moves.
bool holds_games(FileFormat format, const std::string& path, std::string_view head) {
  const auto detected = detect_format(path, head);
  if (!detected) return false;
  // Lines of positions may be of several formats: only the name tells.
  const bool positions = !format_spec(*detected).games && !format_spec(format).games;
  if (*detected != format && !positions) return false;
  if (format_spec(format).binary) return true;  // its header tells more than a game would
  auto reader = GameFileReader::of_text(std::string(head), format);
  if (!reader) return false;
  const std::optional<FileItem> first = reader->next();
  if (!first || !first->entry) return false;
  // Moves are read out of any text, which is then warned of.
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
