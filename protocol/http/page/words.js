// SPDX-License-Identifier: MIT
// @ts-check
/** Every word of the page, English and Japanese, and the language that is chosen. */

/** @type {Record<"en" | "ja", number>} */
const COLUMN = { en: 0, ja: 1 };
/** @type {"en" | "ja"} */
let chosen = "en";
/** @type {(() => void)[]} */
const listeners = [];

/** Another language was chosen. */
export const language_changed = {
  /** @param {() => void} listener */
  on: listener => void listeners.push(listener),
};
export const language = () => chosen;

/** @param {string} wanted "en", "ja"; any other: as the browser says @param {string} browser */
export function pickLanguage(wanted, browser) {
  if (wanted === "en" || wanted === "ja") return wanted;
  return browser.toLowerCase().startsWith("ja") ? "ja" : "en";
}

/** @param {"en" | "ja"} wanted */
export function useLanguage(wanted) {
  chosen = wanted;
  for (const listener of listeners) listener();
}

/** The words for a key; `{name}` in them is a value.
 * @param {Word} key
 * @param {Record<string, string | number>} values @returns {string} */
export function t(key, values = {}) {
  return WORDS[key][COLUMN[chosen]].replace(/\{(\w+)\}/g, (all, name) =>
    Object.prototype.hasOwnProperty.call(values, name) ? String(values[name]) : all);
}

/** Puts the words into elements that say with `data-word`, `data-label`, `data-hint` which.
 * @param {Document} page */
export function translate(page) {
  page.documentElement.lang = chosen;
  for (const element of page.querySelectorAll("[data-word], [data-label], [data-hint]")) {
    const { word, label, hint } = /** @type {HTMLElement} */ (element).dataset;
    if (word) element.textContent = t(/** @type {Word} */ (word));
    if (label) element.setAttribute("aria-label", t(/** @type {Word} */ (label)));
    if (label && element.matches("button")) element.setAttribute("title", t(/** @type {Word} */ (label)));
    if (hint) element.setAttribute("placeholder", t(/** @type {Word} */ (hint)));
  }
}

/** @typedef {keyof typeof WORDS} Word */

export const WORDS = {
  // The board and the game on it.
  black: ["Black", "黒"],
  white: ["White", "白"],
  empty: ["empty", "空き"],
  legal: ["legal", "着手可能"],
  best: ["best", "最善"],
  exact: ["exact", "完全読み"],
  in_book: ["in the book", "定石"],
  last_move: ["last move", "直前の手"],
  pass: ["pass", "パス"],
  board_label: ["Board, {size} by {size}, {side} to move", "盤面 {size}×{size}、{side}番"],
  board: ["Board", "盤面"],
  game: ["Game", "棋譜"],
  played: ["{side} played {move}.", "{side} {move}。"],
  to_move: ["{side} to move.", "{side}番です。"],
  engine_thinks: ["{side} is thinking …", "{side}が考えています…"],
  black_passes: ["Black passes.", "黒はパス。"],
  white_passes: ["White passes.", "白はパス。"],
  game_over: ["Game over", "終局"],
  counts: ["Black {black}, White {white}.", "黒 {black}、白 {white}。"],
  draw: ["A draw.", "引き分け。"],
  black_wins: ["Black wins by {discs}.", "黒の{discs}石勝ち。"],
  white_wins: ["White wins by {discs}.", "白の{discs}石勝ち。"],
  out_of_time: ["{side} is out of time.", "{side}の時間切れです。"],
  not_legal: ["No move there.", "そこには打てません。"],
  no_moves: ["No moves yet. Click a square, type a move such as f5, or paste a game.",
    "まだ手がありません。マスを押すか、f5のように入力するか、棋譜を貼り付けてください。"],
  variation: ["Variation", "変化"],
  lost_n: ["lost {discs} discs", "{discs}石損"],
  black_advantage: ["Black's advantage", "黒から見た評価"],
  graph: ["Black's advantage, move by move", "黒から見た評価の推移"],
  graph_now: ["Black's advantage, move by move; now {score}", "黒から見た評価の推移。現在 {score}"],
  go_first: ["To the start (Home)", "最初へ (Home)"],
  go_back: ["A move back (←)", "1手戻る (←)"],
  go_forward: ["A move on (→)", "1手進む (→)"],
  go_last: ["To the end (End)", "最後へ (End)"],
  turn_board: ["Turn the board (r)", "盤を回す (r)"],
  numbers: ["Numbers", "評価値"],
  promote: ["Make main line", "本譜にする"],
  cut: ["Delete from here", "ここから削除"],

  // The page.
  title: ["Sumi – Othello", "Sumi – オセロ"],
  language: ["Language", "言語"],
  theme: ["Colours", "配色"],
  theme_auto: ["Auto", "自動"],
  theme_light: ["Light", "明るい"],
  theme_dark: ["Dark", "暗い"],
  help: ["Keys and help (?)", "キー操作とヘルプ (?)"],
  close: ["Close", "閉じる"],
  skip: ["Skip to the board", "盤面へ移動"],
  line_lost: ["No line to the engine; trying again … Your game is safe here.",
    "エンジンに接続できません。再接続しています… 対局はこのページに残っています。"],
  no_line: ["No line to the engine. Try again in a moment.",
    "エンジンに接続できません。しばらくしてからもう一度試してください。"],
  version: ["Sumi {version}, threads: {threads}", "Sumi {version}、スレッド数 {threads}"],
  tabs: ["What to do", "機能"],
  tab_analysis: ["Analysis", "検討"],
  tab_play: ["Play", "対局"],
  tab_book: ["Book", "定石"],
  tab_files: ["Files", "棋譜"],
  tab_study: ["Study", "練習"],
  drop_here: ["Drop a game or a file here", "ここに棋譜やファイルをドロップ"],

  // Numbers on all moves.
  candidates: ["Moves and their scores", "候補手と評価値"],
  move: ["Move", "手"],
  score: ["Score", "評価"],
  depth: ["Depth", "深さ"],
  line: ["Line", "読み筋"],
  from_book: ["book", "定石"],
  from_the_book: ["From the book", "定石から"],
  exact_score: ["Solved exactly", "完全読み済み"],
  thinking: ["Thinking …", "考えています…"],
  no_numbers: ["No numbers here yet.", "まだ評価値がありません。"],
  numbers_off: ["Numbers are off.", "評価値は表示していません。"],
  positions: ["{count} positions", "{count}局面"],
  per_second: ["{count}/s", "毎秒{count}"],
  how_long: ["How long", "読む長さ"],
  seconds_long: ["{seconds} s", "{seconds}秒"],
  level_n: ["level {level}", "レベル{level}"],
  no_end: ["until stopped", "止めるまで"],
  evaluator: ["Evaluator", "評価関数"],
  own_evaluator: ["Sumi's own", "Sumi標準"],
  use_book: ["Use the book", "定石を使う"],
  solve: ["Solve", "完全読み"],
  solve_all: ["Solve all moves", "全ての手を完全読み"],
  stop: ["Stop", "停止"],
  legend: ["Discs for the side to move. Yellow: best. In a box, whole: exact. Blue corner: from the book.",
    "手番から見た石差。黄色は最善手、枠つきの整数は完全読み、青い角は定石。"],
  options: ["Options", "設定"],

  // Review.
  review: ["Analyse the game", "棋譜解析"],
  review_level: ["Level", "レベル"],
  review_start: ["Analyse", "解析する"],
  review_progress: ["{done} of {all} moves", "{all}手中{done}手"],
  review_side: ["Keep mistakes of", "悪手を残す側"],
  accuracy: ["Accuracy", "精度"],
  opening: ["opening", "序盤"],
  midgame: ["midgame", "中盤"],
  endgame: ["endgame", "終盤"],
  mean_lost: ["Discs lost a move", "1手あたりの損"],
  best_moves: ["Best moves", "最善手"],
  worst_moves: ["Worst moves", "悪手"],
  mistake_row: ["{number}. {side} {move}{mark} lost {lost}; best {best}",
    "{number}手目 {side} {move}{mark} {lost}石損、最善は{best}"],
  retry: ["Try the mistakes again", "悪手をやり直す"],
  both: ["Both", "両方"],
  marks_legend: ["?! lost 2 discs, ? 4, ?? 8 or more", "?!は2石、?は4石、??は8石以上の損"],

  // Opinions of other players.
  opinions: ["What another player thinks", "他のプレイヤーの見方"],
  opinions_note: ["Players of published systems, each on a scale of its own.",
    "公開されている各方式による評価です。尺度はそれぞれ異なります。"],
  nobody: ["Nobody", "なし"],
  player: ["Player", "プレイヤー"],
  value: ["Value", "値"],
  terms: ["Terms", "内訳"],
  no_opinions: ["This player compares no moves.", "このプレイヤーは手を比べません。"],

  // Play.
  i_play: ["I play", "自分の手番"],
  neither: ["Neither: watch", "なし（観戦）"],
  person: ["Person", "人"],
  sumi_search: ["Sumi (search)", "Sumi（探索）"],
  strength: ["Strength", "強さ"],
  level: ["Level", "レベル"],
  seconds_a_move: ["Seconds a move", "1手の秒数"],
  clock: ["Clock: minutes each, 0 for none", "持ち時間（分、0はなし）"],
  increment: ["Seconds added a move", "1手ごとの加算（秒）"],
  board_size: ["Board", "盤の大きさ"],
  series: ["Games, colours change", "対局数（黒白交代）"],
  new_game: ["New game", "新しい対局"],
  game_here: ["Play from here", "この局面から"],
  pause: ["Pause", "一時停止"],
  resume: ["Go on", "続ける"],
  take_back: ["Take back", "待った"],
  swap_sides: ["Swap sides", "手番を交代"],
  tally: ["First player: {wins} won, {draws} drawn, {losses} lost",
    "先手側：{wins}勝{draws}分{losses}敗"],

  // Book.
  no_name: ["No name for this position", "名前のない局面"],
  not_in_book: ["The book has no moves here.", "ここから先は定石にありません。"],
  games: ["Games", "対局"],
  name: ["Name", "名前"],
  games_title: ["{wins} won, {draws} drawn, {losses} lost", "{wins}勝{draws}分{losses}敗"],
  book_line: ["Expected line", "予想される進行"],
  book_moves: ["Moves in the book", "定石の手"],
  learn: ["Put this game into the book", "この対局を定石に加える"],
  learning: ["Learning …", "学習しています…"],
  learned: ["In the book now.", "定石に加えました。"],
  lines: ["Lines to remember from here", "ここから覚える変化の数"],
  lines_loss: ["Loss a move, at most", "1手の損の上限"],
  lines_side: ["I am", "自分"],
  lines_count: ["Count", "数える"],
  lines_result: ["{remember} lines to remember; {all} lines in all in which no move loses more than {loss}.",
    "覚える変化は{remember}通り。1手の損が{loss}石以内の変化は全部で{all}通り。"],

  // Files.
  paste: ["Paste or type a game", "棋譜を貼り付ける"],
  paste_hint: ["f5d6c3d3c4…, a board, GGF, PGN, SGF, FEN, Othello Quest …",
    "f5d6c3d3c4…、盤面、GGF、PGN、SGF、FEN、オセロクエストなど"],
  read: ["Read", "読み込む"],
  choose_file: ["Choose a file", "ファイルを選ぶ"],
  drop_note: ["Or drop a file anywhere on the page, or press Ctrl V.",
    "ページのどこにでもファイルをドロップできます。Ctrl Vでも貼り付けられます。"],
  reading: ["Reading …", "読み込んでいます…"],
  read_one: ["A game.", "1局を読み込みました。"],
  read_games: ["{count} games.", "{count}局あります。"],
  left_out: ["{count} more were left out.", "ほかに{count}局は省きました。"],
  more_games: ["… and {count} more: filter them above.", "…ほか{count}局。上で絞り込めます。"],
  filter: ["Filter: name, event, date", "絞り込み：名前・大会・日付"],
  too_big: ["The file is too big.", "ファイルが大きすぎます。"],
  moves_n: ["{count} moves", "{count}手"],
  result_n: ["result {result}", "結果 {result}"],
  a_position: ["a position", "局面"],
  copy_out: ["Copy the game out", "棋譜を書き出す"],
  format: ["Format", "形式"],
  copy: ["Copy", "コピー"],
  download: ["Save as a file", "ファイルに保存"],
  copy_link: ["Copy link", "リンクをコピー"],
  copied: ["Copied.", "コピーしました。"],
  lost_in_format: ["The format has no place for: {what}.", "この形式には入らない項目：{what}"],
  recent: ["Games on the board before", "以前に盤に出した対局"],
  text_out: ["The game as text", "書き出した棋譜"],

  // Study.
  trainer: ["My mistakes", "自分の悪手"],
  train: ["Try one", "出題"],
  forget: ["Forget all", "すべて消す"],
  forget_sure: ["Forget all mistakes that are kept?", "残してある悪手をすべて消しますか？"],
  no_mistakes: ["None yet: analyse a game of yours, and its mistakes come here.",
    "まだありません。自分の対局を解析すると、悪手がここに残ります。"],
  mistakes_count: ["{due} to try, {learned} learned", "未習得{due}、習得済み{learned}"],
  retry_title: ["What was better?", "もっと良い手は？"],
  retry_question: ["{side} to move. {played} lost {lost} discs. {game}",
    "{side}番。{played}は{lost}石損でした。{game}"],
  right_best: ["Right: {best} is best, {score}.", "正解。{best}が最善です（{score}）。"],
  right_as_good: ["Right: {move} is as good; it loses {lost} to {best}.",
    "正解。{move}も同じくらい良い手です（{best}との差{lost}）。"],
  wrong_lost: ["{move} loses {lost}. Best was {best}.", "{move}は{lost}石損。最善は{best}でした。"],
  best_was: ["Best is {best}, {score}.", "最善は{best}です（{score}）。"],
  judging: ["Judging …", "判定しています…"],
  show_answer: ["Show the answer", "答えを見る"],
  next: ["Next", "次へ"],
  leave: ["Back to my game", "対局に戻る"],
  problems: ["Endgame problems", "終盤の問題"],
  problem_note: ["Exactly one move wins. Find it.", "勝つ手は一つだけ。見つけてください。"],
  difficulty: ["Difficulty", "難しさ"],
  difficulty_n: ["Difficulty {n}", "難しさ{n}"],
  problem_new: ["New problem", "出題"],
  making_problem: ["Making a problem …", "問題を作っています…"],
  no_problem: ["No problem came.", "問題を作れませんでした。"],
  problem_title: ["One move wins", "勝つ手は一つ"],
  problem_question: ["{side} to move, {empties} empty squares.", "{side}番、空き{empties}マス。"],
  problem_right: ["Right: {best} wins, {score}.", "正解。{best}で勝ちです（{score}）。"],
  problem_wrong: ["No. Only {best} wins, {score}.", "不正解。勝つのは{best}だけです（{score}）。"],
  openings: ["Openings by name", "名前のある定石"],
  opening_search: ["Search: Tiger, 虎, f5d6…", "検索：虎、Tiger、f5d6…"],
  walk: ["Walk through", "並べる"],
  from_memory: ["From memory", "覚えたか試す"],
  none_found: ["Nothing found.", "見つかりません。"],
  more_openings: ["… and {count} more: search for one.", "…ほか{count}個。検索してください。"],
  walk_question: ["Step on with →; names are told on the way. Try other moves as you like.",
    "→で進めます。途中の名前も出ます。ほかの手も試せます。"],
  recall_question: ["Play its {count} moves from memory, both sides.",
    "両方の手番で{count}手を思い出して打ってください。"],
  recall_go_on: ["{move}, right. Go on.", "{move}、正解。続けてください。"],
  recall_wrong: ["No: {move} is the move. Go on.", "ここは{move}です。続けてください。"],
  recall_right: ["All right, without a fault.", "全問正解です。"],
  recall_faults: ["Done, with {count} faults.", "終わりました。間違いは{count}手。"],
  recall_shown: ["Here it is: step through it.", "この進行です。並べてみてください。"],

  // Keys.
  keys: ["Keys", "キー操作"],
  key_step: ["a move back, a move on", "1手戻る・進む"],
  key_step_anywhere: ["the same, on the board, too", "同じ（盤面上でも）"],
  key_ends: ["to the start, to the end", "最初へ・最後へ"],
  key_variation: ["the variation before, the next one", "前・次の変化"],
  key_type: ["play that move", "その手を打つ"],
  key_board: ["go onto the board, to a square, play there", "盤面に入る・マスを選ぶ・打つ"],
  key_numbers: ["numbers on and off", "評価値の表示・非表示"],
  key_turn: ["turn the board", "盤を回す"],
  key_solve: ["solve the position", "完全読み"],
  key_new: ["new game", "新しい対局"],
  key_play: ["pause the game, go on", "対局の一時停止・続行"],
  key_undo: ["take back", "待った"],
  key_link: ["copy the link", "リンクをコピー"],
  key_next: ["next exercise", "次の問題"],
  key_leave: ["leave an exercise", "練習をやめる"],
  key_search: ["search the openings", "定石を検索"],
  key_paste: ["paste a game", "棋譜を貼り付ける"],
  key_help: ["this help", "このヘルプ"],
};
