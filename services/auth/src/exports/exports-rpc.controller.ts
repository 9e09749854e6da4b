import { exportsRpc } from '@inkling/contracts';
import { Rpc, RpcController, type RpcRequestOf } from '@inkling/platform';
import { ExportsRepository } from './exports.repository.js';
import { ExportsService } from './exports.service.js';

@RpcController()
export class ExportsRpcController {
  constructor(
    private readonly exports: ExportsService,
    private readonly repository: ExportsRepository,
  ) {}

  @Rpc(exportsRpc.request)
  request(session: RpcRequestOf<typeof exportsRpc.request>) {
    return this.exports.request(session);
  }

  @Rpc(exportsRpc.state)
  state({ userId }: RpcRequestOf<typeof exportsRpc.state>) {
    return this.exports.state(userId);
  }

  @Rpc(exportsRpc.remove)
  async remove({ userId }: RpcRequestOf<typeof exportsRpc.remove>) {
    await this.exports.remove(userId);
    return {};
  }

  @Rpc(exportsRpc.file)
  file(session: RpcRequestOf<typeof exportsRpc.file>) {
    return this.exports.file(session);
  }

  @Rpc(exportsRpc.claim)
  async claim({ limit }: RpcRequestOf<typeof exportsRpc.claim>) {
    return { jobs: await this.repository.claim(limit) };
  }

  @Rpc(exportsRpc.progress)
  async progress({ id, token, ...state }: RpcRequestOf<typeof exportsRpc.progress>) {
    return { continue: await this.repository.progress({ id, token }, state) };
  }

  @Rpc(exportsRpc.finish)
  async finish(request: RpcRequestOf<typeof exportsRpc.finish>) {
    return { accepted: await this.exports.finish(request) };
  }

  @Rpc(exportsRpc.fail)
  async fail({ trouble, ...claim }: RpcRequestOf<typeof exportsRpc.fail>) {
    await this.exports.fail(claim, trouble);
    return {};
  }

  @Rpc(exportsRpc.removed)
  async removed(claim: RpcRequestOf<typeof exportsRpc.removed>) {
    await this.repository.removed(claim);
    return {};
  }
}
