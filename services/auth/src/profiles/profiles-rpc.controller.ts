import { Rpc, RpcController, type RpcRequestOf } from '@inkling/platform';
import { authRpc } from '@inkling/contracts';
import { ProfilesService } from './profiles.service.js';

@RpcController()
export class ProfilesRpcController {
  constructor(private readonly profiles: ProfilesService) {}

  @Rpc(authRpc.account)
  account({ userId }: RpcRequestOf<typeof authRpc.account>) {
    return this.profiles.get(userId);
  }

  @Rpc(authRpc.persons)
  async persons({ userIds }: RpcRequestOf<typeof authRpc.persons>) {
    return { persons: await this.profiles.persons(userIds) };
  }

  @Rpc(authRpc.accountNumbers)
  async numbers() {
    return { accounts: await this.profiles.countAccounts() };
  }

  @Rpc(authRpc.saveProfile)
  saveProfile(request: RpcRequestOf<typeof authRpc.saveProfile>) {
    return this.profiles.saveProfile(request);
  }

  @Rpc(authRpc.exportProfiles)
  async exportProfiles({ after, limit }: RpcRequestOf<typeof authRpc.exportProfiles>) {
    return { profiles: await this.profiles.exportProfiles(after, limit) };
  }

  @Rpc(authRpc.usedPictures)
  async usedPictures({ paths }: RpcRequestOf<typeof authRpc.usedPictures>) {
    return { paths: await this.profiles.usedPictures(paths) };
  }
}
