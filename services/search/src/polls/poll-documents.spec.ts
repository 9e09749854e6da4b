import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { accountDeletionStarted, votesCounted } from '@inkling/contracts';
import { eventually } from '@inkling/testing';
import { Search } from '../search.spec-support.js';

let search: Search;
beforeAll(async () => {
  search = await Search.start();
});
afterAll(() => search.stop());

const hits = async (q: string) => (await search.find(q)).polls;
const document = (pollId: number) =>
  search.sql(
    `select question, options, topics, topic_keys, tokens::text, votes_count::int, deleted
     from poll_documents where poll_id = $1`,
    [pollId],
  );
const GONE = { question: null, options: [], topics: [], topic_keys: [], tokens: '', votes_count: 0, deleted: true };

describe('polls in the index', () => {
  it('have the newest tally, whatever the order of events and even if they arrive twice', async () => {
    await search.publish(votesCounted, {
      polls: [
        { pollId: 102, authorId: 1, count: 1, votesCount: 9, version: 5 },
        { pollId: 101, authorId: 1, count: 1, votesCount: 2, version: 2 },
      ],
    });
    await search.poll('Otter one?', { id: 101 });
    await search.poll('Otter two?', { id: 102 });
    await search.vote(101, 1, 1);
    await search.vote(102, 8, 4);
    await search.settled();
    expect(await hits('otter')).toEqual([
      { id: 102, question: 'Otter two?', votesCount: 9 },
      { id: 101, question: 'Otter one?', votesCount: 2 },
    ]);
  });

  it('disappear when they are deleted, and a late event does not bring them back', async () => {
    await search.poll('Walrus party?', { id: 103, topics: ['walruses'] });
    await search.settled();
    expect(await hits('walrus')).toHaveLength(1);
    await search.remove(103);
    await search.remove(104);
    await search.settled();
    await search.poll('Walrus once more?', { id: 104 });
    for (const pollId of [103, 104]) {
      await search.classify(pollId, ['walruses'], 9);
      await search.vote(pollId, 4);
    }
    await search.settled();
    expect(await hits('walrus')).toEqual([]);
    expect(await hits('#walruses')).toEqual([]);
    expect([await document(103), await document(104)]).toEqual([[GONE], [GONE]]);
  });

  it.each(['delete', 'anonymous'] as const)(
    'lose the author with the account, and everything if the polls go too (%s)',
    async (polls) => {
      const [userId, pollId, word] =
        polls === 'delete' ? ([81, 181, 'Sealion'] as const) : ([82, 182, 'Seagull'] as const);
      await search.poll(`${word} beach?`, { id: pollId, authorId: userId, topics: [`${word} beaches`] });
      await search.settled();
      expect(await hits(word)).toHaveLength(1);
      const startedAt = new Date().toISOString();
      await search.publish(accountDeletionStarted, { userId, polls, startedAt, settledAt: startedAt });
      await eventually(async () =>
        expect(
          await search.sql('select confirmed_at is not null as done from purged_users where user_id = $1', [userId]),
        ).toEqual([{ done: true }]),
      );
      expect(await search.sql('select 1 from poll_documents where author_id = $1', [userId])).toEqual([]);
      expect(await hits(word)).toHaveLength(polls === 'delete' ? 0 : 1);
      if (polls === 'delete') expect(await document(pollId)).toEqual([GONE]);
      const words = await search.sql('select 1 from words where word = $1', [word.toLowerCase()]);
      expect(words).toHaveLength(polls === 'delete' ? 0 : 1);
    },
  );

  it('are found by the topics of the newest classification, whichever event arrives first', async () => {
    await search.classify(105, ['night trains'], 2);
    await search.classify(105, ['airports'], 1);
    await search.settled();
    expect(await hits('#nighttrains')).toEqual([]);
    await search.poll('How do you travel?', { id: 105 });
    await search.settled();
    const poll = { id: 105, question: 'How do you travel?', votesCount: 0 };
    expect([
      await hits('#nighttrains'),
      await hits('#night'),
      await hits('#NightTrains'),
      await hits('night trains'),
      await hits('#airports'),
    ]).toEqual([[poll], [poll], [poll], [poll], []]);
    await search.classify(105, ['Sleeper Cars'], 3);
    await search.settled();
    expect([await hits('#nighttrains'), await hits('#sleepercars')]).toEqual([[], [poll]]);
  });

  it('are found by hashtags in the question, combined with its words', async () => {
    await search.poll('Vote for the #ClimateAction plan?', { id: 106 });
    await search.poll('Is climate_action a word?', { id: 107 });
    await search.settled();
    expect(await search.polls('#ClimateAction')).toEqual(['Vote for the #ClimateAction plan?']);
    expect(await search.polls('#climateaction plan')).toEqual(['Vote for the #ClimateAction plan?']);
    expect(await search.polls('#climateaction boat')).toEqual([]);
    expect(await search.polls('climate action')).toEqual(['Is climate_action a word?']);
  });

  it('are updated by votes without touching any index', async () => {
    await search.poll('Hot potato?', { id: 108 });
    await search.settled();
    await search.sql('select pg_stat_reset()');
    // Votes that come together are one update.
    for (let version = 1; version <= 30; version += 1) {
      await search.vote(108, version, version);
      if (version % 5 === 0) await search.settled();
    }
    expect((await hits('potato'))[0]!.votesCount).toBe(30);
    // Many updates in one transaction may fill the page, so only half must be HOT; with an index on the column none
    // would be.
    await eventually(
      async () => {
        const [row] = await search.sql<{ n: number; hot: number }>(
          `select n_tup_upd::int as n, n_tup_hot_upd::int as hot
           from pg_stat_user_tables where relname = 'poll_documents' and schemaname = 'search'`,
        );
        expect(row!.n).toBeGreaterThanOrEqual(6);
        expect(row!.hot).toBeGreaterThan(row!.n / 2);
        // An idle backend reports its counts after ten seconds.
      },
      { timeoutMs: 25_000 },
    );
  }, 60_000);

  it('end up correct after many concurrent events', async () => {
    const ids = Array.from({ length: 40 }, (_, n) => 200 + n);
    await Promise.all(
      ids.flatMap((id) => [
        search.vote(id, 3),
        search.poll(`Crane number ${id}?`, { id }),
        search.classify(id, ['cranes']),
        ...(id % 4 === 0 ? [search.remove(id)] : []),
      ]),
    );
    await search.settled();
    const [{ n }] = (await search.sql<{ n: number }>(
      `select count(*)::int as n from poll_documents
       where poll_id >= 200 and not deleted and votes_count = 3 and topic_keys = '{cranes}'`,
    )) as [{ n: number }];
    expect(n).toBe(30);
    expect(await hits('#cranes')).toHaveLength(20);
  });
});

describe('users in the index', () => {
  it('keep the newest version and lose their former names', async () => {
    await search.user('quincy', 'Quincy Former', { id: 70, version: 1 });
    await search.user('quentin', 'Quentin Newest', { id: 70, version: 3 });
    await search.user('quentin', 'Quentin Between', { id: 70, version: 2 });
    await search.settled();
    expect(await search.users('quentin')).toEqual(['quentin']);
    expect((await search.find('quentin')).users[0]).toEqual({
      id: 70,
      username: 'quentin',
      name: 'Quentin Newest',
      profilePicture: null,
    });
    for (const q of ['quincy', 'former', 'between']) expect([q, await search.users(q)]).toEqual([q, []]);
  });
});
