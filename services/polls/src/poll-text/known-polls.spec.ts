import { afterAll, afterEach, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { pollForViewer, pollsRpc, type Poll, type ViewerActions } from '@inkling/contracts';
import { Database } from '@inkling/platform';
import { FeedRepository } from '../feed/feed.repository.js';
import { Polls, type Ask } from '../polls.spec-support.js';

const VOTER = 7;
const STRANGER = 8;

let polls: Polls;
beforeAll(async () => {
  polls = await Polls.start({ env: { FEED_CACHE_MS: '0', RECOMMENDATIONS_MS: '0' } });
});
afterEach(() => {
  jest.restoreAllMocks();
});
afterAll(() => polls.stack.stop());

const listed = async (pollId: number, viewerId: number): Promise<Poll | undefined> =>
  (await polls.byAuthor(1, { viewerId })).polls.find(({ id }) => id === pollId);
/** The poll as the first page has it, which PostgreSQL writes as a whole. */
const onFirstPage = async (pollId: number, viewerId: number) => {
  const [poll] = await polls.part(FeedRepository).chosen([{ pollId, authorId: 1 }]);
  const [actions] = await polls.sql<ViewerActions>(
    `select (select coalesce(option_index, -2)::int from votes where poll_id = $1 and user_id = $2) as vote,
       exists (select from likes where poll_id = $1 and user_id = $2) as liked,
       exists (select from saves where poll_id = $1 and user_id = $2) as saved,
       exists (select from reminders where poll_id = $1 and user_id = $2) as reminded`,
    [pollId, viewerId],
  );
  return JSON.parse(pollForViewer(poll!, actions)) as object;
};

describe('a poll', () => {
  const kinds: [string, Ask, number[]][] = [
    ['single', {}, [1]],
    ['multiple', { method: 'multiple', maxChoices: 2 }, [0, 2]],
    ['ranked', { method: 'ranked', shuffled: true }, [2, 0]],
    ['a quiz', { quizAnswer: 1, quizExplanation: 'Because "it" is.\n' }, [0]],
    ['sealed', { method: 'multiple', sealed: true }, [1]],
    [
      'open from the start',
      { showResultsBeforeVoting: true, endDate: new Date(Date.now() + 2 * 86_400_000).toISOString() },
      [1],
    ],
  ];
  it.each(kinds)('has the same members in a list, alone and on the first page: %s', async (_, request, choices) => {
    const { id } = await polls.ask({ question: 'Is \\ "this" a <b>question</b>?\u2028', ...request });
    await polls.castAll({ pollIds: [id], userIds: [VOTER], choices: [choices] });
    await polls.stack.rpc.call(pollsRpc.like, { pollId: id, viewerId: VOTER });
    for (const viewerId of [VOTER, STRANGER]) {
      const alone = await polls.stack.rpc.call(pollsRpc.get, { pollId: id, viewerId });
      const [inList] = (await polls.stack.rpc.call(pollsRpc.byAuthor, { userId: 1, viewerId })).polls;
      expect(inList).toEqual(alone);
      expect(await onFirstPage(id, viewerId)).toEqual(alone);
    }
  });

  it('is read once, and again when its row or the profile of its author has changed', async () => {
    const { id } = await polls.ask();
    await listed(id, STRANGER);
    const selectFrom = jest.spyOn(polls.part(Database).kysely, 'selectFrom');
    const reads = () => selectFrom.mock.calls.length;
    expect((await listed(id, VOTER))?.mood).toBeNull();
    expect(reads()).toBe(0);
    await polls.sql(`update polls set mood = 'curious', comments_off = true where id = $1`, [id]);
    expect(await listed(id, VOTER)).toMatchObject({ mood: 'curious', commentsOff: true });
    await polls.sql(`update authors set name = 'Ada', version = version + 1 where user_id = 1`);
    expect((await listed(id, VOTER))?.user?.name).toBe('Ada');
    await polls.vote(id, VOTER, 2);
    expect(await listed(id, VOTER)).toMatchObject({ votesCount: 1, userVote: 2 });
    expect(reads()).toBe(2);
  });
});
