/* SPDX-License-Identifier: MIT */
/* bot black|white [seconds]: plays a game. Reads the opponent's moves ("f5"), one a line, and
 * prints its own, each with its score and what ended the search.
 *
 *   cc bot.c $(pkg-config --cflags --libs sumi) -o bot
 */
#include <sumi.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void check(sumi_status status) {
  if (status == SUMI_OK) return;
  fprintf(stderr, "%s\n", sumi_error());
  exit(1);
}

int main(int argc, char** argv) {
  sumi_engine* engine;
  sumi_game* game;
  sumi_result* result;
  sumi_limits limits = SUMI_LIMITS_INIT;
  char line[64];
  const int black = argc > 1 && strcmp(argv[1], "black") == 0;

  limits.play = 1;
  limits.remaining = argc > 2 ? atof(argv[2]) : 60; /* for the whole game */
  check(sumi_engine_new(&engine));
  check(sumi_game_new("", 8, &game));
  while (!sumi_game_over(game)) {
    if (sumi_game_black_to_move(game) == black) {
      check(sumi_search(engine, game, &limits, NULL, NULL, &result));
      printf("%s %+.2f %s\n", sumi_result_move(result, 0), sumi_result_score(result, 0),
             sumi_end_name(sumi_result_ended_by(result)));
      fflush(stdout);
      check(sumi_game_play_square(game, sumi_result_square(result, 0)));
      limits.remaining -= sumi_result_seconds(result);
      if (limits.remaining < 0.01) limits.remaining = 0.01;
      sumi_result_free(result);
    } else {
      if (!fgets(line, sizeof line, stdin)) break;
      if (sumi_game_play(game, line) != SUMI_OK) fprintf(stderr, "%s\n", sumi_error());
    }
  }
  sumi_game_free(game);
  sumi_engine_free(engine);
  return 0;
}
