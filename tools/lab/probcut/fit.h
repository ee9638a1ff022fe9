// SPDX-License-Identifier: MIT
/// The model of errors that measured differences fit best.
#pragma once

#include "engine/search_core.h"
#include "tools/lab/probcut/measure.h"

namespace sumi::lab {

/// Fits the model by maximum likelihood to the pairs in_model(), as if differences were normal with
/// mean 0; its tempo by least squares to depths that follow each other; and its parity to the end
/// of the game, from numbers of empties 2k and 2k + 1 that both have exact scores. Knots far from
/// all positions take after their neighbours. Deterministic. Requires: one such pair in_model() is
/// there and its differences are not all 0.
ErrorModel fit_error_model(const Differences& differences);

}  // namespace sumi::lab
