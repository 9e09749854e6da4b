import { Rpc, RpcController, type RpcRequestOf } from '@inkling/platform';
import { authRpc } from '@inkling/contracts';
import { PasswordsService } from './passwords.service.js';

@RpcController()
export class PasswordsRpcController {
  constructor(private readonly passwords: PasswordsService) {}

  @Rpc(authRpc.requestPasswordReset)
  async requestReset({ email, proofOfWork, client }: RpcRequestOf<typeof authRpc.requestPasswordReset>) {
    await this.passwords.requestReset(email, proofOfWork, client.ip);
    return {};
  }

  @Rpc(authRpc.confirmPasswordReset)
  async confirmReset({ token, password, client }: RpcRequestOf<typeof authRpc.confirmPasswordReset>) {
    await this.passwords.confirmReset(token, password, client.ip);
    return {};
  }

  @Rpc(authRpc.changePassword)
  async change(request: RpcRequestOf<typeof authRpc.changePassword>) {
    await this.passwords.change(request);
    return {};
  }
}
