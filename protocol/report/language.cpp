// SPDX-License-Identifier: MIT
#include "engine/base/text.h"
#include "protocol/report/language.h"

#include <cstdlib>
#include <optional>
#include <string>
#include <unordered_map>

namespace sumi::protocol {
namespace {

struct Translation {
  std::string_view english, japanese;
};

// clang-format off
constexpr Translation kTranslations[] = {
    // Sides, stages, results.
    {"Black", "黒"},
    {"White", "白"},
    {"all", "全体"},
    {"opening", "序盤"},
    {"midgame", "中盤"},
    {"endgame", "終盤"},
    {"win", "勝ち"},
    {"loss", "負け"},
    {"draw", "引き分け"},

    // Titles of columns, and single words.
    {"side", "手番"},
    {"move", "着手"},
    {"moves", "手数"},
    {"before", "着手前"},
    {"after", "着手後"},
    {"best", "最善"},
    {"played", "実戦"},
    {"lost", "損失"},
    {"lost a move", "損失/手"},
    {"mark", "評価"},
    {"Openings", "定石"},
    {"{opening} {games} games, {lost} discs lost a move", "{opening} {games}局、1手平均{lost}石の損"},
    {"sure", "確度"},
    {"{} ({} sure)", "{}（確度{}）"},
    {"depth", "深さ"},
    {"level", "レベル"},
    {"selectivity", "枝刈りの確度"},
    {"exact at empties", "完全読みの空き"},
    {"leaves", "末端の数"},
    {"leaves/s", "毎秒"},
    {"stage", "段階"},
    {"accuracy", "正確さ"},
    {"rating, estimated", "推定レーティング"},
    {"Estimated ratings (of the discs lost; 1500: the mean of tournament players):",
     "推定レーティング（損した石数から、1500＝大会参加者の平均）："},
    {"score", "石差"},
    {"result", "結果"},
    {"only", "唯一"},
    {"only move", "唯一の手"},
    {"player", "対局者"},
    {"game", "対局"},
    {"games", "局数"},
    {"Black %", "黒 %"},
    {"White %", "白 %"},
    {"worst move", "最悪の手"},
    {"(no name)", "（名前なし）"},
    {"game {}", "第{}局"},
    {"game {}: ", "第{}局: "},
    {"and {} more", "ほか{}件"},
    {"interrupted", "中断"},
    {"{} left", "残り {}"},

    // A game.
    {"Result", "結果"},
    {"Opening", "定石"},
    {"Event", "大会"},
    {"Round", "回戦"},
    {"Place", "場所"},
    {"Date", "日付"},
    {"Ratings", "レーティング"},
    {"Clock", "持ち時間"},
    {"Comment", "コメント"},
    {"Search", "探索"},
    {"search", "探索"},
    {"level {}", "レベル {}"},
    {"depth {}", "深さ {}"},
    {"{} s a move", "1手{}秒"},
    {"{}, {} s", "{}、{}秒"},
    {"{}, {:.0f} s", "{}、{:.0f}秒"},
    {"Interrupted: only the last {done} of {all} moves are analysed.",
     "中断: 全{all}手のうち最後の{done}手だけを解析しました。"},
    {"Worst moves", "主な悪手"},
    {"Most instructive mistakes", "特に学べる悪手"},
    {"{number}. {side} {move} {mark} loses {lost}, {before} -> {after}; better: {line}",
     "{number}手目 {side} {move} {mark} {lost}石の損、{before} -> {after}、最善は {line}"},
    {"{number}. {side} {move} {mark} loses {lost}, {before} -> {after}, which turns the result; "
     "better: {line}",
     "{number}手目 {side} {move} {mark} {lost}石の損、{before} -> {after}、勝敗が変わる手、最善は {line}"},
    {"Scores are for the side that moved: before it the best move's, after it that of the move "
     "played.",
     "石差は打った側から見たもの。着手前は最善手、着手後は実際に打った手の石差です。"},
    {"+4 is exact, +1.25 an estimate. Discs lost: ?! {}, ? {}, ?? {} or more; sure: the chance that "
     "it is two at least. After +- stands the error of an accuracy from so few moves (95%).",
     "+4は完全読み、+1.25は推定。損失は ?! が{}石以上、? が{}石以上、?? が{}石以上。確度は2石以上の損である確"
     "率です。+-は手数による正確さの誤差（95%）です。"},
    {"... and {} more; --json has all", "... ほか{}名。--json ですべて出力します"},
    {"{games} games, {seconds} s of searching", "{games}局、探索{seconds}秒"},
    {"{games} game, {seconds} s of searching", "{games}局、探索{seconds}秒"},
    {"; {} interrupted", "、中断{}局"},
    {"; {} not readable", "、読めないもの{}件"},

    // The page of a game.
    {"Evaluation", "評価値グラフ"},
    {"Accuracy", "正確さ"},
    {"All moves", "全手順"},
    {"Players", "対局者"},
    {"Games", "対局一覧"},
    {"{} games analysed", "{}局の解析"},
    {"The games are drawn by the page's script, which this browser does not run.",
     "各局の手順はページのスクリプトが描きますが、このブラウザでは動いていません。"},
    {"Only the first {} games follow move by move.", "以下は最初の{}局の手順です。"},
    {"accuracy of Black", "黒の正確さ"},
    {"accuracy of White", "白の正確さ"},
    {"discs lost by Black", "黒の損失（石）"},
    {"discs lost by White", "白の損失（石）"},
    {"Black ahead", "黒優勢"},
    {"White ahead", "白優勢"},
    {"Evaluation after each move, from Black's view", "各手の後の評価値（黒から見た石差）"},
    {"Scores after each move, from Black's view; dots are mistakes.",
     "各手の後の石差（黒から見た値）。点は悪手です。"},
    {"Accuracy is 100 % for no discs lost; {} discs a move halve it; ± is its error for as many "
     "moves. Discs lost: ?! {}, ? {}, ?? {} or more; in brackets the chance that it is two at least.",
     "正確さは損失なしで100 %、1手平均{}石の損失で半分になります。±はこの手数での誤差です。損失は ?! "
     "が{}石以上、? が{}石以上、?? が{}石以上。括弧内は2石以上の損である確率です。"},
    {"Scores are in discs, for the side that moved: +4 is exact, +4.0 an estimate.",
     "石差は打った側から見たもの。+4は完全読み、+4.0は推定です。"},
    {"Last position", "最終局面"},
    {"First move", "最初の手"},
    {"Previous move", "前の手"},
    {"Next move", "次の手"},
    {"Last move", "最後の手"},
    {"after the move", "着手後"},
    {"lost {} discs", "{}石の損"},
    {"turned the result", "勝敗が変わった手"},
    {"Before move {number}, {side} to move: {best} is best, {played} was played",
     "{number}手目の前、{side}番: 最善は{best}、実戦は{played}"},

    // Solving.
    {"empties", "空き"},
    {"nodes", "ノード数"},
    {"nodes/s", "毎秒"},
    {"seconds", "秒"},
    {"check", "照合"},
    {"all moves", "全着手"},
    {"line of play", "手順"},
    {"line", "手順"},
    {"ok", "一致"},
    {"WRONG", "誤り"},
    {"positions", "局面"},
    {" (expected {})", " (正解 {})"},
    {"{} unreadable, ", "読めない行 {}、"},
    {"{} position", "{} 局面"},
    {"{} positions", "{} 局面"},
    {"{} node", "{} ノード"},
    {"{} nodes", "{} ノード"},
    {"none checked", "照合なし"},
    {"{} checked, {} wrong", "照合 {}、誤り {}"},
    {"total: {}, {}, {}{}, {} s, {} nodes/s\n", "合計: {}、{}、{}{}、{} 秒、毎秒 {} ノード\n"},
    {"some {} min", "約{}分"},
    {"some {} h", "約{}時間"},
    {"some {} days", "約{}日"},
    {"some {} years", "約{}年"},
    {"{} empties take about {} nodes, {} (at {} nodes/s): bounds follow as they come; `sumi hint` "
     "has an estimate in seconds",
     "空き{}の完全読みは約{}ノード、{}かかります（毎秒{}ノードとして）。途中の評価を順に表示します。"
     "`sumi hint` なら数秒で推定値が出ます。"},
    {"{} {} at depth {} of {}, {} nodes, {} s", "{} {}、深さ {}（空き {}）、{}ノード、{}秒"},
    {"interrupted: {} holds {} solved position; the same command goes on from there",
     "中断しました。{} に {} 局面の結果があります。同じコマンドで続きから再開できます。"},
    {"interrupted: {} holds {} solved positions; the same command goes on from there",
     "中断しました。{} に {} 局面の結果があります。同じコマンドで続きから再開できます。"},
    {"interrupted: with --resume FILE, which keeps what is solved, the same command could go on",
     "中断しました。--resume FILE を付けると、解いた結果を残して同じコマンドで続きから再開できます。"},

    // The best moves.
    {"exact", "完全"},
    {"source", "出典"},
    {"yes", "はい"},
    {"no", "－"},
    {"{} nodes, {} s, {} nodes/s\n", "{}ノード、{}秒、毎秒{}ノード\n"},
    {"Done before its time: the book knows all of these moves (--no-book searches them).",
     "時間前に終了: どの手も定石ブックにあります（--no-bookで探索）。"},
    {"Done before its time: all of it is solved.", "時間前に終了: 完全に読み切りました。"},
    {"Done before its time: it is the only legal move.", "時間前に終了: 合法手は一つだけです。"},
    {"The game is over: a draw, {1} to {2} discs.", "終局: 引き分け（{1}対{2}）。"},
    {"The game is over: Black wins by {0}, {1} to {2} discs.", "終局: 黒の{0}石勝ち（{1}対{2}）。"},
    {"The game is over: White wins by {0}, {1} to {2} discs.", "終局: 白の{0}石勝ち（{1}対{2}）。"},
    {"{} has no move and must pass.", "{}は打てる所がなくパスです。"},
    {"{0} to move. Scores are for {0}.", "{0}番です。石差は{0}から見たものです。"},

    // Converting, and drawing boards.
    {"entries", "件"},
    {"{}: {} more such entries", "{}: 同様のものがほかに{}件"},
    {"{} entry loses: {} (the format {} has no place for it)",
     "{}件で失われる項目: {}（形式 {} には書けません）"},
    {"{} entries lose: {} (the format {} has no place for it)",
     "{}件で失われる項目: {}（形式 {} には書けません）"},
    {"{} entry converted, {} with losses or warnings, {} bad",
     "{}件を変換、うち欠落または警告{}件。読めないもの{}件"},
    {"{} entries converted, {} with losses or warnings, {} bad",
     "{}件を変換、うち欠落または警告{}件。読めないもの{}件"},
    {"{} line without a meaning left out", "意味のない行{}行を飛ばしました"},
    {"{} lines without a meaning left out", "意味のない行{}行を飛ばしました"},
    {"interrupted: what was converted so far is kept",
     "中断しました。そこまでに変換した分は残してあります。"},
    {"The game is over.", "終局しました。"},
    {"Black to move.", "黒番です。"},
    {"White to move.", "白番です。"},

    // Playing.
    {"The file has several games: this is {}.", "複数の対局があるファイルです。これは {} の対局です。"},
    {"Sumi plays Othello. Type a move such as f5, or help.",
     "Sumiとオセロの対局です。f5のように着手を入力してください。helpで説明が出ます。"},
    {"Type a move such as f5, or help.", "f5のように着手を入力してください。helpで説明が出ます。"},
    {"That line is too long.", "行が長すぎます。"},
    {"No move and no command: {}. Try help.",
     "着手でもコマンドでもありません: {}。helpで一覧が出ます。"},
    {"{} takes no argument.", "{} に引数は要りません。"},
    {"The game was not saved: {}", "この対局は保存していません: {}"},
    {"Goodbye.", "ありがとうございました。"},
    {"{} has no move and passes.", "{}は打てる所がなくパスします。"},
    {"Sumi plays {0} for {1}.", "Sumi（{1}）は{0}に打ちました。"},
    {"Stopped. Enter goes on.", "止めました。Enterで続けます。"},
    {"Thinking: {}, {} nodes. Ctrl-C: enough.", "考慮中: {}、{}ノード。Ctrl-Cで打ち切り。"},
    {"even", "互角"},
    {"Move {}, {} to play", "{}手目、{}番"},
    {"Game over. {}.", "終局: {}"},
    {"A draw, {} to {}", "引き分け（{}対{}）"},
    {"{} wins by {}, {} to {}", "{}の{}石勝ち（{}対{}）"},
    {"you", "あなた"},
    {"Sumi, level {}", "Sumi、レベル {}"},
    {"Sumi, player {}", "Sumi、プレイヤー {}"},
    {"Last move: {} {}", "最後の手: {} {}"},
    {"Outlook: {}", "形勢: {}"},
    {"You win!", "あなたの勝ちです！"},
    {"You lose.", "あなたの負けです。"},
    {"There is nothing to play again.", "やり直す手がありません。"},
    {"No move was played yet.", "まだ一手も打たれていません。"},
    {"No move and no command: {}. Did you mean {}?",
     "着手でもコマンドでもありません: {}。{} のことですか？"},
    {"Analysing: {} of {} moves. Ctrl-C: enough.", "解析中: {}/{}手。Ctrl-Cで打ち切り。"},
    {"play what undo has taken back", "待ったで戻した手をもう一度打つ"},
    {"the game so far, move by move", "ここまでの対局を一手ずつ解析する"},
    {"{side}: accuracy {percent}, {lost} discs lost, ?! {a}, ? {b}, ?? {c}",
     "{side}: 正確さ {percent}、損失 {lost}石、?! {a}、? {b}、?? {c}"},
    {"Scores are for the side that moved, after its move. Discs lost: ?! {}, ? {}, ?? {} or more.",
     "石差は打った側から見た着手後のものです。損失は ?! が{}石以上、? が{}石以上、?? が{}石以上です。"},
    {"There is no move of yours to take back.", "待ったできる自分の手がありません。"},
    {"The game is over: new starts another.", "終局しています。newで次の対局を始めます。"},
    {"The outlook is shown.", "形勢を表示します。"},
    {"The outlook is hidden.", "形勢を表示しません。"},
    {"You play: {}.", "あなたの色: {}"},
    {"Level {}: looks {} plies ahead, plays perfectly from {} empty squares on.",
     "レベル {}: {}手先まで読み、残り{}マスからは完全に読みきります。"},
    {"The player {} knows no levels.", "プレイヤー {} にレベルはありません。"},
    {"save needs the name of a file.", "save にはファイル名が要ります。"},
    {"load needs the name of a file.", "load にはファイル名が要ります。"},
    {"{} holds no saved game: name another file, or type save FILE force to replace it.",
     "{} は対局の保存ファイルではありません。別の名前にするか、save ファイル名 force "
     "で置き換えてください。"},
    {"Saved. sumi play --resume {} takes it up again.",
     "保存しました。sumi play --resume {} で続きから打てます。"},
    {"A square such as f5 plays there. The first letters of a word are enough.",
     "f5のようにマスを入力するとそこに打ちます。コマンドは最初の数文字で通じます。"},
    {"Ctrl-C makes Sumi move at once; at the prompt it leaves.",
     "Ctrl-CでSumiはすぐに打ちます。入力待ちのときは終了します。"},
    {"pass; forced passes are made for you", "パスする。打てる所がないときは自動でパスになる"},
    {"take back to your last turn", "待った。自分の前の手番に戻る"},
    {"the best moves, as Sumi sees them", "Sumiの考える最善手を見る"},
    {"the moves that the opening book knows", "定石ブックにある手を見る"},
    {"let Sumi play this move", "この手をSumiに打たせる"},
    {"show the board again", "盤面をもう一度見る"},
    {"show or hide the outlook", "形勢の表示を切り替える"},
    {"what you play: black, white, both or none",
     "自分の色: black（黒）、white（白）、both（両方）、none（なし）"},
    {"how strong Sumi plays, 0..60", "Sumiの強さ、0..60"},
    {"a new game, on a board of 4, 6 or 8", "次の対局を始める。盤の大きさは4、6、8"},
    {"write the game and the settings", "対局と設定を保存する"},
    {"take up a saved game, or a game of any format", "保存した対局や棋譜を読み込む"},
    {"this list", "この一覧を見る"},
    {"leave", "終わる"},

    // Where programs are expected.
    {"Here Sumi speaks {} to other programs. To leave: quit",
     "ここではSumiは他のプログラムと{}で話します。終わるにはquit"},
    {"Here Sumi speaks to other programs, in {} unless your first line is of another "
     "protocol:\ntry list_commands, genmove black, showboard, quit.",
     "ここではSumiは他のプログラムと話します。最初の行が別のプロトコルでなければ{}です。\n"
     "例: list_commands、genmove black、showboard、quit。"},
    {"For people there are sumi play, sumi hint, sumi analyze and more: sumi --help lists them.",
     "人のためには sumi play、sumi hint、sumi analyze などがあります。一覧は sumi --help。"},
    {"This is sumi already. To leave: quit", "すでにsumiの中です。終わるにはquit"},
    {"This is the place of programs: list_commands lists what they can say, quit leaves.\n"
     "Commands of the shell are, after quit: sumi {}",
     "ここはプログラム用の入力です。list_commandsで使える命令の一覧、quitで終了します。\n"
     "シェルのコマンドは、quitのあとで: sumi {}"},
    {"{0} is a command of the shell: quit, then sumi {0}. All: sumi --help",
     "{0}はシェルのコマンドです。quitのあとで sumi {0}。一覧は sumi --help"},

    // Opening books.
    {"won", "勝率"},
    {"then", "次"},
    {"book", "定石"},
    {"out", "定石外"},
    {"No move of the book.", "定石ブックに手がありません。"},
    {"No book is in use.", "定石ブックを使っていません。"},
    {"name", "定石名"},
    {"(leads out of the book)", "（定石ブックの外へ）"},
    {"ply", "手"},
    {"next best", "次善"},
    {"{} for {}, depth {}, by this line:\n\n", "{}（{}から見て）、深さ{}、次の手順による:\n\n"},
    {"Every move after it is known to the end.\n", "この後の手はすべて終局まで分かっています。\n"},
    {"The line ends with the game.\n", "手順は終局まで続きます。\n"},
    {"an unknown level", "不明なレベル"},
    {"a solution", "完全読み"},
    {"a search", "探索"},
    {"It leaves the book with {}, by {} at {}: {} plies, confidence {}%.\n",
     "{}で定石ブックを離れます。{}（{}）による: {}手、確度{}%。\n"},
    {"Lines of moves within {:g} discs of the best: {}; to remember for Black {}, for White {}.\n",
     "最善から{:g}石以内の手による手順: {}。覚える手順は黒{}、白{}。\n"},
    {"file: {}\n", "ファイル: {}\n"},
    {"{} positions, {} scored, {} stale, {} unsearched, {} not reached\n",
     "{}局面、評価済{}、古い評価{}、未探索{}、到達しない局面{}\n"},
    {"no faults\n", "異常なし\n"},
    {"{} faults\n", "異常{}件\n"},
    {"{}: {} in {} shards: {} done, {} running, {} stopped, {} missing\n",
     "{}: {}、シャード{}個: 完了{}、実行中{}、停止{}、未着手{}\n"},
    {"stopped", "停止"},
    {"missing", "未着手"},
    {" of {:.0f} ({:.1f}%)", " / {:.0f}（{:.1f}%）"},
    {", {:.3g}/s", "、毎秒{:.3g}"},
    {", {} left", "、残り{}"},
    {"scored", "評価済"},
    {"stale", "古い"},
    {"unsearched", "未探索"},
    {"mean", "平均"},
    {"sd", "偏差"},
    {"below {}", "{}未満"},
    {"{} and more", "{}以上"},
    {"\n{} bytes, {:.1f} a position\n", "\n{}バイト、1局面{:.1f}バイト\n"},
    {"{} positions in both, {} only in the first, {} only in the second\n"
     "{} have a score in both: {} the same one, {} another best move\n"
     "second less first, for the side to move: mean {:+.2f}, standard deviation {:.2f} discs\n",
     "両方にある局面{}、1冊目だけ{}、2冊目だけ{}\n"
     "両方に評価がある局面{}: 同じ評価{}、最善手が違うもの{}\n"
     "2冊目－1冊目（手番側から見て）: 平均{:+.2f}石、標準偏差{:.2f}石\n"},
    {"first", "1冊目"},
    {"second", "2冊目"},
    {"position", "局面"},
    {"Not in the book.", "ブックにない局面です。"},
    {"{} games (won {}, drawn {}, lost {})", "{}局（勝ち {}、引き分け {}、負け {}）"},
    {"In the book, not searched", "ブックの局面（未探索）"},
    {"In the book: {score} at depth {depth}, searched at level {level}",
     "ブックの局面: {score}、深さ {depth}、探索レベル {level}"},
    {"Best line", "最善手順"},

    // sumi study.
    {"asked", "出題"},
    {"missed", "失敗"},
    {"Type the best move, such as f5; or hint, skip, answer, help, quit.",
     "f5のように最善手を入力してください。hint、skip、answer、help、quitも使えます。"},
    {"Type the best move, such as f5; or hint, skip, quit.",
     "f5のように最善手を入力してください。hint、skip、quitも使えます。"},
    {"{0} of {1} answers were right.", "{1}問に答えて{0}問正解。"},
    {"A square such as f5 answers. The first letters of a word are enough, two of answer.",
     "f5のようなマスで答えます。語は最初の数文字（answerは2文字）で足ります。"},
    {"  hint    names a few moves, the best one among them", "  hint    最善手を含むいくつかの手を示す"},
    {"  answer  shows the best move; counts as missed", "  answer  最善手を示す（失敗と数える）"},
    {"  skip    goes on without an answer", "  skip    答えずに次へ"},
    {"  board   shows the board again", "  board   盤をもう一度示す"},
    {"  quit    leaves", "  quit    終わる"},
    {"There are no more positions.", "もう局面がありません。"},
    {"{} to move", "{}番"},
    {"One of these: {}. The best one is worth {}.", "次のどれかです: {}。最善手の石差は{}。"},
    {"The answer was not judged: stopped.", "中断したので答えは判定していません。"},
    {"Wrong: {} is worth {} and loses {}.", "不正解: {}の石差は{}で、{}石の損です。"},
    {"Right: {} is worth {} and loses only {}.", "正解: {}の石差は{}で、損は{}石だけです。"},
    {"Right: {} is worth {}.", "正解: {}の石差は{}。"},
    {"Best: {} (proven), by {}", "最善: {}（完全読み）、{}"},
    {"Best: {} (depth {}), by {}", "最善: {}（深さ{}）、{}"},
    {"In the game {} was played, and lost {}.", "実戦は{}で、{}石の損でした。"},
    {"Positions in the deck: {}; to ask again: {}, new: {}.",
     "出題帳の局面: {}、再出題: {}、新規: {}。"},
    {"Move {}", "{}手目"},
    {"{}, move {}", "{}、{}手目"},
    {" (asked: {}, missed: {})", "（出題{}回、失敗{}回）"},
    {"Games: {}; positions added: {}, better answers: {}, known before: {}; in the deck: {}.",
     "対局: {}、追加した局面: {}、正解を改めた局面: {}、既にあった局面: {}、出題帳の局面: {}。"},
    {"No.", "番号"},
    {"move no.", "手数"},
    {"Positions forgotten: {}; in the deck: {}.", "除いた局面: {}、出題帳の局面: {}。"},
    {"There are {} moves. The best one is worth {}.", "打てる手は{}つです。最善手の石差は{}。"},
    {"Judging...", "判定しています…"},
    {"Problem {}, difficulty {}: one move wins.", "問題{}、難易度{}: 勝つ手は一つだけです。"},
    {"Endgames of difficulty {}, each with one move that wins.",
     "難易度{}の終盤問題です。勝つ手はそれぞれ一つだけです。"},
    {"Lines of the book of best moves alone: {}.", "最善手だけの定石ブックの手順: {}。"},
    {"Lines of the book of moves that lose {:g} or less: {}.",
     "どの手も損が{:g}石以内の定石ブックの手順: {}。"},
    {"{} must remember {}.", "{}が覚える手順: {}。"},
    {"{} cannot win.", "{}は勝てません。"},
    {"{} cannot hold a draw.", "{}は引き分けにもできません。"},
    {"{0} holds {1} or better with {2} lines to remember.", "{0}は{2}手順を覚えれば{1}以上を保てます。"},
    {"Not in the opening book.", "定石ブックにない局面です。"},
    {"This is the first move.", "これが最初の手です。"},
    {"No command: {}. Try help.", "コマンドではありません: {}。helpで説明が出ます。"},
    {"No command: {}. Did you mean {}?", "コマンドではありません: {}。{} のことですか？"},
    {"The book knows {} {}, not {}.", "定石ブックにあるのは{} {}で、{}はありません。"},
    {"Book: {} {}, the best move.", "定石ブック: {} {}、最善手。"},
    {"Book: {} {}, best {} {}.", "定石ブック: {} {}、最善は{} {}。"},
    {"The book goes on with {}.", "定石ブックの続き: {}。"},
    {"Enter shows the next move, back the one before, quit leaves.",
     "Enterで次の手、backで前の手、quitで終わり。"},
    // What the page of `sumi web` offers.
    {"Sumi's neural net", "Sumiのニューラルネット"},
    {"patterns", "パターン評価"},
    {"values of squares", "マスの評価値"},
    {"mobility", "着手可能数"},
    {"values of squares, fixed discs and candidate moves", "マスの評価値、確定石、着手可能数"},
    {"values of squares by S4, learned", "S4の方法で学習したマスの評価値"},
    {"values of squares by S5", "S5のマスの評価値"},
    {"values of squares by S6", "S6のマスの評価値"},
    {"learned by TD", "TD学習で得たもの"},
    {"learned by Monte Carlo returns", "モンテカルロ法のリターンで学習したもの"},
    {"the engine's own search", "エンジン自身の探索"},
    {"any legal move", "合法手を無作為に"},
    // Players that `sumi players` lists.
    {"most discs on average, so many plies ahead (S5)", "指定した手数先まで見て、平均して石が最も多い手（S5）"},
    {"as nhand, by values of squares (S5)", "nhandと同じ読みで、マスの評価値による手（S5）"},
    {"fewest moves for the opponent (S5)", "相手の手が最も少ない手（S5）"},
    {"most moves for itself (S5)", "自分の手が最も多い手（S5）"},
    {"the best of so many random games from each move", "各手から指定した数だけ無作為に打った対局の成績で選ぶ"},
    {"the best value after one move: bpfscn:2:5:1+noise (S4), mlp:FILE, table:FILE, mobility...",
     "1手後の評価が最も高い手: bpfscn:2:5:1+noise（S4）、mlp:FILE、table:FILE、mobilityなど"},
    {"11 moves at random, 5 plies by two tables, the last 15 perfectly (S6)",
     "最初の11手は無作為、その後は2つの表で5手読み、最後の15手は完全読み（S6）"},
    {"the best of a learned table (S5)", "学習した表で最も良い手（S5）"},
    {"perfect play on 4x4, the whole game solved (S1)", "4x4を完全に解いた最善手（S1）"},
    {"4x4, the whole game solved", "4x4を完全に解いたもの"},
    {"learned by TD, one move ahead", "TD学習、1手先まで"},
    {"learned by Monte Carlo returns, one move ahead", "モンテカルロ法のリターンで学習、1手先まで"},
    {"the best of random games from each move", "各手から無作為に打った対局の成績で選ぶ"},
    {"the sum of three terms, one move ahead", "3つの項の和、1手先まで"},
    {"most discs on average", "平均して石が最も多い手"},
    {"best squares on average", "平均してマスの評価値が最も高い手"},
    {"fewest moves for the opponent", "相手の手が最も少ない手"},
    {"most moves for itself", "自分の手が最も多い手"},
    {"evolved tables, five plies, the last 15 perfectly", "遺伝的に得た表、5手読み、最後の15手は完全読み"},
    {"a game a line, f5d6c3; numbered lists, score sheets", "1行に1局（f5d6c3）、番号付きの手順、棋譜用紙"},
    {"GGS, NBoard and NTest; loses nothing", "GGS、NBoard、NTest。何も失われません"},
    {"Quarry, GoGui, Edax and editors of Go games", "Quarry、GoGui、Edax、囲碁の棋譜エディタ"},
    {"PlayOK, Edax and cutegames", "PlayOK、Edax、cutegames"},
    {"the database of tournaments, with its .jou and .trn", "大会のデータベース（.jouと.trnを伴う）"},
    {"Othello Quest and other JSON", "オセロクエストなどのJSON"},
    {"a position a line with the scores of moves", "1行に1局面と各手の石差"},
    {"ScrZebra's scripts: a position a line", "ScrZebraのスクリプト、1行に1局面"},
    {"a position, as in the FFO suite", "1局面（FFO問題集の形式）"},
    {"64 squares and a side a line; diagrams, GGS's too", "1行に64マスと手番、GGSなどの盤面図も"},
    {"a FEN a line, as cutegames has them", "1行に1つのFEN（cutegamesの形式）"},
};
// clang-format on

std::optional<Language> preferred;

}  // namespace

Result<Language> parse_language(std::string_view name) {
  if (equal_ignoring_case(name, "en")) return Language::kEnglish;
  if (equal_ignoring_case(name, "ja")) return Language::kJapanese;
  return syntax_error("lang", name, "en or ja");
}

std::string_view to_text(Language language) {
  return language == Language::kJapanese ? "ja" : "en";
}

Language language_of_locale() {
  for (const char* const name : {"LC_ALL", "LC_MESSAGES", "LANG"}) {
    const char* const value = std::getenv(name);
    if (value == nullptr || *value == '\0') continue;
    const std::string locale = to_lower(value);
    const bool japanese = locale.starts_with("ja") && (locale.size() == 2 || !is_alnum(locale[2]));
    return japanese || locale == "japanese" ? Language::kJapanese : Language::kEnglish;
  }
  return Language::kEnglish;
}

Language default_language() { return preferred ? *preferred : language_of_locale(); }

void prefer_language(Language language) { preferred = language; }

std::string_view tr(Language language, std::string_view english) {
  if (language == Language::kEnglish) return english;
  static const auto table = [] {
    std::unordered_map<std::string_view, std::string_view> by_english;
    for (const Translation& text : kTranslations) by_english.emplace(text.english, text.japanese);
    return by_english;
  }();
  const auto found = table.find(english);
  return found == table.end() ? english : found->second;
}

}  // namespace sumi::protocol
