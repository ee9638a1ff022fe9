/* SPDX-License-Identifier: MIT */
/**
 * libsumi: the Othello engine Sumi as a C library. This header is all of it.
 *
 *   sumi_engine* engine;
 *   sumi_game* game;
 *   sumi_result* result;
 *   sumi_limits limits = SUMI_LIMITS_INIT;
 *   limits.level = 20;
 *   if (sumi_engine_new(&engine) || sumi_game_new("f5d6c3", 8, &game) ||
 *       sumi_search(engine, game, &limits, NULL, NULL, &result)) {
 *     fprintf(stderr, "%s\n", sumi_error());
 *     exit(1);
 *   }
 *   printf("%s %+.2f\n", sumi_result_move(result, 0), sumi_result_score(result, 0));
 *   sumi_result_free(result);
 *   sumi_game_free(game);
 *   sumi_engine_free(engine);
 *
 * Calls. What can fail returns a sumi_status, SUMI_OK is 0, and sumi_error() has the words for it.
 * A call that fails changes nothing and makes nothing: objects that it was to make are NULL then.
 * All texts are UTF-8 and end with a zero byte. A `const char*` that is returned belongs to the
 * object that it was asked of, and is good until that is changed or freed; a `char**` is filled
 * with a text of the caller's, to be freed by sumi_text_free(). Every *_free() takes NULL.
 *
 * Threads. One thread at a time may use an object, except for sumi_engine_stop(), which any thread
 * may call; any number of engines may be at work at the same time. Callbacks come on the thread
 * that made the call, and may call sumi_engine_stop(), functions of what they are handed, and
 * whatever belongs to other engines. The library's own threads block all signals. After a fork()
 * the child may use no object of its parent's.
 *
 * Units. Scores are in discs for the side to move unless something else is said, empties to the
 * winner; times are in seconds of the wall clock. A square is 0 for a1, 1 for b1, ..., 63 for h8,
 * and bit n of a bitboard is square n; boards of 4x4 and 6x6 lie in the middle of it (c3..f6,
 * b2..g7), but in texts their corner is a1, too. SUMI_PASS is a pass.
 *
 * Promises. Within one SONAME (libsumi.so.0) no function is removed, and no number or text gets
 * another meaning. New ones may come, and structs may grow at their end (hence their struct_size).
 */
#ifndef SUMI_H
#define SUMI_H

#include <stddef.h>
#include <stdint.h>

#if defined(SUMI_BUILDING)
#define SUMI_API __attribute__((visibility("default")))
#else
#define SUMI_API
#endif

#ifdef __cplusplus
extern "C" {
#endif

typedef enum sumi_status {
  SUMI_OK = 0,
  SUMI_BAD_SYNTAX = 1,   /**< A text does not parse. */
  SUMI_ILLEGAL_MOVE = 2, /**< It parses, but the rules forbid it here. */
  SUMI_OUT_OF_RANGE = 3, /**< A number outside its range, or a pointer that must not be NULL. */
  SUMI_NOT_FOUND = 4,    /**< There is no such option, format or file. */
  SUMI_BAD_FILE = 5,     /**< The file is there, but cannot be read or is damaged. */
  SUMI_DISK_FULL = 6,
  SUMI_BUSY = 7,    /**< A search was started, and its last result is still to be taken. */
  SUMI_STOPPED = 8, /**< Stopped before there was a result. */
  SUMI_NO_MEMORY = 9,
  SUMI_INTERNAL = 10 /**< A fault of ours. */
} sumi_status;

#define SUMI_PASS 64

/** What went wrong in the last call of this thread that failed: "depth: '99' is not in 1..60".
 * Empty if none has. Good until the next call of this thread that fails. */
SUMI_API const char* sumi_error(void);

/** "0.2.0": of the library that was loaded. */
SUMI_API const char* sumi_version(void);

/** Frees a text that was handed over by a `char**`. */
SUMI_API void sumi_text_free(char* text);

/* ---- Games ------------------------------------------------------------------------------- */

/** A position, and the moves that have led to it from where its game began. */
typedef struct sumi_game sumi_game;

/** `text` is whatever the programs take for a position: moves such as "f5d6c3" from the start of a
 * board of `size` (4, 6 or 8), 64 squares and the side to move ("X" black, "O" white, "-" empty), a
 * FEN, a board and moves, or a whole game in GGF, SGF, PGN and so on (of several games the first
 * one is taken; a game and a board bring their own size). NULL or "": the start. */
SUMI_API sumi_status sumi_game_new(const char* text, int size, sumi_game** game);
/** As sumi_game_new(), from two bitboards. `size` 4, 6 or 8. */
SUMI_API sumi_status sumi_game_of_board(uint64_t black, uint64_t white, int black_to_move, int size,
                                        sumi_game** game);
SUMI_API sumi_status sumi_game_copy(const sumi_game* game, sumi_game** copy);
SUMI_API void sumi_game_free(sumi_game* game);

/** Plays moves, "f5" or "f5 d6 c3"; passes ("pass") may be left out. */
SUMI_API sumi_status sumi_game_play(sumi_game* game, const char* moves);
SUMI_API sumi_status sumi_game_play_square(sumi_game* game, int square);
/** Takes back `moves` moves, passes not counted, or all if there are fewer. Returns how many. */
SUMI_API int sumi_game_undo(sumi_game* game, int moves);

SUMI_API int sumi_game_size(const sumi_game* game);          /**< 4, 6 or 8. */
SUMI_API int sumi_game_move_count(const sumi_game* game);    /**< Passes counted. */
SUMI_API int sumi_game_move(const sumi_game* game, int i);   /**< Square or SUMI_PASS; -1: none. */
SUMI_API int sumi_game_over(const sumi_game* game);          /**< 1 if neither side can move. */
SUMI_API int sumi_game_black_to_move(const sumi_game* game); /**< 1 or 0. */
SUMI_API uint64_t sumi_game_black(const sumi_game* game);    /**< Black's discs. */
SUMI_API uint64_t sumi_game_white(const sumi_game* game);
SUMI_API uint64_t sumi_game_legal(const sumi_game* game); /**< Moves of the side to move. */
/** Black's discs minus White's if the game ended now, empties to the winner. */
SUMI_API int sumi_game_black_score(const sumi_game* game);

/** The game or its position as text. `format` is "moves" ("f5d6c3"), "board" (64 squares and the
 * side to move), "diagram", or one of sumi_format_name(): "ggf", "sgf", "fen" ... */
SUMI_API sumi_status sumi_game_text(const sumi_game* game, const char* format, char** text);
/** The i-th name of a format that can be written, from 0; NULL beyond the last. */
SUMI_API const char* sumi_format_name(int i);
/** What the game's text says about it: `name` is "black", "white", "black-rating", "white-rating",
 * "result", "event", "round", "place", "date" or "comment"; "" if it says nothing. NULL if there is
 * no such name. */
SUMI_API const char* sumi_game_info(const sumi_game* game, const char* name);
/** Sets such a text, for sumi_game_text(). A move that is played or taken back clears "result". */
SUMI_API sumi_status sumi_game_set_info(sumi_game* game, const char* name, const char* value);
/** The English name of the game's opening; empty if it has none. */
SUMI_API const char* sumi_game_opening(const sumi_game* game);

/** A file of games or positions in any format that `sumi convert --formats` lists. */
typedef struct sumi_reader sumi_reader;
SUMI_API sumi_status sumi_reader_new(const char* path, sumi_reader** reader);
/** The next game. At the end it is NULL, and the status SUMI_OK; after an error, which costs that
 * game only, the one behind it comes next. */
SUMI_API sumi_status sumi_reader_next(sumi_reader* reader, sumi_game** game);
SUMI_API void sumi_reader_free(sumi_reader* reader);

/* ---- Engines ----------------------------------------------------------------------------- */

typedef struct sumi_engine sumi_engine;

/** An engine with the options as they are by default: the shipped weights and book, one thread and
 * a table that takes up to 256 MiB as it fills. */
SUMI_API sumi_status sumi_engine_new(sumi_engine** engine);
SUMI_API void sumi_engine_free(sumi_engine* engine); /**< Stops its search. */

/** Sets an option by its name, "threads" to "4": sumi_option_name() lists them, `sumi help gtp`
 * explains them. Options that belong together may be set in any order. Whether they fit is asked
 * when a search begins: it fails if an evaluator has no weights. */
SUMI_API sumi_status sumi_engine_set(sumi_engine* engine, const char* option, const char* value);
/** The value of an option, until the next call; NULL if there is no such option. */
SUMI_API const char* sumi_engine_get(sumi_engine* engine, const char* option);
SUMI_API const char* sumi_option_name(int i); /**< The i-th option, from 0; NULL beyond the last. */
SUMI_API const char* sumi_option_help(int i); /**< One line: meaning, range and default. */

/** Forgets what earlier searches have found, so that the next one does not depend on them. */
SUMI_API sumi_status sumi_engine_clear(sumi_engine* engine);
/** Ends the running call of the engine, if there is one, within 50 ms; later calls are not
 * affected. From any thread, and from a callback. Where another thread stops a search that may not
 * have begun yet, begin it with sumi_search_start(): from its return on a stop counts. */
SUMI_API void sumi_engine_stop(sumi_engine* engine);

/* ---- Search ------------------------------------------------------------------------------ */

/** How long to think, and what about. All limits that are set apply; with none the search goes on
 * until it is stopped or has solved the position, or is over at once where the book knows as many
 * moves as are wanted. */
typedef struct sumi_limits {
  size_t struct_size; /**< sizeof(sumi_limits). */
  int level;          /**< 0..60; -1: none. 10 searches 10 plies, 20 searches 16 and solves 20
                           empties, 40 searches 26 and solves 28, 60 solves everything. */
  int depth;          /**< Plies, 1..60; 0: none. */
  uint64_t nodes;     /**< 0: none. */
  double seconds;     /**< Above 0; 0: none. The option `move-overhead-ms` is taken off. */
  int exact;         /**< 1: solves the position; `level` and `depth` do not count then, `nodes` and
                          `seconds` may end it before it is solved (sumi_result_exact() says so).
                          Not with `play`. */
  int win_loss_draw; /**< 1: solves for who wins only: scores are 1, 0 and -1. Not with `play`. */
  int candidates;    /**< How many best moves are wanted, 1..46. One is fastest. */
  int book; /**< 1: what the opening book knows of a move is told instead of searched, unless
                 the position is to be solved, by `exact` or by its level, or the option `own-book`
                 is false. */
  /** 1: chooses a move as in a game of a match: the options `player`, `variety-discs` and those of
   * the book apply, and where no limit is set here, `level`, `depth`, `nodes` and `move-time-ms`.
   */
  int play;
  double remaining; /**< With `play`: what is left on the clock for the rest of the game. */
  double increment; /**< What the clock gets for each move. Both 0: no clock. */
} sumi_limits;

#define SUMI_LIMITS_INIT \
  { sizeof(sumi_limits), -1, 0, 0, 0.0, 0, 0, 1, 1, 0, 0.0, 0.0 }

/** What a search has found: candidates, best first. */
typedef struct sumi_result sumi_result;

/** Is called every 50 ms, with what the search has found so far if that is new, else with NULL. The
 * result is gone when the callback returns. A return value but 0 stops the search. */
typedef int (*sumi_search_callback)(const sumi_result* found, void* user);

/** Searches, and returns when that is done. `limits` NULL: SUMI_LIMITS_INIT. Stopped, by the
 * callback or sumi_engine_stop(), it has the best so far. A game that is over has no candidates.
 * `callback` may be NULL. */
SUMI_API sumi_status sumi_search(sumi_engine* engine, const sumi_game* game,
                                 const sumi_limits* limits, sumi_search_callback callback,
                                 void* user, sumi_result** result);

/** The same in parts: begins to search, and returns at once. The game may change meanwhile. */
SUMI_API sumi_status sumi_search_start(sumi_engine* engine, const sumi_game* game,
                                       const sumi_limits* limits);
/** Waits up to `seconds` for something new of the search that was started: `result` is NULL if
 * nothing came, else what it has found, the newest only. The last one is sumi_result_final(), and
 * comes once; after that the status is SUMI_NOT_FOUND. */
SUMI_API sumi_status sumi_search_next(sumi_engine* engine, double seconds, sumi_result** result);

SUMI_API void sumi_result_free(sumi_result* result);
SUMI_API int sumi_result_final(const sumi_result* result);      /**< 1: the search is over. */
SUMI_API uint64_t sumi_result_nodes(const sumi_result* result); /**< Of the whole search. */
SUMI_API double sumi_result_seconds(const sumi_result* result);
SUMI_API int sumi_result_count(const sumi_result* result); /**< Candidates. */
/* Of candidate i, 0..count - 1; elsewhere "", NaN, 0 and SUMI_PASS. */
SUMI_API const char* sumi_result_move(const sumi_result* result, int i); /**< "f5", "pass". */
SUMI_API int sumi_result_square(const sumi_result* result, int i);
SUMI_API double sumi_result_score(const sumi_result* result, int i);
SUMI_API int sumi_result_exact(const sumi_result* result, int i); /**< 1: the score is proven. */
SUMI_API int sumi_result_depth(const sumi_result* result, int i); /**< Plies. */
/** Confidence of the cuts that the search made, in per cent; 100: it made none. */
SUMI_API int sumi_result_selectivity(const sumi_result* result, int i);
SUMI_API int sumi_result_book(const sumi_result* result, int i); /**< 1: the score is the book's. */
/** The moves that are expected, this one first, as sumi_game_play() reads them: "f5d6c3",
 * "a1passb1". */
SUMI_API const char* sumi_result_line(const sumi_result* result, int i);
/** Games of the book through this move, by their results for the side that plays it: 0 wins,
 * 1 draws, 2 losses. 0 for what a search has found. */
SUMI_API int sumi_result_games(const sumi_result* result, int i, int outcome);
/** All of it as `sumi hint --json` writes it. */
SUMI_API const char* sumi_result_json(const sumi_result* result);

/** The moves that the engine's book knows, best first; no candidates where it knows none, and with
 * the option `own-book` false. */
SUMI_API sumi_status sumi_book(sumi_engine* engine, const sumi_game* game, sumi_result** result);

/* ---- Whole games ------------------------------------------------------------------------- */

/** What the engine thinks of each move of a game. */
typedef struct sumi_analysis sumi_analysis;

/** Is called every 50 ms with how much is done: moves of an analysis, boards of a batch. A return
 * value but 0 stops the call. */
typedef int (*sumi_progress_callback)(size_t done, size_t all, void* user);

/** Analyses a game as `sumi analyze` does, with these limits a move (`candidates`, `exact` and
 * `win_loss_draw` must be as in SUMI_LIMITS_INIT). Empties the table first. Stopped, it has the
 * moves that are done, which are the last ones of the game. */
SUMI_API sumi_status sumi_analyze(sumi_engine* engine, const sumi_game* game,
                                  const sumi_limits* limits, sumi_progress_callback callback,
                                  void* user, sumi_analysis** analysis);
SUMI_API void sumi_analysis_free(sumi_analysis* analysis);
SUMI_API int sumi_analysis_partial(const sumi_analysis* analysis); /**< 1: it was stopped. */
SUMI_API int sumi_analysis_count(const sumi_analysis* analysis); /**< Moves, passes not counted. */
/* Of move i, 0..count - 1; elsewhere "", NaN and 0. */
SUMI_API int sumi_analysis_number(const sumi_analysis* analysis,
                                  int i);                               /**< In the game, from 1. */
SUMI_API int sumi_analysis_black(const sumi_analysis* analysis, int i); /**< 1: Black's move. */
SUMI_API const char* sumi_analysis_move(const sumi_analysis* analysis, int i);
SUMI_API const char* sumi_analysis_best(const sumi_analysis* analysis, int i);
/* For the side that moved. */
SUMI_API double sumi_analysis_score(const sumi_analysis* analysis, int i); /**< Of the move. */
SUMI_API double sumi_analysis_best_score(const sumi_analysis* analysis, int i);
SUMI_API double sumi_analysis_lost(const sumi_analysis* analysis, int i); /**< Discs, 0 or more. */
SUMI_API int sumi_analysis_exact(const sumi_analysis* analysis, int i); /**< 1: both are proven. */
SUMI_API const char* sumi_analysis_mark(const sumi_analysis* analysis, int i); /**< "", "?!" ... */
/** All of it as `sumi analyze --json` writes it. */
SUMI_API const char* sumi_analysis_json(const sumi_analysis* analysis);

/* ---- Many boards ------------------------------------------------------------------------- */

/* `own` are the discs of the side to move, `opponent` the other side's, on boards of `size` (4, 6,
 * 8). `threads` 0: as many as there are processors. Each thread has a
 * table of the engine's size, as far as memory allows. The callback may be NULL. A call that is
 * stopped returns SUMI_STOPPED, and leaves what it has not done as it was.
 */

/** Writes to `values` what the evaluator says of each board, without any search, in discs. */
SUMI_API sumi_status sumi_evaluate(sumi_engine* engine, int size, const uint64_t* own,
                                   const uint64_t* opponent, size_t count, int threads,
                                   float* values, sumi_progress_callback callback, void* user);
/** Writes to `scores` the exact score of each board. */
SUMI_API sumi_status sumi_solve(sumi_engine* engine, int size, const uint64_t* own,
                                const uint64_t* opponent, size_t count, int threads, int8_t* scores,
                                sumi_progress_callback callback, void* user);

#ifdef __cplusplus
}
#endif

#endif
