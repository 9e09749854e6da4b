/** Brings a running instance from one size to the next. */
import { bulkConnection, dropGinIndexes, queriesOf, settle } from './bulk.mjs';
import { addNotices } from './notices.mjs';
import { addPeople, openSessions } from './people.mjs';
import { addActs, addPolls } from './polls.mjs';
import { searchIndex } from './search-index.mjs';

/** People who read, at every size. */
const READERS = 1_000;

/**
 * @typedef {{ plain: import('pg').Client, polls: import('pg').Client, search: import('pg').Client, notices:
 * import('pg').Client, index: Awaited<ReturnType<typeof searchIndex>> }} Connections
 */
/**
 * @typedef {{ size: number, readers: number[], rare: string[] }} Filled users and polls both have the ids from 1 to
 * `size`; `rare`: words that one of the oldest polls has
 */

export class Seeding {
  /** @type {Filled} */
  #filled = { size: 0, readers: [], rare: [] };

  /** @param {Connections} connections */
  constructor(connections) {
    this.connections = connections;
  }

  /** @param {string} databaseUrl the superuser's */
  static async open(databaseUrl) {
    const [plain, polls, search, notices] = await Promise.all(
      ['public', 'polls', 'search', 'notifications'].map((schema) => bulkConnection(databaseUrl, schema)),
    );
    return new Seeding({ plain, polls, search, notices, index: await searchIndex(queriesOf(search)) });
  }

  async close() {
    const { plain, polls, search, notices } = this.connections;
    await Promise.all([plain, polls, search, notices].map((client) => client.end().catch(() => undefined)));
  }

  /**
   * Adds users, polls and all that belongs to them, until there are so many of each.
   * @param {number} size
   * @returns {Promise<Filled>}
   */
  async growTo(size) {
    const { plain, search, polls, notices } = this.connections;
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
      await addNotices(notices, { firstUser, users: size, firstPoll: first, lastPoll: size, readers });
    };
    await Promise.all([rebuild(), act(), openSessions(plain, readers)]);
    this.#filled = { size, readers, rare: before.size === 0 ? rare : before.rare };
    await settle(polls);
    return this.#filled;
  }
}
