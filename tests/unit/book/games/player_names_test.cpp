// SPDX-License-Identifier: MIT
#include "book/games/player_names.h"

#include <catch2/catch.hpp>

using namespace sumi::book;
using Numbers = std::vector<std::uint32_t>;

TEST_CASE("names are compared in lower case and without accents", "[game_names]") {
  CHECK(folded_name("Müller, Jörg") == "muller jorg");
  CHECK(folded_name("  TASTET   Marc ") == "tastet marc");
  CHECK(folded_name("O'Brien-Smith") == "o brien smith");
  CHECK(folded_name("Łukasz Žižka") == "lukasz zizka");
  CHECK(folded_name("Ｔａｍｅｎｏｒｉ　Ｈ") == "tamenori h");
  CHECK(folded_name("為則 英司") == "為則 英司");
  CHECK(folded_name("???").empty());
}

TEST_CASE("players are found by their whole name, then by its words, then by the start of a word",
          "[game_names]") {
  const std::vector<std::string> names{
      "", "Tam", "Tamenori Hideshi", "Tastet Marc", "為則英司", "Müller Jörg", "Marc"};
  const NameIndex index(names);
  CHECK(index.find("tam") == Numbers{1});
  CHECK(index.find("TAMENORI") == Numbers{2});
  CHECK(index.find("hid tame") == Numbers{2});
  CHECK(index.find("marc") == Numbers{6});
  CHECK(index.find("marc tastet") == Numbers{3});
  CHECK(index.find("muller") == Numbers{5});
  CHECK(index.find("英司") == Numbers{4});
  CHECK(index.find("enori").empty());
  CHECK(index.find("").empty());
  CHECK(index.complete("ta") == Numbers{1, 2, 3});
  CHECK(index.complete("ma") == Numbers{3, 6});
  CHECK(index.complete("") == Numbers{1, 2, 3, 4, 5, 6});
}

TEST_CASE("spellings of the same name match, and different names do not", "[game_names]") {
  CHECK(are_alike("Tastet Marc", "Marc TASTET"));
  CHECK(are_alike("Tastet Marc", "M. Tastet"));
  CHECK(are_alike("Müller Jörg", "Muller Jorg"));
  CHECK(are_alike("Tamenori Hideshi", "Tamenori Hideschi"));
  CHECK(are_alike("#812", "Tastet Marc"));
  CHECK(are_alike("???", "Tastet Marc"));
  CHECK(are_alike("", ""));
  CHECK(are_alike("", "#812"));
  CHECK_FALSE(are_alike("#812", "#813"));
  CHECK_FALSE(are_alike("Tastet Marc", "Tastet Paul"));
  CHECK_FALSE(are_alike("M T", "Marc Tastet"));
  CHECK_FALSE(are_alike("Kim", "Kin"));
  CHECK_FALSE(are_alike("為則英司", "村上健"));
}
