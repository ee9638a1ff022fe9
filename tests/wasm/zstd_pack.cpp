// SPDX-License-Identifier: MIT
/// zstd_pack FOLDER FILE...: writes the files and generated data as NAME.raw to the folder, and
/// each compressed in several ways as NAME.raw.0, .1 and so on.
#include <cstddef>
#include <cstdio>
#include <fstream>
#include <iterator>
#include <random>
#include <string>
#include <vector>
#include <zstd.h>

namespace {

std::string read(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

void write(const std::string& path, const std::string& bytes) {
  std::ofstream(path, std::ios::binary) << bytes;
}

struct Way {
  int level;
  bool checksum, size;
};
constexpr Way kWays[] = {{-5, false, true}, {1, true, true},  {3, false, false},
                         {9, false, true},  {19, true, true}, {22, false, true}};

std::string packed(const std::string& bytes, const Way& way) {
  ZSTD_CCtx* const context = ZSTD_createCCtx();
  ZSTD_CCtx_setParameter(context, ZSTD_c_compressionLevel, way.level);
  ZSTD_CCtx_setParameter(context, ZSTD_c_checksumFlag, way.checksum);
  ZSTD_CCtx_setParameter(context, ZSTD_c_contentSizeFlag, way.size);
  std::string frame(ZSTD_compressBound(bytes.size()), '\0');
  frame.resize(ZSTD_compress2(context, frame.data(), frame.size(), bytes.data(), bytes.size()));
  ZSTD_freeCCtx(context);
  return frame;
}

}  // namespace

int main(int count, char** words) {
  const std::string folder = words[1];
  std::vector<std::string> all{"", "x", std::string(300000, '\0')};
  for (int i = 2; i < count; ++i) all.push_back(read(words[i]));
  std::mt19937 random(5);
  for (int kind = 0; kind < 30; ++kind) {
    std::string bytes;
    const std::size_t size = kind % 3 == 0 ? 400000 : 1 + random() % 3000;
    while (bytes.size() < size) {
      if (kind % 5 == 4) {  // runs and noise
        const auto letter = static_cast<char>(random() % 4);
        bytes.append(random() % 300, letter);
        for (unsigned n = random() % 40; n > 0; --n) bytes += static_cast<char>(random());
      } else {  // few or many symbols, some rare
        const unsigned most = 1U << (kind % 8 + 1);
        bytes += static_cast<char>(random() % most & random() % most);
      }
    }
    all.push_back(std::move(bytes));
  }
  for (std::size_t i = 0; i < all.size(); ++i) {
    const std::string name = folder + "/" + std::to_string(i) + ".raw";
    write(name, all[i]);
    for (std::size_t w = 0; w < std::size(kWays); ++w) {
      write(name + "." + std::to_string(w), packed(all[i], kWays[w]));
    }
  }
}
