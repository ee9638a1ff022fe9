// SPDX-License-Identifier: MIT
#include "engine/base/file.h"
#include "engine/base/text.h"
#include "engine/game/game.h"
#include "engine/game/notation.h"
#include "engine/levels.h"
#include "protocol/console/console_session.h"
#include "protocol/report/analysis_text.h"
#include "protocol/report/format.h"
#include "protocol/report/live_text.h"
#include "protocol/report/output.h"
#include "protocol/service/game_analysis.h"
#include "protocol/session/command_table.h"
#include "protocol/text/utf8.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <utility>

namespace sumi::protocol {
namespace {

/// The entries of `begun`'s folder, as paths that start with that folder.
std::vector<std::string> file_names(std::string_view begun) {
  constexpr std::size_t kMax = 200;
  const std::size_t slash = begun.rfind('/');
  const std::string folder(begun.substr(0, slash == begun.npos ? 0 : slash + 1));
  std::vector<std::string> names;
  std::error_code failed;
  std::filesystem::directory_iterator entry(folder.empty() ? "." : folder, failed), end;
  for (; !failed && entry != end && names.size() < kMax; entry.increment(failed)) {
    std::error_code unknown;
    const bool is_folder = entry->is_directory(unknown);
    names.push_back(folder + entry->path().filename().string() + (is_folder ? "/" : ""));
  }
  return names;
}

}  // namespace

struct ConsoleSession::Command : CommandRow<ConsoleSession, Args, void> {
  std::string_view help;
};

std::span<const ConsoleSession::Command> ConsoleSession::commands() {
  using S = ConsoleSession;
  static constexpr std::array kTable{
      Command{{"pass", "", &S::pass}, "pass; forced passes are automatic"},
      Command{{"undo", "", &S::undo}, "take back moves to your last turn"},
      Command{{"redo", "", &S::redo}, "replay moves that were taken back"},
      Command{{"hint", "", &S::hint}, "show the best moves"},
      Command{{"analyze", "", &S::analyze}, "analyse the game so far"},
      Command{{"book", "", &S::book}, "show the moves in the opening book"},
      Command{{"go", "", &S::go}, "let Sumi play a move for you"},
      Command{{"board", "", &S::board}, "show the board"},
      Command{{"eval", "", &S::eval}, "show or hide the evaluation"},
      Command{{"color", "[COLOR]", &S::color}, "side that you play: black, white, both or none"},
      Command{{"level", "[N]", &S::level}, "playing level of Sumi, 0..60"},
      Command{{"strength", "[N]", &S::strength},
              "err as people do: 1 (beginner) to 15; 0: by level"},
      Command{{"new", "[SIZE]", &S::new_game}, "start a game; SIZE: 4, 6 or 8"},
      Command{{"save", "FILE", &S::save}, "save the game and the settings"},
      Command{{"load", "FILE", &S::load}, "load a saved game, or a game file in any format"},
      Command{{"help", "", &S::help}, "list the commands"},
      Command{{"quit", "", &S::quit}, "quit"},
  };
  return kTable;
}

/// Finds a command by its name or an unambiguous prefix.
const ConsoleSession::Command* ConsoleSession::find(std::string_view name) {
  if (const Command* const whole = find_command(commands(), name)) return whole;
  const Command* found = nullptr;
  for (const Command& command : commands()) {
    if (!command.name.starts_with(name)) continue;
    if (found) return nullptr;
    found = &command;
  }
  return found;
}

std::vector<std::string> ConsoleSession::completions(std::string_view text) const {
  const auto first = std::find_if_not(text.begin(), text.end(), is_space);
  text.remove_prefix(static_cast<std::size_t>(first - text.begin()));
  const auto blank = std::find_if(text.begin(), text.end(), is_space);
  const std::string_view name = text.substr(0, static_cast<std::size_t>(blank - text.begin()));
  std::vector<std::string> words;
  std::string_view begun = name;
  if (name.size() == text.size()) {
    for (Bitboard left = game_.legal_moves(); left != 0; left &= left - 1) {
      words.push_back(to_text(first_square(left), game_.position().size));
    }
    for (const Command& command : commands()) {
      words.push_back(std::string(command.name) + (command.usage.empty() ? "" : " "));
    }
  } else if (const Command* const command = find(to_lower(name))) {
    begun = trim(text.substr(name.size()));
    if (command->name == "save" || command->name == "load") words = file_names(begun);
    if (command->name == "color") words = {"black", "white", "both", "none"};
    if (command->name == "new") words = {"4", "6", "8"};
  }
  std::erase_if(words, [&](const std::string& word) {
    return !equal_ignoring_case(std::string_view(word).substr(0, begun.size()), begun);
  });
  std::ranges::sort(words);
  return words;
}

void ConsoleSession::answer(std::string_view line) {
  std::string_view rest = line;
  const std::string_view name = take_word(rest);
  if (name.empty()) {
    if (paused_) return go({});
    return say(word("Type a move such as f5, or help."));
  }
  const Result<Square> square = parse_square(line, game_.position().size);
  if (square && *square != Square::kPass) return play(*square);
  if (square || name == "?") return (this->*find(square ? "pass" : "help")->run)({});
  const Command* const command = find(to_lower(name));
  if (!command) {
    const bool like_square = name.size() == 2 && is_letter(name[0]) && is_digit(name[1]);
    if (like_square) return say(square.error());
    std::vector<std::string_view> names;
    for (const Command& row : commands()) names.push_back(row.name);
    const std::string_view meant = nearest_name(name, names);
    if (!meant.empty()) {
      return say(tr_format(screen_.language, "No move and no command: {}. Did you mean {}?",
                           sumi::quoted(line), meant));
    }
    return say(
        tr_format(screen_.language, "No move and no command: {}. Try help.", sumi::quoted(line)));
  }
  if (command->usage.empty() && !rest.empty()) {
    return say(tr_format(screen_.language, "{} takes no argument.", command->name));
  }
  (this->*command->run)(rest);
}

void ConsoleSession::undo(Args) {
  // Back to the human's last turn; by a single move if the engine plays both sides.
  const auto wanted = [this](const PlayedMove& move) {
    return move.square != Square::kPass && (!humans_.any() || humans_.plays(move.color));
  };
  if (std::ranges::none_of(game_.moves(), wanted)) {
    return say(word("There is no move of yours to take back."));
  }
  std::vector<Square> taken;
  for (bool done = false; !done;) {
    done = wanted(game_.moves().back());
    taken.insert(taken.begin(), game_.moves().back().square);
    game_.undo();
  }
  undone_.push_back(std::move(taken));
  reviewed_ = false;
  outlook_.clear();
  saved_ = game_.moves().empty();
  paused_ = !humans_.any();
  go_on();
}

/// Replays the moves of the last undo, including the engine's.
void ConsoleSession::redo(Args) {
  if (undone_.empty()) return say(word("There is no move to replay."));
  for (const Square square : undone_.back()) game_.play(square).value();
  undone_.pop_back();
  learner_.on_position(game_);
  outlook_.clear();
  saved_ = false;
  reviewed_ = game_.over();  // the review was at the first end of the game
  go_on();
}

void ConsoleSession::analyze(Args) {
  if (game_.moves().empty()) return say(word("No move has been played yet."));
  review();
}

void ConsoleSession::review() {
  AnalysisSetup setup;
  setup.limits = level_limits(kStandardLevel);
  setup.limits.consults_book = true;
  setup.settings = {"level {}", std::to_string(kStandardLevel)};
  engine_.clear_table();
  const auto show = [this](const AnalyzedMove*, int done, int all) {
    if (!screen_.progress) return;
    screen_.progress(
        tr_format(screen_.language, "Analysing: {} of {} moves. Ctrl-C: enough.", done, all) +
        '\n');
  };
  const GameAnalysis found =
      analyze_game(engine_, record_of(game_), setup, show, screen_.interrupted);
  if (screen_.progress) screen_.progress("");
  say('\n' + review_text(found, screen_.language));
}

void ConsoleSession::hint(Args) {
  constexpr int kHintLevel = 16, kHints = 3;  // weak levels give poor hints
  constexpr Millis kPatience{5000};           // strong levels would take long
  constexpr int kColumns = 80;
  if (game_.over()) return say(word("The game is over."));
  SearchLimits limits = level_limits(std::max(level_, kHintLevel));
  limits.candidates = kHints;
  limits.consults_book = true;
  limits.move_time = kPatience;
  const SearchUpdate found = think(limits);
  say(clipped(candidates_table(game_.position(), found, screen_.language), kColumns));
}

void ConsoleSession::book(Args) {
  say(book_table(engine_.book().get(), game_.position().board, screen_.language));
}

void ConsoleSession::go(Args) {
  if (game_.over()) return say(word("The game is over: new starts another."));
  const bool alone = !humans_.any();
  paused_ = false;
  if (!alone && game_.legal_moves() != 0) engine_move();
  go_on();
}

void ConsoleSession::eval(Args) {
  show_outlook_ = !show_outlook_;
  say(word(show_outlook_ ? "The evaluation is shown." : "The evaluation is hidden."));
}

void ConsoleSession::color(Args args) {
  if (args.empty()) return say(tr_format(screen_.language, "You play: {}.", to_text(humans_)));
  const auto humans = parse_humans(args);
  if (!humans) return say(humans.error());
  humans_ = *humans;
  paused_ = false;
  go_on();
}

void ConsoleSession::level(Args args) {
  if (!args.empty()) {
    const auto level = parse_level(args);
    if (!level) return say(level.error());
    level_ = *level;
    set_strength(0);
  }
  if (!searches()) return say_no_levels();
  const Level row = level_row(level_);
  say(tr_format(screen_.language,
                "Level {}: looks {} plies ahead, plays perfectly from {} empty squares on.", level_,
                row.depth, row.exact_at_empties));
}

void ConsoleSession::strength(Args args) {
  if (!searches()) return say_no_levels();
  if (!args.empty()) {
    const auto strength = parse_strength(args);
    if (!strength) return say(strength.error());
    set_strength(*strength);
  }
  const int now = engine_.options().strength;
  if (now == 0) return level({});
  say(tr_format(screen_.language, "Strength {}: errs like people rated {}.", now,
                strength_row(now).rating));
}

void ConsoleSession::say_no_levels() {
  say(tr_format(screen_.language, "The player {} has no levels.", engine_.options().player));
}

void ConsoleSession::new_game(Args args) {
  const auto size = args.empty() ? game_.start().size : parse_int(args).value_or(0);
  if (!is_board_size(size)) return say(syntax_error("size", args, "4, 6 or 8"));
  const auto set = set_game(Game(start_position(size)));
  if (!set) return say(set.error());
  go_on();
}

void ConsoleSession::save(Args args) {
  constexpr std::string_view kForce = " force";
  const bool force = args.ends_with(kForce);
  if (force) args = trim(args.substr(0, args.size() - kForce.size()));
  if (args.empty()) return say(word("save needs the name of a file."));
  const std::string path(args);
  if (!force && !may_replace(path, {"saved game", is_saved_game})) {
    return say(tr_format(screen_.language,
                         "{} holds no saved game: name another file, or type save FILE force to "
                         "replace it.",
                         sumi::quoted(path)));
  }
  const auto written =
      write_file(path, to_text(SavedGame{game_, humans_, level_, engine_.options().strength}));
  if (!written) return say(written.error());
  saved_ = true;
  say(tr_format(screen_.language, "Saved. sumi play --resume {} continues it.", clean(path)));
}

void ConsoleSession::load(Args args) {
  if (args.empty()) return say(word("load needs the name of a file."));
  const auto resumed = resume(std::string(args));
  if (!resumed) return say(resumed.error());
  print_source();
  go_on();
}

void ConsoleSession::help(Args) {
  std::string text(
      word("A square such as f5 is a move. Commands can be shortened to their first letters."));
  text += '\n';
  for (const Command& command : commands()) {
    text += fmt::format("  {:<13} {}\n", fmt::format("{} {}", command.name, command.usage),
                        word(command.help));
  }
  text += word("Ctrl-C makes Sumi move at once; at the prompt it quits.");
  say(text);
}

void ConsoleSession::quit(Args) {
  goodbye(*sink_);
  finished_ = true;
}

}  // namespace sumi::protocol
