import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { PollPage, type Poll } from '@inkling/contracts';
import { eventually } from '@inkling/testing';
import { Api, expectStatus, type Person } from './api.spec-support.js';

describe('a feed with a recommended poll', () => {
  let api: Api;
  let reader: Person;
  let popular: Poll;
  const ids: number[] = [];
  beforeAll(async () => {
    api = await Api.start({ TRENDING_FLUSH_MS: '50', RECOMMENDATIONS_MS: '1' });
    const author = await api.person('Author');
    // At most two polls of one author are on a page.
    const others = await Promise.all(Array.from({ length: 7 }, (_, index) => api.person(`Other ${index}`)));
    reader = await api.person('Reader');
    popular = await api.poll(author, { question: 'Which old poll does everyone vote on?' });
    for (let index = 0; index < 14; index++)
      ids.unshift((await api.poll(others[index % others.length]!, { question: `Newer poll ${index}?` })).id);
    await Promise.all(
      Array.from({ length: 6 }, async () =>
        expectStatus((await api.person()).post('/api/votes', { pollId: popular.id, optionIndex: 1 }), 200),
      ),
    );
  }, 120_000);
  afterAll(() => api.stop(), 60_000);

  const page = async (query = ''): Promise<PollPage> =>
    PollPage.parse((await expectStatus(reader.get(`/api/polls${query}`), 200)).body);

  it('has ten polls a page, the recommended one among the newest, and says why', async () => {
    const first = await eventually(async () => {
      const found = await page('?page=1&limit=10');
      return found.polls.some((poll) => poll.isRecommended) && found;
    });
    expect(first && first.polls.map((poll) => poll.id)).toEqual([...ids.slice(0, 2), popular.id, ...ids.slice(2, 9)]);
    expect(first && first.polls[2]).toMatchObject({
      isRecommended: true,
      recommendationReason: 'trending',
      similarToLiked: false,
      trending: true,
      resultsVisible: false,
      votesCount: 6,
      userVote: null,
    });
    expect(first && first.polls[2]!.options.every((option) => option.votes === undefined)).toBe(true);
  });

  it('shows every poll exactly once, by cursor and by page number', async () => {
    const first = await page();
    const byCursor = await page(`?cursor=${first.pagination.nextCursor}`);
    const byNumber = await page('?page=2');
    expect(byCursor.polls.map((poll) => poll.id)).toEqual(ids.slice(9));
    expect(byNumber.polls.map((poll) => poll.id)).toEqual(ids.slice(9));
    expect(byCursor.pagination.hasMore).toBe(false);
  });

  it('carries the viewer fields on the recommended poll', async () => {
    await expectStatus(reader.post('/api/saves', { pollId: popular.id }), 200);
    const reminded = [popular.id, ids[1]!];
    for (const id of reminded) await expectStatus(reader.send('PUT', `/api/polls/${id}/reminder`), 204);
    await eventually(async () =>
      expect((await page()).polls.find((poll) => poll.id === popular.id)).toMatchObject({
        userSaved: true,
        isRecommended: true,
      }),
    );
    const { body: sent } = await reader.get<PollPage>('/api/polls');
    expect(sent.polls.flatMap((poll) => (poll.userReminded ? [poll.id] : []))).toEqual(reminded.toReversed());
    // A poll that the viewer voted on is no longer recommended, and appears in its place by date.
    await expectStatus(reader.post('/api/votes', { pollId: popular.id, optionIndex: 0 }), 200);
    await eventually(async () => expect((await page()).polls.map((poll) => poll.id)).toEqual(ids.slice(0, 10)));
  });
});
