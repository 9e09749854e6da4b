/** Brings a running instance from one size to the next. */
import { bulkConnection, dropGinIndexes, queriesOf, settle } from './bulk.mts';
import { addNotifications } from './notifications.mts';
import { addPeople, openSessions } from './people.mts';
import { addActs, addPolls } from './polls.mts';
import { searchIndex } from './search-index.mts';
import type { Client } from 'pg';

/** People who read, at every size. */
const READERS = 1_000;

export interface Connections {
  plain: Client;
  polls: Client;
  search: Client;
  notifications: Client;
  index: Awaited<ReturnType<typeof searchIndex>>;
}
/** Users and polls both have the ids from 1 to `size`; `rare`: words that one of the oldest polls has. */
export interface Filled {
  size: number;
  readers: number[];
  rare: string[];
}

export class Seeding {
  readonly connections: Connections;
  #filled: Filled = { size: 0, readers: [], rare: [] };

  constructor(connections: Connections) {
    this.connections = connections;
  }

  /** @param databaseUrl the superuser's */
  static async open(databaseUrl: string) {
    const [plain, polls, search, notifications] = await Promise.all(
      ['public', 'polls', 'search', 'notifications'].map((schema) => bulkConnection(databaseUrl, schema)),
    );
    return new Seeding({ plain, polls, search, notifications, index: await searchIndex(queriesOf(search)) });
  }

  async close() {
    const { plain, polls, search, notifications } = this.connections;
    await Promise.all([plain, polls, search, notifications].map((client) => client.end().catch(() => undefined)));
  }

  /** Adds users, polls and all that belongs to them, until there are so many of each. */
  async growTo(size: number): Promise<Filled> {
    const { plain, search, polls, notifications } = this.connections;
    const before = this.#filled;
    const count = size - before.size;
    // It would look at half-filled tables, and take the processor from the measurement.
    await plain.query('alter system set autovacuum = off');
    await plain.query('select pg_reload_conf()');
    const rebuild = await dropGinIndexes(search, 'search');
    const firstUser = await addPeople(this.connections, count);
    const { first, rare } = await addPolls(this.connections, { count, firstUser, users: size });
    if (firstUser !== before.size + 1 || first !== before.size + 1)
      throw new Error('ids do not go on where they ended: does someone else use this database?');
    const step = Math.max(1, Math.floor(size / READERS));
    const readers = Array.from({ length: Math.min(size, READERS) }, (_, n) => 1 + n * step);
    const act = async () => {
      await addActs(polls, [first, size], size);
      await addNotifications(notifications, { firstUser, users: size, firstPoll: first, lastPoll: size, readers });
    };
    await Promise.all([rebuild(), act(), openSessions(plain, readers)]);
    this.#filled = { size, readers, rare: before.size === 0 ? rare : before.rare };
    await settle(polls);
    return this.#filled;
  }
}
