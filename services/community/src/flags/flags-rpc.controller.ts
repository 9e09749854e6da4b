import { flagsRpc } from '@inkling/contracts';
import { Database, Rpc, RpcController, type RpcRequestOf } from '@inkling/platform';
import type { Tables } from '../tables.js';
import { Flags } from './flags.js';

/** Flags that gateways raise, which know networks. */
@RpcController()
export class FlagsRpcController {
  constructor(
    private readonly database: Database<Tables>,
    private readonly flags: Flags,
  ) {}

  @Rpc(flagsRpc.networkVotes)
  async networkVotes({ pollId, votes }: RpcRequestOf<typeof flagsRpc.networkVotes>) {
    await this.database.transaction((tx) =>
      this.flags.raise(tx, { kind: 'poll', id: pollId }, 'network', String(votes)),
    );
    return {};
  }
}
