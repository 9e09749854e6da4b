import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { adminRpc, type Poll } from '@inkling/contracts';
import { eventually } from '@inkling/testing';
import { Api, expectStatus, type Answer, type Person } from './api.spec-support.js';
import { KILL_SEED, KILLS_ENV, Kills, rounds } from './kills.spec-support.js';

const KILLS_PER_ROUND = 3;
const POLLS = 6;
/** Bounds of the random time after which a process is killed; it may be at work then. */
const MOMENT_MS = { least: 700, most: 3_000 };
const SERVICES = ['community', 'polls', 'notifications'];

describe(`a service that is killed while moderators act (KILL_SEED=${KILL_SEED})`, () => {
  let api: Api;
  let author: Person;
  let reporter: Person;
  let moderator: Person;
  const kills = new Kills(MOMENT_MS);
  beforeAll(async () => {
    api = await Api.start({ ...KILLS_ENV, ACT_NOTICE_DELAY_MS: '0' });
    [author, reporter, moderator] = [await api.person('Author'), await api.person('Reporter'), await api.operator()];
  }, 120_000);
  afterAll(async () => {
    kills.stop();
    await api.stop();
  }, 60_000);

  /** Repeats a request until a living service answers it. */
  const persist = (send: () => Promise<Answer<unknown>>) =>
    eventually(
      async () => {
        const { status, text } = await send();
        if (status >= 500) throw new Error(text);
        // 409: the first attempt was carried out, but its answer was lost.
        expect([200, 201, 409]).toContain(status);
      },
      { timeoutMs: 60_000 },
    );
  const feedOf = async (person: Person) =>
    (await person.get<{ polls: Poll[] }>('/api/polls')).body.polls.map(({ id }) => id);
  const casesOf = (polls: readonly Poll[]) =>
    api.stack.sql<{ id: number }>(
      'community',
      `select id::int as id from cases where object_kind = 'poll' and object_id = any($1) order by object_id`,
      [polls.map(({ id }) => id)],
    );

  /** Hides all polls, undoes every other decision, and silences somebody. */
  async function decide(cases: readonly { id: number }[], loud: Person): Promise<void> {
    const object = { kind: 'profile', id: loud.user.id };
    await persist(() => moderator.post('/api/admin/acts', { act: 'silence', object, reason: 'Too loud.' }));
    for (const [n, { id }] of cases.entries()) {
      await persist(() => moderator.post(`/api/admin/cases/${id}/acts`, { act: 'hide', reason: 'Be kind.' }));
      const [act] = await api.stack.sql<{ id: number }>('community', 'select id from acts where case_id = $1', [id]);
      if (n % 2 === 0) await persist(() => moderator.post(`/api/admin/acts/${act!.id}/undo`, {}));
    }
  }

  const all = rounds(SERVICES, KILLS_PER_ROUND);
  it.each(all)('$service, round $round: all end in the same state, everybody gets one notice', async ({ service }) => {
    const polls: Poll[] = [];
    for (let n = 0; n < POLLS; n += 1) {
      const poll = await api.poll(author);
      polls.push(poll);
      await expectStatus(reporter.post('/api/reports', { kind: 'poll', id: poll.id, rule: 1 }), 200);
      await expectStatus(reporter.post('/api/votes', { pollId: poll.id, optionIndex: 0 }), 200);
    }
    const cases = await casesOf(polls);
    const loud = await api.person('Loud');
    const said = await api.poll(loud);
    expect(cases).toHaveLength(POLLS);

    await api.stack.stopService(service);
    const deciding = decide(cases, loud);
    for (let killed = 0; killed < KILLS_PER_ROUND; killed += 1) await kills.runAndKill(api, service);
    await api.stack.startService(service);
    await deciding;

    const ids = polls.map(({ id }) => id);
    const states = polls.map((_, n) => (n % 2 === 0 ? 'shown' : 'hidden'));
    await eventually(
      async () => {
        const decided = await api.stack.sql(
          'community',
          `select state from object_states where kind = 'poll' and object_id = any($1) order by object_id`,
          [ids],
        );
        expect(decided.map(({ state }) => state)).toEqual(states);
        const applied = await api.stack.sql(
          'polls',
          `select coalesce(moderated, 'shown') as state from polls where id = any($1) order by id`,
          [ids],
        );
        expect(applied.map(({ state }) => state)).toEqual(states);
        for (const [n, id] of ids.entries())
          expect((await reporter.get(`/api/polls/${id}`)).status).toBe(n % 2 === 0 ? 200 : 404);
        expect(await feedOf(reporter)).not.toContain(said.id);
        expect(await feedOf(loud)).toContain(said.id);
        const due = await api.stack.sql('community', 'select id::int as id, sent_at from notices order by id');
        expect(due.every(({ sent_at }) => sent_at !== null)).toBe(true);
        const told = await api.stack.sql(
          'notifications',
          'select notice_id::int as id from moderation_notices order by notice_id',
        );
        expect(told).toEqual(due.map(({ id }) => ({ id })));
      },
      { timeoutMs: 60_000 },
    );
    const acts = await api.stack.sql(
      'community',
      'select count(*)::int as count from acts where case_id = any($1) group by case_id',
      [cases.map(({ id }) => id)],
    );
    expect(acts).toEqual(polls.map(() => ({ count: 1 })));
    expect(await api.stack.rpc.call(adminRpc.recountPolls, {})).toMatchObject({ corrected: 0 });
  });
});
