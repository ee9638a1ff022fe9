/* SPDX-License-Identifier: MIT */
/**
 * libsumi: the Othello engine Sumi as a C library. This is its only header.
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
 * Errors. Functions that can fail return a sumi_status (0 is SUMI_OK); sumi_error() returns the
 * message. A failed call changes nothing and sets its output objects to NULL.
 *
 * Texts are UTF-8 and end with a zero byte. A returned `const char*` belongs to its object and is
 * valid until the object is changed or freed. A text returned through a `char**` belongs to the
 * caller; free it with sumi_text_free(). Every *_free() accepts NULL.
 *
 * Threads. Only one thread at a time may use an object, except that any thread may call
 * sumi_engine_stop(). Any number of engines may run at the same time. Callbacks run on the calling
 * thread; they may call sumi_engine_stop(), functions on their arguments, and anything that belongs
 * to other engines. The library's own threads block all signals. After fork() the child must not
 * use objects of its parent.
 *
 * Units. Scores are in discs for the side to move unless noted otherwise, with the empties for the
 * winner; times are in seconds of wall-clock time. Squares are 0 for a1, 1 for b1, ..., 63 for h8,
 * and bit n of a bitboard is square n. Boards of 4x4 and 6x6 lie in the middle (c3..f6, b2..g7),
 * but texts name their corner a1. SUMI_PASS is a pass.
 *
 * Compatibility. Within one SONAME (libsumi.so.0) no function is removed, and no number or text
 * in the interface changes its meaning. Functions may be added, and structs may grow at their end
 * (hence struct_size).
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
  SUMI_ILLEGAL_MOVE = 2, /**< Parses, but the move is illegal. */
  SUMI_OUT_OF_RANGE = 3, /**< A number out of range, or a NULL pointer. */
  SUMI_NOT_FOUND = 4,    /**< No such option, format or file. */
  SUMI_BAD_FILE = 5,     /**< The file cannot be read or is damaged. */
  SUMI_DISK_FULL = 6,
  SUMI_BUSY = 7,    /**< The last result of a started search has not been taken. */
  SUMI_STOPPED = 8, /**< Stopped before there was a result. */
  SUMI_NO_MEMORY = 9,
  SUMI_INTERNAL = 10 /**< An internal error. */
} sumi_status;

#define SUMI_PASS 64

/** Message of the last failed call on this thread: "depth: '99' is not in 1..60"; empty if none
 * failed. Valid until the next failure on this thread. */
SUMI_API const char* sumi_error(void);

/** "0.2.0": version of the loaded library. */
SUMI_API const char* sumi_version(void);

/** Frees a text returned through a `char**`. */
SUMI_API void sumi_text_free(char* text);

/* ---- Games ------------------------------------------------------------------------------- */

/** A position and the moves that led to it. */
typedef struct sumi_game sumi_game;

/** `text` is any position or game that the programs accept: moves such as "f5d6c3" from the
 * start on a board of `size` (4, 6 or 8), 64 squares and the side to move ("X" black, "O" white,
 * "-" empty), a FEN, a board and moves, or a game in GGF, SGF, PGN and so on. Uses the first of
 * several games; a game or board sets its own size. NULL or "": the start position. */
SUMI_API sumi_status sumi_game_new(const char* text, int size, sumi_game** game);
/** Like sumi_game_new(), from two bitboards. `size` is 4, 6 or 8. */
SUMI_API sumi_status sumi_game_of_board(uint64_t black, uint64_t white, int black_to_move, int size,
                                        sumi_game** game);
SUMI_API sumi_status sumi_game_copy(const sumi_game* game, sumi_game** copy);
SUMI_API void sumi_game_free(sumi_game* game);

/** Plays moves, "f5" or "f5 d6 c3"; passes ("pass") are optional. */
SUMI_API sumi_status sumi_game_play(sumi_game* game, const char* moves);
SUMI_API sumi_status sumi_game_play_square(sumi_game* game, int square);
/** Takes back up to `moves` moves, not counting passes. Returns the number taken back. */
SUMI_API int sumi_game_undo(sumi_game* game, int moves);

SUMI_API int sumi_game_size(const sumi_game* game);          /**< 4, 6 or 8. */
SUMI_API int sumi_game_move_count(const sumi_game* game);    /**< Including passes. */
SUMI_API int sumi_game_move(const sumi_game* game, int i);   /**< Square or SUMI_PASS; -1: none. */
SUMI_API int sumi_game_over(const sumi_game* game);          /**< 1 if neither side can move. */
SUMI_API int sumi_game_black_to_move(const sumi_game* game); /**< 1 or 0. */
SUMI_API uint64_t sumi_game_black(const sumi_game* game);    /**< Black's discs. */
SUMI_API uint64_t sumi_game_white(const sumi_game* game);
SUMI_API uint64_t sumi_game_legal(const sumi_game* game); /**< Moves of the side to move. */
/** Black's discs minus White's in this position, with the empties for the winner. */
SUMI_API int sumi_game_black_score(const sumi_game* game);

/** The game or its position as text. `format` is "moves" ("f5d6c3"), "board" (64 squares and the
 * side to move), "diagram", or a sumi_format_name(): "ggf", "sgf", "fen" ... */
SUMI_API sumi_status sumi_game_text(const sumi_game* game, const char* format, char** text);
/** The i-th format that can be written, from 0; NULL after the last. */
SUMI_API const char* sumi_format_name(int i);
/** A field of the game: `name` is "black", "white", "black-rating", "white-rating", "result",
 * "event", "round", "place", "date" or "comment". "" if not set, NULL for an unknown name. */
SUMI_API const char* sumi_game_info(const sumi_game* game, const char* name);
/** Sets a field for sumi_game_text(). Playing or taking back a move clears "result". */
SUMI_API sumi_status sumi_game_set_info(sumi_game* game, const char* name, const char* value);
/** English name of the opening, or empty. */
SUMI_API const char* sumi_game_opening(const sumi_game* game);

/** A file of games or positions in a format listed by `sumi convert --formats`. */
typedef struct sumi_reader sumi_reader;
SUMI_API sumi_status sumi_reader_new(const char* path, sumi_reader** reader);
/** Reads the next game. At the end, `*game` is NULL and the status SUMI_OK. After an error,
 * which affects only one game, the next call continues with the following game. */
SUMI_API sumi_status sumi_reader_next(sumi_reader* reader, sumi_game** game);
SUMI_API void sumi_reader_free(sumi_reader* reader);

/* ---- Engines ----------------------------------------------------------------------------- */

typedef struct sumi_engine sumi_engine;

/** Creates an engine with the default options: the shipped weights and book, one thread, and a
 * transposition table that grows up to 256 MiB. */
SUMI_API sumi_status sumi_engine_new(sumi_engine** engine);
SUMI_API void sumi_engine_free(sumi_engine* engine); /**< Stops its search. */

/** Sets an option, such as "threads" to "4". sumi_option_name() lists the options, `sumi help
 * gtp` explains them. Options may be set in any order; a search fails if they conflict (for
 * example, an evaluator without weights). */
SUMI_API sumi_status sumi_engine_set(sumi_engine* engine, const char* option, const char* value);
/** Value of an option, valid until the next call; NULL for an unknown option. */
SUMI_API const char* sumi_engine_get(sumi_engine* engine, const char* option);
SUMI_API const char* sumi_option_name(int i); /**< The i-th option, from 0; NULL after the last. */
SUMI_API const char* sumi_option_help(int i); /**< One line: meaning, range and default. */

/** Clears the transposition table, so that the next search does not depend on earlier ones. */
SUMI_API sumi_status sumi_engine_clear(sumi_engine* engine);
/** Stops the engine's running call, if any, within 50 ms; does not affect later calls.
 * Thread-safe; callbacks may call it. If another thread may stop a search before it starts, use
 * sumi_search_start(): stops count from its return. */
SUMI_API void sumi_engine_stop(sumi_engine* engine);

/* ---- Search ------------------------------------------------------------------------------ */

/** Search limits and options. All limits apply together. Without limits, searches until stopped
 * or solved, or returns at once if the book has enough moves. */
typedef struct sumi_limits {
  size_t struct_size; /**< sizeof(sumi_limits). */
  int level;          /**< 0..60; -1: none. 10 searches 10 plies, 20 searches 16 and solves 20
                           empties, 40 searches 26 and solves 28, 60 solves everything. */
  int depth;          /**< Plies, 1..60; 0: none. */
  uint64_t nodes;     /**< 0: none. */
  double seconds;     /**< Above 0; 0: none. `move-overhead-ms` is subtracted. */
  int exact;          /**< 1: solves the position, ignoring `level` and `depth`; `nodes` and
                           `seconds` may end the search earlier (see sumi_result_exact()). Not with
                           `play`. */
  int win_loss_draw;  /**< 1: solves only for win, loss or draw: scores are 1, -1 and 0. Not with
                           `play`. */
  int candidates;     /**< Number of best moves, 1..46; 1 is fastest. */
  int book; /**< 1: uses book moves instead of a search, unless `exact` or the level solves the
                 position or the option `own-book` is false. */
  /** 1: chooses a move as in a match game: applies the options `player`, `strength`, `variety`
   * and those of the book; if no limit is set here, also `level`, `depth`, `nodes` and
   * `move-time-ms`. */
  int play;
  double remaining; /**< With `play`: time left for the game. */
  double increment; /**< Time added per move. Both 0: no clock. */
} sumi_limits;

#define SUMI_LIMITS_INIT \
  { sizeof(sumi_limits), -1, 0, 0, 0.0, 0, 0, 1, 1, 0, 0.0, 0.0 }

/** Result of a search: candidates, best first. */
typedef struct sumi_result sumi_result;

/** Called every 50 ms with new results, or with NULL if there are none. `found` is valid only
 * during the call. A nonzero return value stops the search. */
typedef int (*sumi_search_callback)(const sumi_result* found, void* user);

/** Searches and waits for the result. `limits` NULL: SUMI_LIMITS_INIT. If stopped, returns the
 * best result so far. A finished game has no candidates. `callback` may be NULL. */
SUMI_API sumi_status sumi_search(sumi_engine* engine, const sumi_game* game,
                                 const sumi_limits* limits, sumi_search_callback callback,
                                 void* user, sumi_result** result);

/** Starts a search and returns at once. The game may change afterwards. */
SUMI_API sumi_status sumi_search_start(sumi_engine* engine, const sumi_game* game,
                                       const sumi_limits* limits);
/** Waits up to `seconds` for an update of the started search. `*result` is the newest result, or
 * NULL if there is none. The last result, with sumi_result_final(), comes once; later calls return
 * SUMI_NOT_FOUND. */
SUMI_API sumi_status sumi_search_next(sumi_engine* engine, double seconds, sumi_result** result);

SUMI_API void sumi_result_free(sumi_result* result);
SUMI_API int sumi_result_final(const sumi_result* result);      /**< 1: the search is over. */
SUMI_API uint64_t sumi_result_nodes(const sumi_result* result); /**< Of the whole search. */
SUMI_API double sumi_result_seconds(const sumi_result* result);
/** Why a search ended. */
typedef enum sumi_end {
  SUMI_END_NONE = 0,   /**< Not final, or nothing was searched: the game is over, or a `player` that
                            does not search moved. */
  SUMI_END_SOLVED = 1, /**< The position is solved, as far as it was wanted. */
  SUMI_END_DEPTH = 2,
  SUMI_END_LEVEL = 3, /**< At the depth of the level. */
  SUMI_END_NODES = 4,
  SUMI_END_TIME = 5, /**< `seconds` or the clock; also when a move needs no more of its time. */
  SUMI_END_STOPPED = 6,
  SUMI_END_BOOK = 7 /**< The book has the moves; nothing was searched. */
} sumi_end;
SUMI_API sumi_end sumi_result_ended_by(const sumi_result* result);
/** Of a sumi_end: "solved", "depth", "level", "nodes", "time", "stopped" or "book"; otherwise "".
 * Valid forever. */
SUMI_API const char* sumi_end_name(int end);
SUMI_API int sumi_result_count(const sumi_result* result); /**< Candidates. */
/* Of candidate i, 0..count - 1; for other i: "", NaN, 0 or SUMI_PASS. */
SUMI_API const char* sumi_result_move(const sumi_result* result, int i); /**< "f5", "pass". */
SUMI_API int sumi_result_square(const sumi_result* result, int i);
SUMI_API double sumi_result_score(const sumi_result* result, int i);
SUMI_API int sumi_result_exact(const sumi_result* result, int i); /**< 1: the score is proven. */
/** Likely error of the score, in discs: for 68% of such scores perfect play is within the error,
 * for 95% within twice that. 0: exact; NaN: unknown (a bound, or not of the built-in net). */
SUMI_API double sumi_result_error(const sumi_result* result, int i);
/** Plies, including those in the book. */
SUMI_API int sumi_result_depth(const sumi_result* result, int i);
/** Of the depth, the plies in the book; 0: searched. */
SUMI_API int sumi_result_book_plies(const sumi_result* result, int i);
/** Confidence of selective pruning in per cent; 100: none. */
SUMI_API int sumi_result_selectivity(const sumi_result* result, int i);
SUMI_API int sumi_result_book(const sumi_result* result, int i); /**< 1: from the book. */
/** Principal variation, starting with this move, in the syntax of sumi_game_play(): "f5d6c3",
 * "a1passb1". */
SUMI_API const char* sumi_result_line(const sumi_result* result, int i);
/** Book games through this move by result for its side: `outcome` 0 wins, 1 draws, 2 losses. 0
 * for searched moves. */
SUMI_API int sumi_result_games(const sumi_result* result, int i, int outcome);
/** As JSON, like `sumi hint --json`. */
SUMI_API const char* sumi_result_json(const sumi_result* result);

/** The book's moves, best first; none for unknown positions or if the option `own-book` is
 * false. */
SUMI_API sumi_status sumi_book(sumi_engine* engine, const sumi_game* game, sumi_result** result);

/* ---- Whole games ------------------------------------------------------------------------- */

/** An evaluation of each move of a game. */
typedef struct sumi_analysis sumi_analysis;

/** Called every 50 ms with the number of moves analysed or boards done. A nonzero return value
 * stops the call. */
typedef int (*sumi_progress_callback)(size_t done, size_t all, void* user);

/** Analyses a game like `sumi analyze`, with these limits per move (`candidates`, `exact` and
 * `win_loss_draw` as in SUMI_LIMITS_INIT). Clears the transposition table first. If stopped, the
 * result has only the last moves of the game, because analysis runs backward. */
SUMI_API sumi_status sumi_analyze(sumi_engine* engine, const sumi_game* game,
                                  const sumi_limits* limits, sumi_progress_callback callback,
                                  void* user, sumi_analysis** analysis);
SUMI_API void sumi_analysis_free(sumi_analysis* analysis);
SUMI_API int sumi_analysis_partial(const sumi_analysis* analysis); /**< 1: it was stopped. */
SUMI_API int sumi_analysis_count(const sumi_analysis* analysis);   /**< Moves, without passes. */
/* Of move i, 0..count - 1; for other i: "", NaN or 0. */
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
/** As JSON, like `sumi analyze --json`. */
SUMI_API const char* sumi_analysis_json(const sumi_analysis* analysis);

/* ---- Many boards ------------------------------------------------------------------------- */

/* `own` are the discs of the side to move, `opponent` those of the other side, on boards of
 * `size` (4, 6 or 8). `threads` 0: one per processor. Each thread has a transposition table of the
 * engine's size, memory permitting. `callback` may be NULL. A stopped call returns SUMI_STOPPED and
 * leaves unfinished entries unchanged. */

/** Writes the static evaluation of each board in discs. */
SUMI_API sumi_status sumi_evaluate(sumi_engine* engine, int size, const uint64_t* own,
                                   const uint64_t* opponent, size_t count, int threads,
                                   float* values, sumi_progress_callback callback, void* user);
/** Writes the exact score of each board. */
SUMI_API sumi_status sumi_solve(sumi_engine* engine, int size, const uint64_t* own,
                                const uint64_t* opponent, size_t count, int threads, int8_t* scores,
                                sumi_progress_callback callback, void* user);
/** Searches each board as sumi_search() does after sumi_engine_clear(), one thread per board, with
 * Black to move. Needs a limit; not with `play`. Writes `count` results, in the order of the
 * boards, that the caller frees. If stopped, results of unfinished boards are NULL; after another
 * failure all are. */
SUMI_API sumi_status sumi_search_boards(sumi_engine* engine, int size, const uint64_t* own,
                                        const uint64_t* opponent, size_t count,
                                        const sumi_limits* limits, int threads,
                                        sumi_result** results, sumi_progress_callback callback,
                                        void* user);

#ifdef __cplusplus
}
#endif

#endif
