import { Injectable } from '@nestjs/common';
import { Database } from '@inkling/platform';
import type { Taste } from './recommender.js';
import { KNOWN, LIKED, type KnownRow, type LikedRow } from './taste.sql.js';

const present = (values: readonly (string | null)[]): Set<string> => new Set(values.filter((value) => value !== null));

/** What viewers like, read for several at once. It never leaves this service. */
@Injectable()
export class TasteRepository {
  constructor(private readonly database: Database) {}

  /**
   * Each viewer's taste.
   * @param pollIds the candidates, of which a viewer may know some
   */
  async of(viewerIds: readonly number[], pollIds: readonly number[]): Promise<Map<number, Taste>> {
    const viewers = `{${viewerIds.join(',')}}`;
    const [liked, known] = await Promise.all([
      this.database.query<LikedRow>({ name: 'taste-of-viewers', text: LIKED, values: [viewers] }),
      this.database.query<KnownRow>({
        name: 'taste-known',
        text: KNOWN,
        values: [`{${pollIds.join(',')}}`, viewers],
      }),
    ]);
    const knownBy = Map.groupBy(known, (row) => row.user_id);
    return new Map(
      liked.map((row) => {
        const viewerId = row.user_id;
        return [
          viewerId,
          {
            chosen: new Set(row.chosen),
            topics: present(row.liked.flatMap(({ topics }) => topics)),
            moods: present(row.liked.map(({ mood }) => mood)),
            contexts: present(row.liked.map(({ context }) => context)),
            known: new Set((knownBy.get(viewerId) ?? []).map((each) => each.poll_id)),
          },
        ];
      }),
    );
  }
}
