// SPDX-License-Identifier: MIT
// @ts-check
/** A review divided among Workers, which share no memory. One reviews the game until a search takes long.
 * Others search the moves of that position; then the first continues, with the results of all searches so
 * far. What is searched, and so the result, does not depend on the number of Workers. */

/** @typedef {import("./lanes.js").Task} Task */

/** Whether the task was divided: then its parts, which have the same request, are put, and answer it.
 * @param {Task} task @param {(part: Task) => void} put @param {() => void} drop ends the other parts */
export function divide(task, put, drop) {
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
