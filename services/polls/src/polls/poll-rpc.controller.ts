import { pollsRpc } from '@inkling/contracts';
import { Rpc, RpcController, type RawJson, type RpcRequestOf } from '@inkling/platform';
import { AuthorProjection } from '../authors/author-projection.js';
import { PollService } from './poll-service.js';

@RpcController()
export class PollRpcController {
  constructor(
    private readonly polls: PollService,
    private readonly authors: AuthorProjection,
  ) {}

  @Rpc(pollsRpc.create)
  create(request: RpcRequestOf<typeof pollsRpc.create>): Promise<RawJson> {
    return this.polls.create(request);
  }

  @Rpc(pollsRpc.get)
  get(request: RpcRequestOf<typeof pollsRpc.get>): Promise<RawJson> {
    return this.polls.get(request.pollId, request.viewerId);
  }

  @Rpc(pollsRpc.preview)
  preview(request: RpcRequestOf<typeof pollsRpc.preview>): Promise<RawJson> {
    return this.polls.preview(request.pollId);
  }

  @Rpc(pollsRpc.usedMedia)
  async usedMedia(request: RpcRequestOf<typeof pollsRpc.usedMedia>): Promise<{ paths: string[] }> {
    return { paths: await this.polls.usedMedia(request.paths) };
  }

  @Rpc(pollsRpc.remove)
  async remove(request: RpcRequestOf<typeof pollsRpc.remove>): Promise<object> {
    await this.polls.remove(request.pollId, request.userId);
    return {};
  }

  @Rpc(pollsRpc.countByAuthor)
  async countByAuthor(request: RpcRequestOf<typeof pollsRpc.countByAuthor>): Promise<{ pollsCount: number }> {
    return { pollsCount: await this.authors.pollsCount(request.userId) };
  }
}
