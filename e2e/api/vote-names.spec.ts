import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { notificationsRpc, pollsRpc, userSubject, type LiveNotification, type Notification } from '@inkling/contracts';
import { eventually, startStack, type Stack } from '@inkling/testing';
import { service as notifications } from '@inkling/notifications';
import { service as polls } from '@inkling/polls';

/** The default of VOTE_NOTICE_MIN_VOTERS. */
const MIN_VOTERS = 5;
const SEEDS = 12;
const AUTHORS = 100;

/** A vote, in the order in which the author sees the counts move. `known`: the author knows who cast it. */
interface Ballot {
  readonly userId: number;
  readonly option: number;
  readonly known: boolean;
}
interface Seen {
  /** Votes on the poll when the name was seen. */
  readonly votes: number;
  readonly actorId: number | null;
}
interface Attack {
  readonly pollId: number;
  readonly ballots: readonly Ballot[];
  readonly seen: Seen[];
}
type Random = (below: number) => number;

/** The same numbers for the same seed (mulberry32). */
function seeded(seed: number): Random {
  let state = seed;
  return (below) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296) * below);
  };
}

const ids = (from: number, count: number): number[] => Array.from({ length: count }, (_, index) => from + index);
/** Voters who may be named, and voters who may not. */
const [WILLING_PUPPETS, SHY_PUPPETS, WILLING, SHY] = [ids(201, 5), ids(211, 5), ids(301, 20), ids(401, 20)];
const VICTIM = 501;

const known = (userIds: readonly number[], option: (index: number) => number): Ballot[] =>
  userIds.map((userId, index) => ({ userId, option: option(index), known: true }));
const unknown = (userIds: readonly number[], option: (index: number) => number): Ballot[] =>
  userIds.map((userId, index) => ({ userId, option: option(index), known: false }));
const victim = (random: Random): Ballot => ({ userId: VICTIM, option: random(2), known: false });

/** What the author arranges, and which other voters take part. */
const FORMS: Record<string, (random: Random, authorId: number) => Ballot[]> = {
  'four shy puppets and a willing victim, before others come': (random) => [
    ...known(SHY_PUPPETS.slice(0, 4), () => 0),
    victim(random),
    ...unknown(WILLING, () => random(2)),
  ],
  'four honest voters and a victim who mostly agree': (random) => [
    ...unknown(WILLING.slice(0, 4), () => (random(5) === 0 ? 1 : 0)),
    { userId: VICTIM, option: 0, known: false },
    ...unknown(WILLING.slice(4), () => (random(3) === 0 ? 1 : 0)),
  ],
  'a poll that is unanimous, at least for long': (random) => [
    ...unknown(WILLING.slice(0, 12), () => 0),
    victim(random),
    ...unknown(WILLING.slice(12), () => random(4)),
  ],
  'willing puppets whose votes are known, the own vote among them': (random, authorId) => {
    const crowd = unknown(WILLING.slice(0, 12), () => random(2));
    // The known votes make all the difference, or are cast when they reveal most.
    const puppets = known([authorId, ...WILLING_PUPPETS.slice(0, 4)], (index) => (random(2) === 0 ? 1 : index % 2));
    const at = random(crowd.length);
    return [
      ...puppets,
      victim(random),
      ...crowd.slice(0, at).map((each) => ({ ...each, option: 0 })),
      ...crowd.slice(at),
      ...unknown(SHY.slice(0, 8), () => random(2)),
    ];
  },
  'a victim who alone is willing beside the puppets, watched over time and over many polls': (random) => {
    const crowd = unknown(SHY, () => random(2));
    crowd.splice(2 + random(crowd.length - 4), 0, victim(random));
    return [...known(WILLING_PUPPETS.slice(0, 4), () => random(2)), ...crowd, ...unknown([SHY_PUPPETS[0]!], () => 1)];
  },
};

let stack: Stack;
const attacks = new Map<string, Attack[]>();
/** The last frame about each poll that its author's sockets received. */
const frames = new Map<number, Notification>();
let framesSeen = 0;

beforeAll(async () => {
  stack = await startStack({ services: [polls, notifications], env: { NOTICE_INTERVAL_MS: '0' } });
  stack.bus.subscribe(userSubject('*'), (payload) => {
    const message = JSON.parse(Buffer.from(payload).toString()) as LiveNotification;
    if (message.type === 'notification' && message.notification.poll)
      frames.set(message.notification.poll.id, message.notification);
  });
  // All accounts are older than the first poll.
  await stack.sql(
    'notifications',
    `insert into profiles (user_id, name, username, version)
     select g, 'User ' || g, 'user' || g, 2 from generate_series(1, 600) g`,
  );
  await stack.sql(
    'polls',
    `insert into authors (user_id, name, username, version)
     select g, 'User ' || g, 'user' || g, 2 from generate_series(1, 600) g`,
  );
  const prefer = (userId: number, nameInVotes: boolean) =>
    stack.rpc.call(notificationsRpc.savePreferences, { userId, nameInVotes, vote: { push: true } });
  const authors = ids(AUTHORS, Object.keys(FORMS).length);
  await stack.sql(
    'notifications',
    `insert into push_tokens (user_id, sender, token, token_hash, device_type)
     select id, 'fcm', 'token-' || id, sha256(id::text::bytea), 'web' from unnest($1::bigint[]) id`,
    [authors],
  );
  await Promise.all([...WILLING_PUPPETS, ...WILLING, VICTIM, ...authors].map((userId) => prefer(userId, true)));
  await Promise.all([...SHY_PUPPETS, ...SHY].map((userId) => prefer(userId, false)));
  await Promise.all(
    Object.entries(FORMS).map(async ([form, plan], index) => {
      const authorId = authors[index]!;
      const own = await Promise.all(
        ids(1, SEEDS).map(async (seed): Promise<Attack> => {
          const { id: pollId } = await stack.rpc.call(pollsRpc.create, {
            userId: authorId,
            question: `Poll ${seed}?`,
            options: ['A', 'B', 'C', 'D'],
          });
          return { pollId, ballots: plan(seeded(seed), authorId), seen: [] };
        }),
      );
      attacks.set(form, own);
    }),
  );
  const all = [...attacks.values()].flat();
  const longest = Math.max(...all.map(({ ballots }) => ballots.length));
  for (let turn = 0; turn < longest; turn++)
    await play(
      all.filter(({ ballots }) => turn < ballots.length),
      turn,
    );
}, 240_000);
afterAll(() => stack.stop());

/** Casts the next ballot of each poll, and reads what its author sees once it is counted. */
async function play(open: readonly Attack[], turn: number): Promise<void> {
  const casts = open.map(({ pollId, ballots }) => ({ pollId, ...ballots[turn]! }));
  const { results } = await stack.rpc.call(pollsRpc.castVotes, {
    pollIds: casts.map(({ pollId }) => pollId),
    userIds: casts.map(({ userId }) => userId),
    options: casts.map(({ option }) => option),
  });
  expect(results.map(({ outcome }) => outcome)).toEqual(casts.map(() => 'recorded'));
  const ofOthers = ({ ballots }: Attack): number =>
    ballots.slice(0, turn + 1).filter(({ userId }) => userId >= 200).length;
  const shown = await eventually(async () => {
    const lists = await Promise.all(
      ids(AUTHORS, attacks.size).map((userId) => stack.rpc.call(notificationsRpc.list, { userId })),
    );
    const notices = new Map(lists.flatMap((list) => list.notifications).map((notice) => [notice.poll!.id, notice]));
    for (const attack of open) expect(notices.get(attack.pollId)?.count ?? 0).toBe(ofOthers(attack));
    return notices;
  });
  for (const attack of open) {
    const actor = shown.get(attack.pollId)?.actor ?? null;
    attack.seen.push({ votes: turn + 1, actorId: actor?.id ?? null });
    // Sockets get only some of many notifications at once; those match the list.
    const frame = frames.get(attack.pollId);
    if (frame?.count !== ofOthers(attack)) continue;
    framesSeen += 1;
    expect(frame.actor).toEqual(actor);
  }
  const pushes = await stack.sql<{ link: string; body: string }>(
    'notifications',
    `select payload ->> 'link' as link, payload ->> 'body' as body from push_queue`,
  );
  for (const { link, body } of pushes) {
    const actor = shown.get(Number(link.replace('/poll/', '')))?.actor;
    expect(body.startsWith('User ')).toBe(actor !== null);
    if (actor) expect(body).toMatch(new RegExp(`^${actor.name}( and|voted|\\b)`));
  }
}

const outsideTheLead = (ballots: readonly Ballot[]): number => {
  const perOption = [0, 1, 2, 3].map((option) => ballots.filter((each) => each.option === option).length);
  return ballots.length - Math.max(...perOption);
};

/**
 * The moments of draws, which the author can compute from the counts because the rule is public. The author may know
 * which voters came between two of them.
 */
function moments(ballots: readonly Ballot[], authorId: number): number[] {
  const found = [0];
  let asked = 0;
  for (let votes = 1; votes <= ballots.length; votes++) {
    const ofOthers = ballots.slice(0, votes).filter(({ userId }) => userId !== authorId).length;
    if (ofOthers - asked < MIN_VOTERS || ballots[votes - 1]!.userId === authorId) continue;
    asked = ofOthers;
    if (outsideTheLead(ballots.slice(found.at(-1), votes)) > MIN_VOTERS) found.push(votes);
  }
  return found;
}

/** The options that a named voter may have chosen, given everything that the author can know. */
function possible({ ballots, seen }: Attack, authorId: number): { actorId: number; options: number[] }[] {
  return seen.flatMap(({ votes, actorId }, index) => {
    if (actorId === null || index === 0 || seen[index - 1]!.actorId === actorId) return [];
    if (ballots.some(({ userId, known: isKnown }) => userId === actorId && isKnown)) return [];
    const since = moments(ballots, authorId).filter((from) => from < votes);
    const left = since.map((from) => [
      ...new Set(
        ballots
          .slice(from, votes)
          .filter((each) => !each.known)
          .map(({ option }) => option),
      ),
    ]);
    return [{ actorId, options: left.toSorted((a, b) => a.length - b.length)[0]! }];
  });
}

describe('from notifications, pushes, frames and counts an author never learns the option of a named voter', () => {
  it.each(Object.keys(FORMS).map((form, index) => [form, AUTHORS + index] as const))('%s', (form, authorId) => {
    const named = attacks
      .get(form)!
      .flatMap((attack) => possible(attack, authorId).map((each) => ({ ...each, attack })));
    const certain = named
      .filter(({ options }) => options.length === 1)
      .map(({ actorId, options, attack }) => ({
        actorId,
        options,
        ballots: attack.ballots.map(({ option }) => option).join(''),
      }));
    expect(certain).toEqual([]);
    // Someone must be named, or this would prove nothing. Chance decides whether it is one of the author's puppets.
    expect(
      attacks.get(form)!.filter(({ seen }) => seen.some(({ actorId }) => actorId !== null)).length,
    ).toBeGreaterThan(0);
  });

  it('nor is anyone named who has not asked for it', () => {
    const shy = new Set([...SHY, ...SHY_PUPPETS]);
    const named = [...attacks.values()].flat().flatMap(({ seen }) => seen.flatMap(({ actorId }) => actorId ?? []));
    expect([named.filter((userId) => shy.has(userId)), framesSeen > 0]).toEqual([[], true]);
  });
});
