import { setTimeout as sleep } from 'node:timers/promises';
import { Inject, Injectable, Logger, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { authRpc, SESSION_REVOKED_SUBJECT, SessionRevoked, RIGHTS_SUBJECT, RightsChanged } from '@inkling/contracts';
import { CONFIG, LiveBus, Nats, PeriodicTask, RpcClient } from '@inkling/platform';
import type { GatewayConfig } from '../config.js';
import type { Viewer } from './viewer.js';

/** How often auth's list is read: a live message is lost while NATS is away. */
const REFRESH_MS = 60_000;
const RETRY_MS = 500;
const SKEW_MS = 120_000;

/**
 * Sessions that ended before their access tokens expired, and users whose older tokens carry outdated rights.
 * Auth's live messages and its list fill both; an entry is removed once the last such token has expired.
 */
@Injectable()
export class RevokedSessions implements OnApplicationBootstrap, OnModuleDestroy {
  readonly #logger = new Logger(RevokedSessions.name);
  readonly #until = new Map<string, number>();
  /** The version of rights that tokens of a user must know at least. */
  readonly #rights = new Map<number, { rightsVersion: number; until: number }>();
  readonly #listeners = new Set<(sessionId: string) => void>();
  readonly #suspensionListeners = new Set<(userId: number) => void>();
  readonly #keepMs: number;
  #stopListening: (() => void)[] = [];
  readonly #task = new PeriodicTask({
    name: "Reading auth's list of revoked sessions",
    everyMs: REFRESH_MS,
    run: (stopping) => this.#load(stopping),
  });
  #loaded = false;

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

  /** Whether the token is older than the last change of its user's role or suspension. */
  isOutdated({ userId, rightsVersion = 0 }: Pick<Viewer, 'userId' | 'rightsVersion'>): boolean {
    const known = this.#rights.get(userId);
    return known !== undefined && rightsVersion < known.rightsVersion;
  }

  /** Calls `listener` with the id of every user whose account is suspended. */
  onSuspended(listener: (userId: number) => void): void {
    this.#suspensionListeners.add(listener);
  }

  /** Calls `listener` with the id of every session when it is revoked. */
  onRevoked(listener: (sessionId: string) => void): void {
    this.#listeners.add(listener);
  }

  onApplicationBootstrap(): void {
    this.#stopListening = [
      this.bus.subscribe(SESSION_REVOKED_SUBJECT, (payload) => this.#take(payload)),
      this.bus.subscribe(RIGHTS_SUBJECT, (payload) => this.#takeRights(payload)),
    ];
    this.nats.onReconnect(() => void this.#task.run());
    void this.#task.run();
    this.#task.start();
  }

  onModuleDestroy(): void {
    for (const stop of this.#stopListening) stop();
    // A call to auth that is under way must not delay the shutdown.
    void this.#task.stop();
  }

  #take(payload: Uint8Array): void {
    const message = SessionRevoked.safeParse(JSON.parse(Buffer.from(payload).toString()));
    if (message.success) this.#add(message.data.sessionId, Date.now() + this.#keepMs);
  }

  #takeRights(payload: Uint8Array): void {
    const message = RightsChanged.safeParse(JSON.parse(Buffer.from(payload).toString()));
    if (message.success) this.#addRights(message.data, Date.now() + this.#keepMs);
  }

  #addRights({ userId, rightsVersion, suspended }: RightsChanged, until: number): void {
    const known = this.#rights.get(userId)?.rightsVersion ?? 0;
    if (rightsVersion < known) return;
    this.#rights.set(userId, { rightsVersion, until });
    if (suspended && rightsVersion > known) for (const listener of this.#suspensionListeners) listener(userId);
  }

  #add(sessionId: string, until: number): void {
    const known = this.#until.has(sessionId);
    this.#until.set(sessionId, until);
    if (!known) for (const listener of this.#listeners) listener(sessionId);
  }

  /** Reads the list, again and again until auth answers. */
  async #load(stopping: AbortSignal): Promise<void> {
    while (!stopping.aborted) {
      try {
        const { sessionIds, rights } = await this.rpc.call(authRpc.revokedSessions, {});
        const now = Date.now();
        for (const [id, { until }] of this.#rights) if (until < now) this.#rights.delete(id);
        for (const each of rights) this.#addRights(each, now + this.#keepMs);
        for (const [id, until] of this.#until) if (until < now) this.#until.delete(id);
        for (const id of sessionIds) this.#add(id, now + this.#keepMs);
        this.#loaded = true;
        return;
      } catch {
        if (this.#loaded) this.#logger.warn('Auth does not answer; its list of revoked sessions may be old');
        await sleep(RETRY_MS, undefined, { ref: false });
      }
    }
  }
}
