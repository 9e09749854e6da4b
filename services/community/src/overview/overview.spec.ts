import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { casesRpc, pollCreated, profileUpdated, votesCounted } from '@inkling/contracts';
import { eventually } from '@inkling/testing';
import { Moderation, auth, staff } from '../moderation.spec-support.js';

describe('the overview', () => {
  let moderation: Moderation;
  beforeAll(async () => {
    moderation = await Moderation.start();
  });
  afterAll(() => moderation.stop());

  const overview = (days: number) => moderation.rpc.call(casesRpc.overview, { days, moderatorId: 1 });
  const today = async () => (await overview(30)).days.at(-1)!;

  it('has every day up to today, and no figures before there are any', async () => {
    const { days, now } = await overview(90);
    expect(days).toHaveLength(90);
    expect(days.at(-1)!.day).toBe(new Date().toISOString().slice(0, 10));
    expect(new Set(days.map(({ day }) => day)).size).toBe(90);
    expect(days.every(({ votes, reports, medianHours }) => votes + reports === 0 && medianHours === null)).toBe(true);
    expect(now).toEqual({ casesOpen: 0, flagged: 0, appeals: 0, oldestOpenAt: null, medianHours: null, staff: 0 });
    staff.add(1).add(2);
    expect((await overview(30)).now.staff).toBe(2);
    await moderation.community.stack.stopService(auth.name);
    expect((await overview(30)).now.staff).toBeNull();
    await moderation.community.stack.startService(auth.name);
  });

  it('counts each event once, however often it arrives', async () => {
    const { feed } = moderation.community;
    const profile = { name: 'Ada', username: null, profilePicture: null, hasCompletedProfile: false };
    await feed.publishTwice(profileUpdated, { ...profile, userId: 5, version: 1 });
    await feed.publishTwice(profileUpdated, { ...profile, userId: 5, version: 2 });
    for (const [count, votesCount] of [
      [3, 3],
      [2, 5],
    ] as const)
      await feed.publishTwice(votesCounted, {
        polls: [
          { pollId: 1, authorId: 2, count, votesCount, version: votesCount },
          { pollId: 2, authorId: 2, count: 1, votesCount, version: votesCount },
        ],
      });
    const poll = { pollId: 1, authorId: 2, question: 'Tea?', options: ['Yes', 'No'], endDate: null };
    await feed.publishTwice(pollCreated, { ...poll, createdAt: new Date().toISOString() });
    await feed.drained('polls-events', 6);
    // The events come in order: when the second profile is in, the first one has come twice.
    await eventually(async () => {
      const taken = await moderation.community.sql(`select 1 from inbox where consumer like '%countPeople'`);
      expect(taken).toHaveLength(2);
    });
    expect(await today()).toMatchObject({ people: 1, polls: 1, votes: 7, comments: 0 });
  });

  it('tells how long decisions took', async () => {
    const objects = [moderation.poll(), moderation.poll(), moderation.poll()];
    for (const object of objects) await moderation.report(10, object);
    for (const [index, hours] of [2, 4].entries()) {
      const [caseId] = await moderation.casesOf(objects[index]!);
      await moderation.decide(caseId!, 1);
      await moderation.community.sql(
        `update cases set opened_at = decided_at - make_interval(hours => $2) where id = $1`,
        [caseId, hours],
      );
    }
    expect(await today()).toMatchObject({ reports: 3, casesDecided: 2, medianHours: 3 });
    expect((await overview(30)).now).toMatchObject({ casesOpen: 1, medianHours: 3 });
  });
});
