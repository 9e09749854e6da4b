import { Injectable, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { LiveBus } from '@inkling/platform';

/** Published between replicas when a Deep Dive was stored, has failed or was abandoned; the database has the result. */
const SUBJECT = 'live.insights';

interface Waiter {
  readonly changed: Promise<void>;
  readonly wake: () => void;
}

/** Lets callers wait until another replica has finished a Deep Dive. If a message is lost, `next` times out. */
@Injectable()
export class Changes implements OnApplicationBootstrap, OnApplicationShutdown {
  readonly #waiters = new Map<number, Waiter>();
  #stop: (() => void) | undefined;

  constructor(private readonly bus: LiveBus) {}

  onApplicationBootstrap(): void {
    this.#stop = this.bus.subscribe(`${SUBJECT}.*`, (_payload, subject) =>
      this.#wake(Number(subject.slice(SUBJECT.length + 1))),
    );
  }

  onApplicationShutdown(): void {
    this.#stop?.();
  }

  /** Notifies all replicas, including this one. */
  notify(pollId: number): void {
    this.#wake(pollId);
    this.bus.publish(`${SUBJECT}.${pollId}`, {});
  }

  /** Resolves at the poll's next change, or after `maxMs`. */
  next(pollId: number, maxMs: number): Promise<void> {
    let waiter = this.#waiters.get(pollId);
    if (!waiter) {
      const { promise, resolve } = Promise.withResolvers<void>();
      const timer = setTimeout(() => this.#wake(pollId), maxMs);
      waiter = {
        changed: promise,
        wake: () => {
          clearTimeout(timer);
          resolve();
        },
      };
      this.#waiters.set(pollId, waiter);
    }
    return waiter.changed;
  }

  #wake(pollId: number): void {
    const waiter = this.#waiters.get(pollId);
    this.#waiters.delete(pollId);
    waiter?.wake();
  }
}
