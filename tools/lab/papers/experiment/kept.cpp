// SPDX-License-Identifier: MIT
#include "engine/base/journal.h"
#include "tools/lab/papers/experiment/kept.h"
#include "tools/lab/papers/experiment/runs.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <filesystem>

namespace sumi::lab {
namespace {

std::string path_of(const ExperimentSetup& setup, std::string_view experiment) {
  return learn_folder(setup, experiment) + ".part";
}

}  // namespace

/// An entry is a JSON array of the key and the numbers.
std::vector<double> kept(const ExperimentSetup& setup, std::string_view experiment,
                         const std::string& key,
                         const std::function<std::vector<double>()>& measure) {
  auto [journal, entries, dropped] =
      Journal::open(path_of(setup, experiment), "measurements of an experiment").value();
  for (const std::string& entry : entries) {
    const protocol::Json json = protocol::Json::parse(entry, nullptr, false);
    if (json.is_array() && json.size() == 2 && json[0] == key) {
      return json[1].get<std::vector<double>>();
    }
  }
  std::vector<double> numbers = measure();
  journal.append(protocol::Json::array({key, numbers}).dump()).value();
  return numbers;
}

void forget_kept(const ExperimentSetup& setup, std::string_view experiment) {
  std::filesystem::remove(path_of(setup, experiment));
}

}  // namespace sumi::lab
