import type { ServiceDefinition } from '@inkling/platform';
import { EventFeed, startStack, type Stack } from '@inkling/testing';
import { service } from './index.js';

/** The community service with its own database and NATS server, and what specs do with it. */
export class Community {
  private constructor(
    readonly stack: Stack,
    readonly feed: EventFeed,
  ) {}

  static async start(
    options: { env?: Record<string, string>; beside?: readonly ServiceDefinition[] } = {},
  ): Promise<Community> {
    const stack = await startStack({ services: [...(options.beside ?? []), service], env: options.env ?? {} });
    return new Community(stack, await EventFeed.connect(stack));
  }

  async stop(): Promise<void> {
    await this.feed.close();
    await this.stack.stop();
  }

  sql<Row extends object>(text: string, values: readonly unknown[] = []): Promise<Row[]> {
    return this.stack.sql<Row>('community', text, values);
  }

  /** An instance of one of the service's own classes. */
  get<T>(type: new (...args: never[]) => T): T {
    return this.stack.service('community').app.get<T>(type, { strict: false });
  }
}
