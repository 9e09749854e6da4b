import { Injectable } from '@nestjs/common';
import {
  DEFAULT_SETTINGS,
  askingRefusal,
  settingsChanged,
  type AskingRefusal,
  type EventData,
  type InstanceSettings,
} from '@inkling/contracts';
import { ApiError, Database, OnEvent, readSettings, storeSettings, type Transaction } from '@inkling/platform';
import { AuthorProjection } from '../authors/author-projection.js';
import type { Tables } from '../tables.js';

const instant = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' });

/** Who may ask polls (docs/product.md#who-may-ask), by a copy of the operator's setting. */
@Injectable()
export class AskingRule {
  constructor(
    private readonly database: Database<Tables>,
    private readonly authors: AuthorProjection,
  ) {}

  @OnEvent(settingsChanged)
  onChanged(changed: EventData<typeof settingsChanged>, tx: Transaction<Tables>): Promise<void> {
    return storeSettings(tx, changed);
  }

  /**
   * Passes a person who may ask; the author's row must be there. Before a refusal auth is asked, since the event of a
   * confirmed address may be on its way.
   * @throws ApiError `ask-needs-email`; `ask-needs-age` with the instant `from`; `unavailable` when only auth could
   *   tell and it is away
   */
  async check(userId: number): Promise<void> {
    const { whoMayAsk } = (await readSettings(this.database)) ?? DEFAULT_SETTINGS;
    if (whoMayAsk.kind === 'anyone') return;
    const known = await this.#refusal(whoMayAsk, userId);
    if (known === undefined) return;
    if (known !== 'unknown' && known.code === 'ask-needs-age') throw refused(known);
    await this.authors.refresh(userId);
    const now = await this.#refusal(whoMayAsk, userId);
    if (now === 'unknown') throw new ApiError('unavailable');
    if (now) throw refused(now);
  }

  async #refusal(rule: InstanceSettings['whoMayAsk'], userId: number): Promise<AskingRefusal | 'unknown' | undefined> {
    const asker = await this.authors.asker(userId);
    if (!asker || (rule.kind === 'older-than' && asker.joinedAt === null)) return 'unknown';
    const { emailVerified, joinedAt, now } = asker;
    return askingRefusal(rule, { emailVerified, createdAt: (joinedAt ?? now).toISOString() }, now.getTime());
  }
}

function refused(refusal: AskingRefusal): ApiError {
  if (refusal.code === 'ask-needs-email') return new ApiError(refusal.code);
  const { code, from } = refusal;
  const { message } = new ApiError(code);
  return new ApiError(code, {
    message: `${message} You can from ${instant.format(new Date(from))} UTC on.`,
    extra: { from },
  });
}
