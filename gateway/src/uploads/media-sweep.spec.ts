import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { pollsRpc, type RpcContract } from '@inkling/contracts';
import { ApiError, type RpcClient } from '@inkling/platform';
import type { Arrivals } from './arrivals.js';
import { MediaSweep } from './media-sweep.js';
import { newKey } from './object-key.js';
import type { ObjectStore } from './object-store.js';
import type { UploadsConfig } from '../config.js';

describe('an object whose owner may or may not have been made', () => {
  const key = newKey('webp');
  let removed: string[];
  let answers: { polls: string[] | ApiError; auth: string[] | ApiError };
  let sweep: MediaSweep;
  beforeEach(() => {
    jest.useFakeTimers();
    removed = [];
    answers = { polls: [], auth: [] };
    const rpc = {
      call: (contract: RpcContract) => {
        const answer = contract === pollsRpc.usedMedia ? answers.polls : answers.auth;
        return answer instanceof ApiError ? Promise.reject(answer) : Promise.resolve({ paths: answer });
      },
    };
    const store = { remove: async (keys: readonly string[]) => void removed.push(...keys) };
    sweep = new MediaSweep(
      store as unknown as ObjectStore,
      rpc as unknown as RpcClient,
      {} as Arrivals,
      { MEDIA_SWEEP_MINUTES: 0 } as UploadsConfig,
    );
  });
  afterEach(() => {
    jest.useRealTimers();
  });

  it('goes a little later when there is none', async () => {
    sweep.reconsider([`/uploads/${key}`]);
    await jest.advanceTimersByTimeAsync(20_000);
    expect(removed).toEqual([]);
    await jest.advanceTimersByTimeAsync(20_000);
    expect(removed).toEqual([key]);
  });

  it.each([
    ['a poll has it', { polls: [`/uploads/${key}`], auth: [] }],
    ['an account has it', { polls: [], auth: [`/uploads/${key}`] }],
    ['polls does not answer', { polls: new ApiError('unavailable'), auth: [] }],
    ['auth does not answer', { polls: [], auth: new ApiError('unavailable') }],
  ])('stays when %s', async (_what, given) => {
    answers = given;
    sweep.reconsider([`/uploads/${key}`]);
    await jest.advanceTimersByTimeAsync(60_000);
    expect(removed).toEqual([]);
  });

  it('is left to the sweep when the server ends before', async () => {
    sweep.reconsider([`/uploads/${key}`]);
    await sweep.beforeApplicationShutdown();
    await jest.advanceTimersByTimeAsync(60_000);
    expect(removed).toEqual([]);
  });
});
