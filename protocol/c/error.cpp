// SPDX-License-Identifier: MIT
#include "protocol/c/handles.h"
#include "protocol/version.h"

#include <cstdlib>

namespace sumi::c_api {
namespace {

thread_local std::string error_text;

sumi_status status_of(ErrorCode code) {
  switch (code) {
    case ErrorCode::kBadSyntax:
      return SUMI_BAD_SYNTAX;
    case ErrorCode::kIllegalMove:
      return SUMI_ILLEGAL_MOVE;
    case ErrorCode::kOutOfRange:
      return SUMI_OUT_OF_RANGE;
    case ErrorCode::kNotFound:
      return SUMI_NOT_FOUND;
    case ErrorCode::kBadFile:
      return SUMI_BAD_FILE;
    case ErrorCode::kDiskFull:
      return SUMI_DISK_FULL;
  }
  return SUMI_INTERNAL;
}

}  // namespace

sumi_status fail(sumi_status status, std::string_view text) noexcept {
  try {
    error_text = text;
  } catch (...) {
    error_text.clear();
  }
  return status;
}

sumi_status fail(const Error& error) noexcept { return fail(status_of(error.code), error.message); }

}  // namespace sumi::c_api

const char* sumi_error() { return sumi::c_api::error_text.c_str(); }

const char* sumi_version() { return sumi::protocol::kVersion.data(); }

void sumi_text_free(char* text) { std::free(text); }
