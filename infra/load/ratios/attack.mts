/**
 * Honest people beside one account that has used up its limit and tries on, 4,000 times a minute: how long their
 * requests take with the attack and without it, in turns, and whether the attacker got further than the limit.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { median } from '../statistics.mts';
import { Connection, requestBytes } from '../raw-http.mts';
import { sessionCookie } from '../tokens.mts';
import type { Options } from '../options.mts';

/** Limits of production, which an installation on one computer does not have by default. */
const LIMITS = {
  COMMENTS_PER_TEN_MINUTES: 30,
  REACTIONS_PER_HOUR: 300,
  FOLLOWS_PER_HOUR: 60,
  POLLS_PER_HOUR: 10,
  REPORTS_PER_DAY: 20,
  SEARCHES_PER_MINUTE: 60,
};
/** The same, as settings. */
export const LIMITS_OF_PRODUCTION = Object.fromEntries(
  Object.entries(LIMITS).map(([name, most]) => [name, String(most)]),
);

/** Milliseconds between two attempts: 4,000 a minute. */
const ATTACK_EVERY_MS = 15;
const REFUSED = 429;
const answered = (status: number) => status === 200 || status === 201;

/** One kind of request, made by a person. */
interface Attempt {
  name: string;
  method: 'GET' | 'POST';
  path: (turn: number) => string;
  body?: (turn: number) => object;
  /** How often one person may succeed during the measurement (docs/product.md#limits). */
  most: number;
}

/** @param polls ids of polls of others; @param people ids of others */
const attempts = (polls: readonly number[], people: readonly number[]): Attempt[] => {
  // The next one, so that a person never follows or reports their own.
  const of = <T,>(list: readonly T[], turn: number) => list[(turn + 1) % list.length];
  return [
    {
      name: 'comment',
      method: 'POST',
      path: () => '/api/comments',
      body: (turn) => ({ pollId: of(polls, turn), content: `Number ${turn}` }),
      most: LIMITS.COMMENTS_PER_TEN_MINUTES,
    },
    {
      name: 'like',
      method: 'POST',
      path: () => '/api/likes',
      body: (turn) => ({ pollId: of(polls, turn) }),
      most: LIMITS.REACTIONS_PER_HOUR,
    },
    {
      name: 'follow',
      method: 'POST',
      path: () => '/api/follows',
      body: (turn) => ({ followingId: of(people, turn) }),
      most: LIMITS.FOLLOWS_PER_HOUR,
    },
    {
      name: 'poll',
      method: 'POST',
      path: () => '/api/polls',
      body: (turn) => ({ question: `Number ${turn}?`, options: ['Yes', 'No'] }),
      most: LIMITS.POLLS_PER_HOUR,
    },
    {
      name: 'report',
      method: 'POST',
      path: () => '/api/reports',
      // A second report on the same object is answered and does not count.
      body: (turn) =>
        turn < polls.length
          ? { kind: 'poll', id: of(polls, turn), rule: 1 }
          : { kind: 'profile', id: of(people, turn), rule: 1 },
      most: LIMITS.REPORTS_PER_DAY,
    },
    {
      name: 'search',
      method: 'GET',
      path: (turn) => `/api/search?q=slice+${turn % 50}`,
      most: LIMITS.SEARCHES_PER_MINUTE,
    },
  ];
};

export interface Attacked {
  name: string;
  /** Milliseconds, the median of honest people. */
  plainMs: number;
  otherMs: number;
  ratio: number;
  /** Attempts of the attacker that were answered and that were refused. */
  passed: number;
  refused: number;
}

interface Where {
  port: number;
  secret: string;
  polls: readonly number[];
}

/**
 * @param honest ids of people; each makes few of the requests, so that no limit is theirs
 * @returns what was measured, and a problem for each limit that did not hold
 */
export async function measureAttacks(
  where: Where,
  { attackers, honest }: { attackers: readonly number[]; honest: readonly number[] },
  options: Options,
): Promise<{ attacked: Attacked[]; problems: string[] }> {
  const attacked: Attacked[] = [];
  const problems: string[] = [];
  const client = new Client(where);
  for (const [index, attempt] of attempts(where.polls, honest).entries()) {
    const attacker = new Attacker(client, attempt, attackers[index]);
    await attacker.useUp();
    const times = { plain: [] as number[], other: [] as number[], ratio: [] as number[] };
    let turn = 0;
    const window = async () => {
      const taken: number[] = [];
      const until = performance.now() + (options.seconds * 1_000) / 2;
      while (performance.now() < until) {
        turn += 1;
        const since = performance.now();
        const status = await client.make(attempt, honest[turn % honest.length], turn);
        taken.push(performance.now() - since);
        if (!answered(status)) problems.push(`${attempt.name}: an honest request was answered with ${status}`);
        // Nobody acts all the time, and no account may reach a limit.
        await sleep(2);
      }
      return median(taken);
    };
    const underAttack = () => attacker.during(window);
    for (let round = options.quick ? 0 : -1; round < options.rounds; round += 1) {
      let plain: number;
      let other: number;
      if (round % 2) {
        plain = await window();
        other = await underAttack();
      } else {
        other = await underAttack();
        plain = await window();
      }
      // The first round warms up.
      if (round < 0) continue;
      times.plain.push(plain);
      times.other.push(other);
      times.ratio.push(other / plain);
    }
    problems.push(...attacker.problems());
    attacked.push({
      name: attempt.name,
      plainMs: median(times.plain),
      otherMs: median(times.other),
      ratio: median(times.ratio),
      passed: attacker.passed,
      refused: attacker.refused,
    });
  }
  client.close();
  return { attacked, problems };
}

/** One account that makes one kind of attempt without end. */
class Attacker {
  /** Never the same again: following or reporting twice counts once. */
  #number = 0;
  readonly #statuses = new Map<number, number>();

  readonly #client: Client;
  readonly #attempt: Attempt;
  readonly #person: number;

  constructor(client: Client, attempt: Attempt, person: number) {
    this.#client = client;
    this.#attempt = attempt;
    this.#person = person;
  }

  get passed(): number {
    return this.#sum(answered);
  }

  get refused(): number {
    return this.#statuses.get(REFUSED) ?? 0;
  }

  /** Acts as often as this account may. */
  async useUp(): Promise<void> {
    while (this.refused === 0 && this.#number <= this.#attempt.most) await this.#try();
  }

  async during<T>(work: () => Promise<T>): Promise<T> {
    const open: Promise<void>[] = [];
    const timer = setInterval(() => open.push(this.#try()), ATTACK_EVERY_MS);
    try {
      return await work();
    } finally {
      clearInterval(timer);
      await Promise.all(open);
    }
  }

  problems(): string[] {
    const { name, most } = this.#attempt;
    const others = [...this.#statuses.keys()].filter((status) => !answered(status) && status !== REFUSED);
    return [
      ...(this.passed > most ? [`${name}: ${this.passed} attempts passed, ${most} may`] : []),
      ...(others.length > 0 ? [`${name}: the attacker was answered with ${others.join(', ')}`] : []),
    ];
  }

  async #try(): Promise<void> {
    const status = await this.#client.make(this.#attempt, this.#person, (this.#number += 1));
    this.#statuses.set(status, (this.#statuses.get(status) ?? 0) + 1);
  }

  #sum(wanted: (status: number) => boolean): number {
    return [...this.#statuses].reduce((total, [status, times]) => (wanted(status) ? total + times : total), 0);
  }
}

/** A connection, and what its failure ends. */
interface Kept {
  readonly connection: Connection;
  fail: (error: Error) => void;
}

/**
 * Makes requests on kept connections. What it costs itself would slow the honest requests, whose computer it shares.
 */
class Client {
  readonly #where: Where;
  readonly #idle: Kept[] = [];

  constructor(where: Where) {
    this.#where = where;
  }

  /** @returns the answer's status */
  async make({ method, path, body }: Attempt, person: number, turn: number): Promise<number> {
    const { port, secret } = this.#where;
    const content = body ? JSON.stringify(body(turn)) : '';
    const request = requestBytes(port, sessionCookie(person, secret), method, path(turn), content);
    const { promise, resolve, reject } = Promise.withResolvers<number>();
    const kept = this.#takeIdle() ?? (await this.#open());
    kept.fail = reject;
    kept.connection.send(request, resolve);
    const status = await promise;
    this.#idle.push(kept);
    return status;
  }

  close(): void {
    for (const { connection } of this.#idle) connection.close();
  }

  async #open(): Promise<Kept> {
    const failing = { fail: (_error: Error): void => undefined };
    const connection = await Connection.open(this.#where.port, (error) => failing.fail(error));
    return Object.assign(failing, { connection });
  }

  /** The server closes connections that nobody has used for a while. */
  #takeIdle(): Kept | undefined {
    let kept = this.#idle.pop();
    while (kept?.connection.closed) kept = this.#idle.pop();
    return kept;
  }
}
