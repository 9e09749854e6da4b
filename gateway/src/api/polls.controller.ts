import { Controller, Req } from '@nestjs/common';
import { pollsRpc, routes } from '@inkling/contracts';
import { RpcClient } from '@inkling/platform';
import type { FastifyRequest } from 'fastify';
import { newAccountOf } from '../session/limited.js';
import { Hub } from '../realtime/hub.js';
import { Sessions } from '../session/sessions.js';
import { SignedIn, type Viewer } from '../session/viewer.js';
import { CountedUploads } from '../uploads/counted-uploads.js';
import { pollFiles } from '../uploads/poll-files.js';
import { VotingRule } from '../votes/voting-rule.js';
import { Input, Route, type RouteInput } from '../http/route.js';

/** Polls (docs/product.md#polls), except the feed. The service's bytes are passed on without parsing. */
@Controller()
export class PollsController {
  constructor(
    private readonly rpc: RpcClient,
    private readonly uploads: CountedUploads,
    private readonly sessions: Sessions,
    private readonly rule: VotingRule,
    private readonly hub: Hub,
  ) {}

  @Route(routes.trending)
  trending(@SignedIn() viewer: Viewer): Promise<Buffer> {
    return this.rpc.callRaw(pollsRpc.trending, { viewerId: viewer.userId });
  }

  @Route(routes.poll)
  poll(@SignedIn() viewer: Viewer, @Input() { params }: RouteInput<typeof routes.poll>): Promise<Buffer> {
    return this.rpc.callRaw(pollsRpc.get, { pollId: params.id, viewerId: viewer.userId });
  }

  /** Open to visitors; somebody signed in gets it as they may see it. */
  @Route(routes.pollPreview)
  preview(@Input() { params }: RouteInput<typeof routes.pollPreview>, @Req() request: FastifyRequest): Promise<Buffer> {
    const viewerId = this.sessions.read(request.headers.cookie)?.userId;
    return this.rpc.callRaw(pollsRpc.preview, { pollId: params.id, viewerId });
  }

  @Route(routes.createPoll)
  create(
    @SignedIn() viewer: Viewer,
    @Input() { body }: RouteInput<typeof routes.createPoll>,
    @Req() request: FastifyRequest,
  ): Promise<Buffer> {
    const asked = {
      ...body,
      userId: viewer.userId,
      ...newAccountOf(viewer),
      ...(viewer.probe ? { unlisted: viewer.probe } : {}),
      ...(viewer.role ? { staff: true as const } : {}),
    };
    const { media, optionImages } = pollFiles(request, body);
    return this.uploads.keep(viewer, [...(media ? [media] : []), ...optionImages], (stored) =>
      this.rpc.callRaw(pollsRpc.create, {
        ...asked,
        ...(media ? { media: stored[0] } : {}),
        ...(optionImages.length > 0 ? { optionImages: stored.slice(-optionImages.length) } : {}),
      }),
    );
  }

  /** Needs what a vote needs: it shows what a vote shows. */
  @Route(routes.abstain)
  async abstain(@SignedIn() viewer: Viewer, @Input() { params }: RouteInput<typeof routes.abstain>): Promise<Buffer> {
    await this.rule.check(viewer);
    const poll = await this.rpc.callRaw(pollsRpc.abstain, { pollId: params.id, userId: viewer.userId });
    this.hub.reveal(viewer.userId, params.id);
    return poll;
  }

  @Route(routes.endPoll)
  end(@SignedIn() viewer: Viewer, @Input() { params }: RouteInput<typeof routes.endPoll>): Promise<Buffer> {
    return this.rpc.callRaw(pollsRpc.end, { pollId: params.id, userId: viewer.userId });
  }

  @Route(routes.deletePoll)
  async remove(@SignedIn() viewer: Viewer, @Input() { params }: RouteInput<typeof routes.deletePoll>): Promise<void> {
    await this.rpc.call(pollsRpc.remove, { pollId: params.id, userId: viewer.userId });
  }
}
