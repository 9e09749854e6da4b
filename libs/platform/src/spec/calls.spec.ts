import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startStack, type Stack } from '@inkling/testing';
import { ApiError } from '../index.js';
import { notesRpc, notesService } from './notes-service.spec-support.js';

const failure = (promise: Promise<unknown>): Promise<ApiError> =>
  promise.then(
    () => {
      throw new Error('it did not fail');
    },
    (error: unknown) => error as ApiError,
  );

describe('calls between services', () => {
  let stack: Stack;
  beforeAll(async () => {
    stack = await startStack({ services: [notesService] });
  });
  afterAll(() => stack.stop());

  it('carries an error with its code, status and extra fields', async () => {
    const error = await failure(stack.rpc.call(notesRpc.missing, {}));
    expect(error).toBeInstanceOf(ApiError);
    expect(error.status).toBe(404);
    expect(error.body()).toEqual({ code: 'poll-not-found', message: 'Poll not found', userVote: 2 });
  });

  it('hides what an unexpected error says', async () => {
    const error = await failure(stack.rpc.call(notesRpc.broken, {}));
    expect(error.status).toBe(500);
    expect(JSON.stringify(error.body())).not.toContain('secret');
  });

  it('validates the request on the receiving side', async () => {
    const error = await failure(stack.rpc.call(notesRpc.write, { userId: 'one' as unknown as number, name: 'x' }));
    expect(error.status).toBe(400);
    expect(error.body().issues?.[0]?.path).toBe('userId');
  });

  it('answers 503 at the deadline, not later', async () => {
    const started = Date.now();
    const error = await failure(stack.rpc.call(notesRpc.slow, { ms: 8_000 }));
    expect(error.status).toBe(503);
    // Long before there would have been an answer.
    expect(Date.now() - started).toBeLessThan(5_000);
    await stack.sql(
      'auth',
      `select pg_cancel_backend(pid) from pg_stat_activity
       where datname = current_database() and query like 'select pg_sleep%'`,
    );
  });

  it('answers 503 at once when nobody serves the call', async () => {
    const started = Date.now();
    const error = await failure(stack.rpc.call(notesRpc.nobody, {}));
    expect(error.status).toBe(503);
    expect(Date.now() - started).toBeLessThan(notesRpc.nobody.timeoutMs / 4);
  });
});
