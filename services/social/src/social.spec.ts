import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { profileUpdated, socialRpc, type EventContract, type EventData } from '@inkling/contracts';
import { Nats } from '@inkling/platform';
import { eventually, startStack, type Stack } from '@inkling/testing';
import { jetstream, jetstreamManager } from '@nats-io/jetstream';
import { service } from './index.js';

let stack: Stack;
let nats: Nats;
beforeAll(async () => {
  stack = await startStack({ services: [service] });
  nats = await Nats.connect({ servers: stack.env('social')['NATS_URL']!, name: 'spec' });
});
afterAll(async () => {
  await nats.connection.close();
  await stack.stop();
});

/** Publishes an event twice, under two message ids, as when the mark of the first publication was lost. */
async function publishTwice<C extends EventContract>(contract: C, data: EventData<C>): Promise<void> {
  const envelope = { id: randomUUID(), type: contract.type, occurredAt: new Date().toISOString(), correlationId: 'spec', data };
  for (const msgID of [randomUUID(), randomUUID()]) await jetstream(nats.connection).publish(contract.type, JSON.stringify(envelope), { msgID });
}

/** Waits until the service has taken in all that was published. */
const drained = (stream: string) =>
  eventually(async () => {
    const consumers = await (await jetstreamManager(nats.connection)).consumers.list(stream).next();
    expect(consumers.map((info) => info.num_pending + info.num_ack_pending)).toEqual(consumers.map(() => 0));
    expect(consumers).toHaveLength(1);
  });

const profile = { userId: 7, name: 'Ada', username: 'ada', profilePicture: null, hasCompletedProfile: true };

describe('profiles', () => {
  it('keep the newest version, whatever the order and however often it comes', async () => {
    await publishTwice(profileUpdated, { ...profile, name: 'Newest', version: 3 });
    await publishTwice(profileUpdated, { ...profile, name: 'User', username: null, version: 1 });
    await publishTwice(profileUpdated, { ...profile, name: 'Older', version: 2 });
    await publishTwice(profileUpdated, { ...profile, userId: 8, version: 1 });
    await publishTwice(profileUpdated, { ...profile, userId: 8, name: 'Grace', username: 'grace', profilePicture: '/uploads/x', version: 2 });
    await drained('auth-events');
    expect(await stack.sql('social', 'select user_id::int, name, username, profile_picture, version from profiles order by user_id')).toEqual([
      { user_id: 7, name: 'Newest', username: 'ada', profile_picture: null, version: 3 },
      { user_id: 8, name: 'Grace', username: 'grace', profile_picture: '/uploads/x', version: 2 },
    ]);
  });
});

describe('counts', () => {
  it('are zero for somebody of whom nothing is known', async () => {
    expect(await stack.rpc.call(socialRpc.counts, { userId: 404 })).toEqual({ followersCount: 0, followingCount: 0 });
  });

  it('come from the stored counters', async () => {
    await stack.sql('social', 'insert into follow_counts (user_id, followers_count, following_count) values (9, 12, 3)');
    expect(await stack.rpc.call(socialRpc.counts, { userId: 9 })).toEqual({ followersCount: 12, followingCount: 3 });
  });

  it('of what is no user id are refused', async () => {
    await expect(stack.rpc.call(socialRpc.counts, { userId: 0 })).rejects.toMatchObject({ code: 'invalid-request', status: 400 });
  });
});
