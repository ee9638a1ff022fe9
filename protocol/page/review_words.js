// SPDX-License-Identifier: MIT
// @ts-check
/** Words of evaluations and of the review of a game: English, Japanese. */

export const REVIEW_WORDS = {
  // On the board and in graphs.
  evaluation: ["Evaluation", "形勢"],
  black_advantage: ["Black's advantage", "黒から見た評価値"],
  graph: ["Black's advantage, move by move", "黒から見た評価値の推移"],
  graph_now: ["Black's advantage, move by move; now {score}", "黒から見た評価値の推移。現在は{score}"],
  loss_graph: ["Discs lost so far, move by move; now Black {black}, White {white}",
    "累計の石損の推移。現在 黒{black}、白{white}"],
  lost_so_far: ["Discs lost so far:", "累計の石損："],
  played_next: ["played next", "次に打たれた手"],
  only_move: ["only move", "唯一の手"],
  arrows: ["Arrows of the best lines (x)", "最善進行の矢印 (x)"],

  // The review.
  review: ["Analyse the game", "棋譜解析"],
  review_level: ["Level", "レベル"],
  mistake_back: ["‹ Mistake", "‹ 前の悪手"],
  mistake_on: ["Mistake ›", "次の悪手 ›"],
  review_progress: ["Moves done: {done} of {all}", "{all}手のうち{done}手を解析"],
  review_side: ["Mistakes of", "悪手を見る側"],
  review_options: ["Options of the analysis", "棋譜解析の設定"],
  by_stage: ["Accuracy by stage", "段階別の正確さ"],
  accuracy: ["Accuracy", "正確さ"],
  opening: ["opening", "序盤"],
  midgame: ["midgame", "中盤"],
  endgame: ["endgame", "終盤"],
  mean_lost: ["Lost a move", "1手の損"],
  best_moves: ["Best moves", "最善手"],
  worst_moves: ["Worst moves", "主な悪手"],
  retry: ["Try the mistakes again", "悪手に再挑戦"],
  both: ["Both", "両方"],
  marks_legend: ["?! lost 2 discs, ? 4, ?? 8 or more", "?!は2石以上、?は4石以上、??は8石以上の損失"],
};
