import { Injectable } from '@nestjs/common';
import type { ViewerActions } from '@inkling/contracts';
import { Database } from '@inkling/platform';
import { LIKED, SAVED, VIEWER_FIELDS, type ViewerFieldsRow } from './feed.sql.js';

/** What a viewer has done, by poll id; untouched polls are absent. */
export type ActionsByPoll = ReadonlyMap<number, ViewerActions>;

const NONE: ActionsByPoll = new Map();
/** Viewers in one statement. */
const BATCH_MAX = 500;

interface Group {
  readonly pollIds: readonly number[];
  readonly viewers: Map<number, { resolve(actions: ActionsByPoll): void; reject(error: unknown): void }[]>;
}

/**
 * Looks up what viewers have done with the polls of one page. Look-ups that arrive while one is under way share the
 * next statement.
 */
@Injectable()
export class ViewerFieldsLookup {
  readonly #groups = new Map<string, Group>();
  #busy = false;

  constructor(private readonly database: Database) {}

  /** @param pollIds of a page; equal lists share a statement */
  find(viewerId: number, pollIds: readonly number[]): Promise<ActionsByPoll> {
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
      const actions = await this.#read(
        group.pollIds,
        viewers.map(([viewerId]) => viewerId),
      );
      for (const [viewerId, waiting] of viewers)
        for (const waiter of waiting) waiter.resolve(actions.get(viewerId) ?? NONE);
    } catch (error) {
      for (const [, waiting] of viewers) for (const waiter of waiting) waiter.reject(error);
    }
  }

  async #read(
    pollIds: readonly number[],
    viewerIds: readonly number[],
  ): Promise<Map<number, Map<number, ViewerActions>>> {
    const rows = await this.database.query<ViewerFieldsRow>({
      name: 'viewer-flags',
      text: VIEWER_FIELDS,
      values: [`{${pollIds.join(',')}}`, `{${viewerIds.join(',')}}`],
    });
    const found = new Map<number, Map<number, ViewerActions>>();
    for (const { user_id, poll_id, mark } of rows) {
      const viewerId = Number(user_id);
      const pollId = Number(poll_id);
      let byPoll = found.get(viewerId);
      if (!byPoll) found.set(viewerId, (byPoll = new Map()));
      const actions = byPoll.get(pollId) ?? { vote: null, liked: false, saved: false };
      byPoll.set(pollId, {
        vote: mark >= 0 ? mark : actions.vote,
        liked: actions.liked || mark === LIKED,
        saved: actions.saved || mark === SAVED,
      });
    }
    return found;
  }
}
