import { socialRpc } from '@inkling/contracts';
import { Rpc, RpcController, type RpcRequestOf } from '@inkling/platform';
import { FeaturedService } from './featured.service.js';

@RpcController()
export class FeaturedRpcController {
  constructor(private readonly featured: FeaturedService) {}

  @Rpc(socialRpc.featured)
  async list({ viewerId }: RpcRequestOf<typeof socialRpc.featured>) {
    return { users: await this.featured.featured(viewerId) };
  }
}
