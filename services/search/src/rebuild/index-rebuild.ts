import { Injectable, Logger } from '@nestjs/common';
import { authRpc, pollsRpc, type RpcReply } from '@inkling/contracts';
import { Database, RpcClient, type Transaction } from '@inkling/platform';
import { STORE_EXPORTED } from '../polls/poll-documents.sql.js';
import { TOMBSTONE, indexPolls, type PollContent } from '../polls/poll-index.js';
import type { Tables } from '../tables.js';
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
    private readonly database: Database<Tables>,
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
    const { kysely } = this.database;
    const users = await reconcile({
      pageSize: USERS_PAGE,
      stored: async (after, limit) => {
        const users = await kysely
          .selectFrom('user_documents')
          .select('user_id')
          .where('user_id', '>', after)
          .orderBy('user_id')
          .limit(limit)
          .execute();
        return users.map(({ user_id }) => user_id);
      },
      owned: async (after, limit) => (await this.rpc.call(authRpc.exportProfiles, { after, limit })).profiles,
      idOf: ({ userId }) => userId,
      store: (profiles, gone) =>
        this.database.transaction(async (tx) => {
          await storeProfiles(tx, this.folding, profiles);
          if (gone.length > 0) await tx.kysely.deleteFrom('user_documents').where('user_id', 'in', gone).execute();
        }),
    });
    const polls = await reconcile({
      pageSize: POLLS_PAGE,
      stored: async (after, limit) => {
        const polls = await kysely
          .selectFrom('poll_documents')
          .select('poll_id')
          .where('poll_id', '>', after)
          .where('deleted', '=', false)
          .orderBy('poll_id')
          .limit(limit)
          .execute();
        return polls.map(({ poll_id }) => poll_id);
      },
      owned: async (after, limit) => (await this.rpc.call(pollsRpc.export, { after, limit })).polls,
      idOf: ({ pollId }) => pollId,
      store: (page, gone) => this.database.transaction((tx) => this.#storePolls(tx, page, gone)),
    });
    this.#logger.log(`The index was rebuilt: ${users} users, ${polls} polls`);
    return { users, polls };
  }

  async #storePolls(tx: Transaction<Tables>, polls: readonly ExportedPoll[], gone: readonly number[]): Promise<void> {
    const stored = await tx.query<PollContent>({ text: STORE_EXPORTED, values: [JSON.stringify(polls)] });
    await indexPolls(tx, this.folding, stored);
    if (gone.length > 0)
      await tx.kysely.updateTable('poll_documents').set(TOMBSTONE).where('poll_id', 'in', gone).execute();
  }
}
