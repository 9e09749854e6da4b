import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { casesRpc, commentAdded, flagsRpc, pollCreated, votesCounted, type ActObject } from '@inkling/contracts';
import { Moderation, polls as pollsService } from '../moderation.spec-support.js';

describe('flags', () => {
  let moderation: Moderation;
  beforeAll(async () => {
    moderation = await Moderation.start({
      FLAG_POLLS_PER_TEN_MINUTES: '3',
      FLAG_COMMENTS_PER_TEN_MINUTES: '2',
      FLAG_VOTES_PER_MINUTE: '20',
    });
  });
  afterAll(() => moderation.stop());

  const settled = () => moderation.community.feed.drained('polls-events', 6);
  const written = (pollId: number, authorId: number) =>
    moderation.community.feed.publishTwice(pollCreated, {
      pollId,
      authorId,
      question: 'Tea or coffee?',
      options: ['Tea', 'Coffee'],
      endDate: null,
      createdAt: new Date().toISOString(),
    });
  const commented = (commentId: number, userId: number) =>
    moderation.community.feed.publishTwice(commentAdded, {
      commentId,
      pollId: 1,
      authorId: 900,
      userId,
      content: 'Well said.',
      createdAt: new Date().toISOString(),
      commentsCount: 1,
    });
  const voted = (pollId: number, votesCount: number, count: number) =>
    moderation.community.feed.publishTwice(votesCounted, {
      polls: [{ pollId, authorId: 900, count, votesCount, version: votesCount }],
    });
  async function flagsOf(object: ActObject): Promise<string[]> {
    const cases = await moderation.casesOf(object);
    const views = await Promise.all(cases.map((id) => moderation.view(id)));
    return views.flatMap(({ flags }) => flags.map(({ kind, detail }) => `${kind} ${detail}`));
  }

  it('point out who asks many polls, once, and after ten minutes count again', async () => {
    const person = moderation.profile(70);
    for (const pollId of [1, 2, 3]) await written(pollId, 70);
    await settled();
    expect(await flagsOf(person)).toEqual([]);
    await written(4, 70);
    await written(5, 70);
    await settled();
    expect(await flagsOf(person)).toEqual(['polls 4']);
    const page = await moderation.rpc.call(casesRpc.list, { moderatorId: 1, filter: 'flagged' });
    expect(page.cases).toMatchObject([
      { object: person, reports: 0, excerpt: 'Person 70', flags: [{ kind: 'polls' }] },
    ]);
    await moderation.community.sql(`update flag_windows set ends_at = now() where person_id = 70`);
    await written(6, 70);
    await settled();
    const [row] = await moderation.community.sql<{ count: number }>(
      `select count from flag_windows where person_id = 70`,
    );
    expect(row!.count).toBe(1);
  });

  it('join an open case, and do not come back after its decision', async () => {
    const person = moderation.profile(71);
    await moderation.report(10, person);
    for (const comment of [1, 2, 3]) await commented(comment, 71);
    await settled();
    const [caseId, ...others] = await moderation.casesOf(person);
    expect(others).toEqual([]);
    expect(await flagsOf(person)).toEqual(['comments 3']);
    await moderation.decide(caseId!, 1, 'dismiss');
    await commented(4, 71);
    await settled();
    expect(await moderation.casesOf(person)).toEqual([caseId]);
  });

  it('point out a poll whose votes arrive too fast, and name no voter', async () => {
    const poll = moderation.poll();
    await voted(poll.id, 20, 20);
    await settled();
    expect(await flagsOf(poll)).toEqual([]);
    await voted(poll.id, 25, 5);
    await voted(poll.id, 30, 5);
    await settled();
    expect(await flagsOf(poll)).toEqual(['votes 25']);
  });

  it('point out a poll with many votes of one network, once, and name neither network nor voter', async () => {
    const poll = moderation.poll();
    for (const votes of [25, 40]) await moderation.rpc.call(flagsRpc.networkVotes, { pollId: poll.id, votes });
    expect(await flagsOf(poll)).toEqual(['network 25']);
    const [caseId] = await moderation.casesOf(poll);
    await moderation.decide(caseId!, 1, 'dismiss');
    await moderation.rpc.call(flagsRpc.networkVotes, { pollId: poll.id, votes: 90 });
    expect(await moderation.casesOf(poll)).toEqual([caseId]);
    await moderation.rpc.call(flagsRpc.networkVotes, { pollId: 999_999, votes: 90 });
    expect(await moderation.casesOf({ kind: 'poll', id: 999_999 })).toEqual([]);
  });

  it('wait for polls while it is away', async () => {
    const poll = moderation.poll();
    await moderation.community.stack.stopService(pollsService.name);
    await voted(poll.id, 100, 100);
    await moderation.community.stack.startService(pollsService.name);
    await settled();
    expect(await flagsOf(poll)).toEqual(['votes 100']);
  });

  it('are none for what is gone', async () => {
    await voted(999_999, 100, 100);
    await settled();
    expect(await moderation.casesOf({ kind: 'poll', id: 999_999 })).toEqual([]);
  });
});
