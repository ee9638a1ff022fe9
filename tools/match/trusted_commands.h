// SPDX-License-Identifier: MIT
/// A results file names programs to run, and may come from someone else. Only programs that this
/// user has named are started: those of the command line, and those of events that the user began
/// or trusted, of which a file of the user keeps a list (data_file()). An entry is a folder and an
/// engine's whole specification without its name, so that neither another `./engine` nor other
/// options are trusted.
#pragma once

#include "tools/match/engine_spec.h"

#include <span>
#include <string>
#include <vector>

namespace sumi::match {

/// The engines whose programs the list lacks.
std::vector<EngineSpec> untrusted(std::span<const EngineSpec> engines);

/// Adds the programs of `engines` to the list. Ignores errors: without the list the next run asks.
void trust(std::span<const EngineSpec> engines);

}  // namespace sumi::match
