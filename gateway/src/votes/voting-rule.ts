import { setTimeout as sleep } from 'node:timers/promises';
import { Inject, Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { authRpc, notificationsRpc } from '@inkling/contracts';
import { ApiError, CONFIG, RpcClient, SharedRead } from '@inkling/platform';
import type { GatewayConfig } from '../config.js';
import type { Viewer } from '../session/viewer.js';

/** Whether mail is set up changes only with a restart of notifications. */
const CACHE_MS = 60_000;
const RETRY_MS = 1_000;

/**
 * Who may vote (docs/product.md#votes): where this server can send mail, only users with a verified email address,
 * because anyone can make up any number of addresses. The access token says who is verified, so most votes wait for
 * nothing.
 */
@Injectable()
export class VotingRule implements OnApplicationBootstrap, OnModuleDestroy {
  readonly #needed: boolean;
  readonly #mail = new SharedRead(() => this.#readMail(), CACHE_MS);
  /** The last answer: whether mail is set up. Undefined until notifications has answered once. */
  #known: boolean | undefined;
  #stopped = false;

  constructor(
    private readonly rpc: RpcClient,
    @Inject(CONFIG) config: GatewayConfig,
  ) {
    this.#needed = config.VOTE_NEEDS_VERIFIED_EMAIL;
  }

  /** Asks before the first vote, so that notifications may be away when it comes. */
  onApplicationBootstrap(): void {
    if (this.#needed) void this.#askUntilKnown();
  }

  onModuleDestroy(): void {
    this.#stopped = true;
  }

  /**
   * Undefined for viewers who may vote; a promise where another service has to be asked first.
   * @throws ApiError (by the promise) `email-unverified` 403; 503 while it is unknown whether mail is set up
   */
  check(viewer: Viewer): Promise<void> | undefined {
    if (viewer.verified || !this.#needed) return undefined;
    const known = this.#known;
    const asked = this.#ask();
    return known === false ? undefined : this.#refuseUnverified(viewer, asked);
  }

  async #refuseUnverified({ userId }: Viewer, asked: Promise<boolean | undefined>): Promise<void> {
    const mail = this.#known ?? (await asked);
    if (mail === undefined) throw new ApiError('unavailable');
    if (!mail) return;
    // The address may have been verified after the token was issued, on another device.
    const { emailVerified } = await this.rpc.call(authRpc.account, { userId });
    if (!emailVerified) throw new ApiError('email-unverified');
  }

  async #askUntilKnown(): Promise<void> {
    while (!this.#stopped && (await this.#ask()) === undefined) await sleep(RETRY_MS, undefined, { ref: false });
  }

  /** The last answer where notifications does not answer now. */
  #ask(): Promise<boolean | undefined> {
    return this.#mail.get().catch(() => this.#known);
  }

  async #readMail(): Promise<boolean> {
    const { mail } = await this.rpc.call(notificationsRpc.features, {});
    this.#known = mail;
    return mail;
  }
}
