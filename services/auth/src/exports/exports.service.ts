import { Inject, Injectable } from '@nestjs/common';
import {
  EXPORT_PARTS,
  type ExportState,
  type ExportTrouble,
  type RpcRequest,
  type exportsRpc,
} from '@inkling/contracts';
import { ApiError, CONFIG, Database, backoffMs } from '@inkling/platform';
import { AccountsRepository } from '../accounts/accounts.repository.js';
import { AuthConfig } from '../config.js';
import { AccountMail } from '../mail/account-mail.js';
import type { Tables } from '../tables.js';
import { FreshProof, type ActingSession } from '../sensitive/fresh-proof.js';
import { ExportsRepository, type Claim, type StoredExport } from './exports.repository.js';

const DAY_MS = 24 * 3_600_000;

/** Exports of personal data: who may have one, when, and what becomes of its file (docs/product.md#export). */
@Injectable()
export class ExportsService {
  constructor(
    @Inject(CONFIG) private readonly config: AuthConfig,
    private readonly database: Database<Tables>,
    private readonly exports: ExportsRepository,
    private readonly accounts: AccountsRepository,
    private readonly mail: AccountMail,
    private readonly proof: FreshProof,
  ) {}

  /** @throws ApiError `proof-needed`; `too-many-requests` with `retryAfter` seconds */
  async request(session: ActingSession): Promise<ExportState> {
    const { userId } = session;
    return this.database.transaction(async (tx) => {
      await this.proof.assert(tx, session);
      const current = await this.exports.current(tx, userId, true);
      if (current?.state !== 'making') {
        const { count, retryAfter } = await this.exports.lately(tx, userId);
        if (count >= this.config.EXPORTS_PER_WEEK) throw new ApiError('too-many-requests', { extra: { retryAfter } });
        // Not one that another request has just begun.
        await this.exports.discard(tx, userId, ['ready', 'failed']);
        await this.exports.add(tx, userId);
      }
      return stateOf(await this.exports.current(tx, userId));
    });
  }

  async state(userId: number): Promise<ExportState> {
    return stateOf(await this.exports.current(this.database, userId));
  }

  async remove(userId: number): Promise<void> {
    await this.exports.discard(this.database, userId, ['making', 'ready', 'failed']);
  }

  /** @throws ApiError `proof-needed`, `export-not-found` */
  async file(session: ActingSession): Promise<{ key: string; requestedAt: string }> {
    return this.database.transaction(async (tx) => {
      await this.proof.assert(tx, session);
      const current = await this.exports.current(tx, session.userId);
      // The clean-up may be late.
      if (!current?.key || Date.parse(current.availableUntil ?? '') < Date.now())
        throw new ApiError('export-not-found');
      return { key: current.key, requestedAt: current.requestedAt };
    });
  }

  /** Stores that the file is ready, and mails its owner. */
  async finish({ counts, size, ...claim }: RpcRequest<typeof exportsRpc.finish>): Promise<boolean> {
    const accountId = await this.database.transaction((tx) =>
      this.exports.finish(tx, claim, {
        parts: [...EXPORT_PARTS],
        counts,
        size,
        keepMs: this.config.EXPORT_DAYS * DAY_MS,
      }),
    );
    if (accountId === undefined) return false;
    this.mail.sendLater(async () => {
      const account = await this.accounts.find(accountId);
      if (!account) return undefined;
      const { email: to, name } = account;
      return { template: 'export-ready', to, name, link: `${this.config.PUBLIC_ORIGIN}/settings` };
    });
    return true;
  }

  /** Another attempt follows, later each time. After a day the export has failed. */
  async fail(claim: Claim, trouble: ExportTrouble): Promise<void> {
    await this.database.transaction(async (tx) => {
      const found = await this.exports.attempt(tx, claim);
      if (!found) return;
      const delayMs = found.old
        ? this.config.EXPORT_DAYS * DAY_MS
        : backoffMs(found.attempts, this.config.EXPORT_RETRY_MS);
      await this.exports.fail(tx, claim, { status: found.old ? 'failed' : 'making', trouble, delayMs });
    });
  }
}

function stateOf(current: StoredExport | undefined): ExportState {
  if (!current) return { export: null };
  const { id: _id, key: _key, ...shown } = current;
  return { export: shown };
}
