# SPDX-License-Identifier: MIT
"""Batches of boards as lists and, if NumPy is installed, as arrays."""
import array
import threading
import unittest

from support import PUZZLE, random_positions, sumi

try:
    import numpy
except ImportError:
    numpy = None

COUNT = 300


class Case(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.engine = sumi.Engine(hash_mib=4)
        cls.boards = random_positions(31, COUNT, empties=9)
        cls.own = [board.own for board in cls.boards]
        cls.opponent = [board.opponent for board in cls.boards]

    @classmethod
    def tearDownClass(cls):
        cls.engine.close()


class ListsTest(Case):
    def test_scores_are_those_of_one_by_one(self):
        expected = [self.engine.solve(board).best.score for board in self.boards]
        self.assertGreater(len(set(expected)), 10)
        for threads in (0, 1, 2):
            self.assertEqual(self.engine.solve_boards(self.boards, threads=threads), expected)
        self.assertEqual(self.engine.solve_boards(self.own, self.opponent), expected)
        self.assertEqual(self.engine.solve_boards(list(zip(self.own, self.opponent))), expected)
        self.assertEqual(self.engine.solve_boards(map(sumi.Game.of_board, self.boards)), expected)
        columns = array.array("Q", self.own), array.array("Q", self.opponent)
        self.assertEqual(self.engine.solve_boards(*columns), expected)

    def test_values_are_those_of_one_by_one(self):
        expected = [self.engine.evaluate(board) for board in self.boards[:30]]
        self.assertGreater(len(set(expected)), 10)
        self.assertEqual(self.engine.evaluate_boards(self.boards)[:30], expected)
        self.assertEqual(self.engine.evaluate_boards(self.own[:30], self.opponent[:30]), expected)

    def test_a_position_with_a_known_score(self):
        self.assertEqual(self.engine.solve_boards([sumi.Game(PUZZLE)]), [18])

    def test_small_boards(self):
        game = sumi.Game(size=4)
        by_board = self.engine.solve_boards([game])
        self.assertEqual(by_board, [self.engine.solve(game).best.score])
        self.assertEqual(self.engine.solve_boards([game.board.own], [game.board.opponent], size=4),
                         by_board)

    def test_no_boards(self):
        self.assertEqual(self.engine.solve_boards([]), [])
        self.assertEqual(self.engine.evaluate_boards([], []), [])

    def test_progress(self):
        told = []
        self.engine.solve_boards(random_positions(32, 400, empties=14), threads=1,
                                 progress=lambda *counts: told.append(counts))
        self.assertEqual(told[-1], (400, 400))
        self.assertEqual(told, sorted(told))
        self.assertGreater(len(told), 1)

    def test_what_progress_raises_ends_the_call(self):
        def fail(done, every):
            raise LookupError("enough")

        with self.assertRaisesRegex(LookupError, "enough"):
            self.engine.solve_boards([sumi.Game()] * 100, progress=fail)
        self.engine.solve_boards(self.boards[:1])


class SearchTest(Case):
    def expected(self, boards, *limits, **more):
        results = []
        for board in boards:
            self.engine.clear()
            results.append(self.engine.search(board, *limits, **more))
        return results

    def check(self, boards, *limits, **more):
        expected = self.expected(boards, *limits, **more)
        for threads in (0, 1, 3):
            found = self.engine.search_boards(boards, *limits, threads=threads, **more)
            self.assertEqual([(r.candidates, r.nodes, r.ended_by, r.final) for r in found],
                             [(r.candidates, r.nodes, r.ended_by, r.final) for r in expected])
        return found

    def test_results_are_those_of_one_by_one(self):
        boards = random_positions(36, 20, empties=30)
        self.assertEqual({r.ended_by for r in self.check(boards, 8)}, {"level"})
        self.check(boards, depth=4, candidates=3)
        self.check(boards, nodes=3000)
        self.check(self.boards[:9], exact=True)
        self.assertTrue(all(r.best.book for r in self.check(list(sumi.Game("f5d6").boards()), 5)))
        self.check(list(sumi.Game("f5d6").boards()), 5, book=False)
        self.check([sumi.Game(size=6), sumi.Game("d5", size=6)], depth=5)

    def test_finished_games_and_no_boards(self):
        over = sumi.Board(0, 1)
        self.assertEqual([r.candidates for r in self.engine.search_boards([over, over], 3)],
                         [(), ()])
        self.assertEqual(self.engine.search_boards([]), [])

    def test_progress_and_stops(self):
        told = []
        boards = random_positions(37, 60, empties=34)
        self.engine.search_boards(boards, 12, progress=lambda *counts: told.append(counts))
        self.assertEqual((told[-1], told), ((60, 60), sorted(told)))
        timer = threading.Timer(0.2, self.engine.stop)
        timer.start()
        with self.assertRaises(sumi.Stopped):
            self.engine.search_boards(boards, depth=50)
        timer.join()

    def test_wrong_limits(self):
        for wrong in ({"level": 61}, {"depth": 0}, {"candidates": 0}, {"threads": 257}):
            with self.subTest(**wrong), self.assertRaises(sumi.OutOfRange):
                self.engine.search_boards(self.boards, **wrong)


@unittest.skipUnless(numpy, "NumPy is not installed for this Python")
class ArraysTest(Case):
    def setUp(self):
        self.own_array = numpy.array(self.own, numpy.uint64)
        self.opponent_array = numpy.array(self.opponent, numpy.uint64)

    def test_scores(self):
        scores = self.engine.solve_boards(self.own_array, self.opponent_array)
        self.assertEqual((scores.dtype, scores.shape), (numpy.int8, (COUNT,)))
        self.assertEqual(scores.tolist(), self.engine.solve_boards(self.boards))

    def test_values(self):
        values = self.engine.evaluate_boards(self.own_array, self.opponent_array)
        self.assertEqual((values.dtype, values.shape), (numpy.float32, (COUNT,)))
        self.assertEqual(values.tolist(), self.engine.evaluate_boards(self.boards))

    def test_shapes(self):
        scores = self.engine.solve_boards(self.own_array, self.opponent_array)
        pairs = numpy.stack([self.own_array, self.opponent_array], axis=1)
        self.assertTrue((self.engine.solve_boards(pairs) == scores).all())
        table = self.engine.solve_boards(self.own_array.reshape(3, -1),
                                         self.opponent_array.reshape(3, -1))
        self.assertTrue((table == scores.reshape(3, -1)).all())
        every_second = self.engine.solve_boards(self.own_array[::2], self.opponent_array[::2])
        self.assertTrue((every_second == scores[::2]).all())

    def test_out(self):
        out = numpy.full(COUNT, 99, numpy.int8)
        self.assertIs(self.engine.solve_boards(self.own_array, self.opponent_array, out=out), out)
        self.assertTrue((abs(out) <= 64).all())

    def test_what_a_stopped_call_did_not_reach(self):
        start = sumi.Game().board  # Too deep to solve.
        own = numpy.append(self.own_array, numpy.uint64(start.own))
        opponent = numpy.append(self.opponent_array, numpy.uint64(start.opponent))
        out = numpy.full(COUNT + 1, 99, numpy.int8)

        def stop(done, every):
            if done == COUNT:
                self.engine.stop()

        with self.assertRaises(sumi.Stopped):
            self.engine.solve_boards(own, opponent, threads=2, out=out, progress=stop)
        self.assertTrue((abs(out[:COUNT]) <= 64).all())
        self.assertEqual(out[COUNT], 99)

    def test_wrong_arrays(self):
        own, opponent = self.own_array, self.opponent_array
        solve = self.engine.solve_boards
        for call, exception, part in [
            (lambda: solve(own.astype(numpy.int64), opponent), TypeError, "int64"),
            (lambda: solve(own.astype(">u8"), opponent), TypeError, ">u8"),
            (lambda: solve(own, opponent[:2]), sumi.OutOfRange, "(2,)"),
            (lambda: solve(own), sumi.OutOfRange, "(300,)"),
            (lambda: solve(own, self.opponent), TypeError, "opponent"),
            (lambda: solve(own, opponent, out=numpy.zeros(COUNT)), TypeError, "float64"),
            (lambda: solve(own, opponent, out=[0] * COUNT), TypeError, "list"),
            (lambda: solve(own, opponent, out=numpy.zeros(4, numpy.int8)), sumi.OutOfRange, "out"),
            (lambda: solve(own, own), sumi.OutOfRange, "board 0"),
        ]:
            with self.subTest(part):
                with self.assertRaises(exception) as raised:
                    call()
                self.assertIn(part, str(raised.exception))


if __name__ == "__main__":
    unittest.main()
