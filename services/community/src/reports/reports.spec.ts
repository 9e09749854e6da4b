import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { casesRpc } from '@inkling/contracts';
import { outcome } from '@inkling/testing';
import { JOINED, Moderation, polls } from '../moderation.spec-support.js';

describe('a report', () => {
  let moderation: Moderation;
  beforeAll(async () => {
    moderation = await Moderation.start({ REPORTS_PER_DAY: '6' });
  });
  afterAll(() => moderation.stop());

  it('opens a case with the content as it was, which later reports join', async () => {
    const object = moderation.poll({ question: 'Before?' });
    expect(await moderation.report(10, object, { words: 'Look.' })).toEqual({ ...object, reported: true });
    moderation.poll({ id: object.id, question: 'After?' });
    await moderation.report(11, object, { rule: 2 });
    await moderation.report(12, object, { rule: 2 });
    await moderation.report(13, object, { rule: null });
    const [caseId, ...others] = await moderation.casesOf(object);
    expect(others).toEqual([]);
    const view = await moderation.view(caseId!);
    expect(view).toMatchObject({
      object,
      reportsCount: 4,
      rule: { number: 2, text: 'Keep private things private' },
      reported: { content: { question: 'Before?', votesCount: 7 } },
      current: { question: 'After?' },
      author: { id: 900, joinedAt: '2026-01-02T03:04:05.000Z' },
      authorTotals: { polls: 3, comments: 4 },
    });
    expect(view.reports.map(({ rule, words }) => [rule?.number ?? null, words])).toEqual([
      [1, 'Look.'],
      [2, null],
      [2, null],
      [null, null],
    ]);
  });

  it('names its reporter to nobody', async () => {
    const object = moderation.poll();
    await moderation.report(987_654, object, { words: 'Mine.' });
    const [caseId] = await moderation.casesOf(object);
    const answers = [
      await moderation.view(caseId!),
      await moderation.rpc.call(casesRpc.list, { moderatorId: 1 }),
      await moderation.rpc.call(casesRpc.log, { moderatorId: 1 }),
    ];
    expect(JSON.stringify(answers[0])).toContain('Mine.');
    expect(JSON.stringify(answers)).not.toContain('987654');
    // Nor by the moment of joining, which would lead to one person: only the author's own is there.
    expect(JSON.stringify(answers[0]).split(JOINED).length).toBeLessThanOrEqual(4);
  });

  it('of the same person comes once, also when it is sent many times at once', async () => {
    const object = moderation.poll();
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => moderation.report(20, object).catch((error: unknown) => error)),
    );
    expect(answers).toContainEqual({ ...object, reported: true });
    await moderation.report(20, object, { rule: 3, words: 'Again.' });
    const [caseId] = await moderation.casesOf(object);
    expect(await moderation.view(caseId!)).toMatchObject({ reportsCount: 1, rule: { number: 1 } });
    // Only one of them counts, so five more are possible.
    for (let more = 0; more < 5; more += 1) await moderation.report(20, moderation.poll());
    expect(await outcome(moderation.report(20, moderation.poll()))).toBe('too-many-reports');
    // What was reported before is answered as ever.
    expect(await moderation.report(20, object)).toEqual({ ...object, reported: true });
  });

  it('of many people at once makes one case', async () => {
    const object = moderation.comment();
    await Promise.all(Array.from({ length: 20 }, (_, index) => moderation.report(100 + index, object)));
    const [caseId, ...others] = await moderation.casesOf(object);
    expect(others).toEqual([]);
    expect((await moderation.view(caseId!)).reportsCount).toBe(20);
  });

  it('after a decision opens a new case, which knows the earlier one', async () => {
    const object = moderation.comment({ authorId: 901 });
    await moderation.report(30, object);
    const [first] = await moderation.casesOf(object);
    await moderation.decide(first!, 1, 'dismiss');
    await moderation.report(31, object);
    await moderation.report(30, object);
    const [, second, ...others] = await moderation.casesOf(object);
    expect(others).toEqual([]);
    const view = await moderation.view(second!);
    expect(view.reportsCount).toBe(1);
    expect(view.earlier).toMatchObject([{ id: first, outcome: 'dismiss', object }]);
    expect((await moderation.view(first!)).decidedAt).not.toBeNull();
  });

  it('says how the reporter’s other reports ended', async () => {
    const [helpful, dismissed, present] = [moderation.poll(), moderation.poll(), moderation.poll()];
    for (const object of [helpful, dismissed, present]) await moderation.report(40, object);
    await moderation.decide((await moderation.casesOf(helpful))[0]!, 1, 'hide');
    await moderation.decide((await moderation.casesOf(dismissed))[0]!, 1, 'dismiss');
    const { reports } = await moderation.view((await moderation.casesOf(present))[0]!);
    expect(reports).toMatchObject([{ decidedReports: 2, ledToAct: 1, memberFor: 'year' }]);
  });

  it('is refused for one’s own things, unknown rules, and what the person cannot see', async () => {
    const own = moderation.poll({ authorId: 50 });
    const hidden = moderation.poll({ hiddenFrom: [50] });
    const gone = moderation.comment();
    moderation.remove(gone);
    expect(await outcome(moderation.report(50, own))).toBe('own-report');
    expect(await outcome(moderation.report(50, { kind: 'profile', id: 50 }))).toBe('own-report');
    expect(await outcome(moderation.report(50, hidden))).toBe('poll-not-found');
    expect(await outcome(moderation.report(50, gone))).toBe('comment-not-found');
    expect(await outcome(moderation.report(50, { kind: 'profile', id: 51 }))).toBe('user-not-found');
    expect(await outcome(moderation.report(50, moderation.poll(), { rule: 99 }))).toBe('invalid-request');
    for (const object of [own, hidden, gone]) expect(await moderation.casesOf(object)).toEqual([]);
  });

  it('is refused with 503 while polls is away, and possible afterwards', async () => {
    const object = moderation.poll();
    await moderation.community.stack.stopService(polls.name);
    try {
      expect(await outcome(moderation.report(60, object))).toBe('unavailable');
    } finally {
      await moderation.community.stack.startService(polls.name);
    }
    await moderation.report(60, object);
    expect(await moderation.casesOf(object)).toHaveLength(1);
  });
});
