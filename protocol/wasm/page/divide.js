// SPDX-License-Identifier: MIT
// @ts-check
/** Work divided among Workers, which share no memory: reviews, and positions that take long. */

/** @typedef {import("./lanes.js").Task} Task */
/** The lane that works on parts. All parts have the request of the task; `drop` ends those that are left.
 * @typedef {{put: (part: Task) => void, drop: () => void}} Shared */

/** Whether the task is a review: then its parts answer it. One Worker reviews the game until a search takes
 * long. Others search the moves of that position; then the first continues, with the results of all searches
 * so far. What is searched, and so the result, does not depend on the number of Workers.
 * @param {Task} task @param {Shared} shared */
export function divideReview(task, { put, drop }) {
  const { request } = task;
  if (!request || request.action !== "review" || "searches" in request || "share" in request) return false;
  /** @type {string[]} */
  const searches = [];
  let over = false, done = 0;

  /** @param {{share?: number}} part @param {(answer: any) => void} partial @param {(answer: any) => void} last */
  const ask = (part, partial, last) => put({
    ...task,
    text: JSON.stringify({ ...request, searches, ...part }),
    reply(line) {
      const answer = JSON.parse(line);
      if (over) return;
      if (answer.final === false) return partial(answer);
      if (answer.searches !== undefined) {
        searches.push(...answer.searches);
        return last(answer);
      }
      over = true;
      task.reply(line);
      drop();
    },
  });
  const review = () => {
    const before = done;
    let known = before > 0;  // told already
    ask({}, answer => {
      if (!known) task.reply(JSON.stringify(answer));
      if (answer.done === before) known = false;
      done = Math.max(done, answer.done);
    }, ({ searches: _, missing, ...answer }) => {
      if (missing === 0) return task.reply(JSON.stringify(answer));
      let left = missing;
      for (let share = 0; share < missing; ++share) {
        ask({ share }, () => {}, () => --left === 0 && review());
      }
    });
  };
  review();
  return true;
}

const DIVIDE_AFTER = 1;  // seconds

/** Divides a query that wants all moves of a position, once it has taken DIVIDE_AFTER: each part searches one
 * move. Until a part is as deep as the undivided search was, that one's score of its move stays. Queries with
 * `time` or `nodes` are not divided: parts would reach odd and even depths, whose scores differ by a disc.
 * @param {Task} task @param {Shared} shared */
export function divideMoves(task, { put, drop }) {
  const { request } = task;
  if (!request || "action" in request || "search_moves" in request) return;
  const { limits, exact, candidates: wanted } = request, { level, depth } = limits || {};
  if (limits ? level === undefined && depth === undefined : !exact) return;
  let began = 0;
  task.divide = first => {
    const now = performance.now();
    began ||= now;
    const { candidates } = first, count = candidates.length;
    const all = count >= 2 && count < wanted && candidates.every((/** @type {any} */ one) => one.source !== "book");
    if (!all || (now - began) / 1000 < DIVIDE_AFTER) return false;
    const best = new Map(candidates.map((/** @type {any} */ one) => [one.move, one]));
    let left = count, over = false;
    /** @param {any} ending */
    const answer = ending => task.reply(JSON.stringify({
      ...first, ...ending, candidates: [...best.values()].sort((a, b) => b.score - a.score),
    }));
    for (const { move } of candidates) {
      const part = { ...JSON.parse(task.text), search_moves: [move], candidates: 1, book: false };
      put({
        text: JSON.stringify(part), request, bare: false, last: null,
        reply(line) {
          if (over) return;
          const { error, terminated, final, candidates: [found] = [] } = JSON.parse(line);
          if (found && (found.exact || found.depth >= best.get(move).depth)) best.set(move, found);
          if (final) --left;
          over = error !== undefined || terminated || left === 0;
          if (error !== undefined) task.reply(line);
          else if (over) answer(terminated ? { final: true, terminated } : { final: true });
          else if (!task.bare) answer({});
          if (over) drop();
        },
      });
    }
    return true;
  };
}
