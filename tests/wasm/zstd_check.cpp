// SPDX-License-Identifier: MIT
/// zstd_check FILE.raw...: decompresses each file of zstd_pack, then damages it. Exits with status
/// 1 if any output differs.
#include <cstddef>
#include <cstdio>
#include <fstream>
#include <iterator>
#include <random>
#include <string>
#include <zstd.h>

namespace {

std::string read(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

bool unpacks(const std::string& frame, const std::string& bytes) {
  std::string found(bytes.size(), '\0');
  const auto size = ZSTD_getFrameContentSize(frame.data(), frame.size());
  return (size == bytes.size() || size == ~0ULL) &&
         ZSTD_findFrameCompressedSize(frame.data(), frame.size()) == frame.size() &&
         ZSTD_decompress(found.data(), found.size(), frame.data(), frame.size()) == bytes.size() &&
         found == bytes;
}

}  // namespace

int main(int count, char** words) {
  constexpr int kWays = 6, kDamages = 15;
  std::mt19937 random(1);
  int frames = 0, damaged = 0, refused = 0;
  for (int i = 1; i < count; ++i) {
    const std::string bytes = read(words[i]);
    for (int way = 0; way < kWays; ++way) {
      const std::string frame = read(words[i] + ("." + std::to_string(way)));
      if (!unpacks(frame, bytes)) {
        std::printf("%s.%d: other bytes\n", words[i], way);
        return 1;
      }
      ++frames;
      for (int n = 0; n < kDamages; ++n) {
        std::string bad = frame;
        for (unsigned k = 1 + random() % 3; k > 0; --k) {
          bad[random() % bad.size()] ^= static_cast<char>(1U << random() % 8);
        }
        if (n % 4 == 0) bad.resize(random() % bad.size());
        std::string room(bytes.size() + n % 2, '\0');
        const std::size_t got = ZSTD_decompress(room.data(), room.size(), bad.data(), bad.size());
        ++damaged;
        refused += ZSTD_isError(got) || got != bytes.size();
      }
    }
  }
  std::printf("%d frames read, %d of %d damaged ones refused\n", frames, refused, damaged);
}
