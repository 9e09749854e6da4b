import { pollsRpc, type FirstPageReply } from '@inkling/contracts';
import { Rpc, RpcController, type RawJson, type RpcRequestOf } from '@inkling/platform';
import { FeedService } from './feed-service.js';

@RpcController()
export class FeedRpcController {
  constructor(private readonly lists: FeedService) {}

  @Rpc(pollsRpc.feed)
  feed(request: RpcRequestOf<typeof pollsRpc.feed>): Promise<RawJson> {
    return this.lists.feed(request);
  }

  @Rpc(pollsRpc.firstPage)
  firstPage(request: RpcRequestOf<typeof pollsRpc.firstPage>): Promise<FirstPageReply> {
    return this.lists.firstPage(request.viewerIds);
  }

  @Rpc(pollsRpc.byAuthor)
  byAuthor(request: RpcRequestOf<typeof pollsRpc.byAuthor>): Promise<RawJson> {
    return this.lists.byAuthor(request.userId, request);
  }

  @Rpc(pollsRpc.voted)
  voted(request: RpcRequestOf<typeof pollsRpc.voted>): Promise<RawJson> {
    return this.lists.voted(request);
  }

  @Rpc(pollsRpc.saved)
  saved(request: RpcRequestOf<typeof pollsRpc.saved>): Promise<RawJson> {
    return this.lists.saved(request);
  }
}
