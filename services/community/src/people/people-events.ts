import { Injectable } from '@nestjs/common';
import { roleChanged, signedOutByAdministrator, type EventData, type Role } from '@inkling/contracts';
import { OnEvent, purgedAmong, type Transaction } from '@inkling/platform';
import { Log } from '../log/log.js';
import type { Tables } from '../tables.js';

const RANKS: readonly Role[] = ['member', 'moderator', 'administrator'];

/** Writes the log entries for changes that auth makes. For commands of the operator, nobody is named. */
@Injectable()
export class PeopleEvents {
  constructor(private readonly log: Log) {}

  @OnEvent(roleChanged)
  async onRoleChanged(change: EventData<typeof roleChanged>, tx: Transaction<Tables>): Promise<void> {
    const { userId, role, before, byId } = change;
    const what = RANKS.indexOf(role) > RANKS.indexOf(before) ? 'role-granted' : 'role-taken';
    await this.#append(tx, { userId, byId, what, details: { role, before } });
  }

  @OnEvent(signedOutByAdministrator)
  onSignedOut({ userId, byId }: EventData<typeof signedOutByAdministrator>, tx: Transaction<Tables>): Promise<void> {
    return this.#append(tx, { userId, byId, what: 'sessions-ended', details: {} });
  }

  /** Ignores late events about people whose data was removed. */
  async #append(
    tx: Transaction<Tables>,
    entry: {
      userId: number;
      byId: number | null;
      what: 'role-granted' | 'role-taken' | 'sessions-ended';
      details: Readonly<Record<string, unknown>>;
    },
  ): Promise<void> {
    const { userId, byId, what, details } = entry;
    const gone = await purgedAmong(tx, byId === null ? [userId] : [userId, byId]);
    const about = gone.has(userId) ? {} : { personId: userId, details };
    await this.log.append(tx, { actorId: byId === null || gone.has(byId) ? null : byId, what, ...about });
  }
}
