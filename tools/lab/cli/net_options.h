// SPDX-License-Identifier: MIT
/// Options that the commands of learners of networks have in common.
#pragma once

#include "protocol/command/command.h"
#include "tools/lab/papers/net/net_learner.h"

#include <boost/program_options/options_description.hpp>

#include <string_view>
#include <vector>

namespace sumi::lab {

/// Adds --hidden, --rate, --epsilon, --size and --measure-games.
void add_net_options(boost::program_options::options_description& options,
                     const NetSettings& defaults, std::string_view hidden);

/// All but the seed. Throws UsageError.
NetSettings net_settings_of(const protocol::CommandLine& line);

/// The units of each of 1..`most` hidden layers, given as "64" or "64,32"; throws UsageError.
std::vector<int> hidden_of(const protocol::CommandLine& line, int most);

}  // namespace sumi::lab
