// SPDX-License-Identifier: MIT
#include "engine/base/error.h"
#include "engine/base/static_vector.h"

#include <catch2/catch.hpp>

#include <numeric>
#include <type_traits>

using namespace sumi;

TEST_CASE("a static vector grows to its capacity and can be emptied", "[static_vector]") {
  StaticVector<int, 4> v;
  CHECK(v.empty());
  CHECK(v.begin() == v.end());
  for (int i = 1; i <= 4; ++i) v.push_back(i * i);
  CHECK(v.size() == 4);
  CHECK(v.back() == 16);
  CHECK(v[2] == 9);
  CHECK(std::accumulate(v.begin(), v.end(), 0) == 30);
  v[2] = 7;
  v.clear();
  CHECK(v.empty());
  v.push_back(5);
  CHECK(v.size() == 1);
  CHECK(v[0] == 5);
}

TEST_CASE("a full static vector refuses another element", "[static_vector]") {
  StaticVector<int, 2> v;
  v.push_back(1);
  v.push_back(2);
  CHECK_THROWS_WITH(v.push_back(3), "a list that has room for 2 was given more");
  CHECK(v.size() == 2);
  CHECK(v.back() == 2);
}

TEST_CASE("a copy of a static vector is independent", "[static_vector]") {
  StaticVector<int, 2> v;
  v.push_back(1);
  StaticVector<int, 2> copy = v;
  copy.push_back(2);
  copy[0] = 3;
  CHECK(v.size() == 1);
  CHECK(v[0] == 1);
  static_assert(std::is_trivially_copyable_v<StaticVector<int, 2>>);
}
