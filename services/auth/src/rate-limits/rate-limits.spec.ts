import { expect, it } from '@jest/globals';
import { ApiError } from '@inkling/platform';
import type { ErrorCode } from '@inkling/contracts';
import { settle } from './rate-limits.js';

/** How `settle` settles an attempt that fails with `code`. */
async function settledAs(code: ErrorCode): Promise<string> {
  let settled = 'failed';
  const attempt = {
    succeeded: () => Promise.resolve(void (settled = 'succeeded')),
    withdrawn: () => Promise.resolve(void (settled = 'withdrawn')),
  };
  await expect(settle(attempt, () => Promise.reject(new ApiError(code)))).rejects.toMatchObject({ code });
  return settled;
}

it('counts a wrong password, but neither an unavailable server nor another exhausted limit', async () => {
  expect(await settledAs('auth/wrong-password')).toBe('failed');
  expect(await settledAs('unavailable')).toBe('withdrawn');
  expect(await settledAs('too-many-sign-ups')).toBe('withdrawn');
  expect(await settledAs('too-many-requests')).toBe('withdrawn');
});
