// SPDX-License-Identifier: MIT
/// Text and handles of Windows. Its narrow functions know no UTF-8, so everything here is wide.
#pragma once

#include "engine/base/descriptor.h"

#include <string>
#include <string_view>

#define WIN32_LEAN_AND_MEAN
// clang-format off: winsock2.h must be first
#include <io.h>
#include <windows.h>
#include <winsock2.h>
// clang-format on

namespace sumi {

// Invalid characters become U+FFFD.
std::wstring wide(std::string_view utf8);
std::string narrow(std::wstring_view utf16);

/// The errno that the C library uses for an error of Windows.
int errno_of(DWORD error);

/// Takes the handle; empty if it is INVALID_HANDLE_VALUE.
Descriptor descriptor_of(HANDLE handle);

inline HANDLE handle_of(int fd) { return reinterpret_cast<HANDLE>(_get_osfhandle(fd)); }

/// Others may read, write, rename and delete the file meanwhile, as on other systems.
HANDLE open_shared(const std::string& path, DWORD access, DWORD creation);

bool is_folder(const std::string& path);

}  // namespace sumi
