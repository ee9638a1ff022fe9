// SPDX-License-Identifier: MIT
/// Lets CHECK(result) and REQUIRE(result) show the error. Include it wherever a Result stands in
/// a check: Boost's own operator<< wants one for every type inside, and does not compile.
#pragma once

#include "engine/base/error.h"

#include <catch2/catch.hpp>

#include <string>

template <class T>
struct Catch::StringMaker<boost::system::result<T, sumi::Error>> {
  static std::string convert(const sumi::Result<T>& result) {
    return result ? "a value" : "error: " + result.error().message;
  }
};
