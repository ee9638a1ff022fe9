// SPDX-License-Identifier: MIT
/// Selects the core for this CPU. Only this file lists each level's requirements.
#include "engine/base/text.h"
#include "engine/isa_dispatch.h"

#include <fmt/format.h>

#include <algorithm>

#if defined(__x86_64__)
#include <cpuid.h>
#endif

namespace sumi {

// X(level) for each level in this binary, best first, from IsaLevels.cmake.
#define X(level)                                                                                  \
  namespace level {                                                                               \
  std::unique_ptr<SearchCore> make_core(EvaluatorKind kind, int size, const EvaluatorData& data); \
  }
SUMI_ISA_LEVELS_LIST
#undef X

SearchMonitor::~SearchMonitor() = default;
SearchCore::~SearchCore() = default;

namespace {

#if defined(__x86_64__)

/// CPUID words of the features below, and the registers that the OS saves.
struct Cpu {
  unsigned ecx1 = 0, ebx7 = 0, ecx7 = 0, ecx_extended = 0;
  unsigned saved = 0;  ///< XCR0

  Cpu() {
    unsigned a = 0, b = 0, c = 0, d = 0;
    if (__get_cpuid(1, &a, &b, &c, &d) != 0) ecx1 = c;
    if (__get_cpuid_count(7, 0, &a, &b, &c, &d) != 0) {
      ebx7 = b;
      ecx7 = c;
    }
    if (__get_cpuid(0x80000001, &a, &b, &c, &d) != 0) ecx_extended = c;
    if (ecx1 & bit_OSXSAVE) __asm__("xgetbv" : "=a"(saved), "=d"(d) : "c"(0));
  }
};

constexpr bool has_all(unsigned word, unsigned bits) { return (word & bits) == bits; }

// All features that a level's compiler flags enable: the x86-64 psABI levels
// (https://gitlab.com/x86-psABIs/x86-64-ABI), each including the previous one, and VNNI in v4. A
// build may omit levels.

[[maybe_unused]] bool runs_v2(const Cpu& cpu) {
  return has_all(cpu.ecx1,
                 bit_SSE3 | bit_SSSE3 | bit_SSE4_1 | bit_SSE4_2 | bit_POPCNT | bit_CMPXCHG16B) &&
         has_all(cpu.ecx_extended, bit_LAHF_LM);
}

[[maybe_unused]] bool runs_v3(const Cpu& cpu) {
  constexpr unsigned kYmm = 0x06;  // XMM and YMM state
  return runs_v2(cpu) && has_all(cpu.saved, kYmm) &&
         has_all(cpu.ecx1, bit_AVX | bit_F16C | bit_FMA | bit_MOVBE) &&
         has_all(cpu.ebx7, bit_AVX2 | bit_BMI | bit_BMI2) && has_all(cpu.ecx_extended, bit_LZCNT);
}

[[maybe_unused]] bool runs_v4(const Cpu& cpu) {
  constexpr unsigned kZmm = 0xE6;  // XMM, YMM, mask and ZMM state
  return runs_v3(cpu) && has_all(cpu.saved, kZmm) &&
         has_all(cpu.ebx7,
                 bit_AVX512F | bit_AVX512BW | bit_AVX512CD | bit_AVX512DQ | bit_AVX512VL) &&
         has_all(cpu.ecx7, bit_AVX512VNNI);
}

#else

struct Cpu {};
[[maybe_unused]] bool runs_portable(const Cpu&) { return true; }

#endif

struct Isa {
  std::string_view name;
  bool (*runs_on)(const Cpu&);
  std::unique_ptr<SearchCore> (*make)(EvaluatorKind, int, const EvaluatorData&);
};

constexpr Isa kIsas[] = {
#define X(level) {#level, runs_##level, level::make_core},
    SUMI_ISA_LEVELS_LIST
#undef X
};

std::string names_of(const std::vector<std::string_view>& levels) {
  return fmt::format("{}", fmt::join(levels, ", "));
}

}  // namespace

std::vector<std::string_view> built_isas() {
  std::vector<std::string_view> names;
  for (const Isa& isa : kIsas) names.push_back(isa.name);
  return names;
}

std::vector<std::string_view> runnable_isas() {
  const Cpu cpu;
  std::vector<std::string_view> names;
  for (const Isa& isa : kIsas) {
    if (isa.runs_on(cpu)) names.push_back(isa.name);
  }
  return names;
}

Result<std::unique_ptr<SearchCore>> make_search_core(EvaluatorKind kind, int size,
                                                     std::string_view isa,
                                                     const EvaluatorData& data) {
  const std::vector<std::string_view> runnable = runnable_isas();
  if (runnable.empty()) {
    return Error{ErrorCode::kNotFound,
                 fmt::format("this CPU is too old: it lacks a feature of the lowest level, {}",
                             built_isas().back())};
  }
  const bool any = isa.empty() || isa == "auto";
  const std::string_view wanted = any ? runnable.front() : isa;
  const auto found = std::ranges::find(kIsas, wanted, &Isa::name);
  if (found == std::end(kIsas)) {
    return Error{ErrorCode::kOutOfRange, fmt::format("isa: {} is not one of auto, {}", quoted(isa),
                                                     names_of(built_isas()))};
  }
  if (std::ranges::count(runnable, wanted) == 0) {
    return Error{ErrorCode::kOutOfRange,
                 fmt::format("isa: this CPU cannot run {}, only {}", wanted, names_of(runnable))};
  }
  return found->make(kind, size, data);
}

}  // namespace sumi
