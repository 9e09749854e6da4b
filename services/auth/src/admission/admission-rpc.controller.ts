import { authRpc } from '@inkling/contracts';
import { Rpc, RpcController, type RpcRequestOf } from '@inkling/platform';
import { Admission } from './admission.js';
import { SignUpDecisions } from './sign-up-decisions.js';

@RpcController()
export class AdmissionRpcController {
  constructor(
    private readonly admission: Admission,
    private readonly decisions: SignUpDecisions,
  ) {}

  @Rpc(authRpc.previewInvitation)
  preview({ code, client }: RpcRequestOf<typeof authRpc.previewInvitation>) {
    return this.admission.preview(code, client.ip);
  }

  @Rpc(authRpc.invited)
  async invited({ keys }: RpcRequestOf<typeof authRpc.invited>) {
    return { accounts: await this.admission.invited(keys) };
  }

  @Rpc(authRpc.takeRequestBack)
  async takeBack({ userId }: RpcRequestOf<typeof authRpc.takeRequestBack>) {
    await this.decisions.takeBack(userId);
    return {};
  }
}
