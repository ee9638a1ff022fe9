/* SPDX-License-Identifier: MIT */
/// The part of zstd's interface that Sumi calls, for cross builds and WebAssembly, which lack
/// Debian's library. Only decompresses.
#pragma once

#include <cstddef>

unsigned long long ZSTD_getFrameContentSize(const void* frame, std::size_t bytes);
std::size_t ZSTD_findFrameCompressedSize(const void* frame, std::size_t bytes);
std::size_t ZSTD_decompress(void* to, std::size_t room, const void* frame, std::size_t bytes);
bool ZSTD_isError(std::size_t size);
const char* ZSTD_getErrorName(std::size_t size);

inline std::size_t ZSTD_compressBound(std::size_t) { return 0; }
/// Always fails.
std::size_t ZSTD_compress(void* to, std::size_t room, const void* from, std::size_t bytes,
                          int level);
