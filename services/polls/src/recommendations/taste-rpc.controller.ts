import { pollsRpc } from '@inkling/contracts';
import { Rpc, RpcController, type RpcRequestOf } from '@inkling/platform';
import { ChosenTopics } from './chosen-topics.js';

@RpcController()
export class TasteRpcController {
  constructor(private readonly topics: ChosenTopics) {}

  @Rpc(pollsRpc.chooseTopics)
  async choose({ userId, topics }: RpcRequestOf<typeof pollsRpc.chooseTopics>): Promise<Record<string, never>> {
    await this.topics.choose(userId, topics);
    return {};
  }
}
