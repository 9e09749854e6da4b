import { Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { DEFAULT_SETTINGS, INSTANCE_CHANGED_SUBJECT, instanceRpc, type RpcReply } from '@inkling/contracts';
import { LiveBus, RpcClient } from '@inkling/platform';
import { decoration } from '../api/decoration.js';

/** A live message can be lost, so it is read again after this time anyway. */
const CACHE_MS = 10_000;
/** Community did not answer, and is asked again after this time. */
const RETRY_MS = 2_000;

export type InstanceNow = RpcReply<typeof instanceRpc.current>;

const DEFAULTS: InstanceNow = { version: 0, settings: DEFAULT_SETTINGS, pages: [], terms: null, announcements: [] };

/** What the operator has decided, as this gateway knows it: the last answer of community, else the defaults. */
@Injectable()
export class Instance implements OnApplicationBootstrap, OnModuleDestroy {
  #known = DEFAULTS;
  #answer: Promise<InstanceNow> | undefined;
  #until = 0;
  #stopListening: (() => void) | undefined;

  constructor(
    private readonly rpc: RpcClient,
    private readonly bus: LiveBus,
  ) {}

  onApplicationBootstrap(): void {
    this.#stopListening = this.bus.subscribe(INSTANCE_CHANGED_SUBJECT, () => (this.#until = 0));
  }

  onModuleDestroy(): void {
    this.#stopListening?.();
  }

  /** Never fails. Callers at the same time share one call. */
  now(): Promise<InstanceNow> {
    if (!this.#answer || Date.now() >= this.#until) {
      this.#until = Date.now() + CACHE_MS;
      this.#answer = this.#read();
    }
    return this.#answer;
  }

  async #read(): Promise<InstanceNow> {
    const answer = await decoration(this.rpc, instanceRpc.current, {}).catch(() => null);
    if (answer) this.#known = answer;
    else this.#until = Math.min(this.#until, Date.now() + RETRY_MS);
    return this.#known;
  }
}
