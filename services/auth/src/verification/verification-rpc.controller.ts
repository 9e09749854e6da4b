import { Rpc, RpcController, type RpcRequestOf } from '@inkling/platform';
import { authRpc } from '@inkling/contracts';
import { VerificationService } from './verification.service.js';

@RpcController()
export class VerificationRpcController {
  constructor(private readonly verification: VerificationService) {}

  @Rpc(authRpc.sendVerification)
  async send({ userId }: RpcRequestOf<typeof authRpc.sendVerification>) {
    await this.verification.request(userId);
    return {};
  }

  @Rpc(authRpc.verifyEmail)
  confirm({ token, session, client }: RpcRequestOf<typeof authRpc.verifyEmail>) {
    return this.verification.confirm(token, session, client.ip);
  }
}
