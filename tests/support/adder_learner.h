// SPDX-License-Identifier: MIT
#pragma once

#include "engine/base/error.h"
#include "tools/lab/papers/learn/learner.h"

#include <nlohmann/json.hpp>

#include <cstdint>
#include <cstdio>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

namespace sumi::test {

/// Sums the numbers of its steps; the metric is the sum times the seed.
class Adder final : public lab::Learner {
 public:
  explicit Adder(int seed = 1) : seed_(seed) {}

  std::string_view unit() const override { return "numbers"; }
  protocol::Json settings() const override { return {{"seed", seed_}}; }
  std::uint64_t steps() const override { return steps_; }
  void advance(std::uint64_t steps, const std::stop_token& stop) override {
    for (std::uint64_t i = 0; i < steps && !stop.stop_requested(); ++i) sum += ++steps_;
  }
  std::vector<lab::Metric> measure(const std::stop_token&) const override {
    ++measured;
    const auto value = static_cast<double>(sum) * seed_;
    return {{"sum_total", value, value - 1, value + 1}, {"steps_count", double(steps_), 0, 0}};
  }
  std::string save() const override {
    return std::to_string(steps_) + " " + std::to_string(sum) + "\n";
  }
  Result<void> load(std::string_view state) override {
    const std::string text(state);
    unsigned long long steps = 0, total = 0;
    if (std::sscanf(text.c_str(), "%llu %llu", &steps, &total) != 2) {
      return Error{ErrorCode::kBadFile, "no sum"};
    }
    steps_ = steps;
    sum = total;
    return {};
  }
  std::string result() const override { return std::to_string(sum) + "\n"; }
  std::string_view result_kind() const override { return "sum"; }
  std::vector<lab::LearnFile> more_files() const override {
    return {{"steps.txt", std::to_string(steps_) + "\n"}};
  }
  std::string summary() const override { return "Sum: " + std::to_string(sum); }

  std::uint64_t sum = 0;
  mutable int measured = 0;

 private:
  int seed_;
  std::uint64_t steps_ = 0;
};

}  // namespace sumi::test
