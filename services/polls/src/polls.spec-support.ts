import { Poll, PollPage, ballotCode, pollsRpc, type RpcRequest } from '@inkling/contracts';
import { startService, type RunningService, type ServiceDefinition } from '@inkling/platform';
import { startStack, type Stack } from '@inkling/testing';
import { service } from './index.js';

export type Ask = Partial<RpcRequest<typeof pollsRpc.create>>;
export interface Ballots {
  pollIds: number[];
  userIds: number[];
  /** One chosen option for each vote. */
  options: number[];
}
export type Outcome = Awaited<ReturnType<Polls['cast']>>['results'][number];

/** The polls service on its own database and NATS server, with helpers for specs. */
export class Polls {
  /** Authors of crowds; specs use lower ids. */
  #nextAuthor = 10_000;

  private constructor(readonly stack: Stack) {}

  static async start(
    options: { env?: Record<string, string>; beside?: readonly ServiceDefinition[] } = {},
  ): Promise<Polls> {
    // Specs flush the scores themselves.
    const env = { TRENDING_FLUSH_MS: '60000', ...options.env };
    return new Polls(await startStack({ services: [...(options.beside ?? []), service], env }));
  }

  /** A second replica on the same database and NATS server. */
  replica(): Promise<RunningService> {
    return startService(service, { env: this.stack.env('polls') });
  }

  async author(userId: number, name = `Author ${userId}`): Promise<void> {
    await this.sql(
      'insert into authors (user_id, name, username, version) values ($1, $2, $3, 1) on conflict do nothing',
      [userId, name, `author${userId}`],
    );
  }

  /** Publishes a poll, by default of user 1. */
  async ask(request: Ask = {}): Promise<Poll> {
    const userId = request.userId ?? 1;
    await this.author(userId);
    return Poll.parse(
      await this.stack.rpc.call(pollsRpc.create, {
        question: 'Tea or coffee?',
        options: ['Tea', 'Coffee', 'Water'],
        ...request,
        userId,
      }),
    );
  }

  /** Many polls at once, straight into the tables; returns their ids. */
  async seed(count: number, authorId = 1): Promise<number[]> {
    await this.author(authorId);
    const rows = await this.sql<{ id: string }>(
      `with made as (
         insert into polls (author_id, question, options)
         select $2, 'Question ' || g, array['Yes', 'No'] from generate_series(1, $1) g
         returning id
       )
       insert into poll_counters (poll_id, votes) select id, array[0, 0] from made returning poll_id as id`,
      [count, authorId],
    );
    await this.sql('update authors set polls_count = polls_count + $1 where user_id = $2', [count, authorId]);
    return rows.map((row) => Number(row.id)).toSorted((a, b) => a - b);
  }

  /** As `seed`, each poll by another author. */
  async seedCrowd(count: number): Promise<number[]> {
    const ids: number[] = [];
    for (let made = 0; made < count; made += 1) ids.push(...(await this.seed(1, (this.#nextAuthor += 1))));
    return ids;
  }

  /** Moves a poll's end into the past. */
  async end(pollId: number): Promise<void> {
    await this.sql(`update polls set end_date = now() - interval '1 second' where id = $1`, [pollId]);
  }

  cast({ options, ...votes }: Ballots) {
    return this.castAll({ ...votes, choices: options.map((option) => [option]) });
  }

  castAll({ choices, ...votes }: { pollIds: number[]; userIds: number[]; choices: number[][] }) {
    return this.stack.rpc.call(pollsRpc.castVotes, { ...votes, ballots: choices.map(ballotCode) });
  }

  async vote(pollId: number, userId: number, option: number): Promise<Outcome> {
    return (await this.cast({ pollIds: [pollId], userIds: [userId], options: [option] })).results[0]!;
  }

  async get(pollId: number, viewerId: number): Promise<Poll> {
    return Poll.parse(await this.stack.rpc.call(pollsRpc.get, { pollId, viewerId }));
  }

  async list(
    name: 'feed' | 'voted' | 'saved',
    request: { viewerId: number; page?: number; cursor?: string },
  ): Promise<PollPage> {
    return PollPage.parse(await this.stack.rpc.call(pollsRpc[name], request));
  }

  async byAuthor(userId: number, request: { viewerId: number; page?: number; cursor?: string }): Promise<PollPage> {
    return PollPage.parse(await this.stack.rpc.call(pollsRpc.byAuthor, { userId, ...request }));
  }

  /** Every page from the first by cursor, as ids. */
  async readOn(
    read: (cursor: string | undefined) => Promise<PollPage>,
    meanwhile: () => Promise<unknown> = async () => undefined,
  ): Promise<number[]> {
    const ids: number[] = [];
    let cursor: string | undefined;
    do {
      const page = await read(cursor);
      ids.push(...page.polls.map((poll) => poll.id));
      cursor = page.pagination.nextCursor ?? undefined;
      await meanwhile();
    } while (cursor !== undefined);
    return ids;
  }

  /** A poll's counters beside the number of its rows. */
  async count(
    pollId: number,
  ): Promise<{ votes: number[]; votesCount: number; rows: number[]; likesCount: number; likeRows: number }> {
    const [row] = await this.sql<{
      votes: number[];
      votes_count: number;
      rows: number[];
      likes_count: number;
      like_rows: number;
    }>(
      `select c.votes, c.votes_count, c.likes_count,
         (select count(*)::int from likes l where l.poll_id = c.poll_id) as like_rows,
         array(
           select (select count(*)::int from votes v where v.poll_id = c.poll_id and v.option_index = g)
           from generate_series(0, cardinality(c.votes) - 1) g order by g
         ) as rows
       from poll_counters c where c.poll_id = $1`,
      [pollId],
    );
    return {
      votes: row!.votes,
      votesCount: row!.votes_count,
      rows: row!.rows,
      likesCount: row!.likes_count,
      likeRows: row!.like_rows,
    };
  }

  /** Data of the events of a type, in the order of their outbox rows. */
  async events<T>(type: string): Promise<T[]> {
    const rows = await this.sql<{ payload: string }>('select payload from outbox where subject = $1 order by id', [
      type,
    ]);
    return rows.map((row) => (JSON.parse(row.payload) as { data: T }).data);
  }

  sql<Row extends object>(text: string, values?: readonly unknown[]): Promise<Row[]> {
    return this.stack.sql<Row>('polls', text, values);
  }

  /** A provider of the running service. */
  part<T>(type: abstract new (...args: never[]) => T): T {
    return this.stack.service('polls').app.get<T>(type);
  }
}

/** How often each outcome occurred. */
export function tally(outcomes: readonly { outcome: string }[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { outcome } of outcomes) counts[outcome] = (counts[outcome] ?? 0) + 1;
  return counts;
}

/** A poll's counts per option, undefined where they are hidden. */
export const shown = (poll: Poll): (number | undefined)[] => poll.options.map((option) => option.votes);
