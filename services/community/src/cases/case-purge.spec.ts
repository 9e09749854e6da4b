import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { DELETED_USER_ID, accountDeletionStarted, casesRpc, personalDataRpc } from '@inkling/contracts';
import { eventually, outcome } from '@inkling/testing';
import { Moderation } from '../moderation.spec-support.js';

describe('a deleted person', () => {
  let moderation: Moderation;
  beforeAll(async () => {
    moderation = await Moderation.start();
  });
  afterAll(() => moderation.stop());

  async function forget(userId: number): Promise<void> {
    await moderation.community.feed.publishTwice(accountDeletionStarted, {
      userId,
      polls: 'delete',
      startedAt: new Date().toISOString(),
      settledAt: new Date().toISOString(),
    });
    await eventually(async () => {
      const rows = await moderation.community.sql(
        'select 1 from purged_users where user_id = $1 and confirmed_at > now() - interval $$1 hour$$',
        [userId],
      );
      expect(rows).toHaveLength(1);
    });
  }
  const everything = async () =>
    JSON.stringify(
      await Promise.all(
        ['reports', 'cases', 'case_flags', 'log_entries', 'flag_windows', 'person_limits'].map((table) =>
          moderation.community.sql(`select * from ${table}`),
        ),
      ),
    );

  it('leaves reports that count, without name and words', async () => {
    const object = moderation.poll();
    await moderation.report(700_001, object, { rule: 3, words: 'zqareporter' });
    expect(
      (await moderation.rpc.call(personalDataRpc.community, { userId: 700_001, collection: 'reports' })).entries,
    ).toMatchObject([{ object: 'poll', id: object.id, rule: 'No spam or selling', words: 'zqareporter' }]);
    await forget(700_001);
    expect(await everything()).not.toMatch(/zqareporter|700001/);
    expect(await moderation.view((await moderation.casesOf(object))[0]!)).toMatchObject({
      reportsCount: 1,
      reports: [{ rule: { number: 3 }, words: null, memberFor: null }],
    });
    expect(await outcome(moderation.report(700_001, moderation.poll()))).toBe('unauthorized');
  });

  it('leaves cases without the content', async () => {
    const object = moderation.comment({ authorId: 700_002, content: 'zqacontent' });
    await moderation.report(10, object);
    await forget(700_002);
    expect(await everything()).not.toMatch(/zqacontent|700002/);
    moderation.remove(object);
    expect(await moderation.view((await moderation.casesOf(object))[0]!)).toMatchObject({
      reported: null,
      current: null,
      author: null,
      outcome: null,
      decidedAt: expect.any(String),
    });
  });

  it('has no open case about the profile, and several of them do not collide', async () => {
    for (const userId of [700_003, 700_004]) {
      await moderation.report(10, moderation.profile(userId));
      await forget(userId);
    }
    expect(await everything()).not.toMatch(/70000[34]/);
    const [row] = await moderation.community.sql<{ id: number }>('select max(id)::int as id from cases');
    const view = await moderation.view(row!.id);
    expect(view).toMatchObject({ object: { kind: 'profile', id: DELETED_USER_ID }, current: null, outcome: null });
    expect(view.decidedAt).not.toBeNull();
    expect(view.log.map(({ what }) => what)).toEqual(['case-opened', 'case-closed']);
    expect(await outcome(moderation.report(11, { kind: 'profile', id: 700_003 }))).toBe('user-not-found');
  });

  it('as a moderator leaves decisions of a moderator', async () => {
    const object = moderation.poll();
    await moderation.report(10, object);
    const [caseId] = await moderation.casesOf(object);
    await moderation.rpc.call(casesRpc.take, { caseId: caseId!, moderatorId: 700_005 });
    await moderation.decide(caseId!, 700_005);
    await forget(700_005);
    expect(await everything()).not.toContain('700005');
    expect((await moderation.view(caseId!)).log.at(-1)).toMatchObject({
      what: 'case-decided',
      actor: null,
      automatic: false,
      details: { outcome: 'hide' },
    });
  });
});
