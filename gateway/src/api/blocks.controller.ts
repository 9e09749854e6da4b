import { Controller, Res } from '@nestjs/common';
import { routes, socialRpc, type Author } from '@inkling/contracts';
import { RpcClient } from '@inkling/platform';
import type { FastifyReply } from 'fastify';
import { SignedIn, type Viewer } from '../session/viewer.js';
import { Input, Route, listPage, type RouteInput } from '../http/route.js';

/** Blocks, mutes and muted words (docs/product.md#blocks-and-mutes). */
@Controller()
export class BlocksController {
  constructor(private readonly rpc: RpcClient) {}

  @Route(routes.blocks)
  async blocks(
    @SignedIn() viewer: Viewer,
    @Input() { query }: RouteInput<typeof routes.blocks>,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<Author[]> {
    const asked = { userId: viewer.userId, cursor: query.cursor };
    const { users, nextCursor } = await this.rpc.call(socialRpc.blocks, asked);
    return listPage(reply, users, nextCursor);
  }

  @Route(routes.block)
  block(@SignedIn() viewer: Viewer, @Input() { body }: RouteInput<typeof routes.block>): Promise<Buffer> {
    return this.rpc.callRaw(socialRpc.block, { userId: viewer.userId, otherId: body.userId });
  }

  @Route(routes.unblock)
  unblock(@SignedIn() viewer: Viewer, @Input() { params }: RouteInput<typeof routes.unblock>): Promise<Buffer> {
    return this.rpc.callRaw(socialRpc.unblock, { userId: viewer.userId, otherId: params.userId });
  }

  @Route(routes.mutes)
  async mutes(
    @SignedIn() viewer: Viewer,
    @Input() { query }: RouteInput<typeof routes.mutes>,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<Author[]> {
    const asked = { userId: viewer.userId, cursor: query.cursor };
    const { users, nextCursor } = await this.rpc.call(socialRpc.mutes, asked);
    return listPage(reply, users, nextCursor);
  }

  @Route(routes.mute)
  mute(@SignedIn() viewer: Viewer, @Input() { body }: RouteInput<typeof routes.mute>): Promise<Buffer> {
    return this.rpc.callRaw(socialRpc.mute, { userId: viewer.userId, otherId: body.userId });
  }

  @Route(routes.unmute)
  unmute(@SignedIn() viewer: Viewer, @Input() { params }: RouteInput<typeof routes.unmute>): Promise<Buffer> {
    return this.rpc.callRaw(socialRpc.unmute, { userId: viewer.userId, otherId: params.userId });
  }

  @Route(routes.mutedWords)
  words(@SignedIn() viewer: Viewer): Promise<Buffer> {
    return this.rpc.callRaw(socialRpc.mutedWords, { userId: viewer.userId });
  }

  @Route(routes.setMutedWords)
  setWords(@SignedIn() viewer: Viewer, @Input() { body }: RouteInput<typeof routes.setMutedWords>): Promise<Buffer> {
    return this.rpc.callRaw(socialRpc.setMutedWords, { userId: viewer.userId, words: body.words });
  }
}
