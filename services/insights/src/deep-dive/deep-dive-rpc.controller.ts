import { insightsRpc, type InsightKind, type Insights } from '@inkling/contracts';
import { Rpc, RpcController, type RpcRequestOf } from '@inkling/platform';
import { DeepDiveService } from './deep-dive-service.js';

@RpcController()
export class DeepDiveRpcController {
  constructor(private readonly deepDives: DeepDiveService) {}

  @Rpc(insightsRpc.get)
  get({ pollId, publicOnly }: RpcRequestOf<typeof insightsRpc.get>): Promise<Insights> {
    return this.deepDives.get(pollId, publicOnly === true);
  }

  @Rpc(insightsRpc.generate)
  generate({ pollId, userId, client, publicOnly }: RpcRequestOf<typeof insightsRpc.generate>): Promise<Insights> {
    return this.deepDives.generate(pollId, { userId, ip: client?.ip ?? null }, publicOnly === true);
  }

  @Rpc(insightsRpc.features)
  async features(): Promise<{ insights: boolean; kind: InsightKind | null }> {
    const kind = await this.deepDives.offered();
    return { insights: kind !== null, kind };
  }
}
