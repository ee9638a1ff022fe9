// SPDX-License-Identifier: MIT
#include <cstdio>
#include <sumi.h>

int main() {
  // 4x4: White, the second player, wins by 10 discs.
  sumi_engine* engine = nullptr;
  sumi_game* game = nullptr;
  sumi_result* result = nullptr;
  sumi_limits limits = SUMI_LIMITS_INIT;
  limits.exact = 1;
  const bool solved = !sumi_engine_new(&engine) && !sumi_game_new("", 4, &game) &&
                      !sumi_search(engine, game, &limits, nullptr, nullptr, &result);
  std::printf("%s\n", solved ? sumi_result_json(result) : sumi_error());
  const bool right = solved && sumi_result_score(result, 0) == -10;
  sumi_result_free(result);
  sumi_game_free(game);
  sumi_engine_free(engine);
  return right ? 0 : 1;
}
