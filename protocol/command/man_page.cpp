// SPDX-License-Identifier: MIT
#include "engine/base/encoding.h"
#include "engine/base/text.h"
#include "protocol/command/man_page.h"
#include "protocol/text/utf8.h"
#include "protocol/version.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <set>
#include <string_view>
#include <utility>

namespace sumi::protocol {
namespace {

/// Characters that roff would change, and their names.
constexpr std::pair<char, std::string_view> kNamedCharacters[] = {
    {'\\', "\\e"},  {'-', "\\-"},   {'\'', "\\(aq"}, {'`', "\\(ga"},
    {'"', "\\(dq"}, {'^', "\\(ha"}, {'~', "\\(ti"}};

/// Escapes text so that roff keeps its dashes and quotes. Requires: UTF-8.
std::string roff(std::string_view text) {
  std::string out;
  while (!text.empty()) {
    if (static_cast<unsigned char>(text[0]) >= 0x80) {
      out += fmt::format("\\[u{:04X}]", static_cast<unsigned>(utf8_character(text)));
      text.remove_prefix(utf8_length(text));
      continue;
    }
    const auto* const named =
        std::ranges::find(kNamedCharacters, text[0], [](const auto& row) { return row.first; });
    out += named != std::end(kNamedCharacters) ? named->second : text.substr(0, 1);
    text.remove_prefix(1);
  }
  return out;
}

/// Escapes a text line that would begin a roff request.
std::string line_of(std::string_view roff_text) {
  return fmt::format("{}{}\n", roff_text.starts_with('.') ? "\\&" : "", roff_text);
}

std::string bold(std::string_view text) { return fmt::format("\\fB{}\\fR", roff(text)); }
std::string italic(std::string_view text) { return fmt::format("\\fI{}\\fR", roff(text)); }

/// The longest prefix whose bytes all satisfy `is`.
template <class Is>
std::string_view beginning(std::string_view text, Is is) {
  const auto end = std::ranges::find_if_not(text, is);
  return text.substr(0, static_cast<std::size_t>(end - text.begin()));
}

bool is_option_byte(char c) { return is_alnum(c) || c == '-' || c == '_'; }
bool is_upper(char c) { return c >= 'A' && c <= 'Z'; }

/// Whether an option begins here: one or two dashes, then a letter, not inside a word.
bool begins_option(std::string_view text, std::size_t at) {
  if (text[at] != '-' || (at > 0 && (is_option_byte(text[at - 1])))) return false;
  const std::size_t name = text.find_first_not_of('-', at);
  return name != text.npos && name - at <= 2 && is_letter(text[name]);
}

/// Formats prose, with options and text between `` in bold.
std::string prose(std::string_view text) {
  std::string out;
  std::size_t plain = 0;  // start of the text not yet added
  const auto add_bold = [&](std::size_t at, std::string_view words, std::size_t end) {
    out += roff(text.substr(plain, at - plain)) + bold(words);
    plain = end;
  };
  for (std::size_t at = 0; at < text.size(); at = std::max(at + 1, plain)) {
    const std::size_t end = text[at] == '`' ? text.find('`', at + 1) : text.npos;
    if (end != text.npos) {
      add_bold(at, text.substr(at + 1, end - at - 1), end + 1);
    } else if (begins_option(text, at)) {
      const std::string_view option = beginning(text.substr(at), is_option_byte);
      add_bold(at, option, at + option.size());
    }
  }
  return out + roff(text.substr(std::min(plain, text.size())));
}

/// Formats a synopsis: options and literal words in bold, placeholders in italics.
std::string synopsis(std::string_view text) {
  std::string out;
  while (!text.empty()) {
    const std::string_view word = beginning(text, is_option_byte);
    if (is_space(text[0])) {
      out += ' ';
      text.remove_prefix(beginning(text, is_space).size());
      continue;
    }
    if (word.empty()) {
      out += roff(text.substr(0, 1));
    } else {
      out += std::ranges::all_of(word, is_upper) ? italic(word) : bold(word);
    }
    text.remove_prefix(std::max<std::size_t>(word.size(), 1));
  }
  return out;
}

/// "sumi book add": "sumi\-book\-add".
std::string page_name(std::string_view path) {
  std::string name(path);
  std::ranges::replace(name, ' ', '-');
  return name;
}

std::string section(std::string_view title) { return fmt::format(".SH {}\n", title); }

std::string page_begin(std::string_view path, std::string_view summary) {
  const std::string name = page_name(path);
  std::string title = name;
  for (char& c : title) c = c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c;
  return fmt::format(
      ".\\\" Made by `{} help --man`.\n.TH \"{}\" 1 \"{}\" \"Sumi {}\" \"Sumi manual\"\n.nh\n.ad "
      "l\n"
      ".SH NAME\n{} \\- {}\n",
      beginning(path, [](char c) { return c != ' '; }), roff(title), roff(this_build().date),
      roff(kVersion), roff(name), roff(summary));
}

/// Formats paragraphs and lists of help. Two leading blanks start a list entry, more continue it. A
/// line ends its paragraph if the next word would have fitted on it.
std::string description(std::string_view details) {
  constexpr std::size_t kListIndent = 2;
  std::string text, open;  // the current paragraph, on one line
  int last_width = kHelpColumns;
  const auto end_paragraph = [&](std::string_view request) {
    if (!open.empty()) text += line_of(prose(open));
    open.clear();
    text += request;
  };
  std::size_t last_indent = 1;
  while (!details.empty()) {
    const std::string_view whole = take_until(details, '\n');
    std::string_view line = trim(whole);
    const std::size_t indent = std::min(whole.find_first_not_of(' '), whole.size());
    const std::string_view first = line.substr(0, line.find(' '));
    const bool is_short = last_width + 1 + static_cast<int>(first.size()) <= kHelpColumns;
    if (!line.empty() && indent == kListIndent) {
      const std::size_t gap = std::min(line.find("  "), line.size());
      end_paragraph(".TP\n" + line_of(synopsis(line.substr(0, gap))));
      line = trim(line.substr(gap));
    } else if (!line.empty() && indent == 0 && (last_indent > 0 || is_short)) {
      end_paragraph(".PP\n");
    }
    if (!open.empty() && !line.empty()) open += ' ';
    open += line;
    last_width = line.empty() ? 0 : display_width(whole);
    last_indent = line.empty() ? 1 : indent;
  }
  end_paragraph("");
  return text;
}

std::string option_list(const Options& options) {
  std::string text = section("OPTIONS");
  for (const Option& option : options.rows) {
    std::string names = option.letter().empty() ? "" : bold('-' + option.letter()) + ", ";
    names += bold("--" + option.name());
    if (!option.value.name.empty()) names += ' ' + synopsis(option.value.name);
    text += ".TP\n" + line_of(names) + line_of(prose(option.description()));
    if (!option.value.standard.empty()) {
      text += fmt::format("(default: {})\n", bold(option.value.standard));
    }
  }
  return text;
}

std::string example_list(std::string_view examples) {
  if (examples.empty()) return "";
  std::string text = section("EXAMPLES") + ".EX\n";
  while (!examples.empty()) {
    std::string_view line = take_until(examples, '\n');
    line.remove_prefix(std::min<std::size_t>(line.find_first_not_of(' '), 2));
    text += line_of(roff(line));
  }
  return text + ".EE\n";
}

struct Named {
  std::string_view word;  ///< Pages with this word list `name`.
  std::string_view name, what;
};
constexpr std::string_view kDeckFile = "$XDG_DATA_HOME/sumi/study.jsonl";
constexpr Named kVariables[] = {
    {"--lang", "LC_ALL, LC_MESSAGES, LANG",
     "The first one that is set chooses the language of messages, unless --lang does."},
    {"NO_COLOR", "NO_COLOR", "If set, there are no colours."},
    {"no-color", "NO_COLOR", "If set, there are no colours."},
    {"SUMI_GGS_PASSWORD", "SUMI_GGS_PASSWORD", "The password, without --password-file."},
    {"XDG_DATA_HOME", "XDG_DATA_HOME", "The folder of data; not set: ~/.local/share."},
};
constexpr Named kFileNames[] = {
    {"XDG_DATA_HOME", kDeckFile, "The deck that is used without --deck."},
};

template <class Table>
std::string named_list(std::string_view title, const Table& table, std::string_view help) {
  std::string text;
  std::set<std::string_view> listed;
  for (const Named& row : table) {
    if (help.find(row.word) == help.npos || !listed.insert(row.name).second) continue;
    if (text.empty()) text = section(title);
    text += fmt::format(".TP\n{}\n{}\n", bold(row.name), prose(row.what));
  }
  return text;
}

constexpr std::string_view kExitStatus =
    ".SH EXIT STATUS\n"
    ".TP\n.B 0\nAll went well.\n"
    ".TP\n.B 1\nSomething failed: a file that cannot be read, a wrong score.\n"
    ".TP\n.B 2\nThe command line is wrong.\n"
    ".TP\n.B 128 + N\nSignal N ended it early: 130 after Ctrl\\-C.\n";

/// The pages of commands that the help mentions, and of the parent commands.
std::string see_also(const std::vector<CommandNode>& tree, const CommandNode& node,
                     std::string_view help) {
  std::set<std::string> pages;
  const std::size_t last_word = node.path.rfind(' ');
  if (last_word != node.path.npos) pages.insert(page_name(node.path.substr(0, last_word)));
  if (last_word != node.path.npos) pages.insert(page_name(tree.front().path));
  for (const CommandNode& other : tree) {
    if (!other.command || other.path == node.path) continue;
    for (std::size_t at = 0; (at = help.find(other.path, at)) != help.npos;) {
      const char before = at > 0 ? help[at - 1] : ' ';
      at += other.path.size();
      const char behind = at < help.size() ? help[at] : ' ';
      const bool quoted = before == '`' || before == '\'';
      if (quoted && !is_option_byte(behind)) pages.insert(page_name(other.path));
    }
  }
  const bool has_json = std::ranges::any_of(tree, [&](const CommandNode& other) {
    return other.command && !other.command->json.empty() &&
           (other.path == node.path || node.path == tree.front().path);
  });
  if (has_json) pages.insert(page_name(fmt::format("{} {}", tree.front().path, kJsonTopic)));
  if (node.path == "sumi") pages.insert({"sumi-lab", "sumi-match"});
  if (!node.path.starts_with("sumi ") && node.path != "sumi") pages.insert("sumi");
  pages.erase(page_name(node.path));
  std::string text;
  for (const std::string& page : pages) {
    text += fmt::format("{}{}(1)", text.empty() ? section("SEE ALSO") : ",\n", bold(page));
  }
  return text + (text.empty() ? "" : "\n");
}

std::string command_page(const std::vector<CommandNode>& tree, const CommandNode& node) {
  const Command& command = *node.command;
  const Options options = options_of(command);
  std::string help = description_of(command);
  const std::string details = description(help);
  std::ranges::replace(help, '\n', ' ');  // names of commands may be split across lines
  for (const Option& option : options.rows) {
    help += fmt::format("\n--{} {}", option.name(), option.description());
  }
  return page_begin(node.path, node.summary()) + section("SYNOPSIS") +
         fmt::format("{} {}\n", bold(node.path), synopsis(command.arguments)) +
         section("DESCRIPTION") + details + option_list(options) + std::string(kExitStatus) +
         named_list("ENVIRONMENT", kVariables, help) + named_list("FILES", kFileNames, help) +
         example_list(command.examples) + see_also(tree, node, help);
}

std::string program_page(const std::vector<CommandNode>& tree, const CommandNode& node) {
  const Program& program = *node.program;
  const bool outermost = node.command == nullptr;
  std::string text = page_begin(node.path, node.summary()) + section("SYNOPSIS");
  if (program.without_command) {
    text += fmt::format("{} [{}]\n.br\n", bold(node.path), italic("OPTIONS"));
  }
  text += fmt::format("{0} {1} [{2}]\n.br\n{0} {1} {3}\n", bold(node.path), italic("COMMAND"),
                      italic("ARGS"), bold("--help"));
  if (!program.no_command.empty()) {
    const auto same = std::ranges::find(tree, program.without_command, &CommandNode::command);
    text += section("DESCRIPTION") +
            fmt::format("Without a command it will {}, with the options of {}(1).\n",
                        prose(program.no_command),
                        bold(page_name(same != tree.end() ? same->path : node.path)));
  }
  text += section("COMMANDS");
  for (const ListedCommand& row : program.commands) {
    const std::string path = fmt::format("{} {}", node.path, row.name());
    if (!row.title.empty()) text += fmt::format(".PP\n{}:\n", roff(row.title));
    text += fmt::format(".TP\n{}(1)\n{}\n", bold(page_name(path)), prose(row.command->summary));
  }
  if (outermost) text += option_list(general_options());
  return text + std::string(kExitStatus) +
         named_list("ENVIRONMENT", kVariables, outermost ? "--lang" : "") +
         example_list(program.examples) + see_also(tree, node, "");
}

}  // namespace

std::string json_man_page(const std::vector<CommandNode>& tree) {
  const std::string& program = tree.front().path;
  std::string text =
      page_begin(fmt::format("{} {}", program, kJsonTopic), "fields of JSON output") +
      section("SYNOPSIS") +
      fmt::format("{} {} {}\n", bold(program), italic("COMMAND"), bold("--json")) +
      section("DESCRIPTION") + description(kJsonIntroduction);
  std::string pages;
  for (const CommandNode& node : tree) {
    if (!node.command || node.command->json.empty()) continue;
    text += section(fmt::format("\"{}\"", roff(node.path))) + description(node.command->json);
    pages += fmt::format("{}{}(1)", pages.empty() ? "" : ",\n", bold(page_name(node.path)));
  }
  return text + section("SEE ALSO") + pages + '\n';
}

std::string man_page(const std::vector<CommandNode>& tree, const CommandNode& node) {
  return node.has_commands() ? program_page(tree, node) : command_page(tree, node);
}

}  // namespace sumi::protocol
