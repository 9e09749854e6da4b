import { EventStreams } from '@inkling/platform';
import { Command, CommandRunner, Option } from 'nest-commander';
import { UsageError, wholeNumber } from './options.js';
import { Output } from './output.js';

@Command({ name: 'streams', description: 'Create the event streams that are missing and add the subjects of new events; before a first start and an upgrade, and after their loss' })
export class StreamsCommand extends CommandRunner {
  constructor(
    private readonly streams: EventStreams,
    private readonly output: Output,
  ) {
    super();
  }

  async run(_arguments: string[], { replicas }: { replicas?: number }): Promise<void> {
    await this.streams.ensure(replicas === undefined ? {} : { replicas });
    this.output.line('The event streams are there.');
  }

  @Option({ flags: '--replicas <count>', description: 'servers of a cluster that keep a copy: 1, 3 or 5' })
  replicas(count: string): number {
    const replicas = wholeNumber('--replicas', count);
    if (![1, 3, 5].includes(replicas)) throw new UsageError('--replicas must be 1, 3 or 5.');
    return replicas;
  }
}
