// SPDX-License-Identifier: MIT
/// Pairs all players at the least total cost.
#pragma once

#include <vector>

namespace sumi::match {

/// A cost made of ranks: a lower rank decides only between pairings that are equal in all higher
/// ones.
__extension__ using PairingCost = __int128;

/// The partner of each of n players, at the least sum of `costs` of their pairs. Requires: n is
/// even; `costs` is n x n, symmetric, at least 0, and n times its maximum fits. Deterministic;
/// takes O(n^3).
std::vector<int> cheapest_pairing(const std::vector<std::vector<PairingCost>>& costs);

}  // namespace sumi::match
