import { ProofsOfWork, Rpc, RpcController, type RpcRequestOf } from '@inkling/platform';
import { notificationsRpc } from '@inkling/contracts';
import { ContactService } from './contact.service.js';

@RpcController()
export class ContactRpcController {
  constructor(
    private readonly contact: ContactService,
    private readonly work: ProofsOfWork,
  ) {}

  @Rpc(notificationsRpc.offerWork)
  offerWork({ client }: RpcRequestOf<typeof notificationsRpc.offerWork>) {
    return this.work.offer('contact', client.ip);
  }

  @Rpc(notificationsRpc.contact)
  async send({ userId, client, ...message }: RpcRequestOf<typeof notificationsRpc.contact>) {
    await this.contact.send(message, userId, client.ip);
    return {};
  }
}
