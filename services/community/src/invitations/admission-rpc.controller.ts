import { admissionRpc, adminRpc } from '@inkling/contracts';
import { Rpc, RpcController, type RpcRequestOf } from '@inkling/platform';
import { RequestsService } from '../requests/requests.service.js';
import { InvitationsService } from './invitations.service.js';

/** What gateway and auth ask about joining, and the operator's command. */
@RpcController()
export class AdmissionRpcController {
  constructor(
    private readonly invitations: InvitationsService,
    private readonly waiting: RequestsService,
  ) {}

  @Rpc(admissionRpc.invite)
  invite({ userId, administrator, ...body }: RpcRequestOf<typeof admissionRpc.invite>) {
    return this.invitations.invite(body, { userId, administrator });
  }

  @Rpc(adminRpc.invite)
  inviteAsOperator(body: RpcRequestOf<typeof adminRpc.invite>) {
    return this.invitations.invite(body, null);
  }

  @Rpc(admissionRpc.invitations)
  own(maker: RpcRequestOf<typeof admissionRpc.invitations>) {
    return this.invitations.own(maker);
  }

  @Rpc(admissionRpc.allInvitations)
  all() {
    return this.invitations.all();
  }

  @Rpc(admissionRpc.withdraw)
  async withdraw({ invitationId, ...maker }: RpcRequestOf<typeof admissionRpc.withdraw>) {
    await this.invitations.withdraw(invitationId, maker);
    return {};
  }

  @Rpc(admissionRpc.preview)
  preview({ code }: RpcRequestOf<typeof admissionRpc.preview>) {
    return this.invitations.preview(code);
  }

  @Rpc(admissionRpc.redeem)
  async redeem(request: RpcRequestOf<typeof admissionRpc.redeem>) {
    await this.invitations.redeem(request);
    return {};
  }

  @Rpc(admissionRpc.settle)
  async settle({ key, userId }: RpcRequestOf<typeof admissionRpc.settle>) {
    await this.invitations.settle(key, userId);
    return {};
  }

  @Rpc(admissionRpc.requests)
  requests({ administrator }: RpcRequestOf<typeof admissionRpc.requests>) {
    return this.waiting.waiting(administrator);
  }

  @Rpc(admissionRpc.decide)
  async decide(decision: RpcRequestOf<typeof admissionRpc.decide>) {
    await this.waiting.decide(decision);
    return {};
  }
}
