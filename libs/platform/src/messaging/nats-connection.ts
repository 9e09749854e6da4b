import { Logger } from '@nestjs/common';
import { connect, type NatsConnection } from '@nats-io/transport-node';

/**
 * A service's one connection to NATS. It reconnects forever. While NATS is away `up` is false, so that callers answer
 * 503 at once instead of queueing work that nobody waits for.
 */
export class Nats {
  readonly #logger = new Logger(Nats.name);
  readonly #onReconnect = new Set<() => void>();
  up = true;
  /** Begins the subjects of this connection's inboxes. It is the user's own, so that no other user can read answers. */
  readonly inboxPrefix: string;
  #waiting: (() => void)[] = [];

  private constructor(
    readonly connection: NatsConnection,
    inboxPrefix: string,
  ) {
    this.inboxPrefix = inboxPrefix;
    void this.#watch();
  }

  /** @throws when no server answers within `timeoutMs` */
  static async connect(options: {
    servers: string;
    name: string;
    user?: string | undefined;
    pass?: string | undefined;
    timeoutMs?: number;
  }): Promise<Nats> {
    const deadline = Date.now() + (options.timeoutMs ?? 30_000);
    const inboxPrefix = options.user ? `_INBOX.${options.user}` : '_INBOX';
    for (;;) {
      try {
        const connection = await connect({
          servers: options.servers.split(','),
          name: options.name,
          inboxPrefix,
          maxReconnectAttempts: -1,
          reconnectTimeWait: 250,
          timeout: 5_000,
          // A server that is silent for ten seconds counts as lost; the default takes minutes to notice.
          pingInterval: 5_000,
          maxPingOut: 2,
          ...(options.user ? { user: options.user, pass: options.pass ?? '' } : {}),
        });
        return new Nats(connection, inboxPrefix);
      } catch (error) {
        if (Date.now() > deadline)
          throw new Error(`NATS does not answer at ${options.servers.replace(/\/\/[^@/]*@/g, '//')}`, { cause: error });
        await new Promise((resolve) => setTimeout(resolve, 250));
      }
    }
  }

  /** Calls `listener` after each reconnection: live messages sent meanwhile are lost and must be asked for. */
  onReconnect(listener: () => void): void {
    this.#onReconnect.add(listener);
  }

  /**
   * Sends a message with all others of this turn of the event loop, in one write: the library flushes after every
   * microtask, which under load is a system call per message on both sides of the broker.
   * @param failed called when the library refuses the message
   */
  send(
    subject: string,
    payload: Uint8Array,
    options: { reply?: string; failed?: (cause: unknown) => void } = {},
  ): void {
    if (this.#waiting.length === 0) setImmediate(() => this.flush());
    this.#waiting.push(() => {
      try {
        this.connection.publish(subject, payload, options.reply === undefined ? undefined : { reply: options.reply });
      } catch (cause) {
        options.failed?.(cause);
      }
    });
  }

  /** Hands over what waits, at once. */
  flush(): void {
    const waiting = this.#waiting;
    this.#waiting = [];
    for (const publish of waiting) publish();
  }

  async #watch(): Promise<void> {
    for await (const status of this.connection.status()) {
      if (status.type === 'disconnect') {
        this.up = false;
        this.#logger.warn('Lost the connection to NATS');
      } else if (status.type === 'reconnect') {
        this.up = true;
        this.#logger.log('Connected to NATS again');
        for (const listener of this.#onReconnect) listener();
      } else if (status.type === 'error') {
        this.#logger.warn(`NATS: ${status.error.message}`);
      }
    }
    this.up = false;
  }
}
