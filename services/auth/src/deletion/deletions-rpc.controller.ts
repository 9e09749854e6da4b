import { Rpc, RpcController, type RpcRequestOf } from '@inkling/platform';
import { adminRpc, authRpc } from '@inkling/contracts';
import { DeletionsRepository } from './deletions.repository.js';
import { DeletionsService } from './deletions.service.js';

@RpcController()
export class DeletionsRpcController {
  constructor(
    private readonly deletions: DeletionsService,
    private readonly repository: DeletionsRepository,
  ) {}

  @Rpc(authRpc.deletion)
  state({ userId }: RpcRequestOf<typeof authRpc.deletion>) {
    return this.deletions.state(userId);
  }

  @Rpc(authRpc.requestDeletion)
  request(request: RpcRequestOf<typeof authRpc.requestDeletion>) {
    return this.deletions.request(request);
  }

  @Rpc(authRpc.withdrawDeletion)
  async withdraw({ userId }: RpcRequestOf<typeof authRpc.withdrawDeletion>) {
    await this.deletions.withdraw(userId);
    return {};
  }

  @Rpc(adminRpc.deletions)
  async list({ after, all, limit }: RpcRequestOf<typeof adminRpc.deletions>) {
    return { deletions: await this.repository.list(after, all, limit) };
  }

  @Rpc(adminRpc.repeatDeletions)
  async repeat({ deletions }: RpcRequestOf<typeof adminRpc.repeatDeletions>) {
    return { started: await this.deletions.repeat(deletions) };
  }
}
