import { Inject, Injectable, Logger, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { authRpc, SESSION_REVOKED_SUBJECT, SessionRevoked } from '@inkling/contracts';
import { CONFIG, LiveBus, Nats, RpcClient } from '@inkling/platform';
import type { GatewayConfig } from '../config.js';

/** How often auth's list is read: a live message is lost while NATS is away. */
const REFRESH_MS = 60_000;
const RETRY_MS = 500;
const SKEW_MS = 120_000;

/**
 * Sessions that ended before their access tokens expired. Auth's live messages and its list fill this set; an entry is
 * removed once the session's last token has expired.
 */
@Injectable()
export class RevokedSessions implements OnApplicationBootstrap, OnModuleDestroy {
  readonly #logger = new Logger(RevokedSessions.name);
  readonly #until = new Map<string, number>();
  readonly #listeners = new Set<(sessionId: string) => void>();
  readonly #keepMs: number;
  #stopListening: (() => void) | undefined;
  #timer: NodeJS.Timeout | undefined;
  #loaded = false;
  #ended = false;

  constructor(
    private readonly bus: LiveBus,
    private readonly rpc: RpcClient,
    private readonly nats: Nats,
    @Inject(CONFIG) config: GatewayConfig,
  ) {
    this.#keepMs = config.AUTH_ACCESS_TOKEN_SECONDS * 1_000 + SKEW_MS;
  }

  /** True once auth's list has been read; until then a revoked session could be accepted. */
  get loaded(): boolean {
    return this.#loaded;
  }

  has(sessionId: string): boolean {
    return this.#until.has(sessionId);
  }

  /** Calls `listener` with the id of every session when it is revoked. */
  onRevoked(listener: (sessionId: string) => void): void {
    this.#listeners.add(listener);
  }

  onApplicationBootstrap(): void {
    this.#stopListening = this.bus.subscribe(SESSION_REVOKED_SUBJECT, (payload) => this.#take(payload));
    this.nats.onReconnect(() => {
      clearTimeout(this.#timer);
      void this.#load();
    });
    void this.#load();
  }

  onModuleDestroy(): void {
    this.#ended = true;
    this.#stopListening?.();
    clearTimeout(this.#timer);
  }

  #take(payload: Uint8Array): void {
    const message = SessionRevoked.safeParse(JSON.parse(Buffer.from(payload).toString()));
    if (message.success) this.#add(message.data.sessionId, Date.now() + this.#keepMs);
  }

  #add(sessionId: string, until: number): void {
    const known = this.#until.has(sessionId);
    this.#until.set(sessionId, until);
    if (!known) for (const listener of this.#listeners) listener(sessionId);
  }

  async #load(): Promise<void> {
    let delay = REFRESH_MS;
    try {
      const { sessionIds } = await this.rpc.call(authRpc.revokedSessions, {});
      const now = Date.now();
      for (const [id, until] of this.#until) if (until < now) this.#until.delete(id);
      for (const id of sessionIds) this.#add(id, now + this.#keepMs);
      this.#loaded = true;
    } catch {
      delay = RETRY_MS;
      if (this.#loaded) this.#logger.warn('Auth does not answer; its list of revoked sessions may be old');
    }
    if (this.#ended) return;
    this.#timer = setTimeout(() => void this.#load(), delay);
    this.#timer.unref();
  }
}
