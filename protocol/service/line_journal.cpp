// SPDX-License-Identifier: MIT
#include "engine/base/checksum.h"
#include "engine/base/output_file.h"
#include "protocol/service/line_journal.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cassert>
#include <cstdio>
#include <filesystem>
#include <system_error>
#include <utility>

namespace sumi::protocol {

std::string json_line_with_sum(const Json& object) {
  std::string line = json_line(object);
  line.pop_back();
  return with_sum(line) + '\n';
}

bool is_whole_line(std::string_view line, bool sums_may_lack) {
  const LineSum sum = line_sum(line);
  if (sum != LineSum::kNone) return sum == LineSum::kGood;
  Json json = Json::parse(line, nullptr, false);
  if (!json.is_object() || !json.contains("sum")) return sums_may_lack;
  const Json noted = json["sum"];
  json.erase("sum");
  if (json.empty() || !noted.is_string()) return false;
  const std::string again = json_line_with_sum(json);
  return again.ends_with(",\"sum\":" + noted.dump() + "}\n");
}

namespace {

constexpr double kSyncSeconds = 3;

Error resumed(Error error, std::string_view option) {
  error.message.insert(0, std::string(option) + ": ");
  return error;
}

}  // namespace

Error resume_error(const std::string& path, std::string_view what, std::string_view option) {
  return resumed(file_error(path, what), option);
}

Result<std::unique_ptr<LineJournal>> LineJournal::open(const std::string& path,
                                                       std::string_view header,
                                                       const CheckHeader& check_header,
                                                       const Take& take, std::string_view option,
                                                       Unended unended) {
  std::error_code missing;
  const bool is_new = !std::filesystem::exists(std::filesystem::symlink_status(path, missing));
  Result<HeldFile> file =
      HeldFile::open_locked(path, HeldFile::Access::kCreate, "is in use by another sumi");
  if (!file) return resumed(file.error(), option);
  std::unique_ptr<LineJournal> journal(new LineJournal(path, std::move(*file), option));
  const Result<Loaded> loaded = journal->load(check_header, take, unended);
  const Result<void> mended =
      loaded ? journal->mend(*loaded, header) : Result<void>(loaded.error());
  if (!mended) {
    if (is_new) std::filesystem::remove(path, missing);
    return mended.error();
  }
  return journal;
}

Result<std::unique_ptr<LineJournal>> LineJournal::open_to_read(const std::string& path,
                                                               const CheckHeader& check_header,
                                                               const Take& take,
                                                               std::string_view option) {
  Result<HeldFile> file = HeldFile::open(path, HeldFile::Access::kRead);
  if (!file) return resumed(file.error(), option);
  std::unique_ptr<LineJournal> journal(new LineJournal(path, std::move(*file), option));
  const Result<Loaded> loaded = journal->load(check_header, take, Unended::kKept);
  if (!loaded) return loaded.error();
  return journal;
}

LineJournal::~LineJournal() {
  if (unsynced_) file_.sync();
}

Result<LineJournal::Loaded> LineJournal::load(const CheckHeader& check_header, const Take& take,
                                              Unended unended) {
  std::string line;  // Longer lines are truncated.
  std::int64_t begin = 0, at = 0;
  Loaded loaded;
  const auto finish_line = [&](bool ended) -> Result<void> {
    std::string_view text = line;
    if (text.size() > kMaxLine) text = "\n";  // Marks an overlong line as damaged.
    if (begin == 0) {
      const Result<bool> sums_may_lack = check_header(text);
      if (!sums_may_lack) return sums_may_lack.error();
      sums_may_lack_ = *sums_may_lack;
    } else {
      text.remove_suffix(ended ? 1 : 0);
      // Without a line feed, only a checksum proves that a line is complete.
      const bool used = ended || unended == Unended::kKept;
      const bool whole = used && is_whole_line(text, ended && sums_may_lack_);
      loaded.lacks_feed = whole && !ended;
      if (!whole || !take(text, {begin, text.size()})) ++damaged_;
    }
    if (ended || loaded.lacks_feed) begin = at;
    line.clear();
    return {};
  };

  for (;;) {
    const auto bytes_here = file_.read(at, kMaxLine);
    if (!bytes_here) return resumed(bytes_here.error(), option_);
    if (bytes_here->empty()) break;
    for (std::string_view rest = *bytes_here; !rest.empty();) {
      const std::size_t bytes = std::min(rest.find('\n'), rest.size() - 1) + 1;
      const bool ended = rest[bytes - 1] == '\n';
      if (line.size() <= kMaxLine) line += rest.substr(0, bytes);
      at += static_cast<std::int64_t>(bytes);
      rest.remove_prefix(bytes);
      if (!ended) continue;
      if (const Result<void> used = finish_line(true); !used) return used.error();
    }
  }
  if (begin < at) {
    if (const Result<void> used = finish_line(false); !used) return used.error();
  }
  loaded.end = begin;
  loaded.unfinished = begin < at;
  return loaded;
}

/// Completes or removes the last line; begins an empty file.
Result<void> LineJournal::mend(const Loaded& loaded, std::string_view header) {
  end_ = loaded.end;
  if (loaded.unfinished) {
    if (const auto cut = file_.resize(end_); !cut) return resumed(cut.error(), option_);
  }
  if (loaded.lacks_feed) {
    const Result<void> written = file_.write(end_, "\n");
    if (!written) return resumed(written.error(), option_);
    ++end_;
  }
  if (end_ > 0) return {};
  const Result<Place> begun = append(header);
  return begun ? Result<void>() : begun.error();
}

Result<LineJournal::Place> LineJournal::append(std::string_view line) {
  assert(line.ends_with('\n') && line.size() <= kMaxLine);
  const std::lock_guard lock(writing_);
  if (const Result<void> written = file_.write(end_, line); !written) {
    return resumed(written.error(), option_);
  }
  const Place place{end_, line.size() - 1};
  end_ += static_cast<std::int64_t>(line.size());
  unsynced_ = true;
  if (since_sync_.seconds() >= kSyncSeconds) {
    file_.sync();
    unsynced_ = false;
    since_sync_ = {};
  }
  return place;
}

std::optional<std::string> LineJournal::read(Place place) const {
  const auto line = file_.read(place.offset, place.bytes);
  const bool whole = line && line->size() == place.bytes && is_whole_line(*line, sums_may_lack_);
  return whole ? std::optional(*line) : std::nullopt;
}

Result<void> merge_line_journals(
    const std::vector<std::string>& from, const std::string& to, std::string_view header,
    const std::function<Result<bool>(const std::string& path, std::string_view line)>&
        check_header) {
  auto file = OutputFile::create(to);
  if (!file) return file.error();
  auto written = file->write(header);
  for (const std::string& path : from) {
    const auto take = [&](std::string_view line, LineJournal::Place) {
      if (written) written = file->write(line);
      if (written) written = file->write("\n");
      return true;
    };
    const auto read = LineJournal::open_to_read(
        path, [&](std::string_view line) { return check_header(path, line); }, take);
    if (!read) return read.error();
    if (!written) return written.error();
    if ((*read)->damaged() > 0) {
      return resume_error(path, "holds damaged lines; its shard's command, run again, mends them");
    }
  }
  return file->finish();
}

}  // namespace sumi::protocol
