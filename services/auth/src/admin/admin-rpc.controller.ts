import { Rpc, RpcController, type RpcRequestOf } from '@inkling/platform';
import { adminRpc } from '@inkling/contracts';
import { AdminUsersService } from './admin-users.service.js';
import { ProbesService } from './probes.service.js';

@RpcController()
export class AdminRpcController {
  constructor(
    private readonly users: AdminUsersService,
    private readonly probes: ProbesService,
  ) {}

  @Rpc(adminRpc.users)
  async search({ query, after, limit }: RpcRequestOf<typeof adminRpc.users>) {
    return { users: await this.users.search(query, after, limit) };
  }

  @Rpc(adminRpc.setDisabled)
  setDisabled({ user, disabled }: RpcRequestOf<typeof adminRpc.setDisabled>) {
    return this.users.setDisabled(user, disabled);
  }

  @Rpc(adminRpc.setRole)
  setRole({ user, role }: RpcRequestOf<typeof adminRpc.setRole>) {
    return this.users.setRole(user, role);
  }

  @Rpc(adminRpc.switchOffCodes)
  switchOffCodes({ user }: RpcRequestOf<typeof adminRpc.switchOffCodes>) {
    return this.users.switchOffCodes(user);
  }

  @Rpc(adminRpc.resetPassword)
  resetPassword({ user }: RpcRequestOf<typeof adminRpc.resetPassword>) {
    return this.users.resetPassword(user);
  }

  @Rpc(adminRpc.makeProbe)
  makeProbe({ name, password }: RpcRequestOf<typeof adminRpc.makeProbe>) {
    return this.probes.make(name, password);
  }
}
