/** The closed loop of the load generator: as many requests in flight as there are connections, until the time is up. */
import { summarise } from './statistics.mts';
import { Connection, type ResponseHandler } from './raw-http.mts';

/** How long after the end of a run its last answers may take, before they count as broken. */
const ANSWER_TIMEOUT_MS = 10_000;

export interface DriveResult {
  /** Answers, whatever their status. */
  completed: number;
  /** Answers by status. */
  statuses: Record<string, number>;
  /** From the first request to the last answer. */
  seconds: number;
  /** Answers with 200 per second. */
  perSecond: number;
  /** Milliseconds. */
  p50: number;
  /** Milliseconds. */
  p99: number;
  /** Milliseconds. */
  max: number;
  /** Requests whose connection broke. */
  broken: number;
  /** The requests ran out before the time did. */
  exhausted: boolean;
  /** Status and body of the first answer other than 200, or the first broken connection. */
  firstFailure: string | null;
  /** Share of one core that the load generator itself used. */
  generatorCpu: number;
}

/** @param plan `next` gives the bytes of the next request, null when there are no more */
export async function drive({
  port,
  connections,
  seconds,
  next,
}: {
  port: number;
  connections: number;
  seconds: number;
  next: () => Buffer | null;
}): Promise<DriveResult> {
  const statuses: Record<string, number> = {};
  let latencies = new Float64Array(1 << 16);
  let completed = 0;
  let broken = 0;
  let exhausted = false;
  let firstFailure: string | null = null;
  let running = connections;
  let finished: () => void = () => undefined;
  const done = new Promise((resolve) => (finished = () => resolve(undefined)));
  const stopped = () => {
    running -= 1;
    if (running === 0) finished();
  };
  const onFailure = (error: Error) => {
    broken += 1;
    firstFailure ??= error.message;
    stopped();
  };
  const sockets = await Promise.all(Array.from({ length: connections }, () => Connection.open(port, onFailure)));

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
    const answered: ResponseHandler = (status, body) => {
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
  const timeout = setTimeout(() => sockets.forEach((socket) => socket.abort()), seconds * 1_000 + ANSWER_TIMEOUT_MS);
  await done;
  clearTimeout(timeout);
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
