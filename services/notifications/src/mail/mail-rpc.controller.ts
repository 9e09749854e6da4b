import { Rpc, RpcController, type RpcRequestOf } from '@inkling/platform';
import { notificationsRpc } from '@inkling/contracts';
import { MailService } from './mail.service.js';

@RpcController()
export class MailRpcController {
  constructor(private readonly mail: MailService) {}

  @Rpc(notificationsRpc.mail)
  async request(request: RpcRequestOf<typeof notificationsRpc.mail>) {
    await this.mail.request(request);
    return {};
  }
}
