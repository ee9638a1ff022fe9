// SPDX-License-Identifier: MIT
/// In the model i beats j with probability p = 1 / (1 + exp(r_j - r_i)). The log-likelihood of
/// the results has the gradient "points won minus points expected" and, up to the sign, the
/// Hessian of a sum of p (1 - p) (r_i - r_j)^2 / 2 over all games: it is concave, and flat only
/// where all ratings of a group move together.
#include "tools/match/statistics/ratings.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <utility>

namespace sumi::match {
namespace {

using Vector = std::vector<double>;
using Matrix = std::vector<Vector>;

constexpr double kQuantile = 1.959963984540054;  // of the normal distribution, for 95 %
const double kEloPerUnit = 400 / std::log(10.0);

/// [i][j]: points of i against j. Only one half of the table is read, so that it fits itself.
Matrix points_won(const CrossTable& table) {
  Matrix won(table.size(), Vector(table.size()));
  for (std::size_t i = 0; i < table.size(); ++i) {
    for (std::size_t j = i + 1; j < table.size(); ++j) {
      won[i][j] = table[i][j].points();
      won[j][i] = table[i][j].games() - table[i][j].points();
    }
  }
  return won;
}

bool met(const Matrix& won, std::size_t i, std::size_t j) { return won[i][j] + won[j][i] > 0; }

/// Closes a relation under chains: i to k and k to j makes i to j (S. Warshall, 1962).
void close_under_chains(std::vector<std::vector<bool>>& relation) {
  const std::size_t size = relation.size();
  for (std::size_t k = 0; k < size; ++k) {
    for (std::size_t i = 0; i < size; ++i) {
      if (!relation[i][k]) continue;
      for (std::size_t j = 0; j < size; ++j) {
        if (relation[k][j]) relation[i][j] = true;
      }
    }
  }
}

/// Ratings are finite if and only if of each two engines that met, each has a chain of points
/// that leads down to the other (L. Ford, 1957). Makes it so.
void add_virtual_draws(Matrix& won) {
  const std::size_t size = won.size();
  std::vector<std::vector<bool>> chain(size, std::vector<bool>(size));
  for (std::size_t i = 0; i < size; ++i) {
    for (std::size_t j = 0; j < size; ++j) chain[i][j] = won[i][j] > 0;
  }
  close_under_chains(chain);
  for (std::size_t i = 0; i < size; ++i) {
    for (std::size_t j = i + 1; j < size; ++j) {
      if (!met(won, i, j) || (chain[i][j] && chain[j][i])) continue;
      won[i][j] += 0.5;
      won[j][i] += 0.5;
    }
  }
}

/// [i][j]: one over the size of the group that i and j are both in, or 0.
Matrix groups(const Matrix& won) {
  const std::size_t size = won.size();
  std::vector<std::vector<bool>> together(size, std::vector<bool>(size));
  for (std::size_t i = 0; i < size; ++i) {
    for (std::size_t j = 0; j < size; ++j) together[i][j] = i == j || met(won, i, j);
  }
  close_under_chains(together);
  Matrix shares(size, Vector(size));
  for (std::size_t i = 0; i < size; ++i) {
    const auto members = std::count(together[i].begin(), together[i].end(), true);
    for (std::size_t j = 0; j < size; ++j) {
      if (together[i][j]) shares[i][j] = 1.0 / static_cast<double>(members);
    }
  }
  return shares;
}

/// Solves linear equations with a symmetric positive definite matrix (A.-L. Cholesky).
class Cholesky {
 public:
  explicit Cholesky(Matrix matrix) : lower_(std::move(matrix)) {
    for (std::size_t i = 0; i < lower_.size(); ++i) {
      for (std::size_t j = 0; j <= i; ++j) {
        double rest = lower_[i][j];
        for (std::size_t k = 0; k < j; ++k) rest -= lower_[i][k] * lower_[j][k];
        lower_[i][j] = i == j ? std::sqrt(rest) : rest / lower_[j][j];
      }
    }
  }

  Vector solve(Vector b) const {
    const std::size_t size = b.size();
    for (std::size_t i = 0; i < size; ++i) {
      for (std::size_t k = 0; k < i; ++k) b[i] -= lower_[i][k] * b[k];
      b[i] /= lower_[i][i];
    }
    for (std::size_t i = size; i-- > 0;) {
      for (std::size_t k = i + 1; k < size; ++k) b[i] -= lower_[k][i] * b[k];
      b[i] /= lower_[i][i];
    }
    return b;
  }

 private:
  Matrix lower_;
};

/// The likelihood around some ratings.
struct Curvature {
  Vector gradient;
  Matrix hessian;  ///< Negated.
};

Curvature curvature(const Matrix& won, const Vector& ratings) {
  const std::size_t size = won.size();
  Curvature result{Vector(size), Matrix(size, Vector(size))};
  for (std::size_t i = 0; i < size; ++i) {
    for (std::size_t j = 0; j < size; ++j) {
      const double games = won[i][j] + won[j][i];
      const double p = 1 / (1 + std::exp(ratings[j] - ratings[i]));
      result.gradient[i] += won[i][j] - games * p;
      result.hessian[i][i] += games * p * (1 - p);
      result.hessian[i][j] -= games * p * (1 - p);
    }
  }
  return result;
}

/// The Hessian, made regular: it is 0 where all ratings of a group move together, which no step
/// does and no error counts.
Cholesky regular(Matrix hessian, const Matrix& shares) {
  for (std::size_t i = 0; i < hessian.size(); ++i) {
    for (std::size_t j = 0; j < hessian.size(); ++j) hessian[i][j] += shares[i][j];
  }
  return Cholesky(std::move(hessian));
}

/// Newton's method. A step that moves no two engines that met apart by more than 1 cannot make
/// the likelihood smaller (F. Bach, "Self-concordant analysis for logistic regression", 2010).
Vector likeliest(const Matrix& won, const Matrix& shares) {
  const std::size_t size = won.size();
  Vector ratings(size);
  for (int rounds = 0; rounds < 1000; ++rounds) {
    const Curvature here = curvature(won, ratings);
    const Vector step = regular(here.hessian, shares).solve(here.gradient);
    double longest = 0;
    for (std::size_t i = 0; i < size; ++i) {
      for (std::size_t j = 0; j < i; ++j) {
        if (met(won, i, j)) longest = std::max(longest, std::abs(step[i] - step[j]));
      }
    }
    for (std::size_t i = 0; i < size; ++i) ratings[i] += step[i] / std::max(longest, 1.0);
    if (longest < 1e-10) break;
  }
  return ratings;
}

}  // namespace

std::vector<Rating> bradley_terry(const CrossTable& table) {
  Matrix won = points_won(table);
  add_virtual_draws(won);
  const Matrix shares = groups(won);
  const Vector ratings = likeliest(won, shares);
  const Cholesky information = regular(curvature(won, ratings).hessian, shares);
  std::vector<Rating> result(table.size());
  for (std::size_t i = 0; i < table.size(); ++i) {
    Vector unit(table.size());
    unit[i] = 1;
    const double variance = information.solve(unit)[i] - shares[i][i];
    const bool alone = shares[i][i] == 1;
    result[i].elo = kEloPerUnit * ratings[i];
    result[i].error = alone ? std::numeric_limits<double>::infinity()
                            : kEloPerUnit * kQuantile * std::sqrt(std::max(variance, 0.0));
  }
  return result;
}

}  // namespace sumi::match
