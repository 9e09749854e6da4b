import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { pollsRpc, type Poll } from '@inkling/contracts';
import { Polls, shown } from '../polls.spec-support.js';

const AUTHOR = 1;
const VOTER = 2;
const STRANGER = 3;
const HIDDEN = [undefined, undefined, undefined];

// The cached first page and the database must agree.
describe.each([
  ['with', '250'],
  ['without', '0'],
])('results, %s a cached first page', (_, cache) => {
  let polls: Polls;
  beforeAll(async () => {
    polls = await Polls.start({ env: { FEED_CACHE_MS: cache } });
  });
  afterAll(() => polls.stack.stop());

  /** The poll on every path that shows it to this viewer. */
  const everywhere = async (pollId: number, viewerId: number): Promise<Poll[]> => {
    const paths = await Promise.all([
      polls.get(pollId, viewerId).then((poll) => [poll]),
      polls.list('feed', { viewerId }).then((page) => page.polls),
      polls
        .list('feed', { viewerId, cursor: Buffer.from(String(pollId + 1)).toString('base64url') })
        .then((page) => page.polls),
      polls.byAuthor(AUTHOR, { viewerId }).then((page) => page.polls),
      polls.list('voted', { viewerId }).then((page) => page.polls),
      polls.list('saved', { viewerId }).then((page) => page.polls),
    ]);
    return paths.flat().filter((poll) => poll.id === pollId);
  };
  const watched = async (pollId: number, viewerId: number) =>
    (await polls.stack.rpc.call(pollsRpc.watch, { viewerId, pollIds: [pollId] }))[0]!;

  const pollWithVotes = async (showResultsBeforeVoting: boolean): Promise<number> => {
    const { id } = await polls.ask({ userId: AUTHOR, showResultsBeforeVoting });
    await polls.cast({ pollIds: [id, id, id], userIds: [VOTER, 11, 12], options: [1, 1, 2] });
    for (const viewerId of [AUTHOR, VOTER, STRANGER])
      await polls.stack.rpc.call(pollsRpc.save, { pollId: id, viewerId });
    return id;
  };

  it('are hidden from everyone who has not voted, even the author; only the total is shown', async () => {
    const id = await pollWithVotes(false);
    for (const viewerId of [AUTHOR, STRANGER]) {
      const seen = await everywhere(id, viewerId);
      expect(seen).toHaveLength(5);
      for (const poll of seen) {
        expect(shown(poll)).toEqual(HIDDEN);
        expect(poll).toMatchObject({ resultsVisible: false, userVote: null, votesCount: 3, userSaved: true });
      }
      const info = await watched(id, viewerId);
      expect(info).toMatchObject({ resultsVisible: false, votesCount: 3 });
      expect(info).not.toHaveProperty('votes');
    }
  });

  it('are shown to everyone who has voted', async () => {
    const id = await pollWithVotes(false);
    const seen = await everywhere(id, VOTER);
    expect(seen).toHaveLength(6);
    for (const poll of seen) {
      expect(shown(poll)).toEqual([0, 2, 1]);
      expect(poll).toMatchObject({ resultsVisible: true, userVote: 1, votesCount: 3 });
    }
    expect(await watched(id, VOTER)).toMatchObject({ resultsVisible: true, votes: [0, 2, 1] });
  });

  it('are shown to all once the poll has ended', async () => {
    const id = await pollWithVotes(false);
    await polls.end(id);
    // Publishing a poll empties the cache.
    await polls.ask();
    for (const viewerId of [AUTHOR, STRANGER]) {
      for (const poll of await everywhere(id, viewerId))
        expect({ resultsVisible: poll.resultsVisible, votes: shown(poll) }).toEqual({
          resultsVisible: true,
          votes: [0, 2, 1],
        });
      expect(await watched(id, viewerId)).toMatchObject({ resultsVisible: true, votes: [0, 2, 1] });
    }
  });

  it('are shown to all when the author allows it', async () => {
    const id = await pollWithVotes(true);
    for (const poll of await everywhere(id, STRANGER)) expect(shown(poll)).toEqual([0, 2, 1]);
    expect(await watched(id, STRANGER)).toMatchObject({ resultsVisible: true, votes: [0, 2, 1] });
  });
});
