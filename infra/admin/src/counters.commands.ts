import { adminRpc } from '@inkling/contracts';
import { RpcClient } from '@inkling/platform';
import { Command, CommandRunner } from 'nest-commander';
import { UsageError } from './options.js';
import { Output } from './output.js';

const RECOUNTS = { polls: adminRpc.recountPolls, follows: adminRpc.recountFollows, notices: adminRpc.recountNotices };
type Recount = keyof typeof RECOUNTS;

@Command({ name: 'recount', arguments: '[what]', description: 'Count rows anew and correct the counters that differ', argsDescription: { what: `${Object.keys(RECOUNTS).join(', ')}; all without it` } })
export class RecountCommand extends CommandRunner {
  constructor(
    private readonly rpc: RpcClient,
    private readonly output: Output,
  ) {
    super();
  }

  async run([what]: string[]): Promise<void> {
    if (what !== undefined && !(what in RECOUNTS)) throw new UsageError(`${what} cannot be recounted; ${Object.keys(RECOUNTS).join(', ')} can.`);
    for (const name of what === undefined ? (Object.keys(RECOUNTS) as Recount[]) : [what as Recount]) {
      const { checked, corrected } = await this.rpc.call(RECOUNTS[name], {});
      this.output.line(`${name}: ${checked} checked, ${corrected} corrected`);
    }
  }
}

@Command({ name: 'rebuild-search', description: 'Build the search index anew from users and polls' })
export class RebuildSearchCommand extends CommandRunner {
  constructor(
    private readonly rpc: RpcClient,
    private readonly output: Output,
  ) {
    super();
  }

  async run(): Promise<void> {
    const { users, polls } = await this.rpc.call(adminRpc.rebuildSearch, {});
    this.output.line(`${users} users and ${polls} polls are in the index`);
  }
}
