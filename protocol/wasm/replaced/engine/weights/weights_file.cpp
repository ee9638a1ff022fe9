// SPDX-License-Identifier: MIT
/// The weights of `pattern` are not embedded: they would double the module's size, and `nnue` is
/// stronger.
#include "engine/weights/weights_file.h"

namespace sumi {
namespace {
Error no_patterns() {
  return {ErrorCode::kNotFound, "evaluator: WebAssembly does not carry the weights of 'pattern'"};
}
}  // namespace

Result<std::shared_ptr<const QuantisedPatterns>> load_pattern_weights(const std::string&) {
  return no_patterns();
}
std::shared_ptr<const QuantisedPatterns> pattern_weights_in_use(const std::string&) {
  return nullptr;
}
Result<void> check_shipped_pattern_weights() { return no_patterns(); }

}  // namespace sumi
