import { beforeEach, describe, expect, it } from '@jest/globals';
import { authRpc, notificationsRpc, type RpcContract } from '@inkling/contracts';
import { ApiError, type RpcClient } from '@inkling/platform';
import { eventually, outcome } from '@inkling/testing';
import type { GatewayConfig } from '../config.js';
import { VotingRule } from './voting-rule.js';

const verified = { userId: 1, sessionId: 's', profile: true, verified: true };
const unverified = { ...verified, verified: false };

/** What notifications and auth answer, and what they were asked. */
let mail: boolean | 'away';
let proved: boolean;
let asked: string[];
let rule: VotingRule;
const rpc = {
  call: async (contract: RpcContract) => {
    asked.push(contract.subject);
    if (contract === authRpc.account) return { emailVerified: proved };
    if (mail === 'away') throw new ApiError('unavailable');
    return { mail };
  },
} as unknown as RpcClient;
const start = (needed = true) => {
  rule = new VotingRule(rpc, { VOTE_NEEDS_VERIFIED_EMAIL: needed } as GatewayConfig);
};
const mayVote = (viewer = unverified) => outcome(Promise.resolve(rule.check(viewer)));

describe('who may vote', () => {
  beforeEach(() => {
    [mail, proved, asked] = [true, false, []];
    start();
  });

  it('is settled at once, and asks nobody, for an address that the access token says is proved', () => {
    expect(rule.check(verified)).toBeUndefined();
    expect(asked).toEqual([]);
  });

  it('leaves out who has not proved the address, where mail is set up', async () => {
    expect(await mayVote()).toBe('email-unverified');
  });

  it('believes the account over an access token that is older than the proof', async () => {
    proved = true;
    expect(await mayVote()).toBe('ok');
  });

  it('is everyone where no mail is set up, which is asked once', async () => {
    mail = false;
    expect(await mayVote()).toBe('ok');
    expect(rule.check(unverified)).toBeUndefined();
    expect(asked).toEqual([notificationsRpc.features.subject]);
  });

  it('is everyone where the operator wants it so', () => {
    start(false);
    expect(rule.check(unverified)).toBeUndefined();
    expect(asked).toEqual([]);
  });

  it('is learnt at the start, however late notifications is, so that it may be away afterwards', async () => {
    mail = 'away';
    rule.onApplicationBootstrap();
    await eventually(() => expect(asked.length).toBe(1));
    mail = false;
    await eventually(() => expect(asked.length).toBe(2));
    mail = 'away';
    await eventually(() => expect(rule.check(unverified)).toBeUndefined());
    rule.onModuleDestroy();
  });

  it('cannot be said while nobody knows whether mail is set up, and stays as it was once it is known', async () => {
    mail = 'away';
    expect(await mayVote()).toBe('unavailable');
    mail = true;
    expect(await mayVote()).toBe('email-unverified');
    mail = 'away';
    expect(await mayVote()).toBe('email-unverified');
  });
});
