import { Rpc, RpcController, type RpcRequestOf } from '@inkling/platform';
import { authRpc } from '@inkling/contracts';
import { EmailChangeService } from './email-change.service.js';

@RpcController()
export class EmailChangeRpcController {
  constructor(private readonly changes: EmailChangeService) {}

  @Rpc(authRpc.requestEmailChange)
  async request({ email, client, ...session }: RpcRequestOf<typeof authRpc.requestEmailChange>) {
    await this.changes.request(session, email, client.ip);
    return {};
  }

  @Rpc(authRpc.confirmEmailChange)
  confirm({ token, client, ...session }: RpcRequestOf<typeof authRpc.confirmEmailChange>) {
    return this.changes.confirm(session, token, client.ip);
  }

  @Rpc(authRpc.restoreEmail)
  restore({ token, client }: RpcRequestOf<typeof authRpc.restoreEmail>) {
    return this.changes.restore(token, client.ip);
  }
}
