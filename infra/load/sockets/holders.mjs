/** The processes that hold the sockets, as one. */
import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';

/** @typedef {import('./holder.mjs').Report} Report */

const PROCESSES = 3;

export class Holders {
  #children = Array.from({ length: PROCESSES }, () =>
    fork(fileURLToPath(new URL('./holder.mjs', import.meta.url)), {
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
      serialization: 'advanced',
    }),
  );

  /**
   * Opens sockets of users with consecutive ids, and waits until each has been told where the poll stands.
   * @param {import('./holder.mjs').Opening} opening
   * @returns {Promise<Report>}
   */
  async open(opening) {
    const { firstUser, count } = opening;
    const bounds = Array.from({ length: PROCESSES + 1 }, (_, index) => Math.round((index * count) / PROCESSES));
    return merge(
      await this.#askAll((index) => ({
        open: { ...opening, firstUser: firstUser + bounds[index], count: bounds[index + 1] - bounds[index] },
      })),
    );
  }

  /** From now on, notes when each socket is told of that many votes. @param {number} votes */
  async expect(votes) {
    await this.#askAll(() => ({ expect: votes }));
  }

  /** Waits until every socket has been told. @param {number} patienceMs @returns {Promise<Report>} */
  async collect(patienceMs) {
    return merge(await this.#askAll(() => ({ collect: { patienceMs } })));
  }

  stop() {
    for (const child of this.#children) {
      child.removeAllListeners();
      child.kill();
    }
  }

  /** @param {(index: number) => object} order @returns {Promise<any[]>} */
  #askAll(order) {
    return Promise.all(this.#children.map((child, index) => ask(child, order(index))));
  }
}

/** @param {import('node:child_process').ChildProcess} child @param {object} order @returns {Promise<any>} */
function ask(child, order) {
  return new Promise((resolve, reject) => {
    const exited = (/** @type {number | null} */ code) =>
      reject(new Error(`a process that holds sockets ended with code ${code}`));
    child.once('exit', exited);
    child.once('message', (/** @type {any} */ answer) => {
      child.off('exit', exited);
      if (answer.failure) reject(new Error(answer.failure));
      else resolve(answer);
    });
    child.send(order);
  });
}

/** @param {Report[]} reports @returns {Report} */
function merge(reports) {
  const sum = (/** @type {(report: Report) => number} */ of) =>
    reports.reduce((total, report) => total + of(report), 0);
  return {
    times: reports.flatMap(({ times }) => times),
    missing: sum((report) => report.missing),
    frames: sum((report) => report.frames),
    leaks: sum((report) => report.leaks),
    withheld: sum((report) => report.withheld),
    failed: sum((report) => report.failed),
    failures: reports.flatMap(({ failures }) => failures),
  };
}
