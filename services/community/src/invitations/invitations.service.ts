import { Injectable, type BeforeApplicationShutdown, type OnApplicationBootstrap } from '@nestjs/common';
import { authRpc, type Invitation, type InvitationBody, type OwnInvitations } from '@inkling/contracts';
import { ApiError, Database, PeriodicTask, RpcClient, lockIds } from '@inkling/platform';
import { Log } from '../log/log.js';
import { SettingsService } from '../settings/settings.service.js';
import type { Tables } from '../tables.js';
import { newCode } from './invitation-code.js';
import { InvitationsRepository, invitationView } from './invitations.repository.js';

/** A sign-up that reserved a place longer ago has ended; auth gives up after a minute. */
const DECIDED_MS = 10 * 60_000;
const SWEEP_MS = 60_000;
const BATCH = 500;
const OWN_MAX = 200;

interface Maker {
  readonly userId: number;
  readonly administrator: boolean;
}

/** Invitations (docs/product.md#who-may-join, ADR 34). */
@Injectable()
export class InvitationsService implements OnApplicationBootstrap, BeforeApplicationShutdown {
  readonly #sweep: PeriodicTask;

  constructor(
    private readonly database: Database<Tables>,
    private readonly repository: InvitationsRepository,
    private readonly settings: SettingsService,
    private readonly log: Log,
    private readonly rpc: RpcClient,
  ) {
    this.#sweep = new PeriodicTask({
      name: 'Settling reserved places of invitations',
      everyMs: SWEEP_MS,
      run: () => this.settleUndecided(DECIDED_MS),
    });
  }

  onApplicationBootstrap(): void {
    this.#sweep.start();
  }

  beforeApplicationShutdown(): Promise<void> {
    return this.#sweep.stop();
  }

  /**
   * Makes an invitation; `maker` is null for the operator's command.
   * @throws ApiError `may-not-invite` where only administrators invite, `too-many-invitations`
   */
  async invite({ uses, days }: InvitationBody, maker: Maker | null): Promise<Invitation> {
    const member = maker && !maker.administrator ? maker.userId : undefined;
    const allowed = member === undefined ? undefined : await this.#allowed();
    if (allowed === 0) throw new ApiError('may-not-invite');
    const row = await this.database.transaction(async (tx) => {
      if (member !== undefined && allowed !== undefined) {
        // Two invitations at the same moment count one after the other.
        await lockIds(tx, 'invitations', [member]);
        if ((await this.repository.promised(tx.kysely, member)) + uses > allowed)
          throw new ApiError('too-many-invitations');
      }
      return this.repository.insert(tx, {
        code: newCode(),
        makerId: maker?.userId ?? null,
        fromOperator: member === undefined,
        uses,
        days,
      });
    });
    return invitationView({ ...row, used: 0 });
  }

  async own({ userId, administrator }: Maker): Promise<OwnInvitations> {
    const rows = await this.repository.list({ makerId: userId, limit: OWN_MAX });
    const invitations = rows.map(invitationView);
    if (administrator) return { invitations, left: null };
    const promised = await this.repository.promised(this.database.kysely, userId);
    return { invitations, left: Math.max(0, (await this.#allowed()) - promised) };
  }

  async all() {
    const rows = await this.repository.list({ limit: OWN_MAX });
    return { invitations: rows.map((row) => ({ ...invitationView(row), makerId: row.maker_id })) };
  }

  /** Ends an own invitation; an administrator ends any. Throws `invitation-not-found`. */
  async withdraw(invitationId: number, { userId, administrator }: Maker): Promise<void> {
    await this.database.transaction(async (tx) => {
      const found = await this.repository.withdraw(tx, invitationId, administrator ? undefined : userId);
      if (!found) throw new ApiError('invitation-not-found');
      if (!found.changed || found.makerId === userId) return;
      await this.log.append(tx, {
        by: userId,
        what: 'invitation-revoked',
        ...(found.makerId === null ? {} : { personId: found.makerId }),
      });
    });
  }

  /** Throws `invitation-not-found`, `invitation-used-up`, `invitation-ended`. */
  async preview(code: string) {
    const found = await this.repository.byCode(code);
    if (!found || (!found.from_operator && (await this.#closed()))) throw new ApiError('invitation-not-found');
    if (found.ended) throw new ApiError('invitation-ended');
    if (found.used >= found.uses) throw new ApiError('invitation-used-up');
    const { uses, used, until, maker_id: makerId } = found;
    return { makerId, uses, left: uses - used, until: until?.toISOString() ?? null };
  }

  /**
   * Reserves a place. The row of the invitation is locked, so a code for one never lets in two. Throws as `preview`
   * does.
   */
  async redeem({ code, key, operatorOnly }: { code: string; key: string; operatorOnly: boolean }): Promise<void> {
    await this.database.transaction(async (tx) => {
      const found = await this.repository.lockByCode(tx, code);
      if (!found || (operatorOnly && !found.from_operator)) throw new ApiError('invitation-not-found');
      if ((await this.repository.placeOf(tx, key)) === found.id) return;
      if (found.ended) throw new ApiError('invitation-ended');
      if ((await this.repository.used(tx, found.id)) >= found.uses) throw new ApiError('invitation-used-up');
      await this.repository.reserve(tx, found.id, key);
    });
  }

  /** How a sign-up with a reserved place ended. */
  settle(key: string, userId: number | null): Promise<void> {
    return userId === null ? this.repository.giveBack([key]) : this.repository.take(key, userId);
  }

  /** Asks auth about places whose sign-up was not reported. They stay reserved while auth is away. */
  async settleUndecided(afterMs: number): Promise<void> {
    const keys = await this.repository.undecided(afterMs, BATCH);
    if (keys.length === 0) return;
    const { accounts } = await this.rpc.call(authRpc.invited, { keys });
    for (const { key, userId } of accounts) await this.repository.take(key, userId);
    const taken = new Set(accounts.map(({ key }) => key));
    await this.repository.giveBack(keys.filter((key) => !taken.has(key)));
  }

  /** While sign-up is closed, only invitations of administrators count. */
  async #closed(): Promise<boolean> {
    return (await this.settings.read()).settings.signUp.mode === 'closed';
  }

  async #allowed(): Promise<number> {
    return (await this.settings.read()).settings.invitationsPerPerson;
  }
}
