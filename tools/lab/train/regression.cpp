// SPDX-License-Identifier: MIT
/// Sums over many rows are in double or in shards of limited length; what is looked up or
/// scattered at random is in float, so that it stays in the caches.
#include "tools/lab/train/parallel.h"
#include "tools/lab/train/regression.h"

#include <algorithm>
#include <cstring>
#include <string_view>

namespace sumi::lab {
namespace {

// Both belong to the result: other numbers round differently.
constexpr std::size_t kMaxShards = 32;
constexpr std::size_t kMinShardRows = 4096;

/// Columns whose sums over shards are one part of the work.
constexpr std::size_t kColumnBlock = 8192;

/// The square of the residual's norm, as a share of the first, from which float precision hides
/// any progress.
constexpr double kConverged = 1e-14;

float sum_of(std::span<const std::uint32_t> row, std::span<const float> weights) {
  float sum = 0;
  for (const std::uint32_t entry : row) sum += weights[entry];
  return sum;
}

/// Adds up numbers of rows by their columns.
class Scatter {
 public:
  Scatter(const SparseRows& rows, std::size_t columns, int threads)
      : rows_(rows),
        threads_(threads),
        shards_(std::clamp<std::size_t>(rows.size() / kMinShardRows, 1, kMaxShards),
                std::vector<float>(columns)) {}

  /// sums[k] = the sum of number(i) over all entries k of rows i.
  template <class Number>
  void run(const Number& number, std::vector<double>& sums) {
    for_each_part(shards_.size(), threads_, [&](std::size_t s) {
      std::vector<float>& shard = shards_[s];
      std::fill(shard.begin(), shard.end(), 0.0f);
      const std::size_t end = first_row(s + 1);
      for (std::size_t i = first_row(s); i < end; ++i) {
        const float n = number(i);
        for (const std::uint32_t entry : rows_.row(i)) shard[entry] += n;
      }
    });
    const std::size_t blocks = (sums.size() + kColumnBlock - 1) / kColumnBlock;
    for_each_part(blocks, threads_, [&](std::size_t block) {
      const std::size_t end = std::min((block + 1) * kColumnBlock, sums.size());
      for (std::size_t k = block * kColumnBlock; k < end; ++k) {
        double sum = 0;
        for (const std::vector<float>& shard : shards_) sum += static_cast<double>(shard[k]);
        sums[k] = sum;
      }
    });
  }

 private:
  std::size_t first_row(std::size_t shard) const { return rows_.size() * shard / shards_.size(); }

  const SparseRows& rows_;
  const int threads_;
  std::vector<std::vector<float>> shards_;
};

/// Conjugate gradients for the normal equations (X'CX + lambda) w = X'Cy.
class Descent {
 public:
  Descent(const SparseRows& rows, const RidgeSetup& setup)
      : rows_(rows),
        lambda_(setup.lambda),
        scatter_(rows, setup.columns, setup.threads),
        weights_(setup.columns),
        residual_(setup.columns),
        image_(setup.columns),
        inverse_diagonal_(setup.columns),
        direction_(setup.columns) {
    const std::vector<float>& importance = rows_.importances;
    scatter_.run([&](std::size_t i) { return importance[i]; }, image_);
    for (std::size_t k = 0; k < image_.size(); ++k) {
      inverse_diagonal_[k] = 1 / (lambda_ + image_[k]);
    }
    scatter_.run([&](std::size_t i) { return importance[i] * rows_.targets[i]; }, residual_);
    norm_ = first_norm_ = scaled_norm();
    turn(0);
  }

  bool converged() const { return !(norm_ > kConverged * first_norm_); }

  void step() {
    scatter_.run(
        [&](std::size_t i) { return rows_.importances[i] * sum_of(rows_.row(i), direction_); },
        image_);
    double curvature = 0;
    for (std::size_t k = 0; k < image_.size(); ++k) {
      const auto direction = static_cast<double>(direction_[k]);
      image_[k] += lambda_ * direction;
      curvature += direction * image_[k];
    }
    const double length = norm_ / curvature;
    for (std::size_t k = 0; k < image_.size(); ++k) {
      weights_[k] += length * static_cast<double>(direction_[k]);
      residual_[k] -= length * image_[k];
    }
    const double old = norm_;
    norm_ = scaled_norm();
    turn(norm_ / old);
  }

  std::vector<float> weights() const { return {weights_.begin(), weights_.end()}; }

  /// Runs `each` over all that steps have changed.
  template <class Each>
  void visit(const Each& each) {
    each(std::span(weights_));
    each(std::span(residual_));
    each(std::span(direction_));
    each(std::span(&norm_, 1));
  }

 private:
  double scaled_norm() const {
    double norm = 0;
    for (std::size_t k = 0; k < residual_.size(); ++k) {
      norm += residual_[k] * residual_[k] * inverse_diagonal_[k];
    }
    return norm;
  }

  void turn(double keep) {
    for (std::size_t k = 0; k < direction_.size(); ++k) {
      direction_[k] = static_cast<float>(inverse_diagonal_[k] * residual_[k] +
                                         keep * static_cast<double>(direction_[k]));
    }
  }

  const SparseRows& rows_;
  const double lambda_;
  Scatter scatter_;
  std::vector<double> weights_, residual_, image_, inverse_diagonal_;
  std::vector<float> direction_;
  double norm_ = 0, first_norm_ = 0;
};

/// The bytes of numbers as they are in memory. `visit` shows them all, in the same order each time.
template <class Visit>
std::string saved(const Visit& visit) {
  std::string bytes;
  visit([&](auto numbers) {
    bytes.append(reinterpret_cast<const char*>(numbers.data()), numbers.size_bytes());
  });
  return bytes;
}

/// Puts them back; nothing if they are of another length.
template <class Visit>
void restore(std::string_view bytes, const Visit& visit) {
  std::size_t size = 0;
  visit([&](auto numbers) { size += numbers.size_bytes(); });
  if (bytes.size() != size) return;
  visit([&](auto numbers) {
    std::memcpy(numbers.data(), bytes.data(), numbers.size_bytes());
    bytes.remove_prefix(numbers.size_bytes());
  });
}

double mean_squares(const SparseRows& rows, std::span<const float> weights, int threads) {
  const std::vector<float> said = predictions(rows, weights, threads);
  double squares = 0, importance = 0;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const auto error = static_cast<double>(said[i] - rows.targets[i]);
    const auto c = static_cast<double>(rows.importances[i]);
    squares += c * error * error;
    importance += c;
  }
  return importance > 0 ? squares / importance : 0;
}

}  // namespace

std::optional<RidgeFit> fit_ridge(const SparseRows& training, const SparseRows& held_out,
                                  const RidgeSetup& setup, const std::function<bool(int)>& go_on,
                                  const RidgeCheckpoints& checkpoints) {
  Descent descent(training, setup);
  RidgeFit best;
  best.weights = descent.weights();
  best.held_out_squares = mean_squares(held_out, best.weights, setup.threads);
  int done = 0, worse = 0;
  const auto visit = [&](const auto& each) {
    descent.visit(each);
    each(std::span(best.weights));
    each(std::span(&best.held_out_squares, 1));
    for (int* const number : {&best.iterations, &done, &worse}) each(std::span(number, 1));
  };
  restore(checkpoints.begin, visit);
  while (worse < setup.patience) {
    const bool ends = done >= setup.max_iterations || descent.converged();
    if (done > 0 && (ends || done % setup.check_every == 0)) {
      std::vector<float> weights = descent.weights();
      const double squares = mean_squares(held_out, weights, setup.threads);
      if (held_out.size() == 0 || squares < best.held_out_squares) {
        best = {std::move(weights), done, 0, squares};
        worse = 0;
      } else {
        ++worse;
      }
    }
    if (ends || worse >= setup.patience) break;
    descent.step();
    ++done;
    const bool goes_on = !go_on || go_on(done);
    if (checkpoints.save && (!goes_on || checkpoints.due())) checkpoints.save(saved(visit));
    if (!goes_on) return std::nullopt;
  }
  best.iterations_run = done;
  return best;
}

std::vector<float> predictions(const SparseRows& rows, std::span<const float> weights,
                               int threads) {
  constexpr std::size_t kBlock = 4096;
  std::vector<float> said(rows.size());
  for_each_part((rows.size() + kBlock - 1) / kBlock, threads, [&](std::size_t block) {
    const std::size_t end = std::min((block + 1) * kBlock, rows.size());
    for (std::size_t i = block * kBlock; i < end; ++i) {
      said[i] = sum_of(rows.row(i), weights);
    }
  });
  return said;
}

}  // namespace sumi::lab
