/**
 * Honest people beside one account that tries 4,000 times a minute: how long their requests take with the attack and
 * without it, in turns, and whether the attacker got further than the limit.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { median } from '../statistics.mts';
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
      body: (turn) => ({ kind: 'poll', id: of(polls, turn), rule: 1 }),
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

/**
 * @param honest ids of people; each makes few of the requests, so that no limit is theirs
 * @returns what was measured, and a problem for each limit that did not hold
 */
export async function measureAttacks(
  where: { port: number; secret: string; polls: readonly number[] },
  { attackers, honest }: { attackers: readonly number[]; honest: readonly number[] },
  options: Options,
): Promise<{ attacked: Attacked[]; problems: string[] }> {
  const attacked: Attacked[] = [];
  const problems: string[] = [];
  for (const [index, attempt] of attempts(where.polls, honest).entries()) {
    const attacker = attackers[index];
    const made = (person: number, turn: number) => ask(where, attempt, person, turn);
    const statuses = new Map<number, number>();
    const times = { plain: [] as number[], other: [] as number[], ratio: [] as number[] };
    let turn = 0;
    // Never the same again: following or reporting twice counts once.
    let number = 0;
    const window = async () => {
      const taken: number[] = [];
      const until = performance.now() + (options.seconds * 1_000) / 2;
      while (performance.now() < until) {
        turn += 1;
        const since = performance.now();
        const status = await made(honest[turn % honest.length], turn);
        taken.push(performance.now() - since);
        if (!answered(status)) problems.push(`${attempt.name}: an honest request was answered with ${status}`);
        // Nobody acts all the time, and no account may reach a limit.
        await sleep(2);
      }
      return median(taken);
    };
    const underAttack = async () => {
      const open: Promise<void>[] = [];
      const count = (status: number) => void statuses.set(status, (statuses.get(status) ?? 0) + 1);
      const timer = setInterval(() => open.push(made(attacker, (number += 1)).then(count)), ATTACK_EVERY_MS);
      const result = await window();
      clearInterval(timer);
      await Promise.all(open);
      return result;
    };
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
    const sum = (wanted: (status: number) => boolean) =>
      [...statuses].reduce((total, [status, times]) => (wanted(status) ? total + times : total), 0);
    const passed = sum(answered);
    const refused = sum((status) => status === REFUSED);
    const others = [...statuses.keys()].filter((status) => !answered(status) && status !== REFUSED);
    if (passed > attempt.most) problems.push(`${attempt.name}: ${passed} attempts passed, ${attempt.most} may`);
    if (others.length > 0) problems.push(`${attempt.name}: the attacker was answered with ${others.join(', ')}`);
    attacked.push({
      name: attempt.name,
      plainMs: median(times.plain),
      otherMs: median(times.other),
      ratio: median(times.ratio),
      passed,
      refused,
    });
  }
  return { attacked, problems };
}

async function ask(
  { port, secret }: { port: number; secret: string },
  { method, path, body }: Attempt,
  person: number,
  turn: number,
): Promise<number> {
  const answer = await fetch(`http://127.0.0.1:${port}${path(turn)}`, {
    method,
    headers: { cookie: sessionCookie(person, secret), ...(body ? { 'content-type': 'application/json' } : {}) },
    ...(body ? { body: JSON.stringify(body(turn)) } : {}),
  });
  await answer.arrayBuffer();
  return answer.status;
}
