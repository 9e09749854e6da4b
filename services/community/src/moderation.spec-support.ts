import { Module } from '@nestjs/common';
import { authRpc, casesRpc, pollsRpc, reportsRpc, type ActObject, type ModeratedContent } from '@inkling/contracts';
import { ApiError, Database, Rpc, RpcController, defineService, type RpcRequestOf } from '@inkling/platform';
import { z } from 'zod';
import { Cases } from './cases/cases.js';
import { Community } from './community.spec-support.js';
import type { Tables } from './tables.js';

interface Written {
  readonly authorId: number | null;
  readonly content: ModeratedContent;
  readonly hiddenFrom?: readonly number[];
}

/** What the stand-ins for polls and auth know. */
const written = new Map<string, Written>();
const NOT_FOUND = {
  poll: 'poll-not-found',
  picture: 'poll-not-found',
  comment: 'comment-not-found',
  profile: 'user-not-found',
} as const;
export const JOINED = '2026-01-02T03:04:05.000Z';
const keyOf = ({ kind, id }: ActObject) => `${kind} ${id}`;
const personOf = (id: number) => ({ id, name: `Person ${id}`, username: `person${id}`, profilePicture: null });

/** Answers in place of the polls service. */
@RpcController()
class PollsStandIn {
  @Rpc(pollsRpc.moderationView)
  view({ kind, id, viewerId = 0 }: RpcRequestOf<typeof pollsRpc.moderationView>) {
    const found = written.get(keyOf({ kind, id }));
    if (!found || found.hiddenFrom?.includes(viewerId)) throw new ApiError(NOT_FOUND[kind]);
    return { authorId: found.authorId, content: found.content };
  }

  @Rpc(pollsRpc.authorTotals)
  totals() {
    return { polls: 3, comments: 4 };
  }
}
@Module({ controllers: [PollsStandIn] })
class PollsModule {}

/** Answers in place of the auth service. */
@RpcController()
class AuthStandIn {
  @Rpc(authRpc.persons)
  persons({ userIds }: RpcRequestOf<typeof authRpc.persons>) {
    return { persons: userIds.map((id) => ({ ...personOf(id), joinedAt: JOINED })) };
  }

  @Rpc(authRpc.staff)
  staff() {
    return { userIds: [...staff] };
  }
}
@Module({ controllers: [AuthStandIn] })
class AuthModule {}

export const polls = defineService({ name: 'polls', config: z.object({}), module: PollsModule });
export const auth = defineService({ name: 'auth', config: z.object({}), module: AuthModule });

let lastId = 0;
/** The moderators and administrators. */
export const staff = new Set<number>();

/** Community with stand-ins for polls and auth, and what moderators and members do there. */
export class Moderation {
  private constructor(readonly community: Community) {}

  static async start(env: Record<string, string> = {}): Promise<Moderation> {
    // Spec files of one group share this module.
    staff.clear();
    return new Moderation(await Community.start({ env, beside: [polls, auth] }));
  }

  stop(): Promise<void> {
    return this.community.stop();
  }

  get rpc() {
    return this.community.stack.rpc;
  }

  /** A poll that the polls service knows. */
  poll(fields: { authorId?: number; question?: string; id?: number; hiddenFrom?: readonly number[] } = {}): ActObject {
    const { authorId = 900, question = 'Tea or coffee?', id = (lastId += 1), hiddenFrom = [] } = fields;
    written.set(`poll ${id}`, {
      authorId,
      hiddenFrom,
      content: {
        kind: 'poll',
        id,
        author: personOf(authorId),
        createdAt: JOINED,
        question,
        options: ['Tea', 'Coffee'],
        media: null,
        mediaInfo: null,
        endDate: null,
        votesCount: 7,
      },
    });
    return { kind: 'poll', id };
  }

  comment(fields: { authorId?: number; content?: string } = {}): ActObject {
    const { authorId = 900, content = 'Well said.' } = fields;
    const id = (lastId += 1);
    const text = { author: personOf(authorId), createdAt: JOINED, pollId: 1, question: 'Tea or coffee?', content };
    written.set(`comment ${id}`, { authorId, content: { kind: 'comment', id, ...text } });
    return { kind: 'comment', id };
  }

  profile(id: number): ActObject {
    written.set(`profile ${id}`, { authorId: id, content: { kind: 'profile', id, author: personOf(id) } });
    return { kind: 'profile', id };
  }

  remove(object: ActObject): void {
    written.delete(keyOf(object));
  }

  report(userId: number, object: ActObject, fields: { rule?: number | null; words?: string } = {}) {
    return this.rpc.call(reportsRpc.report, { userId, ...object, rule: 1, ...fields });
  }

  /** Ids of the object's cases, the oldest first. */
  async casesOf({ kind, id }: ActObject): Promise<number[]> {
    const rows = await this.community.sql<{ id: number }>(
      'select id::int as id from cases where object_kind = $1 and object_id = $2 order by id',
      [kind, id],
    );
    return rows.map((row) => row.id);
  }

  view(caseId: number, moderatorId = 1) {
    return this.rpc.call(casesRpc.get, { caseId, moderatorId });
  }

  decide(caseId: number, moderatorId: number, outcome: 'dismiss' | 'hide' = 'hide') {
    return this.community
      .get<Database<Tables>>(Database)
      .transaction((tx) => this.community.get(Cases).decide(tx, caseId, { moderatorId, outcome }));
  }
}
