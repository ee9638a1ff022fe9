# SPDX-License-Identifier: MIT
"""Ctrl-C, stops from other threads, several threads and processes."""
import asyncio
import concurrent.futures
import gc
import multiprocessing
import os
import pickle
import signal
import subprocess
import sys
import threading
import time
import unittest
import unittest.mock

from support import PACKAGES, PUZZLE, interrupted, random_positions, sumi

LONG = "f5d6c3d3c4b3b2f4"  # Too deep to solve, and not in the book.
MANY = 100

#: Seconds from Ctrl-C to the exception: 0.1 on an idle machine.
PATIENCE = 0.1 * int(os.environ.get("SUMI_TEST_SLOWNESS", "5"))


class InterruptTest(unittest.TestCase):
    def setUp(self):
        self.engine = sumi.Engine(hash_mib=4, own_book=False)
        self.addCleanup(self.engine.close)

    def check(self, call):
        for after in (0.1, 0.22, 0.37):
            with self.subTest(after=after), interrupted(after) as sent:
                with self.assertRaises(KeyboardInterrupt):
                    call()
                self.assertLess(time.monotonic() - sent[0], PATIENCE)
            # Nothing is running, and the engine still works.
            self.assertEqual(repr(self.engine), "<sumi.Engine, idle>")
            self.assertEqual(self.engine.solve(PUZZLE).best.move, "g8")

    def test_a_search(self):
        self.check(lambda: self.engine.search(LONG, depth=60, book=False))

    def test_an_iterator(self):
        searches = []  # keeps them alive, as a traceback does

        def iterate():
            searches.append(self.engine.iterate(LONG, book=False))
            for _ in searches[-1]:
                pass

        self.check(iterate)

    def test_a_move_of_a_game(self):
        self.check(lambda: self.engine.play(LONG, seconds=1000))

    def test_solving_boards(self):
        self.check(lambda: self.engine.solve_boards([sumi.Game(LONG)] * MANY, threads=2))

    def test_evaluating_boards(self):
        board = sumi.Game(LONG).board
        own, opponent = [board.own] * 5_000_000, [board.opponent] * 5_000_000
        gathered = sumi._boards.boards_of(own, opponent, 8, "f", None)
        evaluate = sumi._library.library.sumi_evaluate
        self.check(lambda: self.engine._for_all(evaluate, gathered, 1, None))

    def test_an_analysis(self):
        self.check(lambda: self.engine.analyze(LONG, depth=60, book=False))

    def test_with_progress(self):
        self.check(lambda: self.engine.solve_boards([sumi.Game(LONG)] * MANY,
                                                    progress=lambda done, every: None))

    def test_a_script_ends_by_ctrl_c(self):
        script = ("import sumi; print('ready', flush=True);"
                  "sumi.Engine().search('f5', depth=60, book=False)")
        with subprocess.Popen([sys.executable, "-c", script], stdout=subprocess.PIPE,
                              stderr=subprocess.PIPE, text=True,
                              env={**os.environ, "PYTHONPATH": str(PACKAGES)}) as process:
            process.stdout.readline()
            time.sleep(0.3)
            process.send_signal(signal.SIGINT)
            _, errors = process.communicate(timeout=60)
        self.assertEqual(process.returncode, -signal.SIGINT)
        self.assertIn("KeyboardInterrupt", errors)


class ThreadsTest(unittest.TestCase):
    def setUp(self):
        self.engine = sumi.Engine(hash_mib=4)
        self.addCleanup(self.engine.close)

    def in_a_moment(self, call):
        timer = threading.Timer(0.2, call)
        timer.start()
        self.addCleanup(timer.join)

    def test_a_search_stopped_by_another_thread(self):
        self.in_a_moment(self.engine.stop)
        result = self.engine.search(LONG, depth=60, book=False)
        self.assertTrue(result.final)
        self.assertLess(result.best.depth, 60)

    def test_boards_stopped_by_another_thread(self):
        self.in_a_moment(self.engine.stop)
        with self.assertRaises(sumi.Stopped):
            self.engine.solve_boards([sumi.Game(LONG)] * MANY)

    def test_an_analysis_stopped_by_another_thread(self):
        game = sumi.Game(PUZZLE)
        game.play("g8 h7 a8")
        whole = sumi.Game(LONG)
        self.in_a_moment(self.engine.stop)
        self.assertTrue(self.engine.analyze(whole, depth=60, book=False).partial)
        self.assertFalse(self.engine.analyze(game, depth=6).partial)

    def test_an_engine_closed_by_another_thread(self):
        self.in_a_moment(self.engine.close)
        self.assertTrue(self.engine.search(LONG, depth=60, book=False).final)
        with self.assertRaises(sumi.Closed):
            self.engine.search("f5")

    def test_a_second_thread_waits_its_turn(self):
        search = self.engine.iterate(LONG, book=False)
        next(search)
        done = []

        def ask(depth):
            self.engine.search("f5", depth=depth, book=False)
            done.append(depth)

        waiting = []
        for depth in (5, 3, 4):
            waiting.append(threading.Thread(target=ask, args=(depth,)))
            waiting[-1].start()
            while len(self.engine._core._queue) < len(waiting):
                time.sleep(0.001)
        self.assertEqual(done, [])
        search.close()
        for thread in waiting:
            thread.join()
        self.assertEqual(done, [5, 3, 4])

    def test_a_thread_does_not_wait_for_itself(self):
        with self.engine.iterate(LONG, book=False):
            for call in (self.engine.clear, lambda: self.engine.search_boards([sumi.Game()], 1)):
                with self.assertRaises(sumi.Busy):
                    call()
        with self.assertRaises(sumi.Busy):
            self.engine.search_boards([sumi.Game(LONG)] * MANY, 20,
                                      progress=lambda done, every: self.engine.clear())
        self.engine.clear()

    def test_who_waits_is_interrupted_or_learns_of_the_end(self):
        held, let_go = threading.Event(), threading.Event()

        def hold():
            with self.engine.iterate(LONG, book=False):
                held.set()
                let_go.wait()

        holder = threading.Thread(target=hold)
        holder.start()
        held.wait()
        for call in (self.engine.clear, lambda: self.engine.solve_boards([sumi.Game(LONG)])):
            with interrupted(0.1) as sent:
                with self.assertRaises(KeyboardInterrupt):
                    call()
                self.assertLess(time.monotonic() - sent[0], PATIENCE)
            self.assertEqual(len(self.engine._core._queue), 0)
        self.in_a_moment(self.engine.close)
        with self.assertRaises(sumi.Closed):
            self.engine.search("f5")
        let_go.set()
        holder.join()

    def test_two_engines_in_two_threads(self):
        boards = random_positions(33, 40, empties=10)
        expected = self.engine.solve_boards(boards)

        def solve():
            with sumi.Engine(hash_mib=1) as engine:
                return [engine.solve(board).best.score for board in boards]

        with concurrent.futures.ThreadPoolExecutor(2) as pool:
            for future in [pool.submit(solve) for _ in range(4)]:
                self.assertEqual(future.result(), expected)

    def test_one_game_in_two_threads(self):
        game, seen = sumi.Game(), {sumi.Game().black, sumi.Game("f5").black}

        def play():
            for _ in range(2000):
                game.play("f5")
                game.undo()

        def look():
            return {game.black for _ in range(2000)}

        with concurrent.futures.ThreadPoolExecutor(2) as pool:
            playing = pool.submit(play)
            self.assertLessEqual(pool.submit(look).result(), seen)
            playing.result()

    def test_python_goes_on_during_a_search(self):
        # Seconds pass without an update between ply 12 and the first search to the end. A search
        # that holds the GIL while it waits could not be stopped then.
        position = random_positions(34, 1, empties=28)[0]
        self.in_a_moment(self.engine.stop)
        with unittest.mock.patch("sumi.search.TICK", 100.0):
            self.assertLess(self.engine.solve(position).best.depth, 28)

    def test_a_cycle_with_an_engine_at_work_is_collected(self):
        holder = {"search": self.engine.iterate(LONG, book=False)}
        holder["self"] = holder
        del holder
        gc.collect()
        self.engine.search("f5")


class AsyncTest(unittest.IsolatedAsyncioTestCase):
    def setUp(self):
        self.engine = sumi.Engine(hash_mib=4, own_book=False)
        self.addCleanup(self.engine.close)

    async def test_requests_wait_while_the_loop_continues(self):
        ticks = 0

        async def tick():
            nonlocal ticks
            while True:
                ticks += 1
                await asyncio.sleep(0.01)

        ticker = asyncio.create_task(tick())
        depths = [3, 12, 5, 4]
        found = await asyncio.gather(*(self.engine.search_async(LONG, depth=d) for d in depths),
                                     self.engine.search_async(LONG, seconds=0.3))
        ticker.cancel()
        self.assertEqual([result.best.depth for result in found[:-1]], depths)
        self.assertEqual(found[-1].ended_by, "time")
        self.assertGreater(ticks, 5)

    async def test_cancelling_stops_the_search(self):
        for after in (0, 0.001, 0.2):
            tasks = [asyncio.create_task(self.engine.search_async(LONG, depth=60))
                     for _ in range(3)]
            await asyncio.sleep(after)
            for task in tasks:
                task.cancel()
            self.assertTrue(all(isinstance(failure, asyncio.CancelledError) for failure in
                                await asyncio.gather(*tasks, return_exceptions=True)))
            began = time.monotonic()
            self.assertEqual((await self.engine.search_async(PUZZLE, exact=True)).best.move, "g8")
            self.assertLess(time.monotonic() - began, 10 * PATIENCE)
        with self.assertRaises(TimeoutError):
            async with asyncio.timeout(0.1):
                await self.engine.search_async(LONG, depth=60)

    async def test_cancelling_before_the_search_has_started(self):
        begin, begun = self.engine._core.begin, threading.Event()

        def slow_begin(*arguments):
            pointer = begin(*arguments)
            begun.set()
            time.sleep(0.2)
            return pointer

        with unittest.mock.patch.object(self.engine._core, "begin", slow_begin):
            task = asyncio.create_task(self.engine.search_async(LONG, seconds=20))
            while not begun.is_set():
                await asyncio.sleep(0.001)
            task.cancel()
            with self.assertRaises(asyncio.CancelledError):
                await task
        began = time.monotonic()
        await self.engine.search_async(LONG, depth=2)
        self.assertLess(time.monotonic() - began, 10)

    async def test_faults(self):
        with self.assertRaises(sumi.BadSyntax):
            await self.engine.search_async("xyzzy")
        with self.assertRaises(sumi.OutOfRange):
            await self.engine.search_async(LONG, depth=61)
        self.engine.close()
        with self.assertRaises(sumi.Closed):
            await self.engine.search_async(LONG)


class ExitTest(unittest.TestCase):
    """Python exits normally while an engine is searching."""

    def check(self, work):
        script = f"""
import sumi, threading, time
engine, game = sumi.Engine(), sumi.Game({LONG!r})
def ignore(done, every):
    pass
def work():
    try:
        {work}
    except sumi.Stopped:
        pass
threading.Thread(target=work, daemon=True).start()
time.sleep(0.2)
"""
        done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True,
                              env={**os.environ, "PYTHONPATH": str(PACKAGES)}, timeout=60)
        self.assertEqual((done.returncode, done.stderr), (0, ""))

    def test_a_search(self):
        self.check("engine.search(game, depth=60, book=False)")

    def test_an_analysis(self):
        self.check("engine.analyze(game, depth=60, book=False, progress=ignore)")

    def test_boards(self):
        self.check("engine.solve_boards([game] * 9, progress=ignore)")

    def test_a_search_that_nobody_ends(self):
        self.check("globals().update(search=engine.iterate(game, book=False))")


def search_in_child(game):
    with sumi.Engine(hash_mib=1) as engine:
        return engine.solve(game).best.move


class ForkTest(unittest.TestCase):
    def in_child(self, body):
        """Runs the body in a forked child; returns whether it succeeded."""
        child = os.fork()
        if child == 0:
            code = 1
            try:
                body()
                code = 0
            finally:
                os._exit(code)
        return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0

    def test_a_child_may_use_nothing_of_its_parent(self):
        engine, game = sumi.Engine(hash_mib=1), sumi.Game("f5")
        search = engine.iterate(LONG, book=False)

        def body():
            for call in (lambda: engine.search("f5"), lambda: game.moves):
                with self.assertRaises(sumi.Closed) as raised:
                    call()
                self.assertIn(str(os.getppid()), str(raised.exception))
            engine.stop()
            search.close()
            engine.close()

        self.assertTrue(self.in_child(body))
        search.stop()
        self.assertTrue(search.result().final)
        engine.close()

    def test_a_child_makes_its_own(self):
        with sumi.Engine(hash_mib=1) as engine:
            engine.search("f5", depth=4)
            self.assertTrue(self.in_child(lambda: self.assertEqual(search_in_child(PUZZLE), "g8")))

    def test_games_go_to_a_pool_of_processes(self):
        sumi.Engine(hash_mib=1).search("f5", depth=4)
        with multiprocessing.get_context("fork").Pool(2) as pool:
            self.assertEqual(pool.map(search_in_child, [sumi.Game(PUZZLE)] * 4), ["g8"] * 4)

    def test_results_and_errors_are_pickled(self):
        with sumi.Engine(hash_mib=1) as engine:
            result = engine.search("f5", depth=4)
        self.assertEqual(pickle.loads(pickle.dumps(result)), result)
        error = pickle.loads(pickle.dumps(sumi.BadSyntax("text: what")))
        self.assertEqual((type(error), str(error)), (sumi.BadSyntax, "text: what"))


if __name__ == "__main__":
    unittest.main()
