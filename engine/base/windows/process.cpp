// SPDX-License-Identifier: MIT
#include "engine/base/process.h"
#include "engine/base/windows/wide.h"

#include <shellapi.h>

namespace sumi {

int process_id() { return static_cast<int>(GetCurrentProcessId()); }

bool process_runs(int process) {
  const HANDLE handle = OpenProcess(SYNCHRONIZE, FALSE, static_cast<DWORD>(process));
  if (!handle) return GetLastError() != ERROR_INVALID_PARAMETER;
  const bool runs = WaitForSingleObject(handle, 0) == WAIT_TIMEOUT;
  CloseHandle(handle);
  return runs;
}

/// `argv` is in the user's code page, which may lack characters.
std::vector<std::string> program_words(int, char**) {
  std::vector<std::string> words;
  int count = 0;
  wchar_t** const all = CommandLineToArgvW(GetCommandLineW(), &count);
  for (int i = 1; i < count; ++i) words.push_back(narrow(all[i]));
  LocalFree(all);
  return words;
}

bool open_in_browser(const std::string& address) {
  constexpr std::intptr_t kDone = 32;  // above: success
  const HINSTANCE opened =
      ShellExecuteW(nullptr, L"open", wide(address).c_str(), nullptr, nullptr, SW_SHOWNORMAL);
  return reinterpret_cast<std::intptr_t>(opened) > kDone;
}

}  // namespace sumi
