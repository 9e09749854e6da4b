import { setTimeout as sleep } from 'node:timers/promises';
import { Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { DEFAULT_SETTINGS, INSTANCE_CHANGED_SUBJECT, instanceRpc, type RpcReply } from '@inkling/contracts';
import { LiveBus, RpcClient } from '@inkling/platform';
import { decoration } from '../http/decoration.js';

/** A live message can be lost, so it is read again after this time anyway. */
const CACHE_MS = 10_000;
/** Milliseconds until community is asked again after it did not answer. */
const RETRY_MS = 2_000;
/** Milliseconds that the first request may wait for community. */
const FIRST_WAIT_MS = 300;

export type InstanceNow = RpcReply<typeof instanceRpc.current>;

const DEFAULTS: InstanceNow = { version: 0, settings: DEFAULT_SETTINGS, pages: [], terms: null, announcements: [] };

/** What the operator has decided, as this gateway knows it: the last answer of community, else the defaults. */
@Injectable()
export class Instance implements OnApplicationBootstrap, OnModuleDestroy {
  #known = DEFAULTS;
  /** The first request has waited for an answer; later requests do not wait. */
  #begun = false;
  #reading: Promise<void> = Promise.resolve();
  #reads = 0;
  #until = 0;
  #stopListening: (() => void) | undefined;

  constructor(
    private readonly rpc: RpcClient,
    private readonly bus: LiveBus,
  ) {}

  onApplicationBootstrap(): void {
    this.#stopListening = this.bus.subscribe(INSTANCE_CHANGED_SUBJECT, () => this.#refresh());
  }

  onModuleDestroy(): void {
    this.#stopListening?.();
  }

  /** Never fails, and waits for community only the first time, and not for long. */
  async now(): Promise<InstanceNow> {
    if (Date.now() >= this.#until) this.#refresh();
    if (!this.#begun) {
      await Promise.race([this.#reading, sleep(FIRST_WAIT_MS, undefined, { ref: false })]);
      this.#begun = true;
    }
    return this.#known;
  }

  #refresh(): void {
    this.#until = Date.now() + CACHE_MS;
    this.#reading = this.#read();
  }

  async #read(): Promise<void> {
    const read = ++this.#reads;
    const answer = await decoration(this.rpc, instanceRpc.current, {}).catch(() => null);
    // A later read is under way and will have a newer answer.
    if (read !== this.#reads) return;
    if (answer) this.#known = answer;
    else this.#until = Math.min(this.#until, Date.now() + RETRY_MS);
  }
}
