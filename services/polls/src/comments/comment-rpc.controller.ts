import { pollsRpc, type Comment } from '@inkling/contracts';
import { Rpc, RpcController, type RpcRequestOf } from '@inkling/platform';
import { CommentService } from './comment-service.js';

@RpcController()
export class CommentRpcController {
  constructor(private readonly comments: CommentService) {}

  @Rpc(pollsRpc.comments)
  list(request: RpcRequestOf<typeof pollsRpc.comments>): Promise<{ comments: Comment[]; nextCursor: string | null }> {
    return this.comments.list(request.pollId, request.cursor);
  }

  @Rpc(pollsRpc.addComment)
  add(request: RpcRequestOf<typeof pollsRpc.addComment>): Promise<Comment> {
    return this.comments.add(request.pollId, request.userId, request.content);
  }

  @Rpc(pollsRpc.deleteComment)
  async delete(request: RpcRequestOf<typeof pollsRpc.deleteComment>): Promise<object> {
    await this.comments.delete(request.commentId, request.userId);
    return {};
  }
}
