import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { pollsRpc } from '@inkling/contracts';
import type { RunningService } from '@inkling/platform';
import { eventually } from '@inkling/testing';
import pg from 'pg';
import { Polls, tally } from '../polls.spec-support.js';
import { VotesService } from './votes.service.js';

let polls: Polls;
let second: RunningService;
beforeAll(async () => {
  polls = await Polls.start();
  second = await polls.replica();
});
afterAll(async () => {
  await second.stop();
  await polls.stack.stop();
});

const replicas = (): VotesService[] => [polls.part(VotesService), second.app.get(VotesService)];

describe('concurrent votes', () => {
  it('are counted exactly when two replicas record votes on the same 50 polls', async () => {
    const ids = await polls.seed(50);
    const batches = replicas().flatMap((service, replica) =>
      Array.from({ length: 60 }, (_, round) => {
        // The replicas go through the polls in opposite order; a third of the users vote through both.
        const pollIds = ids.map((_, index) => ids[replica === 0 ? index : ids.length - 1 - index]!);
        const userIds = pollIds.map(() => (round % 3 === 0 ? round : replica * 1_000 + round) + 1);
        return service.cast({ pollIds, userIds, options: pollIds.map((id) => (id + round) % 2) });
      }),
    );
    const results = (await Promise.all(batches)).flatMap((reply) => reply.results);
    const counts = tally(results);
    expect(counts['unavailable']).toBeUndefined();
    expect(counts).toEqual({ recorded: 50 * 100, 'already-voted': 50 * 20 });
    expect(
      results.filter((one) => one.outcome === 'already-voted').every((one) => one.choice === 0 || one.choice === 1),
    ).toBe(true);
    for (const id of ids) {
      const { votes, votesCount, rows } = await polls.count(id);
      expect({ votesCount, rows }).toEqual({ votesCount: 100, rows: votes });
    }
  });

  it('count once for a user who votes through both replicas', async () => {
    const poll = await polls.ask();
    const replies = await Promise.all(
      Array.from({ length: 100 }, (_, n) =>
        replicas()[n % 2]!.cast({ pollIds: [poll.id], userIds: [5], options: [n % 3] }),
      ),
    );
    expect(tally(replies.flatMap((reply) => reply.results))).toEqual({ recorded: 1, 'already-voted': 99 });
    const { votes, rows } = await polls.count(poll.id);
    expect(rows).toEqual(votes);
  });

  it('leave no rows behind when the poll is deleted meanwhile', async () => {
    for (let round = 0; round < 5; round += 1) {
      const poll = await polls.ask();
      const casting = Array.from({ length: 40 }, async (_, n) => {
        // One after another, so that some arrive before the deletion and some after.
        const outcomes = [];
        for (let k = 0; k < 6; k += 1)
          outcomes.push(
            (await replicas()[n % 2]!.cast({ pollIds: [poll.id], userIds: [1 + n * 10 + k], options: [0] }))
              .results[0]!,
          );
        return outcomes;
      });
      const deleting = eventually(
        async () => (await polls.sql('select 1 from votes where poll_id = $1 limit 1', [poll.id])).length > 0,
        { intervalMs: 1 },
      ).then(() => polls.stack.rpc.call(pollsRpc.remove, { pollId: poll.id, userId: 1 }));
      const [outcomes] = await Promise.all([Promise.all(casting), deleting]);
      const counts = tally(outcomes.flat());
      expect(Object.keys(counts).filter((outcome) => outcome !== 'recorded')).toEqual(
        counts['poll-not-found'] ? ['poll-not-found'] : [],
      );
      await eventually(async () => (await polls.sql('select 1 from polls where id = $1', [poll.id])).length === 0);
      expect(await polls.sql('select 1 from votes where poll_id = $1', [poll.id])).toEqual([]);
    }
  });

  it('are refused from the instant at which the poll ends, by the database’s clock', async () => {
    const poll = await polls.ask();
    let ended = false;
    let user = 0;
    const [, ...outcomes] = await Promise.all([
      // While votes come in.
      eventually(async () => (await polls.sql('select 1 from votes where poll_id = $1 limit 1', [poll.id])).length > 0)
        .then(() =>
          polls.sql(`update polls set end_date = clock_timestamp() + interval '150 milliseconds' where id = $1`, [
            poll.id,
          ]),
        )
        .catch((error: unknown) => {
          ended = true;
          throw error;
        }),
      ...Array.from({ length: 16 }, async () => {
        const mine = [];
        while (!ended) {
          const outcome = await polls.vote(poll.id, (user += 1), user % 3);
          mine.push(outcome);
          ended ||= outcome.outcome === 'poll-ended';
        }
        return mine;
      }),
    ]);
    const counts = tally(outcomes.flat());
    expect(Object.keys(counts).toSorted()).toEqual(['poll-ended', 'recorded']);
    const { votesCount, votes, rows } = await polls.count(poll.id);
    expect({ votesCount, rows }).toEqual({ votesCount: counts['recorded'], rows: votes });
    const late = await polls.sql(
      'select 1 from votes v join polls p on p.id = v.poll_id where p.id = $1 and v.created_at >= p.end_date',
      [poll.id],
    );
    expect(late).toEqual([]);
  });

  it('are unavailable while the database cannot be written, and are recorded again afterwards', async () => {
    const poll = await polls.ask();
    await polls.vote(poll.id, 1, 0);
    // This lock makes every vote wait for the tally; its connection is cut meanwhile.
    const holder = new pg.Client(polls.stack.databaseUrl);
    await holder.connect();
    try {
      await holder.query('begin');
      await holder.query('select 1 from polls.poll_counters where poll_id = $1 for update', [poll.id]);
      const [votes] = await Promise.all([
        Promise.all(Array.from({ length: 20 }, (_, n) => polls.vote(poll.id, 100 + n, 0))),
        (async () => {
          try {
            await eventually(async () => {
              const cut = await polls.sql(
                `select pg_terminate_backend(pid) from pg_stat_activity
                 where datname = current_database() and application_name = 'inkling-polls'
                   and wait_event_type = 'Lock'`,
              );
              return cut.length > 0;
            });
          } finally {
            await holder.query('commit');
          }
        })(),
      ]);
      expect(tally(votes)['unavailable']).toBeGreaterThan(0);
    } finally {
      await holder.end();
    }
    const again = tally(await Promise.all(Array.from({ length: 20 }, (_, n) => polls.vote(poll.id, 100 + n, 0))));
    expect((again['recorded'] ?? 0) + (again['already-voted'] ?? 0)).toBe(20);
    const { votes: tallied, rows, votesCount } = await polls.count(poll.id);
    expect({ tallied, votesCount }).toEqual({ tallied: rows, votesCount: 21 });
  });
});
