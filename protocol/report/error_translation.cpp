// SPDX-License-Identifier: MIT
#include "protocol/report/error_translation.h"

#include <fmt/args.h>
#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <vector>

namespace sumi::protocol {
namespace {

// The first match wins, so special sentences precede general ones.
constexpr ErrorSentence kErrorSentences[] = {
    // Wrappers of other messages.
    {"{} (see `{}`)", "{0}（`{1}` を参照）"},
    {"{}; did you mean {}?", "{0}。{1} のことですか？"},
    {"{} is neither a file nor a position ({}); {}",
     "{0}はファイルでも局面でもありません（{1}）。{2}"},
    {"{} is neither a file nor a position ({})", "{0}はファイルでも局面でもありません（{1}）"},
    {"game: {} is not a move (d3 or pass) at move {}",
     "棋譜: {1}手目の{0}は着手（d3またはpass）ではありません"},
    {"{} at move {}", "{0}（{1}手目）"},
    {"warning: {}", "警告: {0}"},
    {"{}, or try --side white", "{0}。または --side white を試してください"},
    {"{}, or try --side black", "{0}。または --side black を試してください"},
    {"{} (game {})", "{0}（第{1}局）"},

    // Moves.
    {"illegal move: {} for {} ({})", "{1}は{0}に打てません（{2}）"},
    {"the game is over", "終局しています"},
    {"black is to move", "黒番です"},
    {"white is to move", "白番です"},
    {"legal: pass", "打てるマスがないのでパスです"},
    {"legal: {}", "打てるマスは{0}"},
    {"black", "黒"},
    {"white", "白"},
    {"square: {} is not {} or pass", "マス: {0}は{1}でもpassでもありません"},

    // Positions and games.
    {"64 squares of X, O and - and the side to move, a FEN, or moves: f5d6c3",
     "X O - の64マスと手番、FEN、またはf5d6c3のような着手"},
    {"position: board size {} is not 4, 6 or 8", "局面: 盤の大きさ{0}は4、6、8ではありません"},
    {"position: {} after the squares is not a side (X or O) or a % comment",
     "局面: マスの後の{0}は手番（XかO）でも%のコメントでもありません"},
    {"position: {} has {} squares, need {} of X O - and the side (X or O)",
     "局面: {0}は{1}マスです。X O - の{2}マスと手番（XかO）が必要です"},
    {"position: {} has {} squares before {}, need {} of X O - and the side (X or O)",
     "局面: {0}は{2}の前までで{1}マスです。X O - の{3}マスと手番（XかO）が必要です"},
    {"position: {} does not begin with 64 squares of X O -",
     "局面: {0}はX O - の64マスで始まっていません"},
    {"FEN: {} is longer than {} squares, need the form {}",
     "FEN: {0}は{1}マスを超えています。形式は {2} です"},
    {"FEN: {} has {} squares, not {}, need the form {}",
     "FEN: {0}は{2}マスではなく{1}マスです。形式は {3} です"},
    {"FEN: {} has {} ranks, not 8 (6, 4), need the form {}",
     "FEN: {0}は8（6、4）段ではなく{1}段です。形式は {2} です"},
    {"FEN: {} does not say who is to move, need the form {}",
     "FEN: {0}に手番がありません。形式は {1} です"},
    {"FEN: {} has {}, need the form {}", "FEN: {0}に{1}があります。形式は {2} です"},
    {"position: {} is longer than {} bytes", "局面: {0}は{1}バイトを超えています"},
    {"game: {} is longer than {} bytes", "棋譜: {0}は{1}バイトを超えています"},
    {"line is longer than {} bytes", "行が{0}バイトを超えています"},
    {"only read takes more than {} bytes", "{0}バイトを超えるメッセージを使えるのはreadだけです"},
    {"{} is longer than {} bytes", "{0}は{1}バイトを超えています"},
    {"game: the address {} holds no moves (f5d6c3): open it, copy the moves or the game's file "
     "(GGF, SGF, PGN, JSON) there",
     "棋譜: アドレス{0}に着手（f5d6c3）は含まれていません。リンク先のページで着手か棋譜ファイル"
     "（GGF、SGF、PGN、JSON）をコピーしてください"},
    {"only the moves in the text are read: {}", "文中の着手だけを読み込みました: {0}"},
    {"--at {}: the game has {} moves", "--at {0}: この棋譜は{1}手です"},
    {"--at {}: the game has {} move", "--at {0}: この棋譜は{1}手です"},
    {"--game {}: the input has {}", "--game {0}: 入力の対局は{1}局です"},
    {"the input holds more than one position: choose one with --game N",
     "入力に複数の局面があります。--game N で選んでください"},
    {"more such entries are passed by", "同様のものがほかにもありますが、飛ばします"},
    {"{} more messages of this kind", "同様のメッセージがほかに{0}件"},
    {"{} more such entries", "同様のものがほかに{0}件"},
    {"no game in the input", "入力に対局がありません"},
    {"no game in it", "対局が含まれていません"},
    {"no position in the input", "入力に局面がありません"},
    {"no game in the first {} bytes: {}", "最初の{0}バイトに対局がありません: {1}"},
    {"{} holds no position", "{0}に局面がありません"},
    {"{} is a second score without a move", "{0}は、着手のない2つ目の石差です"},
    {"{} after the moves is taken for a comment", "{0}は着手の後にあるのでコメントとみなしました"},
    {"{} after the board is taken for a comment", "{0}は盤面の後にあるのでコメントとみなしました"},
    {"the result {} of a board without moves is taken for a comment",
     "着手のない盤面に書かれた結果{0}はコメントとみなしました"},
    {"{} below the board is taken for a comment", "{0}は盤面の下にあるのでコメントとみなしました"},
    {"{} between the moves is taken for a comment",
     "{0}は着手の間にあるのでコメントとみなしました"},
    {"nothing says who is to move: Black is assumed", "手番が書かれていないので黒番とみなしました"},
    {"{}: the game up to it is used", "{0}。その手前までの棋譜を使います"},
    {"{} holds more than one game or position: put them into a file, or choose one",
     "{0}には対局や局面が2つ以上あります。ファイルに入れるか、1つを選んでください"},
    {"game: {} is GGF or SGF, in a text of another format",
     "棋譜: {0}はGGFかSGFですが、別の形式のテキストの中にあります"},
    {"game: {} has no move", "棋譜: {0}に着手がありません"},
    {"position: {} and {} disagree on who is to move", "局面: 手番が{0}と{1}とで食い違っています"},
    {"position: the diagram has 1 rank of {} squares, need {}",
     "局面: 図に{0}マスの段が1段しかありません（{1}段必要）"},
    {"position: the diagram has {} ranks of {} squares, need {}",
     "局面: 図の{1}マスの段は{0}段です（{2}段必要）"},
    {"position: the diagram has rank {} where rank {} belongs",
     "局面: 図の{1}段目のところに{0}段目があります"},
    {"position: the board has no discs", "局面: 盤面に石がありません"},
    {"position: the {} squares have no disc in the centre",
     "局面: {0}マスの盤面の中央に石がありません"},
    {"position: move number {} is in two squares", "局面: 手数{0}が2か所にあります"},
    {"position: move number {} is in no square", "局面: 手数{0}がどこにもありません"},
    {"position: nothing tells which of {} and {} is Black: add --black {} or --black {}, or a line "
     "\"{} = black\"",
     "局面: {0}と{1}のどちらが黒か分かりません。--black {2} か --black {3} を付けるか、「{4} = "
     "black」という行を加えてください"},
    {"position: nothing tells which of the two bitboards is Black's: add --black 1 or --black 2, "
     "or "
     "write black=0x... white=0x...",
     "局面: 2つのビットボードのどちらが黒か分かりません。--black 1 か --black 2 を付けるか、"
     "black=0x... white=0x... と書いてください"},
    {"result {} ignored: the board has {} squares", "結果{0}は無視します。盤面は{1}マスです"},
    {"result {}, but the moves end in {}, less the komi of {}",
     "結果は{0}とありますが、着手どおりなら{1}（コミ{2}を引く前）です"},
    {"result {}, but the moves end in {}", "結果は{0}とありますが、着手どおりなら{1}です"},
    {"players are numbers: beside the file is no {}, wthor{} or single *{}",
     "対局者名は番号で表示します。同じフォルダーに{0}、wthor{1}、ただ1つの*{2}のいずれもありませ"
     "ん"},
    {"tournaments are numbers: beside the file is no {}, wthor{} or single *{}",
     "大会名は番号で表示します。同じフォルダーに{0}、wthor{1}、ただ1つの*{2}のいずれもありません"},
    {"{} line before it without moves or a board", "この前に、着手も盤面もない行が{0}行あります"},
    {"{} lines before it without moves or a board", "この前に、着手も盤面もない行が{0}行あります"},
    {"{} line at the end without moves or a board", "末尾に、着手も盤面もない行が{0}行あります"},
    {"{} lines at the end without moves or a board", "末尾に、着手も盤面もない行が{0}行あります"},
    {"an entry of more than {} bytes", "項目が{0}バイトを超えています"},
    {"binary data instead of positions; the rest is skipped",
     "局面ではなくバイナリデータです。残りは飛ばします"},
    {"the game ends with {} empties, before {}", "空き{1}になる前に空き{0}で終局しています"},
    {"{} is both black and white", "{0}が黒にも白にもなっています"},
    {"the text ends inside the game, {} is missing", "棋譜が途中で終わっています。{0}がありません"},
    {"the file ends inside its header", "ファイルがヘッダーの途中で終わっています"},
    {"{} has no closing quote", "{0}に閉じ引用符がありません"},
    {"{} has no value, {}", "{0}に値がありません（形式は {1}）"},
    {"{} has no game, {}", "{0}に対局がありません（形式は {1}）"},
    {"{} has no ]", "{0}に ] がありません"},
    {"{}: TY: {} is anti-Othello, where fewer discs win; Othello is 8",
     "{0}: TYの{1}は、石の少ないほうが勝つアンチオセロです。オセロは8です"},
    {"json: {}: {} is neither moves (f5d6c4) nor a board",
     "json: {0}の{1}は着手（f5d6c4）でも盤面でもありません"},
    {"{}: game {} is not Othello, {}", "{0}: 対局{1}はオセロではありません（オセロは {2}）"},
    {"{} after a move is not supported", "{0}は着手の後では使えません"},
    {"{} after squares is not supported", "{0}はマスの後では使えません"},
    {"{} entries of {} bytes make a file of {} bytes, this one has {}",
     "{1}バイトの項目が{0}個なら{2}バイトのはずですが、このファイルは{3}バイトです"},
    {"a depth of {} is not in {}", "深さ{0}は{1}の範囲にありません"},
    {"{} discs of Black are not in {}", "黒の石数{0}は{1}の範囲にありません"},
    {"the board is {}, not 8x8", "盤の大きさが8x8ではなく{0}です"},
    {"a file of solitaires, not of games", "対局ではなくソリテア（問題）のファイルです"},
    {"move {} is no square, 11..88: {}", "{0}手目の{1}はマス（11..88）ではありません"},
    {"the game does not begin at the start position of 8x8",
     "対局が8x8の初期局面から始まっていません"},
    {"it does not begin at the usual start of 8x8", "8x8の初期局面から始まっていません"},
    {"it is not over after its {} moves", "{0}手で終局していません"},

    // Files.
    {"{}: file {}: {}", "{0}: ファイル {1}: {2}"},
    {"file 'standard input': {}", "標準入力: {0}"},
    {"file 'standard input'", "標準入力"},
    {"file {}: {}", "ファイル {0}: {1}"},
    {"file '{}'", "ファイル '{0}'"},
    {"standard output", "標準出力"},
    {"descriptor {} is closed, and /dev/null cannot be opened: {}",
     "ファイル記述子{0}が閉じていて、/dev/nullも開けません: {1}"},
    {"{} is closed", "{0}は閉じています"},
    {"{} is no regular file", "{0}は通常のファイルではありません"},
    {"is no regular file", "通常のファイルではありません"},
    {"is no file of `sumi analyze`", "`sumi analyze` のファイルではありません"},
    {"is in use by another sumi", "別のsumiが使っています"},
    {"was made with {}, this is {}: name another file",
     "作成時の条件は{0}、今回の条件は{1}です。別のファイルにしてください"},
    {"was made by {}, this is {}: name another file",
     "作成したのは{0}、今回は{1}です。別のファイルにしてください"},
    {"is not a file that `sumi solve --resume` has made, or its first line is damaged",
     "`sumi solve --resume` のファイルではないか、最初の行が壊れています"},
    {"another sumi writes to it; only one at a time can",
     "別のsumiが書き込み中です。同時に書き込めるのは1つだけです"},
    {"--log: cannot write to {}", "--log: {0}に書き込めません"},
    {"cannot write to {}: {}", "{0}に書き込めません: {1}"},
    {"cannot open: {}", "開けません: {0}"},
    {"cannot read: {}", "読み込めません: {0}"},
    {"cannot write: {}", "書き込めません: {0}"},
    {"cannot lock: {}", "ロックできません: {0}"},
    {"cannot be written: the disk is full; what was in it is still there",
     "ディスクがいっぱいで書き込めません。元の内容は残っています"},
    {"cannot be written: the disk is full", "ディスクがいっぱいで書き込めません"},
    {"is damaged or cut short, or another program has changed it: {}; put a copy of it in its "
     "place",
     "壊れているか、途中で切れているか、ほかのプログラムが書き換えています: {0}。バックアップと"
     "入れ替えてください"},
    {"a checksum is wrong", "チェックサムが一致しません"},
    {"a position is damaged: {}", "局面が壊れています: {0}"},
    {"is cut short: {} of {} bytes", "途中で切れています（{1}バイト中{0}バイト）"},
    {"is empty, no {}", "空なので、{0}ではありません"},
    {"is of version {}, newer than this program, which reads versions up to {}",
     "バージョン{0}で、このプログラムより新しいものです。読み込めるのはバージョン{1}までです"},
    {"{}: {} damaged or unfinished line is not used; what it held is done again",
     "{0}: 壊れているか書きかけの{1}行は使わず、その分をやり直します"},
    {"{}: {} damaged or unfinished lines are not used; what they held is done again",
     "{0}: 壊れているか書きかけの{1}行は使わず、その分をやり直します"},
    {"No such file or directory", "見つかりません"},
    {"Permission denied", "アクセス権がありません"},
    {"Is a directory", "フォルダーです"},
    {"Not a directory", "フォルダーではありません"},
    {"No space left on device", "空き容量がありません"},
    {"Disk quota exceeded", "割り当てられた容量を超えています"},
    {"Read-only file system", "読み取り専用のファイルシステムです"},
    {"Input/output error", "入出力エラーです"},
    {"File exists", "すでにあります"},
    {"File too large", "ファイルが大きすぎます"},
    {"File name too long", "ファイル名が長すぎます"},
    {"Too many open files", "開いているファイルが多すぎます"},
    {"Too many levels of symbolic links", "シンボリックリンクの階層が深すぎます"},
    {"Cannot allocate memory", "メモリが足りません"},
    {"Address already in use", "すでに使われています"},
    {"Cannot assign requested address", "このコンピューターのアドレスではありません"},
    {"longer than {} bytes", "{0}バイトを超えています"},
    {"is empty", "空です"},
    {"is in UTF-16, not in UTF-8", "文字コードがUTF-8ではなくUTF-16です"},
    {"binary data that is no WTHOR file", "WTHORファイルではないバイナリデータです"},
    {"binary data that is no book of Sumi (compact or not), Edax or Egaroucid",
     "Sumi（compact形式を含む）、Edax、Egaroucidのいずれの定石ブックでもないバイナリデータです"},
    {"holds no opening book of Sumi; `sumi book import` reads those of Edax and Egaroucid, compact "
     "books and OBF positions with scores",
     "Sumiの定石ブックではありません。`sumi book import` で、EdaxとEgaroucidの定石ブック、"
     "compact形式の定石ブック、石差の付いたOBFの局面を読み込めます"},
    {"is an opening book of {}", "{0}の定石ブックです"},
    {"a book of Egaroucid of version {}; read is version {} (.egbk3), as which Egaroucid itself "
     "saves older books",
     "Egaroucidの定石ブックのバージョン{0}です。読み込めるのはバージョン{1}（.egbk3）です。古い"
     "ものは、Egaroucidで開いて保存し直すとこのバージョンになります"},
    {"holds no game or position in a form known", "読み込める形式の対局や局面がありません"},
    {"holds no game of the format {}", "{0}形式の対局がありません"},
    {"holds no position of the format {}", "{0}形式の局面がありません"},
    {"WTHOR is no text", "WTHORはテキストではありません"},
    {"needs a file, not a pipe: its header has the number of games",
     "ヘッダーに局数が入るので、パイプではなくファイルが必要です"},
    {"WTHOR needs a file: its header has the number of games, and names lie beside",
     "WTHORにはファイルが必要です。ヘッダーに局数が入り、名前は別のファイルになります"},
    {"format: {} can be read only", "format: {0}は読み込み専用の形式です"},
    {"the format {} can be read only", "{0}は読み込み専用の形式です"},
    {"{} does not tell the format: say --to FORMAT, see --formats",
     "{0}からは形式が分かりません。--to FORMAT で指定してください（一覧は --formats）"},
    {"{} does not tell the format, as .book (compact), .dat (edax), .egbk3 (egaroucid) and .obf "
     "do: "
     "say --format",
     "{0}からは形式が分かりません。.book（compact）、.dat（edax）、.egbk3（egaroucid）、.obfのど"
     "れかにするか、--format で指定してください"},

    // File types.
    {"page of Sumi", "Sumiのページ"},
    {"SVG picture of Sumi", "SumiのSVG画像"},
    {"JSON object", "JSONオブジェクト"},
    {"report of sumi analyze", "`sumi analyze` の結果"},
    {"CSV of sumi analyze", "`sumi analyze` のCSV"},
    {"board of sumi board", "`sumi board` の盤面"},
    {"compact book", "compact形式の定石ブック"},
    {"book of Edax", "Edaxの定石ブック"},
    {"book of Egaroucid", "Egaroucidの定石ブック"},
    {"opening book of sumi", "Sumiの定石ブック"},
    {"games of the format {}", "{0}形式の棋譜"},
    {"positions of the format {}", "{0}形式の局面"},

    // Command lines.
    {"no command named {}", "{0}というコマンドはありません"},
    {"no option named {}", "{0}というオプションはありません"},
    {"unrecognised option {}", "{0}というオプションはありません"},
    {"unexpected argument {}", "余分な引数です: {0}"},
    {"the required argument for option {} is missing", "オプション{0}に値がありません"},
    {"the argument for option {} should follow immediately after the equal sign",
     "オプション{0}の値は=の直後に書いてください"},
    {"option {} does not take any arguments", "オプション{0}に値は不要です"},
    {"option {} cannot be specified more than once", "オプション{0}は1回しか指定できません"},
    {"one command at a time", "コマンドは1度に1つです"},
    {"no file and no position given", "ファイルも局面も指定されていません"},
    {"no game: moves, a file or -; `sumi hint` shows the best moves of a position",
     "対局がありません。着手、ファイル、- のどれかを指定してください。局面の最善手は `sumi hint`"
     " で表示します"},
    {"need files to read and one to write, IN... OUT",
     "読み込むファイルと書き込むファイルが必要です（IN... OUT）"},
    {"need one file to write, BOOK FILE", "書き込むファイルが1つ必要です（BOOK FILE）"},
    {"need one file to read, BOOK FILE", "読み込むファイルが1つ必要です（BOOK FILE）"},
    {"only one of --json, --csv and --obf", "--json、--csv、--obf は1つだけ指定できます"},
    {"only one of --json and --csv", "--json と --csv は一方だけ指定できます"},
    {"--{} is now --{}", "--{0} は --{1} になりました"},
    {"--{} and --{} are the same option", "--{0} と --{1} は同じオプションです"},
    {"only one of --level, --time and --depth", "--level、--time、--depth は1つだけ指定できます"},
    {"--obf: scores in discs, not with --wld",
     "--obf は石差を書き出すので、--wld とは併用できません"},
    {"--html: the first {} of {} games", "--html: {1}局のうち最初の{0}局だけです"},
    {"--hash-mib {} for each of --max-clients {} is {} MiB, and this machine has {}: take smaller "
     "tables or fewer clients",
     "--hash-mib {0} を --max-clients {1} の人数分使うと{2} MiBですが、このコンピューターのメモ"
     "リは{3} MiBです。表を小さくするか、人数を減らしてください"},
    {"{}: {} tables of --hash-mib {} are {} MiB, and this machine has {}: take fewer jobs or "
     "smaller tables",
     "{0}: --hash-mib {2} の表{1}個で{3} MiBですが、このコンピューターのメモリは{4} MiBです。ジ"
     "ョブを減らすか、表を小さくしてください"},
    {"{}: {} is more than the memory of this machine, {}",
     "{0}: {1}はこのコンピューターのメモリ{2}を超えています"},
    {"no --port: 1..65535, or 0 for any free one",
     "--port がありません。1..65535、または空いている番号を選ぶ0を指定してください"},
    {"{} is no IP address such as 127.0.0.1, 0.0.0.0 or ::1",
     "{0}は127.0.0.1、0.0.0.0、::1のようなIPアドレスではありません"},
    {"cannot listen on {}: {}", "{0}で待ち受けできません: {1}"},
    {"whoever reaches {} can play here, no password is asked",
     "{0}に接続できる人は、誰でもパスワードなしで対局できます"},
    {"--login NAME is missing", "--login NAME がありません"},
    {"no password: --password-file FILE with a line of text, or {}",
     "パスワードがありません。1行に書いたファイルを --password-file FILE で指定するか、{0}に設定"
     "してください"},
    {"others can read {}: chmod 600 keeps it yours",
     "{0}はほかの人にも読み取れます。`chmod 600` で自分専用にできます"},
    {"--min-time {} is more than --max-time {}", "--min-time {0} が --max-time {1} より大きいです"},
    {"--log: {} is there and holds no log of `sumi ggs`; name another file",
     "--log: {0}は `sumi ggs` のログではありません。別のファイルにしてください"},
    {"ggs type: {} is not one that Sumi plays ({}, r with or without a number)",
     "GGSの種類: {0}はSumiが対局できる種類ではありません（{1}。rの後の数は省略できます）"},
    {"the login {} or its password was refused: {}",
     "ログイン名{0}またはパスワードが拒否されました: {1}"},
    {"the server hangs up at the password", "パスワードを送ったところでサーバーに切断されました"},
    {"the server asks again", "サーバーがもう一度尋ねてきました"},
    {"{}: the position to begin at (--from) is not in it: nothing would stay",
     "{0}: 開始局面（--from）がないので、何も残らなくなります"},
    {"{}: '{}' is not a number of seconds in {}", "{0}: '{1}'は{2}の範囲の秒数ではありません"},
    {"{}: '{}' is not a whole number of discs in {}, as the solver wants it",
     "{0}: '{1}'は{2}の範囲の整数の石数ではありません（完全読みでは整数にします）"},
    {"{}: '{}' is not a number of discs in {}", "{0}: '{1}'は{2}の範囲の石数ではありません"},
    {"{}: '{}' is not a whole number in {}", "{0}: '{1}'は{2}の範囲の整数ではありません"},
    {"{}: '{}' is not in {}", "{0}: '{1}'は{2}の範囲にありません"},
    {"{}: '{}' is not one of {}", "{0}: '{1}'は次のどれでもありません: {2}"},
    {"{} is not a tag, {}", "{0}はタグではありません（形式は {1}）"},
    {"{} is not a property, {}", "{0}はプロパティではありません（形式は {1}）"},
    {"{}: '{}' is not {}", "{0}: '{1}'は{2}ではありません"},
    {"{}: two outputs are the same file, {}", "{0}: 2つの出力が同じファイル{1}です"},
    {"{} and {} are the same file, {}", "{0}と{1}が同じファイル{2}です"},
    {"{}: {} is read, too; name another file",
     "{0}: {1}は入力でもあります。別のファイルにしてください"},
    {"{}: {} is there and holds no {}; name another file, or replace it by --force",
     "{0}: {1}は{2}ではありません。別のファイルにするか、--force で置き換えてください"},

    // Accepted values.
    {"{} by steps of {}", "{0}（{1}刻み）"},
    {"{} (several with + between)", "{0}（+でつないで複数）"},
    {"true or false", "trueかfalse"},
    {"en or ja", "enかja"},
    {"4, 6 or 8", "4、6、8"},
    {"compact, edax, egaroucid or obf", "compact、edax、egaroucid、obf"},
    {"black (b, x, *) or white (w, o, 0)", "黒（b、x、*）か白（w、o、0）"},
    {"a move (d3 or pass)", "着手（d3かpass）"},
    {"a move (F5, F5/eval/seconds or PA)", "着手（F5、F5/評価/秒、PA）"},
    {"a move (d3, -- or pass)", "着手（d3、--、pass）"},
    {"a move (dc, d3 or empty)", "着手（dc、d3、空）"},
    {"a square (dc or d3)", "マス（dcかd3）"},
    {"{} or pass", "{0}かpass"},
    {"a board of 8, 6 or 4", "大きさ8、6、4の盤面"},
    {"H:MM, such as 1:30, in {}, or a number of seconds", "1:30のようなH:MM（{0}）か秒数"},
    {"SQUARE=TEXT, such as d3=1, square in {}, text of {} bytes",
     "d3=1のようなSQUARE=TEXT（マスは{0}、TEXTは{1}バイト）"},
    {"2 to 8 characters without blanks , and \\, not beginning with . _ or /",
     "空白 , \\ を含まず . _ / で始まらない2〜8文字"},
    {"[s]size[b|w][k][a][r[discs]], such as 8 or s8r18",
     "8やs8r18のような[s]size[b|w][k][a][r[discs]]"},
    {"empty: it takes no argument", "空（引数はありません）"},
    {"the file of a table: qtable:FILE", "表のファイル（qtable:FILE）"},
    {"with the file of a network: greedy:mlp:FILE",
     "ネットワークのファイル付き（greedy:mlp:FILE）"},

    // Engines and books.
    {"this CPU cannot run {}, only {}", "このCPUで動くのは{1}だけで、{0}は動きません"},
    {"this CPU is too old: it lacks a feature of the lowest level, {}",
     "このCPUは古すぎます。最低水準に必要な{0}がありません"},
    {"plays on {} only, not on {}", "対局できるのは{0}だけで、{1}では打てません"},
    {"only for the board of 8x8", "8x8の盤だけで使えます"},
    {"books are of boards of 8x8", "定石ブックは8x8の盤だけです"},
    {"no memory for a table of {} MiB", "{0} MiBの表に使うメモリが足りません"},
    {"no book given: a file, or `default`, the shipped one",
     "定石ブックがありません。ファイルか、付属の `default` を指定してください"},
    {"{} is the shipped book, which is only read: `{}` makes a file of it",
     "{0}は付属の定石ブックで、読み込み専用です。`{1}` でファイルにできます"},
    {"the shipped book cannot be written: name a file of your own before",
     "付属の定石ブックには書き込めません。先に自分のファイルを指定してください"},
    {"no game for a book, so {} was not made",
     "定石ブックに入れられる対局がないので、{0}は作りませんでした"},
    {"no game given: a file, - for standard input, or moves",
     "対局がありません。ファイル、- （標準入力）、着手のどれかを指定してください"},
    {"no file named {}, and no game: {}", "{0}というファイルはなく、対局でもありません: {1}"},
    {"no book to merge given, OUT IN...", "統合する定石ブックがありません（OUT IN...）"},
    {"no --level given", "--level がありません"},
    {"--level says how to search, and --no-search not to",
     "--level は探索の指定なので、探索しない --no-search とは併用できません"},
    {"--min-games reads the games twice: only from files, not from - or a pipe",
     "--min-games は対局を2回読み込むので、使えるのはファイルだけです（- やパイプは不可）"},
    {"--from: {} is no position of 8x8 squares, the middle ones taken, with a legal move",
     "--from: {0}は、中央が埋まっていて合法手のある8x8の局面ではありません"},
    {"only obf is written to standard output", "標準出力に書き出せるのはobfだけです"},
    {"{} holds no position for a book", "{0}に、定石ブックに入れられる局面がありません"},
    {"holds no database of games", "対局のデータベースではありません"},
    {"holds no {}", "{0}ではありません"},

    // Interruption.
    {"interrupted; the same command resumes", "中断しました。同じコマンドで続きから再開できます"},
    {"interrupted; this is what was looked at", "中断しました。ここまでに調べた分です"},
    {"interrupted; what is left to search is done next time",
     "中断しました。残りの探索は次回に行います"},
    {"interrupted; missing is all from {} on", "中断しました。{0}以降は含まれていません"},
    {"interrupted; not all positions were written", "中断しました。書き出していない局面があります"},
    {"interrupted; nothing was written", "中断しました。何も書き出していません"},
    {"interrupted; nothing was removed", "中断しました。何も削除していません"},
    {"interrupted; nothing was put in {}", "中断しました。{0}には何も追加していません"},
    {"interrupted; {}", "中断しました。{0}"},
    {"interrupted", "中断しました"},
    {"out of memory", "メモリが足りません"},

    // sumi games.
    {"there is no database {}; `sumi games import FILE` makes it",
     "データベース{0}がありません。`sumi games import FILE` で作れます"},
    {"no player {} in the database", "データベースに対局者{0}はいません"},
    {"no tournament {} in the database", "データベースに大会{0}はありません"},
    {"no file of games, or - for standard input", "棋譜のファイル（標準入力なら -）がありません"},
    {"is a position, no game", "対局ではなく局面です"},
    {"is on another board than 8x8", "8x8の盤の対局ではありません"},
    {"has no moves", "着手がありません"},
    {"needs --from games", "--from games が要ります"},
    {"needs a database of games", "対局のデータベースが要ります"},
    {"there is no database of games here", "ここには対局のデータベースがありません"},
    {"no file to import: send one with `upload`", "取り込むファイルがありません"},
    {"more than {} bytes at once", "一度に送れるのは{0}バイトまでです"},
    {"games are of boards of 8x8", "データベースの対局は8x8の盤だけです"},
    {"no home folder for the database: name a file with --games",
     "データベースを置くホームフォルダーがありません。--games でファイルを指定してください"},
    {"interrupted: what was imported so far is kept; the same command continues",
     "中断しました。取り込み済みの分は残っています。同じコマンドで続きから再開できます"},

    // sumi study.
    {"there is no deck {}; `sumi study add GAMES` makes it",
     "問題集{0}がありません。`sumi study add GAMES` で作れます"},
    {"the deck is empty; `sumi study add GAMES` puts the mistakes of games in it",
     "問題集が空です。`sumi study add GAMES` で対局の悪手を入れてください"},
    {"the deck is empty", "問題集が空です"},
    {"is no deck of `sumi study`, or its first line is damaged",
     "`sumi study` の問題集ではないか、最初の行が壊れています"},
    {"{}: {} damaged or unfinished line is not used",
     "{0}: 壊れているか書きかけの{1}行は使いません"},
    {"{}: {} damaged or unfinished lines are not used",
     "{0}: 壊れているか書きかけの{1}行は使いません"},
    {"no home folder for the deck: name a file with --deck",
     "問題集を置くホームフォルダーがありません。--deck でファイルを指定してください"},
    {"no number given: those that `sumi study list` shows",
     "番号がありません。`sumi study list` に表示される番号を指定してください"},
    {"{} is no number of a position in the deck, 1..{}",
     "{0}は問題集の局面の番号（1..{1}）ではありません"},
    {"several players are named so: {}", "その名前に当てはまる対局者が複数います: {0}"},
    {"no game of a player '{}'; players are not named",
     "対局者'{0}'の対局がありません。対局者名が書かれていません"},
    {"no game of a player '{}'; players are {}", "対局者'{0}'の対局がありません。対局者: {1}"},
    {"no opening is named {}; like it are: {}", "{0}という定石はありません。似た名前: {1}"},
    {"no opening is named {}", "{0}という定石はありません"},
    {"{} openings are named like {}; name one, or its moves:",
     "{1}に当てはまる定石が{0}個あります。1つの名前か着手を指定してください:"},
    {"no opening given: a name such as Rose, or its moves",
     "定石がありません。Roseのような名前か着手を指定してください"},
    {"{} empty squares are too many to count lines to the end: at most {}",
     "空き{0}マスでは、終局までの手順が多すぎて数えられません。空き{1}マスまでです"},
    {"more than {} positions to count lines in: give one with fewer empty squares, or a smaller "
     "loss",
     "手順を数える局面が{0}を超えます。空きマスのより少ない局面か、より小さい損失を指定してくだ"
     "さい"},
    {"more than {} positions to count lines in: give one with fewer empty squares",
     "手順を数える局面が{0}を超えます。空きマスのより少ない局面を指定してください"},
    {"--seed: {} with --count {} goes beyond {}",
     "--seed: {0}から --count {1} 問を出題すると{2}を超えます"},

    // Contexts that precede a message.
    {"ggs login", "GGSのログイン名"},
    {"ggs type", "GGSの種類"},
    {"player {}", "プレイヤー{0}"},
    {"{}: {}", "{0}: {1}"},
};

/// The fields of `sentence` in `text`; nothing if it does not match.
std::optional<std::vector<std::string_view>> match(std::string_view sentence,
                                                   std::string_view text) {
  constexpr std::string_view kField = "{}";
  std::vector<std::string_view> fields;
  std::size_t field = sentence.find(kField);
  if (text.substr(0, field) != sentence.substr(0, field)) return std::nullopt;
  while (field != sentence.npos) {
    text.remove_prefix(std::min(field, text.size()));
    sentence.remove_prefix(field + kField.size());
    field = sentence.find(kField);
    const std::string_view fixed = sentence.substr(0, field);
    std::size_t end = text.size();
    if (field != sentence.npos) {
      end = text.find(fixed);
    } else if (text.size() >= fixed.size() && text.ends_with(fixed)) {
      end = text.size() - fixed.size();
    } else {
      end = text.npos;
    }
    // Only quoted fields may be empty.
    if (end == text.npos || (end == 0 && !fixed.starts_with('\''))) return std::nullopt;
    fields.push_back(text.substr(0, end));
    text.remove_prefix(end);
  }
  return fields;
}

}  // namespace

std::span<const ErrorSentence> error_sentences() { return kErrorSentences; }

std::string tr_error(Language language, std::string_view message) {
  if (language == Language::kEnglish) return std::string(message);
  for (const ErrorSentence& sentence : kErrorSentences) {
    const auto fields = match(sentence.english, message);
    if (!fields) continue;
    fmt::dynamic_format_arg_store<fmt::format_context> values;
    for (const std::string_view field : *fields) values.push_back(tr_error(language, field));
    return fmt::vformat(sentence.japanese, values);
  }
  return std::string(message);
}

}  // namespace sumi::protocol
