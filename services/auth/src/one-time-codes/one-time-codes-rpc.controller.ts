import { Rpc, RpcController, type RpcRequestOf } from '@inkling/platform';
import { authRpc } from '@inkling/contracts';
import { OneTimeCodesService } from './one-time-codes.service.js';

@RpcController()
export class OneTimeCodesRpcController {
  constructor(private readonly codes: OneTimeCodesService) {}

  @Rpc(authRpc.oneTimeCodes)
  state({ userId }: RpcRequestOf<typeof authRpc.oneTimeCodes>) {
    return this.codes.state(userId);
  }

  @Rpc(authRpc.beginOneTimeCodes)
  begin(session: RpcRequestOf<typeof authRpc.beginOneTimeCodes>) {
    return this.codes.begin(session);
  }

  @Rpc(authRpc.confirmOneTimeCodes)
  async confirm({ code, ...session }: RpcRequestOf<typeof authRpc.confirmOneTimeCodes>) {
    return { recoveryCodes: await this.codes.confirm(session, code) };
  }

  @Rpc(authRpc.renewRecoveryCodes)
  async renewRecoveryCodes(session: RpcRequestOf<typeof authRpc.renewRecoveryCodes>) {
    return { recoveryCodes: await this.codes.renewRecoveryCodes(session) };
  }

  @Rpc(authRpc.switchOffOneTimeCodes)
  async switchOff(session: RpcRequestOf<typeof authRpc.switchOffOneTimeCodes>) {
    await this.codes.switchOff(session);
    return {};
  }
}
