import { Inject, Injectable } from '@nestjs/common';
import { CONFIG, Database, PeriodicWorker, deleteInBatches, type Expired } from '@inkling/platform';
import { AuthConfig } from './config.js';
import type { Tables } from './tables.js';

/** Bounds of one run per kind of row, so that a run after a long pause does not hold the database. */
const BOUNDS = { batch: 1_000, batches: 20 };

/** Deletes expired rows periodically. Sessions take their refresh tokens with them. */
@Injectable()
export class ExpiredRows extends PeriodicWorker {
  readonly #kinds: readonly Expired[];

  constructor(
    @Inject(CONFIG) config: AuthConfig,
    private readonly database: Database<Tables>,
  ) {
    super({ name: 'Removing expired rows', everyMs: config.AUTH_SWEEP_SECONDS * 1000 });
    this.#kinds = [
      { table: 'refresh_tokens', where: 'expires_at < now()' },
      { table: 'sessions', where: `revoked_at < now() - interval '1 day'` },
      // Sessions whose last token has expired.
      {
        table: 'sessions',
        where: `last_used_at < now() - $1::float8 * interval '1 second'
                and not exists (select from refresh_tokens where session_id = sessions.id)`,
        values: [config.AUTH_REFRESH_TOKEN_SECONDS],
      },
      { table: 'rate_limits', where: 'expire < extract(epoch from now()) * 1000' },
      // Until then, an expired token is answered as expired and not as unknown.
      { table: 'action_tokens', where: `expires_at < now() - interval '30 days'` },
      { table: 'passkey_challenges', where: 'expires_at < now()' },
      { table: 'used_work', where: 'expires_at < now()' },
      // As with the tokens of other mailed links.
      { table: 'email_changes', where: `expires_at < now() - interval '30 days'` },
      { table: 'former_emails', where: `expires_at < now() - interval '30 days'` },
      { table: 'known_places', where: 'expires_at < now()' },
      // Secrets that no code has confirmed.
      { table: 'one_time_codes', where: `confirmed_at is null and created_at < now() - interval '1 hour'` },
      { table: 'held_usernames', where: 'held_until < now()' },
      { table: 'exports', where: `status = 'removed' and requested_at < now() - interval '30 days'` },
    ];
  }

  protected async work(stopping: AbortSignal): Promise<void> {
    for (const kind of this.#kinds) await deleteInBatches(this.database, { ...kind, ...BOUNDS, stopping });
  }
}
