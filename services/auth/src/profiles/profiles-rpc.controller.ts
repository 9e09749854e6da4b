import { Rpc, RpcController, type RpcRequestOf } from '@inkling/platform';
import { authRpc } from '@inkling/contracts';
import { AccountsService } from './accounts.service.js';

@RpcController()
export class AccountsRpcController {
  constructor(private readonly accounts: AccountsService) {}

  @Rpc(authRpc.account)
  account({ userId }: RpcRequestOf<typeof authRpc.account>) {
    return this.accounts.get(userId);
  }

  @Rpc(authRpc.saveProfile)
  saveProfile(request: RpcRequestOf<typeof authRpc.saveProfile>) {
    return this.accounts.saveProfile(request);
  }

  @Rpc(authRpc.exportProfiles)
  async exportProfiles({ after, limit }: RpcRequestOf<typeof authRpc.exportProfiles>) {
    return { profiles: await this.accounts.exportProfiles(after, limit) };
  }

  @Rpc(authRpc.usedPictures)
  async usedPictures({ paths }: RpcRequestOf<typeof authRpc.usedPictures>) {
    return { paths: await this.accounts.usedPictures(paths) };
  }
}
