import type { InfiniteData, Query, QueryClient } from '@tanstack/react-query';
import { forgetSealedChoices } from '../sealed-choices';
import { clearKept, getKept, putKept, trimKept } from './kept-store';
import { keptOwner, noteKeptOwner } from './kept-owner';
import { isCutOff, nameOf } from './kept-queries';

/** How many pages of the feed, and how many single polls, are kept. */
const PAGES_MAX = 2;
const POLLS_MAX = 30;
/** Milliseconds between two writes of the same data: live counts change it several times a second. */
const WRITE_EVERY_MS = 1_500;

/** The first pages of a long list; further ones are read again. */
function firstPages(data: unknown): unknown {
  const list = data as Partial<InfiniteData<unknown>> | null;
  if (!Array.isArray(list?.pages) || !Array.isArray(list.pageParams)) return data;
  return { pages: list.pages.slice(0, PAGES_MAX), pageParams: list.pageParams.slice(0, PAGES_MAX) };
}

const isEmpty = (data: unknown): boolean => data === null || data === undefined;

/**
 * Keeps what one account sees, the first pages of the feed and the polls opened last, and fills queries that cannot
 * reach the server.
 */
export class LastSeen {
  readonly #client: QueryClient;
  #owner: number | null = null;
  readonly #timers = new Map<string, ReturnType<typeof setTimeout>>();
  readonly #filling = new Set<string>();

  constructor(client: QueryClient) {
    this.#client = client;
  }

  /** The account is known: data of another one is deleted. Null means that nobody is signed in. */
  async setOwner(userId: number | null): Promise<void> {
    if (userId === this.#owner && userId === keptOwner()) return;
    this.#owner = userId;
    for (const timer of this.#timers.values()) clearTimeout(timer);
    this.#timers.clear();
    forgetSealedChoices(userId);
    const kept = keptOwner();
    if (kept === null || kept === userId) return;
    await clearKept();
    // Someone may have signed in meanwhile, and begun.
    if (keptOwner() === kept) noteKeptOwner(null);
  }

  /** The session is unknown because the server cannot be reached; data kept for this account may be shown. */
  showTo(userId: number): void {
    this.#owner ??= userId;
    for (const query of this.#client.getQueryCache().getAll()) this.look(query);
  }

  /** Stores a query's new data, or fills a query that cannot be read. */
  look(query: Query): void {
    const name = nameOf(query.queryKey);
    if (name === null || this.#owner === null) return;
    if (query.state.status === 'success' && !isEmpty(query.state.data)) this.#later(name, query);
    else if (isCutOff(query)) void this.#fill(name, query).catch(() => undefined);
  }

  #later(name: string, query: Query): void {
    if (this.#timers.has(name) || this.#filling.has(name)) return;
    const write = async () => {
      this.#timers.delete(name);
      const { data, dataUpdatedAt } = query.state;
      const owner = this.#owner;
      if (owner === null || isEmpty(data)) return;
      if (keptOwner() !== owner && !noteKeptOwner(owner)) return;
      // A poll that came with a list has no age of its own.
      await putKept(name, owner, firstPages(data), dataUpdatedAt || Date.now());
      // Signed out during the write.
      if (this.#owner !== owner) await clearKept();
      else if (name.startsWith('poll:')) await trimKept('poll:', POLLS_MAX);
    };
    this.#timers.set(
      name,
      setTimeout(() => void write().catch(() => undefined), WRITE_EVERY_MS),
    );
  }

  async #fill(name: string, query: Query): Promise<void> {
    const owner = this.#owner;
    if (owner === null || this.#filling.has(name)) return;
    this.#filling.add(name);
    try {
      const kept = await getKept(name, owner);
      if (kept && this.#owner === owner && query.state.data === undefined)
        this.#client.setQueryData(query.queryKey, kept.data, { updatedAt: kept.savedAt });
    } finally {
      this.#filling.delete(name);
    }
  }
}
