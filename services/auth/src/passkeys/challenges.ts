import { Inject, Injectable } from '@nestjs/common';
import { CONFIG, Database, NOW, fromNow } from '@inkling/platform';
import { AuthConfig } from '../config.js';
import { hashOpaqueToken, newOpaqueToken } from '../opaque-token.js';
import type { Tables } from '../tables.js';
import type { ChallengePurpose } from './passkey.entities.js';

/** A challenge's use: its purpose, and the session that asked for it (none for a sign-in). */
export interface ChallengeUse {
  readonly purpose: ChallengePurpose;
  readonly sessionId: string | null;
}

/** Challenges for passkeys. They are kept here, so that each can be answered once, by whom it was made for. */
@Injectable()
export class Challenges {
  constructor(
    @Inject(CONFIG) private readonly config: AuthConfig,
    private readonly database: Database<Tables>,
  ) {}

  /** A new challenge, base64url. It expires after `AUTH_PASSKEY_CHALLENGE_SECONDS`. */
  async issue({ purpose, sessionId }: ChallengeUse): Promise<string> {
    const challenge = newOpaqueToken();
    await this.database.kysely
      .insertInto('passkey_challenges')
      .values({
        challenge_hash: hashOpaqueToken(challenge),
        purpose,
        session_id: sessionId,
        expires_at: fromNow(this.config.AUTH_PASSKEY_CHALLENGE_SECONDS * 1_000),
      })
      .execute();
    return challenge;
  }

  /**
   * Uses up a challenge, whatever its answer is worth; false if it is unknown, used, expired or was made for something
   * else.
   */
  async take(challenge: string, { purpose, sessionId }: ChallengeUse): Promise<boolean> {
    const { numDeletedRows } = await this.database.kysely
      .deleteFrom('passkey_challenges')
      .where('challenge_hash', '=', hashOpaqueToken(challenge))
      .where('purpose', '=', purpose)
      .where('session_id', sessionId === null ? 'is' : '=', sessionId)
      .where('expires_at', '>', NOW)
      .executeTakeFirstOrThrow();
    return numDeletedRows > 0n;
  }
}
