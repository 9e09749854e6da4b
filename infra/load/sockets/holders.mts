/** The processes that hold the sockets, as one. */
import { Child } from '../child.mts';
import type { Opening, Order, Report } from './holder.mts';

const PROCESSES = 3;

export class Holders {
  #children = Array.from({ length: PROCESSES }, () => new Child<Report>(new URL('holder.mts', import.meta.url)));

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
  async collect(timeoutMs: number): Promise<Report> {
    return merge(await this.#askAll(() => ({ collect: { timeoutMs } })));
  }

  stop() {
    for (const child of this.#children) child.stop();
  }

  #askAll(order: (index: number) => Order): Promise<Report[]> {
    return Promise.all(this.#children.map((child, index) => child.ask(order(index))));
  }
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
