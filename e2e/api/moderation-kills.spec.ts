import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { adminRpc, type Poll, type SearchResults } from '@inkling/contracts';
import { eventually } from '@inkling/testing';
import { Api, expectStatus, LONG_SESSIONS, type Answer, type Person } from './api.spec-support.js';
import { IS_LONG_RUN, KILL_SEED, Kills, rounds } from './kills.spec-support.js';

const KILLS_PER_ROUND = IS_LONG_RUN ? 3 : 1;
const POLLS = 6;
/** For so long a process may be at work before it is killed. */
const WITHIN_MS = 2_000;
const SERVICES = ['community', 'polls', 'notifications', ...(IS_LONG_RUN ? ['auth', 'social', 'search'] : [])];

describe(`a service that is killed while moderators act (KILL_SEED=${KILL_SEED})`, () => {
  let api: Api;
  let author: Person;
  let reporter: Person;
  let moderator: Person;
  const kills = new Kills(WITHIN_MS);
  beforeAll(async () => {
    api = await Api.start({ ...LONG_SESSIONS, ACT_NOTICE_DELAY_MS: '0' });
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

  const foundBy = async (person: Person, word: string) =>
    (await person.get<SearchResults>(`/api/search?q=${word}`)).body.polls.map(({ id }) => id).toSorted((a, b) => a - b);

  /** Hides all polls, undoes every other decision, silences somebody and suspends somebody. */
  async function decide(cases: readonly { id: number }[], loud: Person, rude: Person): Promise<void> {
    for (const [act, { user }] of [
      ['silence', loud],
      ['suspend', rude],
    ] as const) {
      const object = { kind: 'profile', id: user.id };
      await persist(() => moderator.post('/api/admin/acts', { act, object, reason: 'Be kind.' }));
    }
    for (const [n, { id }] of cases.entries()) {
      await persist(() => moderator.post(`/api/admin/cases/${id}/acts`, { act: 'hide', reason: 'Be kind.' }));
      const [act] = await api.stack.sql<{ id: number }>('community', 'select id from acts where case_id = $1', [id]);
      if (n % 2 === 0) await persist(() => moderator.post(`/api/admin/acts/${act!.id}/undo`, {}));
    }
  }

  const all = rounds(SERVICES, KILLS_PER_ROUND);
  it.each(all)(
    '$service, round $round: all end in the same state, everybody gets one notice',
    async ({ service, round }) => {
      const polls: Poll[] = [];
      // Words with digits are in no vocabulary.
      const word = `${service}killed${round}`;
      for (let n = 0; n < POLLS; n += 1) {
        const poll = await api.poll(author, { question: `Is ${word} a word?` });
        polls.push(poll);
        await expectStatus(reporter.post('/api/reports', { kind: 'poll', id: poll.id, rule: 1 }), 200);
        await expectStatus(reporter.post('/api/votes', { pollId: poll.id, optionIndex: 0 }), 200);
      }
      const cases = await casesOf(polls);
      const [loud, rude] = [await api.person('Loud'), await api.person('Rude')];
      const said = await api.poll(loud, { question: `Loud: is ${word} a word?` });
      await eventually(async () => expect(await foundBy(author, word)).toEqual([...polls, said].map(({ id }) => id)));
      expect(cases).toHaveLength(POLLS);

      await api.stack.stopService(service);
      const deciding = decide(cases, loud, rude);
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
          expect(await foundBy(reporter, word)).toEqual(ids.filter((_, n) => states[n] === 'shown'));
          expect(await foundBy(loud, word)).toContain(said.id);
          const people = [loud.user.id, rude.user.id];
          expect(
            await api.stack.sql(
              'auth',
              `select silenced, act_id is not null as suspended from moderated_people
             where account_id = any($1) order by account_id`,
              [people],
            ),
          ).toEqual([
            { silenced: true, suspended: false },
            { silenced: false, suspended: true },
          ]);
          expect(
            await api.stack.sql('social', 'select silenced from silenced_people where user_id = any($1) and silenced', [
              people,
            ]),
          ).toEqual([{ silenced: true }]);
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
    },
  );
});
