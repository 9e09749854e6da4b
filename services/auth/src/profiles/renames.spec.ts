import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { authRpc } from '@inkling/contracts';
import { outcome, tally } from '@inkling/testing';
import { Auth, claimsOf, type SignedIn } from '../auth.spec-support.js';

let auth: Auth;
beforeAll(async () => {
  auth = await Auth.start({ RENAMES_PER_WEEK: '2' });
});
afterAll(() => auth.stop());

const save = ({ account, session }: SignedIn, profile: { name: string; username: string; profilePicture?: string }) =>
  auth.rpc.call(authRpc.saveProfile, { ...profile, userId: account.id, sessionId: session.sessionId });

describe('one person', () => {
  it('changes name or username twice a week, after choosing them', async () => {
    const person = await auth.signUp();
    const first = { name: 'Ada', username: 'ada_renames' };
    await save(person, first);
    expect(await tally(Array.from({ length: 20 }, (_, n) => save(person, { ...first, name: `Ada ${n}` })))).toEqual({
      ok: 2,
      'too-many-renames': 18,
    });
    const refused = save(person, { ...first, username: 'ada_again' });
    await expect(refused).rejects.toMatchObject({
      status: 429,
      code: 'too-many-renames',
      message: expect.stringContaining('7 days'),
    });
  });

  it('may keep the name and change the picture, and a taken username uses nothing', async () => {
    const [person, other] = [await auth.signUp(), await auth.signUp()];
    const profile = { name: 'Grace', username: 'grace_renames' };
    await save(person, profile);
    await save(other, { name: 'Other', username: 'taken_renames' });
    for (let time = 0; time < 4; time += 1)
      expect(await outcome(save(person, { ...profile, username: 'taken_renames' }))).toBe('username-taken');
    for (let time = 0; time < 4; time += 1) expect(await outcome(save(person, profile))).toBe('ok');
    expect(await outcome(save(person, { ...profile, name: 'Grace Hopper' }))).toBe('ok');
  });
});

describe("an account's access token", () => {
  it('says until when the account is new, and nothing afterwards', async () => {
    const person = await auth.signUp();
    const now = Date.now() / 1_000;
    const newUntil = claimsOf(person.session.accessToken).newUntil!;
    expect(newUntil).toBeGreaterThan(now + 86_000);
    expect(newUntil).toBeLessThanOrEqual(now + 86_401);
    await auth.rows(`update accounts set created_at = now() - interval '1 day' where id = ${person.account.id}`);
    const saved = await save(person, { name: 'Old', username: 'old_renames' });
    expect(claimsOf(saved.accessToken)).not.toHaveProperty('newUntil');
  });
});
