import webpush from 'web-push';
import { Database } from '@inkling/platform';
import { PushService, type Stack, startStack } from '@inkling/testing';
import { notificationsRpc } from '@inkling/contracts';
import { service } from '../index.js';
import { enqueuePush, type PushRequest } from './push-queue.js';

export const keys = webpush.generateVAPIDKeys();

/** The service with Web Push to a push service on loopback. */
export interface PushStack {
  readonly stack: Stack;
  readonly push: PushService;
  /** Registers a new device of a user. */
  device(userId: number, name: string): Promise<string>;
  /** Queues a push in a separate transaction. */
  enqueue(push: Partial<PushRequest> & { userId: number }): Promise<void>;
  queued(userId: number): Promise<Record<string, unknown>[]>;
  devices(userId: number): Promise<number>;
  stop(): Promise<void>;
}

export async function startPushStack(env: NodeJS.ProcessEnv = {}): Promise<PushStack> {
  const push = await PushService.start();
  const stack = await startStack({
    services: [service],
    env: {
      WEB_PUSH_PUBLIC_KEY: keys.publicKey,
      WEB_PUSH_PRIVATE_KEY: keys.privateKey,
      WEB_PUSH_CONTACT: 'mailto:push@example.org',
      WEB_PUSH_HOSTS: push.origin,
      PUBLIC_ORIGIN: 'https://polls.example.org',
      PUSH_MIN_INTERVAL_MS: '0',
      PUSH_RETRY_MS: '50',
      ...env,
    },
  }).catch(async (error: unknown) => {
    await push.stop();
    throw error;
  });
  return {
    stack,
    push,
    device: async (userId, name) => {
      const token = push.subscribe(name);
      await stack.rpc.call(notificationsRpc.registerToken, { userId, token, deviceType: 'web' });
      return token;
    },
    enqueue: (request) =>
      stack
        .service('notifications')
        .app.get(Database)
        .transaction((tx) =>
          enqueuePush(tx, { kind: 'like', title: 'Inkling', body: 'Ada liked your poll', link: '/poll/7', ...request }),
        ),
    queued: (userId) =>
      stack.sql(
        'notifications',
        `select topic, revision, attempts, payload, token_ids::int[] as token_ids from push_queue
         where user_id = $1 order by id`,
        [userId],
      ),
    devices: async (userId) =>
      (
        await stack.sql<{ count: number }>(
          'notifications',
          'select count(*)::int as count from push_tokens where user_id = $1',
          [userId],
        )
      )[0]!.count,
    stop: async () => {
      // First, so that no request that is never answered is waited for.
      await push.stop();
      await stack.stop();
    },
  };
}
