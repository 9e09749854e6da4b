import { Rpc, RpcController, type RpcRequestOf } from '@inkling/platform';
import { authRpc } from '@inkling/contracts';
import { ProofService } from './proof.service.js';

@RpcController()
export class ProofRpcController {
  constructor(private readonly proofs: ProofService) {}

  @Rpc(authRpc.prove)
  async prove({ userId, sessionId, ...evidence }: RpcRequestOf<typeof authRpc.prove>) {
    await this.proofs.prove({ userId, sessionId }, evidence);
    return {};
  }
}
