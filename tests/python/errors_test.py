# SPDX-License-Identifier: MIT
"""Each wrong call raises its exception, with the offending text in the message."""
import array
import unittest

from support import PUZZLE, sumi

GAME = sumi.Game()
FULL = "X" * 32 + "O" * 32 + " X"


def board(**changes):
    return sumi.Game.of_board(sumi.Board(**{"black": 1, "white": 2, **changes}))


#: A call with an engine and a game, its exception, and a part of the message.
WRONG = [
    (lambda e, g: sumi.Game("f5d9"), sumi.BadSyntax, "'f5d9'"),
    (lambda e, g: sumi.Game("hello world"), sumi.BadSyntax, "'hello world'"),
    (lambda e, g: sumi.Game("XXOO X"), sumi.BadSyntax, "'XXOO X'"),
    (lambda e, g: sumi.Game("f5\0d6"), sumi.BadSyntax, "'f5\\x00d6'"),
    (lambda e, g: sumi.Game("f5d3"), sumi.IllegalMove, "'d3'"),
    (lambda e, g: sumi.Game("f5", size=7), sumi.OutOfRange, "size: 7"),
    (lambda e, g: sumi.Game("f5", size=2**32 + 8), sumi.OutOfRange, "size: 4294967304"),
    (lambda e, g: sumi.Game("e5", size=4), sumi.BadSyntax, "'e5'"),
    (lambda e, g: sumi.Game(5), TypeError, "text: 5"),
    (lambda e, g: sumi.Game(None), TypeError, "None"),
    (lambda e, g: sumi.Game("f5", size="8"), TypeError, "size: '8'"),
    (lambda e, g: board(white=1), sumi.OutOfRange, "a1"),
    (lambda e, g: board(size=4), sumi.OutOfRange, "4x4"),
    (lambda e, g: board(black=-1), sumi.OutOfRange, "black: -1"),
    (lambda e, g: board(white=1 << 64), sumi.OutOfRange, "white: 18446744073709551616"),
    (lambda e, g: g.play("z9"), sumi.BadSyntax, "'z9'"),
    (lambda e, g: g.play(""), sumi.BadSyntax, "''"),
    (lambda e, g: g.play("a1"), sumi.IllegalMove, "'a1'"),
    (lambda e, g: g.play("pass"), sumi.IllegalMove, "'pass'"),
    (lambda e, g: g.play(0), sumi.IllegalMove, "'a1'"),
    (lambda e, g: g.play(65), sumi.OutOfRange, "move: 65"),
    (lambda e, g: g.play(2**40), sumi.OutOfRange, "move: 1099511627776"),
    (lambda e, g: g.play(1.5), TypeError, "move: 1.5"),
    (lambda e, g: g.undo(-1), sumi.OutOfRange, "moves: -1"),
    (lambda e, g: g.to_text("gff"), sumi.NotFound, "'gff'"),
    (lambda e, g: g.to_text("wthor"), sumi.NotFound, "'wthor'"),
    (lambda e, g: sumi.read_games("/nowhere/x.ggf"), sumi.MissingFile, "/nowhere/x.ggf"),
    (lambda e, g: sumi.read_games("/nowhere/x.ggf"), FileNotFoundError, "/nowhere/x.ggf"),
    (lambda e, g: sumi.read_games("/"), sumi.BadFile, "'/'"),
    (lambda e, g: sumi.square_name(65), sumi.OutOfRange, "square: 65"),
    (lambda e, g: sumi.square_name(0, 4), sumi.OutOfRange, "square: 0"),
    (lambda e, g: sumi.square_number("i1"), sumi.BadSyntax, "'i1'"),
    (lambda e, g: sumi.square_number("g1", 6), sumi.BadSyntax, "'g1'"),
    (lambda e, g: sumi.squares_of(-1), sumi.OutOfRange, "bitboard: -1"),
    (lambda e, g: sumi.Engine(treads=4), sumi.NotFound, "'treads'"),
    (lambda e, g: sumi.Engine(threads=0), sumi.OutOfRange, "threads: '0'"),
    (lambda e, g: sumi.Engine(threads="many"), sumi.OutOfRange, "threads: 'many'"),
    (lambda e, g: sumi.Engine(own_book="maybe"), sumi.BadSyntax, "'maybe'"),
    (lambda e, g: sumi.Engine(evaluator="patern"), sumi.OutOfRange, "'patern'"),
    (lambda e, g: sumi.Engine(size=6), sumi.NotFound, "'size'"),
    (lambda e, g: sumi.Engine(weights="/nowhere.bin").search(g), sumi.NotFound, "/nowhere.bin"),
    (lambda e, g: e.options["colour"], KeyError, "'colour'"),
    (lambda e, g: e.options.help("colour"), sumi.NotFound, "'colour'"),
    (lambda e, g: e.search(g, level=61), sumi.OutOfRange, "level: 61"),
    (lambda e, g: e.search(g, level=-1), ValueError, "level: -1"),
    (lambda e, g: e.search(g, level=20.5), TypeError, "level: 20.5"),
    (lambda e, g: e.search(g, depth=0), sumi.OutOfRange, "depth: 0"),
    (lambda e, g: e.search(g, nodes=2**64), sumi.OutOfRange, "nodes: 18446744073709551616"),
    (lambda e, g: e.search(g, seconds=0), sumi.OutOfRange, "seconds: 0"),
    (lambda e, g: e.search(g, seconds=float("nan")), sumi.OutOfRange, "seconds: nan"),
    (lambda e, g: e.search(g, seconds=1e9), sumi.OutOfRange, "1000000000"),
    (lambda e, g: e.search(g, seconds="2"), TypeError, "seconds: '2'"),
    (lambda e, g: e.search(g, candidates=47), sumi.OutOfRange, "candidates: 47"),
    (lambda e, g: e.search("f5f5"), sumi.IllegalMove, "'f5'"),
    (lambda e, g: e.search(FULL).best, sumi.NotFound, "candidates"),
    (lambda e, g: e.play(g, remaining=-1), sumi.OutOfRange, "remaining: -1"),
    (lambda e, g: e.play(g, increment=1), sumi.OutOfRange, "increment: 1"),
    (lambda e, g: g.info["colour"], sumi.NotFound, "colour"),
    (lambda e, g: e.play(g, 5, increment=-1), sumi.OutOfRange, "increment: -1"),
    (lambda e, g: e.analyze("xyzzy"), sumi.BadSyntax, "'xyzzy'"),
    (lambda e, g: e.evaluate_boards([1, 2], [4]), sumi.OutOfRange, "1 of them for 2"),
    (lambda e, g: e.evaluate_boards([8, 1], [4, 1]), sumi.OutOfRange, "board 1: 0x1"),
    (lambda e, g: e.evaluate_boards([-1], [4]), sumi.OutOfRange, "-1"),
    (lambda e, g: e.evaluate_boards([1], [4], size=5), sumi.OutOfRange, "size: 5"),
    (lambda e, g: e.evaluate_boards([1], [4], size=4), sumi.OutOfRange, "4x4"),
    (lambda e, g: e.evaluate_boards([1], [4], threads=257), sumi.OutOfRange, "threads: 257"),
    (lambda e, g: e.evaluate_boards(["f5"]), TypeError, "'f5'"),
    (lambda e, g: e.evaluate_boards([g, sumi.Game(size=6)]), sumi.OutOfRange, "[6, 8]"),
    (lambda e, g: e.evaluate_boards(5), TypeError, "5"),
    (lambda e, g: e.solve_boards([0.5], [1]), TypeError, "[0.5]"),
    (lambda e, g: e.solve_boards([1], [4], out=array.array("b", [0])), TypeError, "out"),
]


class ErrorsTest(unittest.TestCase):
    def test_wrong_calls(self):
        self.assertGreaterEqual(len(WRONG), 50)
        with sumi.Engine(hash_mib=1) as engine:
            for number, (call, exception, part) in enumerate(WRONG):
                with self.subTest(number=number, part=part):
                    with self.assertRaises(exception) as raised:
                        call(engine, sumi.Game())
                    self.assertIn(part, str(raised.exception))
            # The engine still works.
            self.assertEqual(engine.solve(PUZZLE).best.move, "g8")

    def test_messages_are_plain(self):
        with self.assertRaises(KeyError) as raised:
            sumi.Engine(treads=4)
        self.assertEqual(str(raised.exception),
                         "no option named 'treads'; did you mean threads?")

    def test_a_closed_engine_raises(self):
        engine = sumi.Engine(hash_mib=1)
        engine.close()
        engine.close()
        for call in (lambda: engine.search(GAME), lambda: engine.iterate(GAME), engine.clear,
                     lambda: engine.book(GAME), lambda: engine.analyze(GAME),
                     lambda: engine.options["threads"], lambda: engine.solve_boards([GAME])):
            with self.assertRaises(sumi.Closed):
                call()
        engine.stop()
        self.assertEqual(repr(engine), "<sumi.Engine, closed>")


if __name__ == "__main__":
    unittest.main()
