import { Injectable } from '@nestjs/common';
import { mutedWordsTest } from '@inkling/contracts';
import { Database } from '@inkling/platform';
import type { Tables } from '../tables.js';

/** What one viewer does not want to see, or must not. */
export interface ViewerFilter {
  /** Users whose polls and comments do not show. */
  readonly hiddenIds: ReadonlySet<number>;
  /** Tells whether a text contains a muted word; undefined without muted words. */
  readonly mutes: ((text: string) => boolean) | undefined;
}

/** Reads the filters of viewers who have one. */
@Injectable()
export class ViewerFilters {
  constructor(private readonly database: Database<Tables>) {}

  /** @param userIds those who may be hidden */
  async of(viewerIds: readonly number[], userIds: readonly number[]): Promise<Map<number, ViewerFilter>> {
    if (viewerIds.length === 0) return new Map();
    const { kysely } = this.database;
    const [hidden, filters] = await Promise.all([
      kysely
        .selectFrom('hidden_users')
        .select(['viewer_id', 'user_id'])
        .where('viewer_id', 'in', viewerIds)
        .where('user_id', 'in', [0, ...userIds])
        .where((eb) => eb.or([eb('blocks', '=', true), eb('blocked_by', '=', true), eb('mutes', '=', true)]))
        .execute(),
      kysely
        .selectFrom('viewer_filters')
        .select(['viewer_id', 'muted_words'])
        .where('viewer_id', 'in', viewerIds)
        .where('active', '=', true)
        .execute(),
    ]);
    const hiddenFrom = Map.groupBy(hidden, (row) => row.viewer_id);
    return new Map(
      filters.map(({ viewer_id, muted_words }) => [
        viewer_id,
        {
          hiddenIds: new Set(hiddenFrom.get(viewer_id)?.map((row) => row.user_id)),
          mutes: mutedWordsTest(muted_words),
        },
      ]),
    );
  }
}
