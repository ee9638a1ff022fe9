// SPDX-License-Identifier: MIT
/// The experiments, one function each, and what they share. Commands use experiment.h instead.
#pragma once

#include "tools/lab/papers/experiment/experiment.h"
#include "tools/lab/papers/learn/learner.h"
#include "tools/lab/papers/learn/measure.h"

#include <stdexcept>

namespace sumi::lab {

ExperimentReport run_s1(const ExperimentSetup& setup);
ExperimentReport run_s2(const ExperimentSetup& setup);
ExperimentReport run_s3(const ExperimentSetup& setup);
ExperimentReport run_s4(const ExperimentSetup& setup);
ExperimentReport run_s5(const ExperimentSetup& setup);
ExperimentReport run_s6(const ExperimentSetup& setup);
ExperimentReport run_players(const ExperimentSetup& setup);
ExperimentReport run_players_time(const ExperimentSetup& setup);

/// An experiment throws it when setup.stop was requested: there is no report then.
class ExperimentStopped : public std::runtime_error {
 public:
  ExperimentStopped() : std::runtime_error("interrupted") {}
};

/// Throws ExperimentStopped if setup.stop was requested.
void check_stop(const ExperimentSetup& setup);

/// Tells `setup.tick`, if there is one.
void tell(const ExperimentSetup& setup, std::string_view what, double share);

/// A function that tells measure() and run_learner() whether setup.stop was requested.
std::function<bool()> interruption(const ExperimentSetup& setup);

/// The value of a parameter: as the user wants it, or as the paper has it.
double parameter(const ExperimentSetup& setup, std::string_view name, double otherwise);
std::uint64_t count_parameter(const ExperimentSetup& setup, std::string_view name,
                              std::uint64_t otherwise);

/// A learner's folder in setup.folder: `name`, whether it is quick, the seed, parameters.
std::string learn_folder(const ExperimentSetup& setup, std::string_view name);

/// Runs a learner to the end in its learn_folder(), or goes on there. Its history, the rows
/// measured at both ends among them. Throws ExperimentStopped, and FatalError if the folder holds
/// another run.
std::vector<LearnRow> learn(const ExperimentSetup& setup, Learner& learner, std::string_view name,
                            std::uint64_t steps, std::uint64_t measure_every);

/// "749 (721-775)": the number of wins and its 95% interval, as a number for CSV.
Cell wins_cell(const Tally& tally);
/// The difference of two shares, of `games` and of `other_games`, in standard errors.
double deviation_of_shares(double share, double games, double other_share, double other_games);
/// "96.8 (96.1 to 97.4)".
Cell percent_cell(const Share& share, int decimals = 1);

}  // namespace sumi::lab
