/** The processes that hold the sockets, as one. */
import { fork, type ChildProcess } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { Opening } from './holder.mts';

export type Report = import('./holder.mts').Report;

const PROCESSES = 3;

export class Holders {
  #children = Array.from({ length: PROCESSES }, () =>
    fork(fileURLToPath(new URL('./holder.mts', import.meta.url)), {
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
      serialization: 'advanced',
    }),
  );

  /** Opens sockets of users with consecutive ids, and waits until each has received the poll's tally. */
  async open(opening: Opening): Promise<Report> {
    const { firstUser, count } = opening;
    const bounds = Array.from({ length: PROCESSES + 1 }, (_, index) => Math.round((index * count) / PROCESSES));
    return merge(
      await this.#askAll((index) => ({
        open: { ...opening, firstUser: firstUser + bounds[index], count: bounds[index + 1] - bounds[index] },
      })),
    );
  }

  /** From now on, notes when each socket receives that many votes. */
  async expect(votes: number) {
    await this.#askAll(() => ({ expect: votes }));
  }

  /** Waits until every socket has received the tally. */
  async collect(patienceMs: number): Promise<Report> {
    return merge(await this.#askAll(() => ({ collect: { patienceMs } })));
  }

  stop() {
    for (const child of this.#children) {
      child.removeAllListeners();
      child.kill();
    }
  }

  #askAll(order: (index: number) => object): Promise<Report[]> {
    return Promise.all(this.#children.map((child, index) => ask(child, order(index))));
  }
}

function ask(child: ChildProcess, order: object): Promise<Report> {
  return new Promise((resolve, reject) => {
    const exited = (code: number | null) => reject(new Error(`a process that holds sockets ended with code ${code}`));
    child.once('exit', exited);
    child.once('message', (answer: Report & { failure?: string }) => {
      child.off('exit', exited);
      if (answer.failure) reject(new Error(answer.failure));
      else resolve(answer);
    });
    child.send(order);
  });
}

function merge(reports: Report[]): Report {
  const sum = (of: (report: Report) => number) => reports.reduce((total, report) => total + of(report), 0);
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
