# SPDX-License-Identifier: MIT
"""An engine's searches, opening book, analyses and options."""
import dataclasses
import gc
import json
import unittest

from support import PUZZLE, sumi

LINE = "f5d6c3d3c4b3"
NO_BOOK = LINE + "b2f4"


class EngineTest(unittest.TestCase):
    def setUp(self):
        self.engine = sumi.Engine(hash_mib=16)
        self.addCleanup(self.engine.close)

    def test_a_search_to_a_depth(self):
        result = self.engine.search("f5d6c3", depth=6, candidates=4, book=False)
        self.assertTrue(result.final)
        self.assertEqual({c.move for c in result.candidates}, {"d3", "f3", "f4", "g5"})
        scores = [c.score for c in result.candidates]
        self.assertEqual(scores, sorted(scores, reverse=True))
        best = result.best
        self.assertEqual((best.depth, best.exact, best.book), (6, False, False))
        self.assertEqual(sumi.square_name(best.square), best.move)
        self.assertEqual(best.line[0], best.move)
        self.assertGreater(result.nodes, 0)
        self.assertGreater(result.seconds, 0)
        told = json.loads(result.json)
        self.assertEqual([c["move"] for c in told["candidates"]],
                         [c.move for c in result.candidates])

    def test_games_boards_and_texts_are_the_same(self):
        game = sumi.Game("f5d6c3")
        results = []
        for position in (game, game.board, "f5d6c3"):
            self.engine.clear()
            results.append(self.engine.search(position, depth=8, book=False).candidates)
        self.assertEqual(results[0], results[1])
        self.assertEqual(results[0], results[2])

    def test_without_a_limit_the_level_is_20(self):
        found = []
        for level in (None, 20, 10):
            self.engine.clear()
            found.append(self.engine.search(LINE, level, book=False).candidates)
        self.assertEqual(found[0], found[1])
        self.assertNotEqual(found[0], found[2])

    def test_results_stay(self):
        result = self.engine.search("f5d6c3", depth=4)
        before = dataclasses.asdict(result)
        self.engine.search("f5f4", depth=6)
        self.engine.close()
        self.assertEqual(dataclasses.asdict(result), before)
        with self.assertRaises(dataclasses.FrozenInstanceError):
            result.nodes = 0

    def test_solving(self):
        best = self.engine.solve(PUZZLE).best
        self.assertEqual((best.move, best.score, best.exact), ("g8", 18.0, True))
        self.assertEqual(best.selectivity, 100)
        game = sumi.Game(PUZZLE)
        for move in best.line:
            game.play(move)
        self.assertTrue(game.over)
        self.assertEqual(game.black_score, 18)
        self.assertEqual(self.engine.solve(PUZZLE, win_loss_draw=True).best.score, 1.0)

    def test_what_is_to_be_solved_is_no_books(self):
        self.assertTrue(self.engine.search("f5d6", level=3).best.book)
        for wanted in ({"level": 60}, {"exact": True}):
            best = self.engine.search("f5d6", nodes=1000, **wanted).best
            self.assertEqual((best.book, best.exact), (False, False))

    def test_strength_is_for_games(self):
        self.engine.options["strength"] = 15
        self.assertEqual(self.engine.play(NO_BOOK, level=9).best.depth, 4)
        self.assertEqual(self.engine.search(LINE, level=9, book=False).best.depth, 9)
        self.engine.options["strength"] = 0

    def test_why_a_search_ended(self):
        for wanted, limits in [
            ("level", {"level": 5}),
            ("level", {"level": 5, "depth": 9}),
            ("depth", {"depth": 6}),
            ("depth", {"depth": 4, "level": 5}),
            ("nodes", {"nodes": 5000}),
            ("nodes", {"level": 30, "nodes": 5000}),
            ("time", {"seconds": 0.1}),
        ]:
            with self.subTest(wanted, **limits):
                result = self.engine.search(LINE, book=False, **limits)
                self.assertEqual(result.ended_by, wanted)
                self.assertEqual(json.loads(result.json)["ended_by"], wanted)
        self.assertEqual(self.engine.solve(PUZZLE).ended_by, "solved")
        self.assertEqual(self.engine.search(PUZZLE, level=20).ended_by, "solved")
        self.assertEqual(self.engine.search("f5d6", level=5).ended_by, "book")
        self.assertEqual(self.engine.play("f5d6", level=5).ended_by, "book")
        self.assertEqual(self.engine.play(NO_BOOK, depth=3).ended_by, "depth")
        with self.engine.iterate(LINE, book=False) as search:
            part = next(search)
            search.stop()
            self.assertEqual((part.ended_by, search.result().ended_by), ("", "stopped"))
        self.assertNotIn("ended_by", json.loads(part.json))
        self.assertEqual(self.engine.search("X" * 32 + "O" * 32 + " X").ended_by, "")

    def test_plies_in_the_book(self):
        candidates = self.engine.book("f5d6").candidates
        self.assertTrue(any(c.book_plies > 0 for c in candidates))
        for candidate in candidates:
            self.assertLessEqual(candidate.book_plies, candidate.depth)
        told = json.loads(self.engine.book("f5d6").json)["candidates"]
        self.assertEqual([c["book_plies"] for c in told], [c.book_plies for c in candidates])
        self.assertEqual(self.engine.search(LINE, depth=3, book=False).best.book_plies, 0)

    def test_likely_errors(self):
        self.assertTrue(all(c.error > 0 for c in self.engine.book("f5d6").candidates))
        found = self.engine.search(LINE, depth=3, book=False)
        told = json.loads(found.json)["candidates"][0]["likely_error"]
        self.assertAlmostEqual(found.best.error, told, delta=0.051)
        self.assertEqual(self.engine.solve("X" * 31 + "O" * 32 + "- X").best.error, 0)
        with sumi.Engine(evaluator="table") as other:
            self.assertIsNone(other.search(LINE, depth=3, book=False).best.error)

    def test_a_finished_game(self):
        result = self.engine.search("X" * 32 + "O" * 32 + " X")
        self.assertEqual((result.candidates, result.final), ((), True))

    def test_partial_results(self):
        with self.engine.iterate("f5d6c3", depth=14, book=False) as search:
            found = list(search)
        self.assertGreater(len(found), 1)
        self.assertEqual([result.final for result in found], [False] * (len(found) - 1) + [True])
        depths = [result.best.depth for result in found]
        self.assertEqual(depths, sorted(depths))
        self.assertEqual(depths[-1], 14)
        with self.assertRaises(StopIteration):
            next(search)
        with self.assertRaises(sumi.SumiError):
            search.result()

    def test_a_search_beside_us(self):
        search = self.engine.iterate("f5d6c3", depth=12, book=False)
        with self.assertRaises(sumi.Busy):
            self.engine.search("f5")
        with self.assertRaises(sumi.Busy):
            self.engine.options["threads"] = 2
        self.assertEqual(search.result().best.depth, 12)
        self.engine.search("f5")

    def test_an_endless_search_is_stopped(self):
        with self.engine.iterate("f5d6c3", book=False) as search:
            first = next(search)
            search.stop()
            last = search.result()
        self.assertTrue(last.final)
        self.assertGreaterEqual(last.best.depth, first.best.depth)

    def test_an_abandoned_search_ends(self):
        for found in self.engine.iterate("f5d6c3", book=False):
            break
        self.engine.search("f5")
        search = self.engine.iterate("f5d6c3", book=False)
        next(search)
        search.close()
        self.assertEqual(list(search), [])
        self.engine.search("f5")
        search = self.engine.iterate("f5d6c3", book=False)
        del search
        gc.collect()
        self.engine.search("f5")

    def test_an_engine_closed_under_its_search(self):
        search = self.engine.iterate("f5d6c3", book=False)
        self.engine.close()
        self.assertTrue(search.result().final)
        self.assertIsNone(self.engine._core._pointer)  # Freed.
        with self.assertRaises(sumi.Closed):
            self.engine.search("f5")

    def test_a_game_may_change_during_its_search(self):
        game = sumi.Game("f5d6c3")
        with self.engine.iterate(game, depth=10, book=False) as search:
            game.play("d3")
            self.assertIn(search.result().best.move, sumi.Game("f5d6c3").legal_moves)

    def test_playing(self):
        game = sumi.Game(size=4)
        while not game.over:
            game.play(self.engine.play(game, level=2).best.move)
        self.assertEqual(self.engine.play(game).candidates, ())
        timed = self.engine.play("f5d6c3d3c4b3b2f4", remaining=3.0, increment=0.1)
        self.assertLess(timed.seconds, 3.0)
        with sumi.Engine(player="random", seed=7) as random_player:
            self.assertIn(random_player.play("f5").best.move, sumi.Game("f5").legal_moves)

    def test_the_book(self):
        book = self.engine.book("f5d6c3")
        self.assertTrue(all(candidate.book for candidate in book.candidates))
        self.assertIn("d3", [candidate.move for candidate in book.candidates])
        self.assertEqual(self.engine.book(PUZZLE).candidates, ())

    def test_an_analysis(self):
        told = []
        analysis = self.engine.analyze(LINE, depth=6, progress=lambda *counts: told.append(counts))
        self.assertFalse(analysis.partial)
        self.assertEqual("".join(move.move for move in analysis.moves), LINE)
        self.assertEqual([move.number for move in analysis.moves], [1, 2, 3, 4, 5, 6])
        last = analysis.moves[-1]
        self.assertEqual((last.black, last.best, last.mark), (False, "f4", "?"))
        self.assertAlmostEqual(last.lost, last.best_score - last.score)
        self.assertEqual(last.black_score, -last.score)
        self.assertEqual(told[-1], (6, 6))
        self.assertEqual(len(json.loads(analysis.json)["moves"]), 6)

    def test_options(self):
        self.engine.options["threads"] = 2
        self.assertEqual(self.engine.options["threads"], "2")
        self.engine.options["own_book"] = False
        self.assertEqual(self.engine.options["own-book"], "false")
        self.assertEqual(self.engine.options["hash-mib"], "16")
        self.assertIn("hash_mib", self.engine.options)
        self.assertNotIn("colour", self.engine.options)
        self.assertEqual(len(self.engine.options), len(dict(self.engine.options)))
        for name in self.engine.options:
            self.assertTrue(self.engine.options.help(name))

    def test_one_evaluation(self):
        self.assertEqual(self.engine.evaluate("f5d6c3"),
                         self.engine.evaluate_boards([sumi.Game("f5d6c3")])[0])

    def test_what_the_engine_is(self):
        self.assertEqual(repr(self.engine), "<sumi.Engine, idle>")
        with self.engine.iterate("f5", book=False):
            self.assertEqual(repr(self.engine), "<sumi.Engine, at work>")
        self.assertTrue(sumi.version())
        self.assertEqual(sumi.__version__, sumi.version())


if __name__ == "__main__":
    unittest.main()
