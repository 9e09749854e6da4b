import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { admissionRpc, signUpDecided, signUpRequested, type EventData } from '@inkling/contracts';
import { eventually, outcome } from '@inkling/testing';
import { Community } from '../community.spec-support.js';

let community: Community;
beforeAll(async () => {
  community = await Community.start();
});
afterAll(() => community.stop());

let people = 100;
async function asked(answer: string | null = 'For the bakery.'): Promise<number> {
  const userId = (people += 1);
  const requestedAt = new Date().toISOString();
  await community.feed.publishTwice(signUpRequested, { userId, email: `${userId}@example.org`, answer, requestedAt });
  await eventually(async () => expect((await waiting()).some((one) => one.userId === userId)).toBe(true));
  return userId;
}
const waiting = async (administrator = true) =>
  (await community.stack.rpc.call(admissionRpc.requests, { administrator })).requests;
const decide = (userId: number, approve: boolean, reason?: string) =>
  community.stack.rpc.call(admissionRpc.decide, { userId, approve, actorId: 1, ...(reason ? { reason } : {}) });
const decisions = async (userId: number) =>
  (
    await community.sql<{ payload: string }>('select payload::text from outbox where subject = $1', [
      signUpDecided.type,
    ])
  )
    .map(({ payload }) => (JSON.parse(payload) as { data: EventData<typeof signUpDecided> }).data)
    .filter((data) => data.userId === userId);

describe('a request to join', () => {
  it('waits with its answer until a moderator decides, once', async () => {
    const userId = await asked();
    expect((await waiting()).find((one) => one.userId === userId)).toMatchObject({
      email: `${userId}@example.org`,
      answer: 'For the bakery.',
    });
    expect((await waiting(false)).find((one) => one.userId === userId)).toMatchObject({
      email: null,
      answer: 'For the bakery.',
    });
    const results = await Promise.all([outcome(decide(userId, true)), outcome(decide(userId, false))]);
    expect(results.sort()).toEqual(['ok', 'request-decided']);
    expect(await decisions(userId)).toHaveLength(1);
    expect((await waiting()).some((one) => one.userId === userId)).toBe(false);
  });

  it('is decided with a reason, which is in the log, and loses address and answer', async () => {
    const userId = await asked();
    await decide(userId, false, 'We know nobody of this name.');
    await decide(userId, false, 'We know nobody of this name.');
    expect(await decisions(userId)).toEqual([{ userId, approved: false, reason: 'We know nobody of this name.' }]);
    expect(await community.sql('select email, answer from sign_up_requests where user_id = $1', [userId])).toEqual([
      { email: null, answer: null },
    ]);
    expect(await community.sql('select what, details from log_entries where person_id = $1', [userId])).toEqual([
      { what: 'request-refused', details: { reason: 'We know nobody of this name.' } },
    ]);
  });

  it('that was taken back is not found', async () => {
    expect(await outcome(decide(9_999, true))).toBe('request-not-found');
  });
});
