/** The closed loop of the load generator: as many requests in flight as there are connections, until the time is up. */
import { summarise } from './statistics.mjs';
import { Connection } from './raw-http.mjs';

/** How long after the end of a run its last answers may take, before they count as broken. */
const ANSWER_PATIENCE_MS = 10_000;

/**
 * @typedef {object} DriveResult
 * @property {number} completed answers, whatever their status
 * @property {Record<string, number>} statuses answers by status
 * @property {number} seconds from the first request to the last answer
 * @property {number} perSecond answers with 200 per second
 * @property {number} p50 milliseconds
 * @property {number} p99 milliseconds
 * @property {number} max milliseconds
 * @property {number} broken requests whose connection broke
 * @property {boolean} exhausted the requests ran out before the time did
 * @property {string | null} firstFailure status and body of the first answer other than 200, or the first broken
 *   connection
 * @property {number} generatorCpu share of one core that the load generator itself used
 */

/**
 * @param {{ host: string, port: number, connections: number, seconds: number, next: () => Buffer | null }} plan
 *   `next` gives the bytes of the next request, null when there are no more
 * @returns {Promise<DriveResult>}
 */
export async function drive({ host, port, connections, seconds, next }) {
  /** @type {Record<string, number>} */
  const statuses = {};
  let latencies = new Float64Array(1 << 16);
  let completed = 0;
  let broken = 0;
  let exhausted = false;
  /** @type {string | null} */
  let firstFailure = null;
  let running = connections;
  /** @type {() => void} */
  let finished = () => undefined;
  const done = new Promise((resolve) => (finished = () => resolve(undefined)));
  const stopped = () => {
    running -= 1;
    if (running === 0) finished();
  };
  const onFailure = (/** @type {Error} */ error) => {
    broken += 1;
    firstFailure ??= error.message;
    stopped();
  };
  const sockets = await Promise.all(
    Array.from({ length: connections }, () => Connection.open({ host, port, onFailure })),
  );

  const cpu = process.cpuUsage();
  const start = performance.now();
  const deadline = start + seconds * 1_000;
  for (const socket of sockets) {
    let sentAt = 0;
    const send = () => {
      const request = next();
      if (!request) {
        exhausted = true;
        return stopped();
      }
      sentAt = performance.now();
      socket.send(request, answered);
    };
    /** @type {import('./raw-http.mjs').ResponseHandler} */
    const answered = (status, body) => {
      const now = performance.now();
      if (completed === latencies.length) {
        const longer = new Float64Array(latencies.length * 2);
        longer.set(latencies);
        latencies = longer;
      }
      latencies[completed] = now - sentAt;
      completed += 1;
      statuses[status] = (statuses[status] ?? 0) + 1;
      if (status !== 200 && !firstFailure) firstFailure = `${status} ${body.toString('utf8', 0, 300)}`;
      if (now >= deadline) return stopped();
      send();
    };
    send();
  }
  const patience = setTimeout(() => sockets.forEach((socket) => socket.abort()), seconds * 1_000 + ANSWER_PATIENCE_MS);
  await done;
  clearTimeout(patience);
  const elapsed = (performance.now() - start) / 1_000;
  const used = process.cpuUsage(cpu);
  for (const socket of sockets) socket.close();
  return {
    completed,
    statuses,
    seconds: elapsed,
    perSecond: (statuses[200] ?? 0) / elapsed,
    ...summarise(latencies.subarray(0, completed)),
    broken,
    exhausted,
    firstFailure,
    generatorCpu: (used.user + used.system) / 1e6 / elapsed,
  };
}
