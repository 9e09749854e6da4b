import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { pollCreated, pollDeleted, type EventContract, type EventData } from '@inkling/contracts';
import { Nats } from '@inkling/platform';
import { eventually, startStack, type Stack } from '@inkling/testing';
import { jetstream, jetstreamManager } from '@nats-io/jetstream';
import { service } from './index.js';

let stack: Stack;
let nats: Nats;
beforeAll(async () => {
  stack = await startStack({ services: [service] });
  nats = await Nats.connect({ servers: stack.env('insights')['NATS_URL']!, name: 'spec' });
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
    expect(consumers).toHaveLength(2);
  });

const poll = (pollId: number) => ({ pollId, authorId: 1, question: `Question ${pollId}?`, options: ['yes', 'no, "never"'], endDate: null, createdAt: '2026-11-21T10:00:00.000Z' });

describe('polls', () => {
  it('are known as their authors wrote them, and a deletion wins over a late creation', async () => {
    await publishTwice(pollCreated, poll(1));
    await publishTwice(pollCreated, poll(2));
    await publishTwice(pollDeleted, { pollId: 3, authorId: 1 });
    await drained('polls-events');
    await publishTwice(pollDeleted, { pollId: 2, authorId: 1 });
    await publishTwice(pollCreated, poll(3));
    await drained('polls-events');
    const gone = { question: null, options: [], deleted: true };
    expect(await stack.sql('insights', 'select poll_id::int, question, options, deleted from polls order by poll_id')).toEqual([
      { poll_id: 1, question: 'Question 1?', options: ['yes', 'no, "never"'], deleted: false },
      { poll_id: 2, ...gone },
      { poll_id: 3, ...gone },
    ]);
  });
});
