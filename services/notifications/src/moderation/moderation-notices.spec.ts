import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Module } from '@nestjs/common';
import { authRpc, noticeDue, type Account } from '@inkling/contracts';
import { Rpc, RpcController, defineService, type RpcRequestOf } from '@inkling/platform';
import { EventFeed, SmtpServer, eventually, startStack, type Stack } from '@inkling/testing';
import { z } from 'zod';
import { service } from '../index.js';

const [PROVED, UNPROVED] = [11, 12];
const addressOf = (userId: number) => `person${userId}@example.org`;

/** Answers in place of the auth service. */
@RpcController()
class AuthStandIn {
  @Rpc(authRpc.account)
  account({ userId }: RpcRequestOf<typeof authRpc.account>): Account {
    return {
      id: userId,
      email: addressOf(userId),
      emailVerified: userId === PROVED,
      name: `Person ${userId}`,
      username: `person${userId}`,
      profilePicture: null,
      hasCompletedProfile: true,
      role: 'member',
      version: 1,
    };
  }
}
@Module({ controllers: [AuthStandIn] })
class AuthModule {}
const auth = defineService({ name: 'auth', config: z.object({}), module: AuthModule });

let smtp: SmtpServer;
let stack: Stack;
let feed: EventFeed;
beforeAll(async () => {
  smtp = await SmtpServer.start();
  stack = await startStack({
    services: [auth, service],
    env: { SMTP_URL: smtp.url, MAIL_FROM: 'Inkling <hello@polls.example.org>', MAIL_RETRY_MS: '50' },
  });
  feed = await EventFeed.connect(stack);
});
afterAll(async () => {
  await feed.close();
  await smtp.close();
  await stack.stop();
});

describe('a decision of the moderators', () => {
  it('is mailed once to a proved address, and never to one that may be a stranger’s', async () => {
    for (const [noticeId, userId] of [UNPROVED, PROVED].entries())
      await feed.publishTwice(noticeDue, {
        noticeId: noticeId + 1,
        userId,
        notice: { kind: 'act-undone', actId: 5, act: 'hide', object: null },
        mail: true,
      });
    await feed.drained('community-events', 3);
    await eventually(async () =>
      expect(await stack.sql('notifications', 'select status from mail_queue order by status')).toEqual([
        { status: 'failed' },
        { status: 'sent' },
      ]),
    );
    expect([UNPROVED, PROVED].map((userId) => smtp.to(addressOf(userId)).length)).toEqual([0, 1]);
    const listed = await stack.sql<{ id: number }>(
      'notifications',
      `select recipient_id::int as id from notices where kind = 'moderation' order by recipient_id`,
    );
    expect(listed.map(({ id }) => id)).toEqual([PROVED, UNPROVED]);
  });
});
