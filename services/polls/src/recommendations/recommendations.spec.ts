import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { pollsRpc } from '@inkling/contracts';
import { Polls } from '../polls.spec-support.js';
import { PollActivity } from '../trending/poll-activity.js';
import { CandidatePool } from './candidate-pool.js';

let polls: Polls;
let all: number[];
beforeAll(async () => {
  polls = await Polls.start({ env: { RECOMMENDATIONS_MS: '1', FEED_CACHE_MS: '1' } });
  for (const author of [1, 2, 3]) await polls.author(author);
  // The ten oldest polls have three authors; none of them is on the first page.
  all = [
    ...(await polls.seed(4, 1)),
    ...(await polls.seed(3, 2)),
    ...(await polls.seed(3, 3)),
    ...(await polls.seedCrowd(25)),
  ];
});
afterAll(() => polls.stack.stop());

const firstPage = (...viewerIds: number[]) => polls.stack.rpc.call(pollsRpc.firstPage, { viewerIds });
const activity = async (weights: [number, number][]): Promise<void> => {
  await polls.part(PollActivity).store(new Map(weights), new Date());
  await polls.part(PollActivity).mark(new Date());
  polls.part(CandidatePool).forget();
};
/** Ids and reasons of each viewer's recommendations. */
async function recommended(...viewerIds: number[]): Promise<(string[] | null)[]> {
  const reply = await firstPage(...viewerIds);
  return viewerIds.map((_, index) => {
    const own = reply.recommended?.[index];
    return own
      ? own.polls.map(
          ([position, reason]) => `${(JSON.parse(`${reply.polls[position]!.hidden}}`) as { id: number }).id} ${reason}`,
        )
      : null;
  });
}

describe('recommendations on the first page', () => {
  it('are empty without any activity', async () => {
    expect(await recommended(9, 10)).toEqual([null, null]);
    expect((await firstPage(9)).recommended).toBeUndefined();
  });

  it('are trending polls by different authors, after polls like those the viewer liked', async () => {
    await activity([
      [all[0]!, 9],
      [all[1]!, 8],
      [all[4]!, 7],
      [all[7]!, 1],
    ]);
    await polls.sql(`update polls set topics = '{night trains}' where id = any($1)`, [[all[7]!, all[8]!]]);
    polls.part(CandidatePool).forget();
    await polls.stack.rpc.call(pollsRpc.like, { pollId: all[8]!, viewerId: 9 });
    expect(await recommended(9, 10, 1)).toEqual([
      [`${all[7]} similarToLiked`, `${all[0]} trending`],
      [`${all[0]} trending`, `${all[4]} trending`],
      // This viewer is the author of the most active polls.
      [`${all[4]} trending`],
    ]);
  });

  it('leave out polls that the viewer has voted on, that have ended or are deleted', async () => {
    await polls.vote(all[0]!, 10, 0);
    expect(await recommended(10)).toEqual([[`${all[1]} trending`, `${all[4]} trending`]]);
    await polls.end(all[1]!);
    await polls.stack.rpc.call(pollsRpc.remove, { pollId: all[4]!, userId: 2 });
    polls.part(CandidatePool).forget();
    expect(await recommended(10)).toEqual([null]);
    await polls.sql('update polls set end_date = null where id = $1', [all[1]!]);
  });

  it('include polls that end within a day, when there is no other reason', async () => {
    const { id } = await polls.ask({ userId: 3, endDate: new Date(Date.now() + 3 * 24 * 3_600_000).toISOString() });
    await polls.seedCrowd(11);
    polls.part(CandidatePool).forget();
    expect((await recommended(10))[0]).not.toContain(`${id} timeRelevant`);
    await polls.sql(`update polls set end_date = now() + interval '5 hours' where id = $1`, [id]);
    await polls.sql(`update due_ends set end_date = now() + interval '5 hours' where poll_id = $1`, [id]);
    polls.part(CandidatePool).forget();
    expect((await recommended(10))[0]).toContain(`${id} timeRelevant`);
  });

  it('replace the last of the newest polls, which the next page shows; none is lost or shown twice', async () => {
    const live = async () =>
      (
        await polls.sql<{ id: number }>('select id::int as id from polls where deleted_at is null order by id desc')
      ).map(({ id }) => id);
    const reply = await firstPage(9);
    const own = reply.recommended![0]!;
    expect(own.polls).toHaveLength(2);
    const id = (position: number) => (JSON.parse(`${reply.polls[position]!.hidden}}`) as { id: number }).id;
    const chosen = own.polls.map(([position]) => id(position));
    const newest = Array.from({ length: reply.newest - 2 }, (_, position) => id(position));
    const { pagination } = JSON.parse(`{${own.tail}}`) as { pagination: { nextCursor: string; hasMore: boolean } };
    expect(pagination.hasMore).toBe(true);

    const rest = await polls.readOn((cursor) =>
      polls.list('feed', { viewerId: 9, cursor: cursor ?? pagination.nextCursor }),
    );
    expect([...newest, ...rest]).toEqual((await live()).filter((each) => !chosen.includes(each)));

    const byNumber: number[] = [];
    for (let page = 2; ; page += 1) {
      const { polls: found, pagination: where } = await polls.list('feed', { viewerId: 9, page });
      byNumber.push(...found.map((poll) => poll.id));
      if (!where.hasMore) break;
    }
    expect(byNumber).toEqual(rest);
  });
});
