import { Injectable } from '@nestjs/common';
import { roleChanged, signedOutByAdministrator, type EventData, type Role } from '@inkling/contracts';
import { OnEvent, type Transaction } from '@inkling/platform';
import { Log } from '../log/log.js';
import type { Tables } from '../tables.js';

const RANKS: readonly Role[] = ['member', 'moderator', 'administrator'];

/** Writes the log entries for changes that auth makes. */
@Injectable()
export class PeopleEvents {
  constructor(private readonly log: Log) {}

  @OnEvent(roleChanged)
  async onRoleChanged(change: EventData<typeof roleChanged>, tx: Transaction<Tables>): Promise<void> {
    const { userId, role, before, byId } = change;
    const what = RANKS.indexOf(role) > RANKS.indexOf(before) ? 'role-granted' : 'role-taken';
    await this.log.append(tx, { by: byId ?? 'operator', personId: userId, what, details: { role, before } });
  }

  @OnEvent(signedOutByAdministrator)
  onSignedOut({ userId, byId }: EventData<typeof signedOutByAdministrator>, tx: Transaction<Tables>): Promise<void> {
    return this.log.append(tx, { by: byId ?? 'operator', personId: userId, what: 'sessions-ended' });
  }
}
