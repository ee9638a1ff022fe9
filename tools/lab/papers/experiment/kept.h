// SPDX-License-Identifier: MIT
/// What an experiment measures between its learners, kept when it is ended early.
#pragma once

#include "tools/lab/papers/experiment/experiment.h"

#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace sumi::lab {

/// The numbers that `measure` gives, or gave before under this key to the same experiment of the
/// same kind and seed: they are in a journal in setup.folder as soon as they are measured.
/// `measure` throws ExperimentStopped rather than return a part. One thread at a time. Throws
/// FatalError on a full disk.
std::vector<double> kept(const ExperimentSetup& setup, std::string_view experiment,
                         const std::string& key,
                         const std::function<std::vector<double>()>& measure);

/// Forgets them all: the experiment's report is to be written.
void forget_kept(const ExperimentSetup& setup, std::string_view experiment);

}  // namespace sumi::lab
