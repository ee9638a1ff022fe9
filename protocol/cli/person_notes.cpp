// SPDX-License-Identifier: MIT
#include "engine/base/text.h"
#include "engine/game/notation.h"
#include "protocol/cli/commands.h"
#include "protocol/cli/person_notes.h"

#include <fmt/format.h>

#include <vector>

namespace sumi::protocol {
namespace {

std::string command_names() {
  std::string names;
  for (const Command* const command : kSumi.commands) {
    names += fmt::format("{}{}", names.empty() ? "" : ", ", command->name);
  }
  return names;
}

/// GTP and NBoard have commands with names of ours: `play black f5`, `hint 3`, `version`.
bool is_of_a_protocol(const std::vector<std::string_view>& words) {
  if (words[0] == "play") {
    return words.size() == 3 &&
           (equal_ignoring_case(words[1], "black") || equal_ignoring_case(words[1], "white") ||
            equal_ignoring_case(words[1], "b") || equal_ignoring_case(words[1], "w"));
  }
  if (words[0] == "hint") return words.size() == 2 && parse_int(words[1]);
  if (words[0] == "board") return words.size() == 1;    // XBoard and others show one
  if (words[0] == "perft") return words.size() == 2;    // UGI
  if (words[0] == "level") return true;                 // XBoard
  return words[0] == "version" || words[0] == "bench";  // GTP, UGI
}

}  // namespace

std::string greeting_for_person(std::optional<ProtocolKind> kind, Language language) {
  const std::string_view where =
      kind ? "Here Sumi speaks {} to other programs. To leave: quit"
           : "Here Sumi speaks to other programs, in {} unless your first line is of another "
             "protocol:\ntry list_commands, genmove black, showboard, quit.";
  const std::string_view name =
      kind ? kProtocolNames[static_cast<std::size_t>(*kind)] : std::string_view("GTP");
  return tr_format(language, where, name) + '\n' +
         std::string(tr(language,
                        "For people there are sumi play, sumi hint, sumi analyze and "
                        "more: sumi --help lists them."));
}

std::string note_for_person(std::string_view line, Language language) {
  std::vector<std::string_view> words = split_words(line);
  const bool named = !words.empty() && words[0] == kSumi.name;
  if (named) words.erase(words.begin());
  if (words.empty()) {
    return named ? std::string(tr(language, "This is sumi already. To leave: quit")) : "";
  }
  const bool question = words[0] == "?" || words[0] == "--help" || words[0] == "-h";
  const Command* const command = find_command(kSumi, question ? "help" : words[0]);
  if (!command || (!named && !question && is_of_a_protocol(words))) return "";
  if (command == &kHelpCommand) {
    return tr_format(language,
                     "This is the place of programs: list_commands lists what they can say, quit "
                     "leaves.\nCommands of the shell are, after quit: sumi {}",
                     command_names());
  }
  return tr_format(language, "{0} is a command of the shell: quit, then sumi {0}. All: sumi --help",
                   command->name);
}

}  // namespace sumi::protocol
