// SPDX-License-Identifier: MIT
#include "protocol/report/error_words.h"

#include <fmt/args.h>
#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <vector>

namespace sumi::protocol {
namespace {

struct Sentence {
  std::string_view english;   ///< Its fields are {}.
  std::string_view japanese;  ///< Its fields are {0}, {1}...
};

// The first that fits is taken, so the more special ones stand first.
constexpr Sentence kSentences[] = {
    // What is put around other messages.
    {"{} (see `{}`)", "{0}（`{1}` を参照）"},
    {"{}; did you mean {}?", "{0}。{1} のことですか？"},
    {"game: {} is not a move (d3 or pass) at move {}",
     "棋譜: {1}手目の{0}は着手（d3またはpass）ではありません"},
    {"{} at move {}", "{1}手目: {0}"},

    // Moves.
    {"illegal move: {} for {} ({})", "{1}は{0}に打てません（{2}）"},
    {"the game is over", "終局しています"},
    {"black is to move", "黒の番です"},
    {"white is to move", "白の番です"},
    {"legal: pass", "打てる所がなくパスです"},
    {"legal: {}", "打てるのは{0}"},
    {"black", "黒"},
    {"white", "白"},
    {"square: {} is not {} or pass", "マス: {0}は{1}でもpassでもありません"},

    // Positions and games.
    {"position: board size {} is not 4, 6 or 8", "局面: 盤の大きさ{0}は4、6、8ではありません"},
    {"position: {} after the squares is not a side (X or O) or a % comment",
     "局面: マスの後の{0}は手番（XかO）でも%の注釈でもありません"},
    {"position: {} has {} squares, need {} of X O - and the side (X or O)",
     "局面: {0}は{1}マスです。X O - の{2}マスと手番（XかO）が要ります"},
    {"position: {} has {} squares before {}, need {} of X O - and the side (X or O)",
     "局面: {0}は{2}の前までで{1}マスです。X O - の{3}マスと手番（XかO）が要ります"},
    {"position: {} is longer than {} bytes", "局面: {0}は{1}バイトより長いです"},
    {"game: {} is longer than {} bytes", "棋譜: {0}は{1}バイトより長いです"},
    {"{} is neither a file nor a position ({})", "{0}はファイルでも局面でもありません（{1}）"},
    {"no game in the input", "入力に対局がありません"},
    {"no position in the input", "入力に局面がありません"},
    {"{} more messages of this kind", "同様のメッセージがほかに{0}件"},

    // Files.
    {"{}: file {}: {}", "{0}: ファイル {1}: {2}"},
    {"file {}: {}", "ファイル {0}: {1}"},
    {"{} is no regular file", "{0}は普通のファイルではありません"},
    {"cannot write to {}: {}", "{0}に書けません: {1}"},
    {"No such file or directory", "見つかりません"},
    {"Permission denied", "権限がありません"},
    {"Is a directory", "フォルダです"},
    {"Not a directory", "フォルダではありません"},
    {"No space left on device", "空き容量がありません"},
    {"Read-only file system", "書き込めないファイルシステムです"},
    {"Input/output error", "入出力エラーです"},
    {"longer than {} bytes", "{0}バイトより長いです"},
    {"is empty", "空です"},
    {"is in UTF-16, not in UTF-8", "UTF-8ではなくUTF-16です"},
    {"binary data that is no WTHOR file", "WTHORではないバイナリデータです"},
    {"holds no game or position in a form known (see `{}`)",
     "読める形式の対局や局面がありません（`{0}` を参照）"},

    // Command lines.
    {"no command named {}", "{0}というコマンドはありません"},
    {"no option named {}", "{0}というオプションはありません"},
    {"unrecognised option {}", "{0}というオプションはありません"},
    {"unexpected argument {}", "余分な引数です: {0}"},
    {"the required argument for option {} is missing", "オプション {0} に値がありません"},
    {"option {} cannot be specified more than once", "オプション {0} は一度だけ指定できます"},
    {"{}: {} is not a number of seconds in {}", "{0}: {1}は{2}の秒数ではありません"},
    {"{}: {} is not in {}", "{0}: {1}は{2}の範囲にありません"},
    {"{}: {} is not one of {}", "{0}: {1}は次のどれでもありません: {2}"},
    {"{}: {} is not {}", "{0}: {1}は {2} ではありません"},
    {"{} and {} are the same file, {}", "{0}と{1}が同じファイル{2}です"},
    {"{}: {} is read, too; name another file",
     "{0}: {1}は入力でもあります。別のファイルにしてください"},
    {"{}: {} is there and holds no {}; name another file, or replace it by --force",
     "{0}: {1}は{2}ではありません。別のファイルにするか、--force で置き換えてください"},

    // The end of work.
    {"interrupted; the same command goes on from here",
     "中断しました。同じコマンドで続きから再開できます"},
    {"interrupted; {}", "中断しました。{0}"},
    {"interrupted", "中断しました"},
    {"out of memory", "メモリが足りません"},

    // A place, and what is wrong there.
    {"{}: {}", "{0}: {1}"},
};

/// What stands in the fields of `sentence`; nothing if `text` is another sentence.
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
    if (end == text.npos || end == 0) return std::nullopt;
    fields.push_back(text.substr(0, end));
    text.remove_prefix(end);
  }
  return fields;
}

}  // namespace

std::string tr_error(Language language, std::string_view message) {
  if (language == Language::kEnglish) return std::string(message);
  for (const Sentence& sentence : kSentences) {
    const auto fields = match(sentence.english, message);
    if (!fields) continue;
    fmt::dynamic_format_arg_store<fmt::format_context> values;
    for (const std::string_view field : *fields) values.push_back(tr_error(language, field));
    return fmt::vformat(sentence.japanese, values);
  }
  return std::string(message);
}

}  // namespace sumi::protocol
