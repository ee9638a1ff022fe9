// SPDX-License-Identifier: MIT
/// The opening book of the engine.
#pragma once

#include "engine/opening_book.h"

#include <memory>
#include <string>

namespace sumi::book {

/// A BookOpener. Books are shared by all engines that ask for the same one. Fails as open_book()
/// does; `to_learn` wants a BookStore that nobody else writes to, and makes it if there is no such
/// file.
///
/// A book that cannot be read or written any more (a broken disk, a full one) is empty from then
/// on: games are played without it, and add() says why.
Result<std::shared_ptr<OpeningBook>> open_opening_book(const std::string& name, bool to_learn);

}  // namespace sumi::book
