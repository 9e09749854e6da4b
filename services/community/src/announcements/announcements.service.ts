import { Injectable } from '@nestjs/common';
import type { Announcement, AnnouncementBody } from '@inkling/contracts';
import { ApiError, Database, RIGHT_NOW } from '@inkling/platform';
import { sql, type Selectable } from 'kysely';
import { Log } from '../log/log.js';
import { InstanceChanges } from '../settings/instance-changes.js';
import type { Tables } from '../tables.js';

/** Announcements that a list shows. */
const LIST_MAX = 50;
const ENDED = sql<boolean>`(ends_at is not null and ends_at <= clock_timestamp())`;

const asAnnouncement = (row: Selectable<Tables['announcements']>): Announcement => ({
  id: row.id,
  title: row.title,
  text: row.text,
  level: row.level,
  from: row.starts_at.toISOString(),
  until: row.ends_at?.toISOString() ?? null,
});

/** What the operator announces to everyone (docs/product.md#announcements). */
@Injectable()
export class AnnouncementsService {
  constructor(
    private readonly database: Database<Tables>,
    private readonly log: Log,
    private readonly changes: InstanceChanges,
  ) {}

  /** Those that have not ended, the latest beginning first; with `ended` also the latest that have. */
  async list({ ended }: { ended: boolean }): Promise<Announcement[]> {
    const rows = await this.database.kysely
      .selectFrom('announcements')
      .selectAll()
      .$if(!ended, (query) => query.where((eb) => eb.not(ENDED)))
      .orderBy(ENDED)
      .orderBy('starts_at', 'desc')
      .orderBy('id', 'desc')
      .limit(LIST_MAX)
      .execute();
    return rows.map(asAnnouncement);
  }

  /** @param actorId null for the admin command */
  async announce({ title, text, level, from, until }: AnnouncementBody, actorId: number | null): Promise<Announcement> {
    const announced = await this.database.transaction(async (tx) => {
      const row = await tx.kysely
        .insertInto('announcements')
        .values({
          title,
          text,
          level,
          ...(from !== null && { starts_at: new Date(from) }),
          ends_at: until === null ? null : new Date(until),
          announced_by: actorId,
        })
        .returningAll()
        .executeTakeFirstOrThrow();
      await this.log.append(tx, {
        by: actorId ?? 'operator',
        what: 'announcement-published',
        details: { announcement: row.id, title, text, level, from: row.starts_at.toISOString(), until },
      });
      return asAnnouncement(row);
    });
    this.changes.announce();
    return announced;
  }

  /**
   * Ends an announcement now. One that has ended stays as it is; one that has not begun ends as it begins.
   * @throws ApiError `announcement-not-found`
   */
  async end(id: number, actorId: number | null): Promise<void> {
    await this.database.transaction(async (tx) => {
      const row = await tx.kysely
        .selectFrom('announcements')
        .select(['title', ENDED.as('ended')])
        .where('id', '=', id)
        .forUpdate()
        .executeTakeFirst();
      if (!row) throw new ApiError('announcement-not-found');
      if (row.ended) return;
      await tx.kysely.updateTable('announcements').set({ ends_at: RIGHT_NOW }).where('id', '=', id).execute();
      await this.log.append(tx, {
        by: actorId ?? 'operator',
        what: 'announcement-ended',
        details: { announcement: id, title: row.title },
      });
    });
    this.changes.announce();
  }
}
