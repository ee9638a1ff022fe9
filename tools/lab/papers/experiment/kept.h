// SPDX-License-Identifier: MIT
/// Keeps what an experiment measures between its learners, for when it is ended early.
#pragma once

#include "tools/lab/papers/experiment/experiment.h"

#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace sumi::lab {

/// The numbers that `measure` returns, or returned earlier under this key in the same experiment
/// with the same kind and seed. They are in a journal in setup.folder as soon as they are measured.
/// `measure` throws ExperimentStopped rather than return a part. One thread at a time. Throws
/// FatalError on a full disk.
std::vector<double> kept(const ExperimentSetup& setup, std::string_view experiment,
                         const std::string& key,
                         const std::function<std::vector<double>()>& measure);

/// Forgets all kept numbers of the experiment, once its report is to be written.
void forget_kept(const ExperimentSetup& setup, std::string_view experiment);

}  // namespace sumi::lab
