import { Injectable, Logger } from '@nestjs/common';
import { authRpc, pollsRpc, type RpcReply } from '@inkling/contracts';
import { Database, RpcClient, type Transaction } from '@inkling/platform';
import { TOMBSTONE, indexPolls, type PollContent } from '../polls/poll-index.js';
import { Folding } from '../text/folding.js';
import { storeProfiles } from '../users/user-index.js';
import { reconcile } from './reconcile.js';

/** The numbers of users and polls in the rebuilt index. */
export interface Rebuilt {
  readonly users: number;
  readonly polls: number;
}

type ExportedPoll = RpcReply<typeof pollsRpc.export>['polls'][number];

const USERS_PAGE = 500;
const POLLS_PAGE = 200;

/**
 * Rebuilds the index from auth and polls, page by page, while searches and events continue. Rows that an event has
 * written in the meantime are newer and stay.
 */
@Injectable()
export class IndexRebuild {
  readonly #logger = new Logger(IndexRebuild.name);
  #running: Promise<Rebuilt> | undefined;

  constructor(
    private readonly database: Database,
    private readonly rpc: RpcClient,
    private readonly folding: Folding,
  ) {}

  /** Concurrent calls share one run. Throws `unavailable` if auth or polls is; finished pages stay. */
  rebuild(): Promise<Rebuilt> {
    this.#running ??= this.#rebuild().finally(() => {
      this.#running = undefined;
    });
    return this.#running;
  }

  async #rebuild(): Promise<Rebuilt> {
    const users = await reconcile({
      pageSize: USERS_PAGE,
      stored: (after, limit) =>
        this.#ids(
          `select user_id as id from user_documents where user_id > $1 order by user_id limit $2`,
          after,
          limit,
        ),
      owned: async (after, limit) => (await this.rpc.call(authRpc.exportProfiles, { after, limit })).profiles,
      idOf: ({ userId }) => userId,
      store: (profiles, gone) =>
        this.database.transaction(async (tx) => {
          await storeProfiles(tx, this.folding, profiles);
          if (gone.length > 0)
            await tx.query({ text: 'delete from user_documents where user_id = any($1::bigint[])', values: [gone] });
        }),
    });
    const polls = await reconcile({
      pageSize: POLLS_PAGE,
      stored: (after, limit) =>
        this.#ids(
          `select poll_id as id from poll_documents where poll_id > $1 and not deleted order by poll_id limit $2`,
          after,
          limit,
        ),
      owned: async (after, limit) => (await this.rpc.call(pollsRpc.export, { after, limit })).polls,
      idOf: ({ pollId }) => pollId,
      store: (page, gone) => this.database.transaction((tx) => this.#storePolls(tx, page, gone)),
    });
    this.#logger.log(`The index was rebuilt: ${users} users, ${polls} polls`);
    return { users, polls };
  }

  async #ids(text: string, after: number, limit: number): Promise<number[]> {
    return (await this.database.query<{ id: string }>({ text, values: [after, limit] })).map(({ id }) => Number(id));
  }

  async #storePolls(tx: Transaction, polls: readonly ExportedPoll[], gone: readonly number[]): Promise<void> {
    // Rows are passed as JSON, because arrays of arrays cannot be unnested row by row. Topics from an event are newer
    // than the export's.
    const stored = await tx.query<PollContent>({
      text: `insert into poll_documents as d
               (poll_id, author_id, question, options, created_at, votes_count, tally_version, topics)
             select "pollId", "authorId", question, array(select jsonb_array_elements_text(options)), "createdAt",
               "votesCount", version, array(select jsonb_array_elements_text(topics))
             from jsonb_to_recordset($1::jsonb) as t (
               "pollId" bigint, "authorId" bigint, question text, options jsonb, "createdAt" timestamptz,
               "votesCount" bigint, version bigint, topics jsonb
             )
             order by "pollId"
             on conflict (poll_id) do update set author_id = excluded.author_id, question = excluded.question,
               options = excluded.options, created_at = excluded.created_at,
               votes_count =
                 case when d.tally_version <= excluded.tally_version then excluded.votes_count else d.votes_count end,
               tally_version = greatest(d.tally_version, excluded.tally_version),
               topics = case when d.topics_version = 0 then excluded.topics else d.topics end
             where not d.deleted
             returning poll_id, question, options, topics`,
      values: [JSON.stringify(polls)],
    });
    await indexPolls(tx, this.folding, stored);
    if (gone.length > 0) {
      await tx.query({
        text: `update poll_documents set ${TOMBSTONE} where poll_id = any($1::bigint[])`,
        values: [gone],
      });
    }
  }
}
