import { createHash } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { ApiError, CONFIG, Database, OnEvent, type RpcRequestOf, type Transaction } from '@inkling/platform';
import { WEB_PUSH_TOKEN_PREFIX, sessionsEnded, type EventData, type notificationsRpc } from '@inkling/contracts';
import type { NotificationsConfig } from '../config.js';
import type { Tables } from '../tables.js';
import { PUSH_SENDERS, type PushSender, type PushSenders } from './push-sender.js';
import { PushTokensRepository } from './push-tokens.repository.js';

/** Devices that a user keeps; a further one replaces the least recently used. */
const TOKENS_PER_USER = 20;

const hashOf = (identity: string): Buffer => createHash('sha256').update(identity).digest();

type Registration = RpcRequestOf<typeof notificationsRpc.registerToken>;

/** Registers the devices that receive a user's pushes (docs/product.md#push). */
@Injectable()
export class PushTokensService {
  constructor(
    private readonly database: Database<Tables>,
    private readonly repository: PushTokensRepository,
    @Inject(PUSH_SENDERS) private readonly senders: PushSenders,
    @Inject(CONFIG) private readonly config: NotificationsConfig,
  ) {}

  /** @throws ApiError `push-unavailable` when no sender is configured for this kind of token; `invalid-request` */
  async register({ userId, sessionId, token, deviceType }: Registration): Promise<void> {
    const sender = this.#senderOf(token);
    if (!sender) throw new ApiError('push-unavailable');
    const hash = hashOf(sender.identify(token));
    await this.database.transaction((tx) =>
      this.repository.save(tx, { userId, sessionId, sender: sender.name, token, hash, deviceType }, TOKENS_PER_USER),
    );
  }

  /** A device whose session has ended, by signing out there or elsewhere, must not show further pushes. */
  @OnEvent(sessionsEnded)
  async onSessionsEnded(
    { userId, sessionIds }: EventData<typeof sessionsEnded>,
    tx: Transaction<Tables>,
  ): Promise<void> {
    await this.repository.endSessions(tx, userId, sessionIds);
  }

  /** Does nothing for an unknown token or another user's. */
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
