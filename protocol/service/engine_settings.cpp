// SPDX-License-Identifier: MIT
#include "engine/base/checksum.h"
#include "engine/base/file.h"
#include "engine/catalog.h"
#include "engine/weights/nnue_file.h"
#include "engine/weights/weights_file.h"
#include "engine/weights/weights_format.h"
#include "protocol/service/engine_settings.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <cstdint>
#include <filesystem>
#include <system_error>

namespace sumi::protocol {
namespace {

/// FNV-1a, but of whole numbers instead of bytes.
std::string checksum_of(const PatternWeightsFile& weights) {
  std::uint64_t sum = Fnv1a().hash();
  const auto add = [&sum](std::uint64_t number) { sum = (sum ^ number) * 0x100000001B3; };
  for (const std::int16_t value : weights.values) add(static_cast<std::uint16_t>(value));
  for (const auto& part : {weights.error.decaying, weights.error.random_walk, weights.error.end}) {
    for (const int sigma : part) add(static_cast<std::uint32_t>(sigma));
  }
  add(static_cast<std::uint32_t>(weights.error.fade));
  return fmt::format("{:016x}", sum);
}

}  // namespace

std::string checksum_of_bytes(std::string_view bytes) {
  Fnv1a sum;
  sum.add(bytes);
  return fmt::format("{:016x}", sum.hash());
}

Result<void> add_engine_settings(const EngineOptions& options, Json& settings) {
  const auto chosen = chosen_evaluator(options);
  if (!chosen) return chosen.error();
  settings["evaluator"] =
      is_evaluator_file(options.evaluator) ? chosen->entry->name : options.evaluator;
  settings["hash-mib"] = options.hash_mib;
  if (options.evaluator == "pattern") {
    const auto weights = read_pattern_weights(options.weights);
    if (!weights) return weights.error();
    settings["weights"] = checksum_of(*weights);
  } else if (options.evaluator == "nnue" && options.weights.empty()) {
    settings["weights"] = checksum_of_bytes(shipped_nnue());
  } else if (chosen->entry->weights != kWeightsFile) {
    settings["weights"] = chosen->weights;
  } else if (!chosen->weights.empty()) {
    const auto bytes = read_file(chosen->weights, kMaxWeightsBytes);
    if (!bytes) return bytes.error();
    settings["weights"] = checksum_of_bytes(*bytes);
  }
  return {};
}

Json input_settings(const std::vector<std::string>& words) {
  Json inputs = Json::array();
  for (const std::string& word : words) {
    std::error_code none;
    const auto bytes = std::filesystem::file_size(word, none);
    inputs.push_back(none ? word : fmt::format("{} bytes", bytes));
  }
  return inputs;
}

std::string settings_difference(const Json& had, const Json& wanted) {
  for (const auto& setting : wanted.items()) {
    const std::string before = had.contains(setting.key()) ? had[setting.key()].dump() : "unknown";
    if (before != setting.value().dump()) {
      return fmt::format("{} {}, not {}", setting.key(), before, setting.value().dump());
    }
  }
  return "further settings";
}

}  // namespace sumi::protocol
