import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { actsRpc, casesRpc } from '@inkling/contracts';
import { outcome } from '@inkling/testing';
import { Moderation } from '../moderation.spec-support.js';

describe('cases', () => {
  let moderation: Moderation;
  beforeAll(async () => {
    moderation = await Moderation.start();
  });
  afterAll(() => moderation.stop());

  /** A new case, by one report. */
  async function opened(): Promise<number> {
    const object = moderation.poll();
    await moderation.report(10, object);
    return (await moderation.casesOf(object))[0]!;
  }
  const take = (caseId: number, moderatorId: number) => moderation.rpc.call(casesRpc.take, { caseId, moderatorId });
  const leave = (caseId: number, moderatorId: number) => moderation.rpc.call(casesRpc.leave, { caseId, moderatorId });
  const takenNow = async (caseId: number, moderatorId: number) => (await moderation.view(caseId, moderatorId)).taken;

  it('are open with one moderator at a time, until that one leaves', async () => {
    const caseId = await opened();
    expect(await take(caseId, 1)).toMatchObject({ taken: { mine: true, by: { name: 'Person 1' } } });
    await take(caseId, 1);
    expect(await takenNow(caseId, 2)).toMatchObject({ mine: false, by: { id: 1 } });
    expect(await outcome(take(caseId, 2))).toBe('case-taken');
    expect(await outcome(moderation.decide(caseId, 2))).toBe('case-taken');
    expect(await leave(caseId, 2)).toMatchObject({ taken: { mine: false } });
    expect(await leave(caseId, 1)).toEqual({ caseId, taken: null });
    expect(await take(caseId, 2)).toMatchObject({ taken: { mine: true } });
    const { log } = await moderation.view(caseId);
    // Holding a case decides nothing, so the log does not have it.
    expect(log.map(({ what, actor, automatic }) => [what, actor?.id ?? null, automatic])).toEqual([
      ['case-opened', null, true],
    ]);
  });

  it('become free by themselves', async () => {
    const caseId = await opened();
    await take(caseId, 1);
    await moderation.community.sql(`update cases set taken_until = now() where id = $1`, [caseId]);
    expect(await takenNow(caseId, 1)).toBeNull();
    expect(await take(caseId, 2)).toMatchObject({ taken: { mine: true } });
  });

  it('are decided once, whoever tries at the same time', async () => {
    const caseId = await opened();
    const tries = await Promise.all([1, 2, 3, 4].map((moderator) => outcome(moderation.decide(caseId, moderator))));
    expect(tries.filter((each) => each !== 'case-decided')).toHaveLength(1);
    expect(tries.filter((each) => each === 'case-decided')).toHaveLength(3);
    const { log, outcome: decided } = await moderation.view(caseId);
    expect(decided).toBe('hide');
    expect(log.filter(({ what }) => what === 'case-decided')).toHaveLength(1);
  });

  it('that are decided while reports arrive lose none of them', async () => {
    const object = moderation.poll();
    await moderation.report(500, object);
    const [first] = await moderation.casesOf(object);
    const reports = Array.from({ length: 12 }, (_, index) => moderation.report(501 + index, object));
    await Promise.all([...reports, moderation.decide(first!, 1)]);
    const counted = await moderation.community.sql<{ counted: number; stored: number }>(
      `select c.reports_count as counted, count(r.id)::int as stored
       from cases c left join reports r on r.case_id = c.id where c.object_id = $1 group by c.id`,
      [object.id],
    );
    expect(counted.every(({ counted: number, stored }) => number === stored)).toBe(true);
    expect(counted.reduce((sum, { stored }) => sum + stored, 0)).toBe(13);
    expect(counted.length).toBeLessThanOrEqual(2);
  });

  it('are in the queue until they are decided, the oldest first, page by page', async () => {
    await moderation.community.sql(`update cases set decided_at = now() where decided_at is null`);
    const ids: number[] = [];
    for (let index = 0; index < 51; index += 1) ids.push(await opened());
    const first = await moderation.rpc.call(casesRpc.list, { moderatorId: 1 });
    expect(first.cases.map(({ id }) => id)).toEqual(ids.slice(0, 50));
    expect(first.counts).toEqual({ all: 51, flagged: 0, appeals: 0 });
    expect(first.cases[0]).toMatchObject({ excerpt: 'Tea or coffee?', reports: 1, rule: { number: 1 }, taken: null });
    const rest = await moderation.rpc.call(casesRpc.list, { moderatorId: 1, cursor: first.nextCursor! });
    expect(rest).toMatchObject({ cases: [{ id: ids[50] }], nextCursor: null });
    await moderation.decide(ids[50]!, 1);
    expect((await moderation.rpc.call(casesRpc.list, { moderatorId: 1, cursor: first.nextCursor! })).cases).toEqual([]);
    expect((await moderation.rpc.call(casesRpc.list, { moderatorId: 1, filter: 'flagged' })).cases).toEqual([]);
  });

  it('show that their content is gone, and what it was', async () => {
    const object = moderation.comment({ content: 'Gone soon.' });
    await moderation.report(10, object);
    moderation.remove(object);
    const view = await moderation.view((await moderation.casesOf(object))[0]!);
    expect(view).toMatchObject({ current: null, reported: { content: { content: 'Gone soon.' } } });
  });

  it('about a moderator’s own things do not exist for that moderator', async () => {
    await moderation.community.sql(`update cases set decided_at = now() where decided_at is null`);
    const object = moderation.poll({ authorId: 77 });
    await moderation.report(10, object, { words: 'Not nice.' });
    const [caseId] = await moderation.casesOf(object);
    const listed = async (moderatorId: number) => {
      const { cases, counts } = await moderation.rpc.call(casesRpc.list, { moderatorId });
      return [cases.some(({ id }) => id === caseId), counts.all];
    };
    const [, all] = await listed(1);
    expect(await listed(1)).toEqual([true, all]);
    expect(await listed(77)).toEqual([false, Number(all) - 1]);
    expect(await outcome(moderation.view(caseId!, 77))).toBe('case-not-found');
    expect(await outcome(take(caseId!, 77))).toBe('case-not-found');
    expect(await outcome(leave(caseId!, 77))).toBe('case-not-found');
    expect(await outcome(moderation.decide(caseId!, 77, 'dismiss'))).toBe('case-not-found');
    const { entries } = await moderation.rpc.call(casesRpc.log, { moderatorId: 77 });
    expect(entries.some((entry) => entry.caseId === caseId)).toBe(false);
    expect((await moderation.view(caseId!, 1)).decidedAt).toBeNull();
  });

  it('are in the record of their person, with what was decided, for everyone else', async () => {
    const poll = moderation.poll({ authorId: 78, question: 'Whose number?' });
    await moderation.report(10, poll);
    const [caseId] = await moderation.casesOf(poll);
    const record = (moderatorId: number) => moderation.rpc.call(casesRpc.ofPerson, { userId: 78, moderatorId });
    expect(await record(1)).toMatchObject({
      cases: [{ id: caseId, excerpt: 'Whose number?', outcome: null }],
      acts: [],
    });
    const decision = { moderatorId: 1, role: 'moderator', act: 'hide', reason: 'Be kind.' } as const;
    await moderation.rpc.call(actsRpc.decide, { ...decision, caseId: caseId! });
    const decided = await record(2);
    expect(decided.cases).toMatchObject([{ id: caseId, outcome: 'hide', rule: { number: 1 } }]);
    expect(decided.acts).toMatchObject([{ act: 'hide', reason: 'Be kind.', personId: 78, undoable: true }]);
    expect(JSON.stringify(decided)).not.toMatch(/reporter|"10"/);
    expect(await record(78)).toEqual({ cases: [], acts: [] });
  });

  it('that nobody knows are not found, and a cursor from elsewhere is refused', async () => {
    expect(await outcome(moderation.view(999_999))).toBe('case-not-found');
    expect(await outcome(take(999_999, 1))).toBe('case-not-found');
    expect(await outcome(moderation.rpc.call(casesRpc.list, { moderatorId: 1, cursor: 'no-number' }))).toBe(
      'invalid-request',
    );
    expect(await outcome(moderation.rpc.call(casesRpc.log, { moderatorId: 1, cursor: 'no-number' }))).toBe(
      'invalid-request',
    );
  });
});
