import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Database } from '@inkling/platform';
import { Community } from '../community.spec-support.js';
import type { Tables } from '../tables.js';
import { Log, type NewLogEntry } from './log.js';

describe('the log of decisions', () => {
  let community: Community;
  beforeAll(async () => {
    community = await Community.start();
  });
  afterAll(() => community.stop());

  const append = (entry: NewLogEntry) =>
    community.get<Database<Tables>>(Database).transaction((tx) => community.get(Log).append(tx, entry));
  const entries = () =>
    community.sql(
      `select actor_id::int as actor, automatic, by_operator as operator, what, object_id::int as object,
         person_id::int as person, details
       from log_entries order by id`,
    );

  it('refuses changes, deletions and the loss of details without their person', async () => {
    await append({ by: 3, what: 'act-done', caseId: 1, objectKind: 'profile', objectId: 8, personId: 8 });
    await append({ by: 'product', what: 'flagged', caseId: 2, objectKind: 'poll', objectId: 9, details: { why: 'a' } });
    const before = await entries();
    for (const statement of [
      `update log_entries set what = 'dismiss'`,
      `update log_entries set actor_id = 4`,
      `update log_entries set by_operator = true where id = 2`,
      `update log_entries set at = now() where id = 1`,
      `update log_entries set case_id = null where id = 1`,
      `update log_entries set object_id = null where id = 1`,
      `update log_entries set object_id = null where id = 2`,
      `update log_entries set details = '{"why":"b"}' where id = 2`,
      `update log_entries set details = '{}' where id = 2`,
      'delete from log_entries',
    ])
      expect([statement, await community.sql(statement).catch((error: Error) => error.message)]).toEqual([
        statement,
        expect.stringMatching(/entries of the log are not changed/),
      ]);
    expect(await entries()).toEqual(before);
  });

  it('does not name a deleted person again', async () => {
    await community.sql(`insert into purged_users (user_id, settled_at) values (31, now())`);
    const about = { objectKind: 'profile', objectId: 31, personId: 31, details: { a: 1 } } as const;
    await append({ by: 31, what: 'act-done', ...about });
    expect((await entries()).at(-1)).toEqual({
      actor: null,
      automatic: false,
      operator: false,
      what: 'act-done',
      object: null,
      person: null,
      details: {},
    });
  });

  it('forgets a deleted person in both parts, and keeps what was decided', async () => {
    await append({
      by: 20,
      what: 'act-done',
      objectKind: 'profile',
      objectId: 21,
      personId: 21,
      details: { a: 1 },
    });
    await append({
      by: 21,
      what: 'case-decided',
      objectKind: 'poll',
      objectId: 21,
      personId: 22,
      details: { b: 2 },
    });
    for (const _time of [1, 2]) await community.get(Log).forget(21, AbortSignal.timeout(10_000));
    expect((await entries()).slice(-2)).toEqual([
      { actor: 20, automatic: false, operator: false, what: 'act-done', object: null, person: null, details: {} },
      {
        actor: null,
        automatic: false,
        operator: false,
        what: 'case-decided',
        object: 21,
        person: 22,
        details: { b: 2 },
      },
    ]);
  });
});
