import { Injectable } from '@nestjs/common';
import type { Overview } from '@inkling/contracts';
import { Database } from '@inkling/platform';
import { Staff } from '../acts/staff.js';
import { CaseList } from '../queue/case-list.js';
import type { Tables } from '../tables.js';
import { OVERVIEW_DAYS_OF, type OverviewDayRow } from './overview.sql.js';

/** The figures of the overview. */
@Injectable()
export class OverviewFigures {
  constructor(
    private readonly database: Database<Tables>,
    private readonly queue: CaseList,
    private readonly staff: Staff,
  ) {}

  /** @param days up to today, in UTC */
  async read(days: number, moderatorId: number): Promise<Overview> {
    const [rows, counts, staff, oldest] = await Promise.all([
      this.database.query<OverviewDayRow>({ text: OVERVIEW_DAYS_OF, values: [days] }),
      this.queue.counts(moderatorId),
      this.staff.count(),
      this.database.kysely
        .selectFrom('cases')
        .select('opened_at')
        .where('decided_at', 'is', null)
        .orderBy('id')
        .limit(1)
        .executeTakeFirst(),
    ]);
    return {
      days: rows.map(({ medianOfAll: _medianOfAll, ...day }) => day),
      now: {
        casesOpen: counts.all,
        flagged: counts.flagged,
        appeals: counts.appeals,
        oldestOpenAt: oldest?.opened_at.toISOString() ?? null,
        medianHours: rows[0]?.medianOfAll ?? null,
        staff,
      },
    };
  }
}
