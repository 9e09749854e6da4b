import { operationsRpc, type ServiceName } from '@inkling/contracts';
import { EventStreams, RpcClient } from '@inkling/platform';
import { Command, CommandRunner, Option } from 'nest-commander';
import { UsageError, servicesNamed, wholeNumber } from './options.js';
import { Output } from './output.js';

const REPLAY_MAX = 500;

@Command({ name: 'dead-letters', description: 'List events that a consumer gave up on' })
export class DeadLettersCommand extends CommandRunner {
  constructor(
    private readonly rpc: RpcClient,
    private readonly output: Output,
  ) {
    super();
  }

  async run(_arguments: string[], { service, all = false }: { service?: string; all?: boolean }): Promise<void> {
    const rows: (string | number)[][] = [];
    for (const name of servicesNamed(service)) {
      let after = 0;
      for (;;) {
        const { letters } = await this.rpc.call(operationsRpc(name).deadLetters, { after, all });
        if (letters.length === 0) break;
        after = letters.at(-1)!.id;
        rows.push(...letters.map((letter) => [name, letter.id, letter.consumer, letter.attempts, letter.createdAt, letter.replayedAt ?? '', letter.error.slice(0, 120)]));
      }
    }
    this.output.table(['SERVICE', 'ID', 'CONSUMER', 'ATTEMPTS', 'GIVEN UP', 'REPLAYED', 'ERROR'], rows, 'No event has been given up.');
  }

  @Option({ flags: '--service <name>', description: 'of one service' })
  service(name: string): string {
    return name;
  }

  @Option({ flags: '--all', description: 'those that were replayed, too' })
  all(): boolean {
    return true;
  }
}

@Command({ name: 'replay', arguments: '<ids...>', description: 'Hand dead letters to their consumers once more', argsDescription: { ids: 'ids of one service, or `all`' } })
export class ReplayCommand extends CommandRunner {
  constructor(
    private readonly rpc: RpcClient,
    private readonly output: Output,
  ) {
    super();
  }

  async run(ids: string[], { service }: { service?: string }): Promise<void> {
    const all = ids.length === 1 && ids[0] === 'all';
    if (!all && service === undefined) throw new UsageError('Ids are of one service: say which with --service.');
    let failures = 0;
    for (const name of servicesNamed(service)) {
      const chosen = all ? await this.#waiting(name) : ids.map((id) => wholeNumber('An id', id));
      for (let start = 0; start < chosen.length; start += REPLAY_MAX) {
        const { replayed, failed } = await this.rpc.call(operationsRpc(name).replay, { ids: chosen.slice(start, start + REPLAY_MAX) });
        for (const id of replayed) this.output.line(`${name} ${id}: replayed`);
        for (const { id, error } of failed) this.output.line(`${name} ${id}: ${error}`);
        failures += failed.length;
      }
    }
    if (failures > 0) throw new UsageError(`${failures} could not be replayed.`);
  }

  @Option({ flags: '--service <name>', description: 'of one service' })
  service(name: string): string {
    return name;
  }

  async #waiting(service: ServiceName): Promise<number[]> {
    const ids: number[] = [];
    for (;;) {
      const { letters } = await this.rpc.call(operationsRpc(service).deadLetters, { after: ids.at(-1) ?? 0 });
      if (letters.length === 0) return ids;
      ids.push(...letters.map(({ id }) => id));
    }
  }
}

@Command({ name: 'republish', description: 'Publish the events of the last 14 days again, as after the loss of the event store; consumers ignore what they have had' })
export class RepublishCommand extends CommandRunner {
  constructor(
    private readonly rpc: RpcClient,
    private readonly streams: EventStreams,
    private readonly output: Output,
  ) {
    super();
  }

  async run(_arguments: string[], { service }: { service?: string }): Promise<void> {
    const names = servicesNamed(service);
    // The services may not make them.
    await this.streams.ensure();
    for (const name of names) {
      let total = 0;
      let after: number | null = 0;
      while (after !== null) {
        const { published, last }: { published: number; last: number | null } = await this.rpc.call(operationsRpc(name).republish, { after });
        total += published;
        after = last;
      }
      this.output.line(`${name}: ${total} events published`);
    }
  }

  @Option({ flags: '--service <name>', description: 'of one service' })
  service(name: string): string {
    return name;
  }
}
