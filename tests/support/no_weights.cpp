// SPDX-License-Identifier: MIT
/// In the place of the files of engine/weights/ that need zstd where that is not at hand: cross
/// builds, which run bench.
#include "engine/weights/network_file.h"
#include "engine/weights/nnue_file.h"
#include "engine/weights/weights_file.h"

namespace sumi {
namespace {
Error no_weights() { return {ErrorCode::kNotFound, "weights: this build can read none"}; }
}  // namespace

Result<std::shared_ptr<const QuantisedPatterns>> load_pattern_weights(const std::string&) {
  return no_weights();
}

std::shared_ptr<const QuantisedPatterns> pattern_weights_in_use(const std::string&) {
  return nullptr;
}

Result<void> check_shipped_pattern_weights() { return no_weights(); }

bool is_nnue_file(const std::string&) { return false; }
Result<std::shared_ptr<const NnueFile>> load_nnue(const std::string&) { return no_weights(); }
std::shared_ptr<const NnueFile> nnue_in_use(const std::string&) { return nullptr; }
Result<void> check_shipped_nnue() { return no_weights(); }

Result<NetworkFile> read_network(const std::string&) { return no_weights(); }

float network_value(const NetworkFile&, const Position&) { return 0; }  // of which there are none

}  // namespace sumi
