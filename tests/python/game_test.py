# SPDX-License-Identifier: MIT
"""Games, boards, squares and game files."""
import copy
import pathlib
import pickle
import random
import tempfile
import unittest
import xml.etree.ElementTree

from support import random_play, sumi

NAMES = {"Game": sumi.Game}  # for repr()
START = "---------------------------OX------XO--------------------------- X"


class GameTest(unittest.TestCase):
    def test_the_start(self):
        game = sumi.Game()
        self.assertEqual(str(game.board), START)
        self.assertEqual(game.moves, ())
        self.assertEqual(set(game.legal_moves), {"d3", "c4", "f5", "e6"})
        self.assertTrue(game.black_to_move)
        self.assertFalse(game.over)
        self.assertEqual((game.size, game.black_score, game.opening), (8, 0, ""))

    def test_moves_are_played_and_taken_back(self):
        game = sumi.Game("f5 d6")
        game.play("c3")
        game.play(19)
        game.play("c4 f4")
        self.assertEqual(game.moves, ("f5", "d6", "c3", "d3", "c4", "f4"))
        self.assertEqual(game.squares, (37, 43, 18, 19, 26, 29))
        self.assertEqual(game.undo(), 1)
        self.assertEqual(game.undo(2), 2)
        self.assertEqual(game.to_text(), "f5d6c3")
        self.assertEqual(game.undo(99), 3)
        self.assertEqual(game, sumi.Game())

    def test_a_refused_line_plays_nothing(self):
        game = sumi.Game("f5")
        with self.assertRaises(sumi.IllegalMove):
            game.play("d6 c3 a1")
        self.assertEqual(game.moves, ("f5",))

    def test_whole_games_agree_with_rules_of_our_own(self):
        rng = random.Random(31)
        passes = 0
        for _ in range(20):
            game = sumi.Game()
            board, side = random_play.start(), 1
            for mover, name in random_play.random_moves(rng):
                if mover != side:
                    self.assertEqual(game.legal_moves, ("pass",))
                    game.play("pass")
                    side = -side
                    passes += 1
                legal = random_play.legal_moves(board, side)
                names = {"abcdefgh"[x] + str(y + 1) for x, y in legal}
                self.assertEqual(set(game.legal_moves), names)
                self.assertEqual(game.black_to_move, side == 1)
                game.play(name)
                random_play.play(board, ("abcdefgh".index(name[0]), int(name[1]) - 1), side)
                side = -side
            self.assertTrue(game.over)
            self.assertEqual(game.legal_moves, ())
            discs = sum(board.values())
            empty = sum(disc == 0 for disc in board.values())
            expected = discs + (empty if discs > 0 else -empty if discs < 0 else 0)
            self.assertEqual(game.black_score, expected)
            self.check_copies(game)
        self.assertGreater(passes, 0)

    def check_copies(self, game):
        for other in (game.copy(), copy.copy(game), copy.deepcopy(game), eval(repr(game), NAMES)):
            self.assertEqual(other.board, game.board)
        self.assertEqual(game.copy(), game)
        self.assertEqual(pickle.loads(pickle.dumps(game)), game)
        positions = list(game.positions())
        self.assertEqual(len(positions), len(game.moves) + 1)
        self.assertEqual(positions[0], sumi.Game())
        self.assertEqual(positions[-1], game)
        self.assertEqual(list(game.boards()), [position.board for position in positions])

    def test_a_copy_goes_its_own_way(self):
        game = sumi.Game("f5")
        other = game.copy()
        other.play("d6")
        self.assertEqual(game.moves, ("f5",))
        self.assertNotEqual(game, other)

    def test_a_pickle_keeps_the_players(self):
        text = "(;GM[Othello]PB[Ann]PW[Bo]TY[8]BO[8 " + START[:-2].replace("X", "*") + " *]B[F5];)"
        game = pickle.loads(pickle.dumps(sumi.Game(text)))
        self.assertIn("PB[Ann]", game.to_text("ggf"))

    def test_what_is_said_of_a_game(self):
        game = sumi.Game("f5d6c3")
        self.assertEqual(game.info["black"], "")
        game.info["black"] = "Ann"
        game.info.update({"white": "Bob", "result": "B+2"})
        again = sumi.Game(game.to_text("ggf"))
        self.assertEqual(again.info["black"], "Ann")
        self.assertEqual(again.info["result"], "+2.000")
        del game.info["white"]
        self.assertEqual(repr(game.info), "GameInfo({'black': 'Ann', 'result': 'B+2'})")
        game.play("d3")
        self.assertEqual(game.info["result"], "")
        self.assertEqual(list(game.info), list(sumi.GameInfo.NAMES))

    def test_small_boards(self):
        for size in (4, 6):
            game = sumi.Game(size=size)
            self.assertEqual(game.board.empties, size * size - 4)
            game.play(game.legal_moves[0])
            self.assertEqual(eval(repr(game), NAMES), game)
            self.assertEqual(pickle.loads(pickle.dumps(game)), game)
            self.assertEqual(sumi.Game(str(game.board), size).board, game.board)

    def test_a_game_that_begins_elsewhere(self):
        board = sumi.Game("f5d6c3").board
        game = sumi.Game.of_board(board)
        self.assertEqual(game.board, board)
        self.assertNotEqual(game, sumi.Game("f5d6c3"))
        game.play("d3")
        self.assertEqual(game.start().board, board)
        self.assertEqual(eval(repr(game), NAMES), game)
        self.assertEqual(pickle.loads(pickle.dumps(game)), game)

    def test_texts_can_be_read_again(self):
        game = sumi.Game("f5d6c3d3c4")
        for name in (*sumi.formats(), "moves", "board", "diagram"):
            with self.subTest(name):
                text = game.to_text(name)
                if name != "diagram":
                    self.assertEqual(sumi.Game(text).board, game.board)

    def test_openings_have_names(self):
        self.assertIn("Tiger", sumi.Game("f5d6c3d3c4").opening)

    def test_boards_are_keys(self):
        seen = {sumi.Game("f5d6c3").board: 1}
        self.assertEqual(seen[sumi.Game("f5d6c3").board], 1)
        with self.assertRaises(TypeError):
            hash(sumi.Game())

    def test_squares(self):
        for size in (4, 6, 8):
            edge = (8 - size) // 2
            names = [sumi.square_name(8 * (row + edge) + column + edge, size)
                     for row in range(size) for column in range(size)]
            self.assertEqual((names[0], names[-1]), ("a1", "abcdefgh"[size - 1] + str(size)))
            numbers = [sumi.square_number(name, size) for name in names]
            self.assertEqual([sumi.square_name(n, size) for n in numbers], names)
        self.assertEqual(sumi.square_number("F5"), 37)
        self.assertEqual(sumi.square_name(sumi.PASS), "pass")
        self.assertEqual(sumi.squares_of(1 << 63 | 5), [0, 2, 63])

    def test_pictures_are_xml(self):
        for game in (sumi.Game("f5d6c3"), sumi.Game(size=4)):
            root = xml.etree.ElementTree.fromstring(game._repr_svg_())
            radii = [circle.get("r") for circle in root.iter("{http://www.w3.org/2000/svg}circle")]
            self.assertEqual(radii.count("16"), game.size ** 2 - game.board.empties)
            xml.etree.ElementTree.fromstring(game.board._repr_svg_())


class ReaderTest(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.path = pathlib.Path(folder.name) / "games.txt"

    def test_games_come_in_order(self):
        self.path.write_text("f5d6c3\nf5f6\n")
        games = [game.to_text() for game in sumi.read_games(self.path)]
        self.assertEqual(games, ["f5d6c3", "f5f6"])
        self.assertEqual(len(list(sumi.read_games(str(self.path)))), 2)

    def test_a_damaged_game_costs_itself_only(self):
        self.path.write_text("f5d6c3\nf5a1\nf5f6\n")
        errors = []
        games = list(sumi.read_games(self.path, on_error=errors.append))
        self.assertEqual([game.to_text() for game in games], ["f5d6c3", "f5f6"])
        self.assertEqual(len(errors), 1)
        self.assertIn("a1", str(errors[0]))
        reader = sumi.read_games(self.path)
        next(reader)
        with self.assertRaises(sumi.IllegalMove):
            next(reader)
        self.assertEqual(next(reader).to_text(), "f5f6")

    def test_a_closed_reader_raises(self):
        self.path.write_text("f5d6c3\n")
        with sumi.read_games(self.path) as reader:
            pass
        with self.assertRaises(sumi.Closed):
            next(reader)


if __name__ == "__main__":
    unittest.main()
