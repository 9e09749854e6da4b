import { Controller, Res } from '@nestjs/common';
import { pollsRpc, routes, type Comment, type CommentSwitch } from '@inkling/contracts';
import { RpcClient } from '@inkling/platform';
import type { FastifyReply } from 'fastify';
import { newAccountOf } from '../session/limited.js';
import { SignedIn, type Viewer } from '../session/viewer.js';
import { Input, Route, listPage, type RouteInput } from '../http/route.js';

/** Comments of a poll (docs/product.md#comments). */
@Controller()
export class CommentsController {
  constructor(private readonly rpc: RpcClient) {}

  @Route(routes.comments)
  async list(
    @SignedIn() viewer: Viewer,
    @Input() { params, query }: RouteInput<typeof routes.comments>,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<Comment[]> {
    const { comments, nextCursor } = await this.rpc.call(pollsRpc.comments, {
      pollId: params.id,
      viewerId: viewer.userId,
      cursor: query.cursor,
    });
    return listPage(reply, comments, nextCursor);
  }

  @Route(routes.addComment)
  add(@SignedIn() viewer: Viewer, @Input() { body }: RouteInput<typeof routes.addComment>): Promise<Buffer> {
    return this.rpc.callRaw(pollsRpc.addComment, { ...body, userId: viewer.userId, ...newAccountOf(viewer) });
  }

  @Route(routes.switchComments)
  switch(
    @SignedIn() viewer: Viewer,
    @Input() { params, body }: RouteInput<typeof routes.switchComments>,
  ): Promise<CommentSwitch> {
    return this.rpc.call(pollsRpc.switchComments, { ...body, pollId: params.id, userId: viewer.userId });
  }

  @Route(routes.deleteComment)
  async remove(
    @SignedIn() viewer: Viewer,
    @Input() { params }: RouteInput<typeof routes.deleteComment>,
  ): Promise<void> {
    await this.rpc.call(pollsRpc.deleteComment, { commentId: params.id, userId: viewer.userId });
  }
}
