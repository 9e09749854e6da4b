import { createHmac } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { CONFIG, Database, NOW, fromNow } from '@inkling/platform';
import type { MailRequest } from '@inkling/contracts';
import type { AccountEntity } from '../accounts/account.entity.js';
import { AccountsRepository } from '../accounts/accounts.repository.js';
import { AuthConfig } from '../config.js';
import { AccountMail } from '../mail/account-mail.js';
import type { Tables } from '../tables.js';
import { placeOf, type Place } from './place.js';

const timeOf = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' });

/**
 * Tells an account's owner of sign-ins from places that the account has not used lately. It runs after the answer, so
 * that no sign-in waits for it. A place is remembered once its mail was handed over: a crash before makes the next
 * sign-in from there mail again.
 */
@Injectable()
export class KnownPlaces {
  readonly #key: Buffer;

  constructor(
    @Inject(CONFIG) private readonly config: AuthConfig,
    private readonly database: Database<Tables>,
    private readonly accounts: AccountsRepository,
    private readonly mail: AccountMail,
  ) {
    this.#key = createHmac('sha256', config.SESSION_SECRET).update('places of sign-ins').digest();
  }

  /** Remembers where an account was created, which is no news. */
  signedUp(accountId: number, client: { ip: string; userAgent: string }): void {
    const place = placeOf(client);
    this.mail.sendLater(async () => {
      await this.#remember(accountId, place);
      return undefined;
    });
  }

  /** Mails the owner if the place is new and the address is confirmed. */
  signedIn(accountId: number, client: { ip: string; userAgent: string }): void {
    const place = placeOf(client);
    const at = new Date();
    this.mail.sendLater(
      async () => {
        if (await this.#isKnown(accountId, place)) return undefined;
        const account = await this.accounts.find(accountId);
        if (!account) return undefined;
        // An address that is not confirmed may be a stranger's.
        if (!account.emailVerified) {
          await this.#remember(accountId, place);
          return undefined;
        }
        // Without a limit on mails, which requests of others could use up: sign-ins of an account are limited.
        return this.#notice(account, place, at);
      },
      () => this.#remember(accountId, place),
    );
  }

  #notice({ email, name }: AccountEntity, { browser, network }: Place, at: Date): MailRequest {
    return {
      template: 'new-sign-in',
      to: email,
      name,
      link: `${this.config.PUBLIC_ORIGIN}/settings#sessions`,
      facts: [`Time: ${timeOf.format(at)} UTC`, `Browser: ${browser}`, `Network: ${network}`],
    };
  }

  /** Whether the account has used the place lately, which then counts from now on. */
  async #isKnown(accountId: number, place: Place): Promise<boolean> {
    const { numUpdatedRows } = await this.database.kysely
      .updateTable('known_places')
      .set({ expires_at: this.#expiry() })
      .where('account_id', '=', accountId)
      .where('place_hash', '=', this.#hash(accountId, place))
      .where('expires_at', '>', NOW)
      .executeTakeFirstOrThrow();
    return numUpdatedRows > 0n;
  }

  async #remember(accountId: number, place: Place): Promise<void> {
    const expiry = { expires_at: this.#expiry() };
    await this.database.kysely
      .insertInto('known_places')
      .values({ account_id: accountId, place_hash: this.#hash(accountId, place), ...expiry })
      .onConflict((conflict) => conflict.columns(['account_id', 'place_hash']).doUpdateSet(expiry))
      .execute();
  }

  #expiry() {
    return fromNow(this.config.AUTH_KNOWN_PLACE_SECONDS * 1_000);
  }

  /** Differs between accounts, so that no two accounts show to have a place in common. */
  #hash(accountId: number, { browser, network }: Place): Buffer {
    return createHmac('sha256', this.#key).update(`${accountId}\n${browser}\n${network}`).digest();
  }
}
