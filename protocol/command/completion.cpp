// SPDX-License-Identifier: MIT
#include "engine/base/text.h"
#include "engine/formats/game_file.h"
#include "engine/isa_dispatch.h"
#include "engine/options.h"
#include "engine/player.h"
#include "protocol/command/completion.h"
#include "protocol/session/session.h"

#include <algorithm>
#include <string_view>
#include <utility>

namespace sumi::protocol {
namespace {

using Words = std::vector<std::string>;

bool is_word(std::string_view text) {
  return !text.empty() && std::ranges::all_of(text, [](char c) {
    return (c >= 'a' && c <= 'z') || is_digit(c) || c == '-' || c == '_';
  });
}

/// The words of "black|white|both|none"; none if any of them is no word, but what is to be put
/// there.
Words alternatives(std::string_view text) {
  Words words;
  if (text.find('|') == text.npos) return words;
  while (!text.empty()) {
    const std::string_view word = take_until(text, '|');
    if (!is_word(word)) return {};
    words.emplace_back(word);
  }
  return words;
}

/// The synopsis of a command, word by word. Brackets and dots are for people, and so are bars
/// between options.
Words synopsis_of(const Command& command) {
  std::string text(command.arguments);
  for (std::size_t at = 0; (at = text.find("|--", at)) != text.npos;) text[at] = ' ';
  Words words;
  for (std::string_view word : split_words(text)) {
    word.remove_prefix(std::min(word.find_first_not_of("[|"), word.size()));
    word = word.substr(0, word.find_last_not_of("].") + 1);
    if (!word.empty()) words.emplace_back(word);
  }
  return words;
}

/// What follows an option in the synopsis: `[--color black|white]`.
Words alternatives_in_synopsis(const Command& command, const std::string& option) {
  const Words synopsis = synopsis_of(command);
  const auto found = std::ranges::find(synopsis, "--" + option);
  if (found == synopsis.end() || found + 1 == synopsis.end()) return {};
  return alternatives(*(found + 1));
}

template <class Names>
Words words_of(const Names& names) {
  return {std::begin(names), std::end(names)};
}

Words format_names(bool to_write) {
  Words words;
  for (const FormatSpec& format : file_formats()) {
    if (format.written || !to_write) words.emplace_back(format.name);
  }
  return words;
}

Words isa_names() {
  Words words = words_of(built_isas());
  words.insert(words.begin(), "auto");
  return words;
}

Words player_names() {
  Words words{std::string(kSearchPlayer)};
  for (const PlayerKind& kind : player_kinds()) words.emplace_back(kind.name);
  return words;
}

Words protocol_names() {
  Words words = words_of(kProtocolNames);
  words.emplace_back("auto");
  return words;
}

/// The choices of a row of the engine's table.
Words choices_of(const OptionSpec& spec) {
  Words words = words_of(spec.choices);
  if (spec.step > 1) {
    for (int n = spec.min; n <= spec.max; n += spec.step) words.push_back(std::to_string(n));
  }
  return words;
}

Offer offer_of(const Command& command, const CommandOption& option) {
  const std::string& name = option.name;
  const std::string& value = option.value;
  const auto is = [&](std::string_view a, std::string_view b) { return name == a && value == b; };
  if (Words words = alternatives(value); !words.empty()) return {std::move(words)};
  if (Words words = alternatives_in_synopsis(command, name); !words.empty()) {
    return {std::move(words)};
  }
  if (name == "book") return {{std::string(kShippedBook)}, true};
  if (is("weights", "NAME") || value == "FILE" || value == "WEIGHTS") return {{}, true};
  if (value == "FOLDER") return {{}, false, true};
  if (value == "BOOL") return {{"true", "false"}};
  if (value == "FORMAT") return {format_names(name == "to")};
  if (is("isa", "NAME")) return {isa_names()};
  if (is("player", "NAME") && option.standard == kSearchPlayer) return {player_names()};
  if (is("protocol", "NAME")) return {protocol_names()};
  const OptionSpec* const spec = find_option(name);
  return {spec && (value == "NAME" || value == "N") ? choices_of(*spec) : Words{}};
}

/// An example of the command reads the shipped book: then it may be named.
bool reads_shipped_book(const CommandNode& node) {
  return node.command->examples.find(node.path + " default") != std::string_view::npos;
}

/// "FILE", or one of the words of "MOVES|FILE".
bool may_be_file(std::string_view word) {
  constexpr std::string_view kFiles[] = {"BOOK", "FILE", "FOLDER",  "GAME", "GAMES",
                                         "IN",   "LIST", "NETWORK", "NEW",  "OUT"};
  while (!word.empty()) {
    if (std::ranges::count(kFiles, take_until(word, '|')) > 0) return true;
  }
  return false;
}

Offer arguments_of(const CommandNode& node) {
  Offer offer;
  if (node.command->name == "help") {
    for (const Command* command : node.program->commands) offer.words.emplace_back(command->name);
    return offer;
  }
  bool first = true, after_option = false;
  for (const std::string& word : synopsis_of(*node.command)) {
    const bool is_option = word.starts_with('-');
    if (!std::exchange(after_option, is_option) && !is_option) {
      if (std::exchange(first, false)) offer.words = alternatives(word);
      offer.files = offer.files || may_be_file(word);
    }
  }
  if (reads_shipped_book(node)) offer.words.emplace_back(kShippedBook);
  return offer;
}

/// What may stand where a command could: options of the program, and of what it does without one.
std::vector<CommandOption> options_without_command(const Program& program) {
  std::vector<CommandOption> options = general_options();
  if (!program.without_command) return options;
  for (CommandOption& option : options_of(*program.without_command)) {
    if (std::ranges::count(options, option.name, &CommandOption::name) == 0) {
      options.push_back(std::move(option));
    }
  }
  return options;
}

}  // namespace

std::vector<OfferedCommand> offers_of(const Program& program) {
  std::vector<OfferedCommand> commands;
  for (const CommandNode& node : command_tree(program)) {
    OfferedCommand offered{node, {}, {}};
    const bool many = node.has_commands();
    const Command* const runs = many ? node.program->without_command : node.command;
    auto options = many ? options_without_command(*node.program) : options_of(*node.command);
    for (CommandOption& option : options) {
      Offer value;
      if (!option.value.empty()) {
        value = runs ? offer_of(*runs, option) : Offer{alternatives(option.value)};
      }
      offered.options.push_back({std::move(option), std::move(value)});
    }
    if (!many) offered.arguments = arguments_of(node);
    commands.push_back(std::move(offered));
  }
  return commands;
}

}  // namespace sumi::protocol
