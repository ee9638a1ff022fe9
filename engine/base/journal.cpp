// SPDX-License-Identifier: MIT
#include "engine/base/checksum.h"
#include "engine/base/journal.h"

#include <fmt/format.h>

#include <cstddef>

namespace sumi {
namespace {

constexpr std::size_t kHeadBytes = 12;

/// Removes and returns the intact entries at the front of `rest`.
std::vector<std::string> take_entries(std::string_view& rest) {
  std::vector<std::string> entries;
  while (rest.size() >= kHeadBytes) {
    const std::uint64_t size = get_number<4>(rest, 0);
    if (rest.size() - kHeadBytes < size) break;
    const std::string_view entry = rest.substr(kHeadBytes, size);
    if (get_number<8>(rest, 4) != checksum(entry, entries.size())) break;
    entries.emplace_back(entry);
    rest.remove_prefix(kHeadBytes + size);
  }
  return entries;
}

}  // namespace

Result<Journal::Opened> Journal::open(const std::string& path, std::string_view kind) {
  Result<HeldFile> file =
      HeldFile::open_locked(path, HeldFile::Access::kCreate, "another process is writing to it");
  if (!file) return file.error();
  const auto size = file->size();
  if (!size) return size.error();
  const auto bytes = file->read(0, static_cast<std::size_t>(*size));
  if (!bytes) return bytes.error();

  const std::string head = fmt::format("sumi journal 1: {}\n", kind);
  std::string_view rest = *bytes;
  if (!rest.starts_with(head)) {
    // A file that ends within the first line is valid: its creation was interrupted.
    if (!head.starts_with(rest)) {
      return file_error(path, fmt::format("is not a journal of {}", kind));
    }
    if (const auto begun = file->write(0, head); !begun) return begun.error();
    rest = {};
  } else {
    rest.remove_prefix(head.size());
  }
  const std::size_t had = rest.size();
  std::vector<std::string> entries = take_entries(rest);
  const auto whole = static_cast<std::int64_t>(head.size() + had - rest.size());
  if (!rest.empty()) {
    if (const auto cut = file->resize(whole); !cut) return cut.error();
  }
  const std::uint64_t count = entries.size();
  return Opened{Journal(std::move(*file), count, whole), std::move(entries),
                static_cast<std::int64_t>(rest.size())};
}

Result<void> Journal::append(std::string_view entry) {
  std::string bytes;
  put_number(bytes, entry.size(), 4);
  put_number(bytes, checksum(entry, entries_), 8);
  bytes += entry;
  if (const auto written = file_.write(bytes_, bytes); !written) return written.error();
  ++entries_;
  bytes_ += static_cast<std::int64_t>(bytes.size());
  return {};
}

}  // namespace sumi
