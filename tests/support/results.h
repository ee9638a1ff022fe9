// SPDX-License-Identifier: MIT
/// Makes CHECK(result) and REQUIRE(result) print the error. Include it wherever a check contains a
/// Result: Boost's own operator<< needs an operator for every nested type and does not compile.
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
