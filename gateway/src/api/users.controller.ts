import { Controller, Req, Res } from '@nestjs/common';
import { authRpc, pollsRpc, routes, type ProfileView, type User } from '@inkling/contracts';
import { ApiError, RpcClient } from '@inkling/platform';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Sessions } from '../session/sessions.js';
import { newAccountOf } from '../session/limited.js';
import { SignedIn, type Viewer } from '../session/viewer.js';
import { CountedUploads } from '../uploads/counted-uploads.js';
import { uploadsOf } from '../uploads/media-intake.js';
import { decoration } from '../http/decoration.js';
import { Input, Route, type RouteInput } from '../http/route.js';
import { Users, valueOf } from './users.service.js';

/** Profiles and their polls (docs/product.md#profile-page). The bytes of lists are passed on without parsing. */
@Controller()
export class UsersController {
  constructor(
    private readonly rpc: RpcClient,
    private readonly sessions: Sessions,
    private readonly users: Users,
    private readonly uploads: CountedUploads,
  ) {}

  @Route(routes.myUser)
  mine(@SignedIn() viewer: Viewer): Promise<User> {
    return this.users.own(viewer.userId);
  }

  @Route(routes.updateProfile)
  update(
    @SignedIn() viewer: Viewer,
    @Input() { body }: RouteInput<typeof routes.updateProfile>,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<User> {
    return this.#save(viewer, body, request, reply);
  }

  @Route(routes.createProfile)
  async create(
    @SignedIn() viewer: Viewer,
    @Input() { body }: RouteInput<typeof routes.createProfile>,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<User> {
    const { userId, ...profile } = body;
    if (userId !== undefined && userId !== viewer.userId)
      throw new ApiError('forbidden', { message: 'This is the profile of another user.' });
    return this.#save(viewer, profile, request, reply);
  }

  @Route(routes.myPolls)
  myPolls(@SignedIn() viewer: Viewer, @Input() { query }: RouteInput<typeof routes.myPolls>): Promise<Buffer> {
    return this.rpc.callRaw(pollsRpc.byAuthor, {
      userId: viewer.userId,
      viewerId: viewer.userId,
      page: query.page,
      cursor: query.cursor,
    });
  }

  @Route(routes.myVotedPolls)
  voted(@SignedIn() viewer: Viewer, @Input() { query }: RouteInput<typeof routes.myVotedPolls>): Promise<Buffer> {
    return this.rpc.callRaw(pollsRpc.voted, { viewerId: viewer.userId, page: query.page, cursor: query.cursor });
  }

  @Route(routes.mySavedPolls)
  saved(@SignedIn() viewer: Viewer, @Input() { query }: RouteInput<typeof routes.mySavedPolls>): Promise<Buffer> {
    return this.rpc.callRaw(pollsRpc.saved, { viewerId: viewer.userId, page: query.page, cursor: query.cursor });
  }

  @Route(routes.chooseTopics)
  async chooseTopics(
    @SignedIn() viewer: Viewer,
    @Input() { body }: RouteInput<typeof routes.chooseTopics>,
  ): Promise<void> {
    await this.rpc.call(pollsRpc.chooseTopics, { userId: viewer.userId, topics: body.topics });
  }

  @Route(routes.user)
  user(@SignedIn() viewer: Viewer, @Input() { params }: RouteInput<typeof routes.user>): Promise<ProfileView> {
    return this.users.seenBy(viewer.userId, params.id);
  }

  @Route(routes.userPolls)
  async polls(
    @SignedIn() viewer: Viewer,
    @Input() { params, query }: RouteInput<typeof routes.userPolls>,
  ): Promise<Buffer> {
    const [page, account] = await Promise.allSettled([
      this.rpc.callRaw(pollsRpc.byAuthor, {
        userId: params.id,
        viewerId: viewer.userId,
        page: query.page,
        cursor: query.cursor,
      }),
      // For an unknown user auth answers 404. While auth is away, an unknown user has an empty list.
      decoration(this.rpc, authRpc.account, { userId: params.id }),
    ]);
    // Both are awaited, so that a user who has blocked the viewer takes the time of an unknown one.
    if (account.status === 'rejected') throw account.reason;
    return valueOf(page);
  }

  @Route(routes.userVotedPolls)
  votedBy(
    @SignedIn() viewer: Viewer,
    @Input() { params, query }: RouteInput<typeof routes.userVotedPolls>,
  ): Promise<Buffer> {
    this.#ownOnly(viewer, params.id);
    return this.rpc.callRaw(pollsRpc.voted, { viewerId: viewer.userId, page: query.page, cursor: query.cursor });
  }

  @Route(routes.userSavedPolls)
  savedBy(
    @SignedIn() viewer: Viewer,
    @Input() { params, query }: RouteInput<typeof routes.userSavedPolls>,
  ): Promise<Buffer> {
    this.#ownOnly(viewer, params.id);
    return this.rpc.callRaw(pollsRpc.saved, { viewerId: viewer.userId, page: query.page, cursor: query.cursor });
  }

  /** Only the user sees what they have voted on or saved (docs/product.md#anonymity). */
  #ownOnly(viewer: Viewer, userId: number): void {
    if (userId !== viewer.userId) throw new ApiError('forbidden', { message: 'Only the user can see this list.' });
  }

  async #save(
    viewer: Viewer,
    profile: { name: string; username: string },
    request: FastifyRequest,
    reply: FastifyReply,
  ): Promise<User> {
    const { userId, sessionId } = viewer;
    const saved = await this.uploads.keep(viewer, uploadsOf(request, { profilePicture: 'profile' }), ([media]) =>
      this.rpc.call(authRpc.saveProfile, {
        ...profile,
        ...newAccountOf(viewer),
        userId,
        sessionId,
        ...(media ? { profilePicture: media.path } : {}),
      }),
    );
    this.sessions.cookies.setAccess(reply, saved);
    return this.users.withCounts(saved.account);
  }
}
