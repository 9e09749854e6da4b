import { Inject, Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { authRpc, notificationsRpc } from '@inkling/contracts';
import { ApiError, CONFIG, RpcClient } from '@inkling/platform';
import type { GatewayConfig } from '../config.js';
import type { Viewer } from '../session/viewer.js';

/** Whether mail is set up changes only with a restart of notifications. */
const KEEP_MS = 60_000;
const ASK_AGAIN_MS = 1_000;

/**
 * Who may vote: where this server can send mail, only people who have proved their address, since anyone can make up as
 * many addresses as they want votes. The access token says who has, so their votes wait for nothing.
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

  /** Learns it before the first vote needs it, so that notifications may be away by then. */
  onApplicationBootstrap(): void {
    if (this.#needed) void this.#learn();
  }

  onModuleDestroy(): void {
    this.#ended = true;
    clearTimeout(this.#timer);
  }

  /**
   * Undefined for those who may vote; a promise where somebody else has to be asked first.
   * @throws ApiError (the promise does) `email-unverified` 403; 503 while nobody knows whether mail is set up
   */
  check(viewer: Viewer): Promise<void> | undefined {
    if (viewer.verified || !this.#needed) return undefined;
    const known = this.#mail;
    if (Date.now() >= this.#until) this.#asking ??= this.#ask();
    return known === false ? undefined : this.#refuseUnproved(viewer);
  }

  async #refuseUnproved({ userId }: Viewer): Promise<void> {
    if (this.#mail === undefined) await this.#asking;
    if (this.#mail === undefined) throw new ApiError('unavailable');
    if (!this.#mail) return;
    // The proof may be younger than the token, and made on another device.
    const { emailVerified } = await this.rpc.call(authRpc.account, { userId });
    if (!emailVerified) throw new ApiError('email-unverified');
  }

  async #learn(): Promise<void> {
    await (this.#asking ??= this.#ask());
    if (this.#mail !== undefined || this.#ended) return;
    this.#timer = setTimeout(() => void this.#learn(), ASK_AGAIN_MS);
    this.#timer.unref();
  }

  /** Keeps what was known before where notifications does not answer; never rejects. */
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
