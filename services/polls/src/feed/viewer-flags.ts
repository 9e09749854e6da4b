import { Injectable } from '@nestjs/common';
import { Database } from '@inkling/platform';

/** What a viewer has done with a poll. */
export interface Flags {
  vote: number | null;
  liked: boolean;
  saved: boolean;
}

/** A viewer's flags by poll id; a poll that they have left alone is absent. */
export type ViewerFlags = ReadonlyMap<number, Flags>;

const NONE: ViewerFlags = new Map();
/** Viewers in one statement. */
const BATCH_MAX = 500;

const FLAGS = `
  select user_id, poll_id, option_index::int as mark from votes where poll_id = any($1::bigint[]) and user_id = any($2::bigint[])
  union all select user_id, poll_id, -1 from likes where poll_id = any($1::bigint[]) and user_id = any($2::bigint[])
  union all select user_id, poll_id, -2 from saves where poll_id = any($1::bigint[]) and user_id = any($2::bigint[])`;
const LIKED = -1;
const SAVED = -2;

interface Group {
  readonly pollIds: readonly number[];
  readonly viewers: Map<number, { resolve(flags: ViewerFlags): void; reject(error: unknown): void }[]>;
}

/**
 * Looks up what viewers have done with the polls of one page. Look-ups that come in while one is under way are asked
 * together by the next statement.
 */
@Injectable()
export class ViewerFlagsLookup {
  readonly #groups = new Map<string, Group>();
  #busy = false;

  constructor(private readonly database: Database) {}

  /** @param pollIds of a page; equal lists share a statement */
  find(viewerId: number, pollIds: readonly number[]): Promise<ViewerFlags> {
    if (pollIds.length === 0) return Promise.resolve(NONE);
    return new Promise((resolve, reject) => {
      const key = pollIds.join(',');
      let group = this.#groups.get(key);
      if (!group) this.#groups.set(key, (group = { pollIds, viewers: new Map() }));
      const waiting = group.viewers.get(viewerId);
      if (waiting) waiting.push({ resolve, reject });
      else group.viewers.set(viewerId, [{ resolve, reject }]);
      this.#wake();
    });
  }

  #wake(): void {
    if (this.#busy || this.#groups.size === 0) return;
    this.#busy = true;
    setImmediate(() => {
      void this.#run().finally(() => {
        this.#busy = false;
        this.#wake();
      });
    });
  }

  async #run(): Promise<void> {
    const [key, group] = this.#groups.entries().next().value!;
    this.#groups.delete(key);
    const viewers = [...group.viewers];
    const later = viewers.splice(BATCH_MAX);
    if (later.length > 0) this.#groups.set(key, { pollIds: group.pollIds, viewers: new Map(later) });
    try {
      const flags = await this.#read(
        group.pollIds,
        viewers.map(([viewerId]) => viewerId),
      );
      for (const [viewerId, waiting] of viewers)
        for (const waiter of waiting) waiter.resolve(flags.get(viewerId) ?? NONE);
    } catch (error) {
      for (const [, waiting] of viewers) for (const waiter of waiting) waiter.reject(error);
    }
  }

  async #read(pollIds: readonly number[], viewerIds: readonly number[]): Promise<Map<number, Map<number, Flags>>> {
    const rows = await this.database.query<{ user_id: string; poll_id: string; mark: number }>({
      name: 'viewer-flags',
      text: FLAGS,
      values: [`{${pollIds.join(',')}}`, `{${viewerIds.join(',')}}`],
    });
    const found = new Map<number, Map<number, Flags>>();
    for (const row of rows) {
      const viewerId = Number(row.user_id);
      const pollId = Number(row.poll_id);
      let own = found.get(viewerId);
      if (!own) found.set(viewerId, (own = new Map()));
      let flags = own.get(pollId);
      if (!flags) own.set(pollId, (flags = { vote: null, liked: false, saved: false }));
      if (row.mark === LIKED) flags.liked = true;
      else if (row.mark === SAVED) flags.saved = true;
      else flags.vote = row.mark;
    }
    return found;
  }
}
