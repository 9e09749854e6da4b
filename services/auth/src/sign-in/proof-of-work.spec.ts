import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { authRpc, type WorkPurpose } from '@inkling/contracts';
import { startService } from '@inkling/platform';
import { solveWork } from '@inkling/platform/solve-work';
import { Auth, CLIENT, newEmail, PASSWORD } from '../auth.spec-support.js';
import { service } from '../index.js';

const POW_SECRET = 'signs challenges: at least thirty-two characters';
let auth: Auth;
beforeAll(async () => {
  auth = await Auth.start({ POW_DIFFICULTY: '3', POW_SECRET });
  await auth.openMailbox();
});
afterAll(() => auth.stop());

const challenge = async (purpose: WorkPurpose = 'sign-up') =>
  (await auth.rpc.call(authRpc.offerWork, { purpose, client: CLIENT })).challenge!;
const proof = async (purpose?: WorkPurpose) => solveWork(await challenge(purpose));
const signUp = (proofOfWork: unknown, email = newEmail()) =>
  auth.rpc.call(authRpc.signup, { email, password: PASSWORD, proofOfWork, client: CLIENT });
const reset = (proofOfWork: string, email = newEmail()) =>
  auth.rpc.call(authRpc.requestPasswordReset, { email, proofOfWork, client: CLIENT });
const NEEDED = { code: 'proof-of-work-needed', status: 400 };

describe('a proof of work', () => {
  it('lets one sign up, and another reset a password', async () => {
    expect((await signUp(await proof())).account.id).toBeGreaterThan(0);
    expect(await reset(await proof('password-reset'))).toEqual({});
  });

  it('is asked for: without it, or with anything else, nothing happens', async () => {
    const email = newEmail();
    const json = JSON.stringify({ challenge: await challenge(), solution: { counter: 0, derivedKey: 'ab' } });
    const wrong = [undefined, '', '%', 'bm90aGluZw==', Buffer.from(json).toString('base64')];
    for (const one of wrong) await expect(signUp(one, email)).rejects.toMatchObject(NEEDED);
    expect(await auth.rows('select id from accounts where email = $1', email)).toEqual([]);
  });

  it('counts for its purpose alone', async () => {
    await expect(signUp(await proof('password-reset'))).rejects.toMatchObject(NEEDED);
    await expect(reset(await proof('sign-up'))).rejects.toMatchObject(NEEDED);
  });

  it('cannot be made easier, made for something else, or prolonged: the signature covers it', async () => {
    const given = await challenge('password-reset');
    for (const changed of [{ data: { for: 'sign-up' as const } }, { keyPrefix: '00' }, { expiresAt: 99_999_999_999 }]) {
      const parameters = { ...given.parameters, data: { for: 'sign-up' as const }, ...changed };
      const text = JSON.stringify({ challenge: { ...given, parameters }, solution: { counter: 1, derivedKey: '00' } });
      await expect(signUp(Buffer.from(text).toString('base64'))).rejects.toMatchObject(NEEDED);
    }
  });

  it('works once, also when two replicas get it at the same moment', async () => {
    const other = await startService(service, { env: { ...auth.stack.env('auth'), HTTP_PORT: undefined } });
    try {
      const used = await proof();
      const results = await Promise.allSettled(Array.from({ length: 8 }, () => signUp(used)));
      expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
      for (const result of results)
        if (result.status === 'rejected') expect(result.reason).toMatchObject({ code: 'proof-of-work-needed' });
      await expect(signUp(used)).rejects.toMatchObject(NEEDED);
    } finally {
      await other.stop();
    }
  });

  it('is worth nothing after a quarter of an hour, and the mark of its use goes', async () => {
    await signUp(await proof());
    const [row] = await auth.rows<{ left: number }>(
      `select extract(epoch from max(expires_at) - now())::int as left from used_work`,
    );
    expect(row!.left).toBeGreaterThan(14 * 60);
    expect(row!.left).toBeLessThanOrEqual(15 * 60);
  });
});
