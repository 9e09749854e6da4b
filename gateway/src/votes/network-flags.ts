import { Inject, Injectable, Logger, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { flagsRpc } from '@inkling/contracts';
import { CONFIG, PeriodicTask, RpcClient } from '@inkling/platform';
import type { GatewayConfig } from '../config.js';
import { TrustedProxies } from '../trusted-proxies.js';
import { NetworkCounts } from './network-counts.js';

const SWEEP_MS = 60_000;

/**
 * The operator's own network, and a proxy that is not trusted although it should be: both would look like one network
 * with everybody in it.
 */
const OWN_NETWORKS = TrustedProxies.parse('loopback,private')!;

/**
 * Points polls out to moderators on which many accounts of one network vote within minutes. Nothing else follows: no
 * vote is refused or lost (docs/product.md#reports-and-cases).
 */
@Injectable()
export class NetworkFlags implements OnApplicationBootstrap, OnModuleDestroy {
  readonly #logger = new Logger(NetworkFlags.name);
  readonly #counts: NetworkCounts | undefined;
  readonly #sweep = new PeriodicTask({
    name: 'Forgetting networks of votes',
    everyMs: SWEEP_MS,
    run: () => Promise.resolve(this.#counts?.forgetOld(Date.now())),
  });

  constructor(
    private readonly rpc: RpcClient,
    @Inject(CONFIG) { FLAG_NETWORK_VOTES }: GatewayConfig,
  ) {
    this.#counts = FLAG_NETWORK_VOTES === 0 ? undefined : new NetworkCounts(FLAG_NETWORK_VOTES);
  }

  onApplicationBootstrap(): void {
    if (this.#counts) this.#sweep.start();
  }

  onModuleDestroy(): void {
    void this.#sweep.stop();
  }

  /** Counts a vote that was accepted. It waits for nothing and never throws. */
  voted(pollId: number, ip: string): void {
    if (!this.#counts || OWN_NETWORKS.has(ip)) return;
    const votes = this.#counts.add(pollId, ip, Date.now());
    if (votes !== undefined) void this.#raise(pollId, votes);
  }

  /** What cannot be passed on now is passed on by a vote a minute later, if there is one: a flag is a hint. */
  async #raise(pollId: number, votes: number): Promise<void> {
    try {
      await this.rpc.call(flagsRpc.networkVotes, { pollId, votes });
    } catch (error) {
      this.#logger.warn('A poll could not be pointed out to moderators', error);
    }
  }
}
