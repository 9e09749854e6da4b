import { Inject, Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { authRpc, notificationsRpc } from '@inkling/contracts';
import { ApiError, CONFIG, RpcClient } from '@inkling/platform';
import type { GatewayConfig } from '../config.js';
import type { Viewer } from '../session/viewer.js';

/** Whether mail is set up changes only with a restart of notifications. */
const KEEP_MS = 60_000;
const ASK_AGAIN_MS = 1_000;

/**
 * Who may vote (docs/product.md#votes): where this server can send mail, only users with a verified email address,
 * because anyone can make up any number of addresses. The access token says who is verified, so most votes wait for
 * nothing.
 */
@Injectable()
export class VotingRule implements OnApplicationBootstrap, OnModuleDestroy {
  readonly #needed: boolean;
  /** Undefined until notifications has answered once. */
  #mail: boolean | undefined;
  #until = 0;
  #asking: Promise<void> | undefined;
  #timer: NodeJS.Timeout | undefined;
  #ended = false;

  constructor(
    private readonly rpc: RpcClient,
    @Inject(CONFIG) config: GatewayConfig,
  ) {
    this.#needed = config.VOTE_NEEDS_VERIFIED_EMAIL;
  }

  /** Asks before the first vote, so that notifications may be away when it comes. */
  onApplicationBootstrap(): void {
    if (this.#needed) void this.#learn();
  }

  onModuleDestroy(): void {
    this.#ended = true;
    clearTimeout(this.#timer);
  }

  /**
   * Undefined for viewers who may vote; a promise where another service has to be asked first.
   * @throws ApiError (by the promise) `email-unverified` 403; 503 while it is unknown whether mail is set up
   */
  check(viewer: Viewer): Promise<void> | undefined {
    if (viewer.verified || !this.#needed) return undefined;
    const known = this.#mail;
    if (Date.now() >= this.#until) this.#asking ??= this.#ask();
    return known === false ? undefined : this.#refuseUnverified(viewer);
  }

  async #refuseUnverified({ userId }: Viewer): Promise<void> {
    if (this.#mail === undefined) await this.#asking;
    if (this.#mail === undefined) throw new ApiError('unavailable');
    if (!this.#mail) return;
    // The address may have been verified after the token was issued, on another device.
    const { emailVerified } = await this.rpc.call(authRpc.account, { userId });
    if (!emailVerified) throw new ApiError('email-unverified');
  }

  async #learn(): Promise<void> {
    await (this.#asking ??= this.#ask());
    if (this.#mail !== undefined || this.#ended) return;
    this.#timer = setTimeout(() => void this.#learn(), ASK_AGAIN_MS);
    this.#timer.unref();
  }

  /** If notifications does not answer, the last answer stays. Never rejects. */
  async #ask(): Promise<void> {
    try {
      this.#mail = (await this.rpc.call(notificationsRpc.features, {})).mail;
      this.#until = Date.now() + KEEP_MS;
    } catch {
      // The next vote asks again.
    } finally {
      this.#asking = undefined;
    }
  }
}
