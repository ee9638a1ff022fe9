// SPDX-License-Identifier: MIT
/// Linear regression over sparse rows of ones: knows nothing of Othello.
///
/// Row i has a target y_i, an importance c_i and the same number of entries x_ij as every other,
/// each the number of a column; an entry that stands twice counts twice. The prediction for a row
/// is the sum of the weights of its entries. A fit looks for the weights w that make
///
///   sum over rows i of  c_i (y_i - sum over j of w[x_ij])^2   +   lambda * sum over k of w_k^2
///
/// smallest. The second term draws to 0 what few rows speak for: a column of total importance n
/// behaves as if lambda more rows had said 0. A column in no row gets 0 exactly.
///
/// The method is conjugate gradients from w = 0 with the diagonal as preconditioner. Ending early
/// is a regularisation too, so rows that are held out say when to end.
///
/// The weights do not depend on the number of threads: rows are split into shards by their number
/// alone, and what shards sum is added up in their order.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace sumi::lab {

struct SparseRows {
  std::size_t width = 0;               ///< Entries of a row.
  std::vector<std::uint32_t> entries;  ///< The first row's, then the second row's...
  std::vector<float> targets;
  std::vector<float> importances;  ///< Above 0.

  std::size_t size() const { return targets.size(); }
  std::span<const std::uint32_t> row(std::size_t i) const {
    return {entries.data() + i * width, width};
  }
};

struct RidgeSetup {
  std::size_t columns = 0;  ///< Every entry is below.
  double lambda = 1;        ///< Above 0.
  int max_iterations = 100;
  int check_every = 5;  ///< Iterations between looks at the held-out rows.
  int patience = 3;     ///< Looks without a better error before it ends.
  int threads = 1;
};

struct RidgeFit {
  std::vector<float>
      weights;  ///< [column], from the best look, or the last iteration if no rows are held out.
  int iterations = 0;           ///< How many iterations made those weights.
  int iterations_run = 0;       ///< How many were made until the fit ended.
  double held_out_squares = 0;  ///< Mean squared error of held-out rows by importance; 0 if none.
};

/// Lets a fit go on in another process.
struct RidgeCheckpoints {
  std::string begin;                      ///< The bytes saved last; empty: the fit begins anew.
  std::function<bool()> due;              ///< Asked after each iteration whether to save.
  std::function<void(std::string)> save;  ///< Gets the bytes to go on from.
};

/// `go_on` gets the number of iterations done after each; nothing is returned once it says false.
/// It may be empty. With `checkpoints` it is saved when due and when `go_on` says false, and a fit
/// that goes on gives the same weights as one that was not ended. Bytes that do not fit `setup` are
/// as none. Requires: both sets of rows fit `setup`, and are those with which `begin` was saved.
std::optional<RidgeFit> fit_ridge(const SparseRows& training, const SparseRows& held_out,
                                  const RidgeSetup& setup,
                                  const std::function<bool(int)>& go_on = {},
                                  const RidgeCheckpoints& checkpoints = {});

/// The prediction for each row by `weights`, in order.
std::vector<float> predictions(const SparseRows& rows, std::span<const float> weights, int threads);

}  // namespace sumi::lab
