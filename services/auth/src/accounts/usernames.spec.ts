import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { authRpc } from '@inkling/contracts';
import { outcome, tally } from '@inkling/testing';
import { Auth, type SignedIn } from '../auth.spec-support.js';
import { strictKey, usernameSkeleton } from './username-keys.js';

let auth: Auth;
beforeAll(async () => {
  auth = await Auth.start({ RESERVED_USERNAMES: 'Mayor, the.council' });
});
afterAll(() => auth.stop());

const take = ({ account, session }: SignedIn, username: string, name = 'Somebody') =>
  auth.rpc.call(authRpc.saveProfile, { name, username, userId: account.id, sessionId: session.sessionId });

describe('skeletons', () => {
  it.each([
    ['paypal', 'paypaI'],
    ['paypal', 'paypa1'],
    ['noor', 'n0Or'],
    ['modern', 'rnodern'],
  ])('are equal for %s and %s, which look the same', (one, other) => {
    expect(usernameSkeleton(one)).toBe(usernameSkeleton(other));
  });

  it('differ for usernames that look different', () => {
    const names = ['illy', 'lily', 'amara', 'amira', 'noor', 'nor', 'a.b', 'ab', 'a_b'];
    expect(new Set(names.map(usernameSkeleton)).size).toBe(names.length);
  });

  it('of reserved names are stricter: separators do not count, and i counts as l', () => {
    for (const name of ['ADMIN', 'adm1n', '_ad.min_', 'adrnin', 'admln'])
      expect(strictKey(name)).toBe(strictKey('admin'));
  });
});

describe('usernames', () => {
  it('that look like a taken one are taken', async () => {
    const [first, second] = [await auth.signUp(), await auth.signUp()];
    await take(first, 'Paypal');
    for (const look of ['paypaI', 'paypa1', 'PAYPAL'])
      await expect(take(second, look)).rejects.toMatchObject({ code: 'username-taken', status: 409 });
    expect(await outcome(take(first, 'paypaI'))).toBe('ok');
  });

  it('that could pass for the product or its operator are taken', async () => {
    const person = await auth.signUp();
    const reserved = [
      'admin',
      'Support',
      'inkling',
      'root',
      'moderator',
      'help',
      'api',
      'adm1n',
      'in.kling',
      'mayor',
      'the_council',
    ];
    expect(await tally(reserved.map((username) => take(person, username)))).toEqual({
      'username-taken': reserved.length,
    });
    expect(await outcome(take(person, 'administrata'))).toBe('ok');
  });

  it('that were released are held for their former owner for thirty days', async () => {
    const [former, other] = [await auth.signUp(), await auth.signUp()];
    await take(former, 'well_known');
    await take(former, 'somebody_else');
    expect(await tally(['well_known', 'WeIl_known'].map((username) => take(other, username)))).toEqual({
      'username-taken': 2,
    });
    expect(await outcome(take(former, 'well_known'))).toBe('ok');
    await take(former, 'somebody_else');
    await auth.rows(`update held_usernames set held_until = now() where username_key = 'well_known'`);
    expect(await outcome(take(other, 'well_known'))).toBe('ok');
  });

  it('that are released and requested at the same moment stay with their former owner', async () => {
    for (let round = 0; round < 5; round += 1) {
      const [former, ...others] = await Promise.all(Array.from({ length: 4 }, () => auth.signUp()));
      await take(former!, `swap${round}`);
      const asked = others.map((other) => outcome(take(other, `swap${round}`)));
      await take(former!, `swapped${round}`);
      expect(await Promise.all(asked)).toEqual(['username-taken', 'username-taken', 'username-taken']);
    }
  });

  it.each([
    ['аmara', 'Username can contain letters, digits, dots and underscores'],
    ['ama-ra', 'Username can contain letters, digits, dots and underscores'],
    ['ab', 'Username needs at least 3 characters'],
    ['...', 'Username can contain letters, digits, dots and underscores'],
  ])('such as %s are refused', async (username, message) => {
    await expect(take(await auth.signUp(), username)).rejects.toMatchObject({
      code: 'invalid-request',
      status: 400,
      message,
    });
  });
});

describe('display names', () => {
  it.each([
    ['Amara Okafor ✓', 'Name cannot contain tick marks'],
    ['Amara ✅', 'Name cannot contain tick marks'],
    ['Z̈̈̈̈algo', 'Name has too many accents on one letter'],
    ['Аmara Okafor', 'Name mixes alphabets in one word'],
    ['Amarа', 'Name mixes alphabets in one word'],
  ])('such as %s are refused', async (name, message) => {
    await expect(take(await auth.signUp(), 'fine_name', name)).rejects.toMatchObject({
      code: 'invalid-request',
      status: 400,
      message,
    });
  });

  it.each([
    'Nguyễn Thị Minh',
    'Иван Smith',
    'سارة الحداد',
    'נֹעָה',
    '田中さん Ken',
    'प्रिया',
    'Zoë O’Neill-Łukasz',
    'Ana 🌻',
    'กุ้ง',
  ])('such as %s are accepted', async (name) => {
    const person = await auth.signUp();
    expect((await take(person, `person_${person.account.id}`, name)).account.name).toBe(name);
  });
});
