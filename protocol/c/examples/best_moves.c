/* SPDX-License-Identifier: MIT */
/* best_moves "f5d6c3" [level]: prints the best moves of a position.
 *
 *   cc best_moves.c $(pkg-config --cflags --libs sumi) -o best_moves
 */
#include <sumi.h>

#include <stdio.h>
#include <stdlib.h>

static int show_progress(const sumi_result* found, void* user) {
  int* depth = user;
  /* Book moves arrive at once and get no deeper. */
  if (found && sumi_result_count(found) > 0 && sumi_result_depth(found, 0) > *depth) {
    *depth = sumi_result_depth(found, 0);
    fprintf(stderr, "depth %d%s: %s\n", *depth, sumi_result_book(found, 0) ? " (book)" : "",
            sumi_result_line(found, 0));
  }
  return 0;
}

int main(int argc, char** argv) {
  sumi_engine* engine = NULL;
  sumi_game* game = NULL;
  sumi_result* result = NULL;
  sumi_limits limits = SUMI_LIMITS_INIT;
  int i, depth = 0;

  limits.level = argc > 2 ? atoi(argv[2]) : 20;
  limits.candidates = 4;
  if (sumi_engine_new(&engine) || sumi_engine_set(engine, "threads", "1") ||
      sumi_game_new(argc > 1 ? argv[1] : "", 8, &game) ||
      sumi_search(engine, game, &limits, show_progress, &depth, &result)) {
    fprintf(stderr, "%s\n", sumi_error());
    sumi_game_free(game);
    sumi_engine_free(engine);
    return 1;
  }
  for (i = 0; i < sumi_result_count(result); ++i) {
    printf("%-4s %+6.2f%s  %s\n", sumi_result_move(result, i), sumi_result_score(result, i),
           sumi_result_exact(result, i) ? " exact" : "", sumi_result_line(result, i));
  }
  sumi_result_free(result);
  sumi_game_free(game);
  sumi_engine_free(engine);
  return 0;
}
