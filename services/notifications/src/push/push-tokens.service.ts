import { createHash } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { ApiError, CONFIG, Database, OnEvent, type RpcRequestOf, type Transaction } from '@inkling/platform';
import { WEB_PUSH_TOKEN_PREFIX, sessionsEnded, type EventData, type notificationsRpc } from '@inkling/contracts';
import type { PushConfig } from './push-config.js';
import { PUSH_SENDERS, type PushSender, type PushSenders } from './push-sender.js';
import { PushTokensRepository } from './push-tokens.repository.js';

/** Devices of one user; the one unused for longest gives way. */
const TOKENS_PER_USER = 20;

const hashOf = (identity: string): Buffer => createHash('sha256').update(identity).digest();

type Registration = RpcRequestOf<typeof notificationsRpc.registerToken>;

/** Which devices a user is reached on (spec 7, notification tokens). */
@Injectable()
export class PushTokensService {
  constructor(
    private readonly database: Database,
    private readonly repository: PushTokensRepository,
    @Inject(PUSH_SENDERS) private readonly senders: PushSenders,
    @Inject(CONFIG) private readonly config: PushConfig,
  ) {}

  /**
   * @throws ApiError `push-unavailable` where this kind of token cannot be sent to, `invalid-request` where none could
   */
  async register({ userId, sessionId, token, deviceType }: Registration): Promise<void> {
    const sender = this.#senderOf(token);
    if (!sender) throw new ApiError('push-unavailable');
    const hash = hashOf(sender.identify(token));
    await this.database.transaction((tx) =>
      this.repository.save(tx, { userId, sessionId, sender: sender.name, token, hash, deviceType }, TOKENS_PER_USER),
    );
  }

  /** Whoever has signed a device out, from there or from elsewhere, does not want it to show what comes. */
  @OnEvent(sessionsEnded)
  async onSessionsEnded({ userId, sessionIds }: EventData<typeof sessionsEnded>, tx: Transaction): Promise<void> {
    await this.repository.endSessions(tx, userId, sessionIds);
  }

  /** Does nothing for a token that is unknown or another user's. */
  async unregister(userId: number, token: string): Promise<void> {
    await this.repository.remove(userId, hashOf(this.#identityOf(token)));
  }

  features(): { push: boolean; pushKey: string | null } {
    return {
      push: this.senders.size > 0,
      pushKey: this.senders.has('web-push') ? (this.config.WEB_PUSH_PUBLIC_KEY ?? null) : null,
    };
  }

  #senderOf(token: string): PushSender | undefined {
    return this.senders.get(token.startsWith(WEB_PUSH_TOKEN_PREFIX) ? 'web-push' : 'fcm');
  }

  #identityOf(token: string): string {
    try {
      return this.#senderOf(token)?.identify(token) ?? token;
    } catch {
      return token;
    }
  }
}
