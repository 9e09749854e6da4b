import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { PASSKEYS_MAX, authRpc, type PasskeyOptions } from '@inkling/contracts';
import { Authenticator, outcome, tally } from '@inkling/testing';
import { Auth, CLIENT, claimsOf, newEmail, type Mailbox, type SignedIn } from '../auth.spec-support.js';
import { relyingParty } from '../passkeys/relying-party.js';

let auth: Auth;
let mailbox: Mailbox;
beforeAll(async () => {
  auth = await Auth.start();
  mailbox = await auth.openMailbox();
});
afterAll(() => auth.stop());

const sessionOf = ({ account, session }: SignedIn) => ({ userId: account.id, sessionId: session.sessionId });
const newOptions = (owner: SignedIn) => auth.rpc.call(authRpc.newPasskeyOptions, sessionOf(owner));
const keep = (owner: SignedIn, credential: ReturnType<Authenticator['make']>, name = 'Phone') =>
  auth.rpc.call(authRpc.addPasskey, { ...sessionOf(owner), name, credential });
const list = (owner: SignedIn) => auth.rpc.call(authRpc.passkeys, { userId: owner.account.id });
const remove = (owner: SignedIn, passkeyId: number) =>
  auth.rpc.call(authRpc.removePasskey, { ...sessionOf(owner), passkeyId });
const options = () => auth.rpc.call(authRpc.passkeyOptions, { client: CLIENT });
const signIn = (credential: ReturnType<Authenticator['sign']>) =>
  auth.rpc.call(authRpc.passkeySignIn, { credential, client: CLIENT });
/** As if the session had begun, or proved its user, too long ago. */
const age = ({ session }: SignedIn) =>
  auth.rows(`update sessions set proved_at = now() - interval '1 hour' where id = $1`, session.sessionId);

async function withPasskey(owner: SignedIn, device = new Authenticator()) {
  const passkey = await keep(owner, device.make(await newOptions(owner)));
  return { device, passkey };
}

describe('a passkey', () => {
  it('signs in without a name or password, once it was added, and is listed with its use', async () => {
    const owner = await auth.signUp();
    const { device, passkey } = await withPasskey(owner);
    expect(passkey).toEqual({ id: expect.any(Number), name: 'Phone', createdAt: expect.any(String), lastUsedAt: null });
    const { account, session } = await signIn(device.sign(await options()));
    expect(account).toEqual(owner.account);
    expect(claimsOf(session.accessToken)).toMatchObject({ sub: owner.account.id, sid: session.sessionId });
    expect(await list(owner)).toEqual([{ ...passkey, lastUsedAt: expect.any(String) }]);
  });

  it('is made for a name that says nothing about the account, and not twice on one device', async () => {
    const owner = await auth.signUp();
    const first = await newOptions(owner);
    expect(first).toMatchObject({
      rp: { id: 'localhost', name: 'Inkling' },
      user: { name: owner.account.email },
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
      attestation: 'none',
      excludeCredentials: [],
    });
    const { device } = await withPasskey(owner);
    const second = await newOptions(owner);
    const handle = (made: PasskeyOptions) => (made['user'] as { id: string }).id;
    expect(handle(second)).toBe(handle(first));
    expect(Buffer.from(handle(first), 'base64url')).toHaveLength(32);
    expect(second['excludeCredentials']).toEqual([{ id: device.id, transports: ['internal'], type: 'public-key' }]);
    expect(handle(await newOptions(await auth.signUp()))).not.toBe(handle(first));
  });

  it.each([
    ['another site', { origin: 'https://evil.example' }],
    ['a site whose name begins like ours', { origin: 'http://localhost.evil.example:8080' }],
    ['a passkey of another site', { rpId: 'evil.example' }],
    ['an authenticator that did not ask who is there', { verifies: false }],
  ])('is refused from %s, at its making and at sign-in', async (_what, device) => {
    const owner = await auth.signUp();
    const options1 = await newOptions(owner);
    expect(await outcome(keep(owner, new Authenticator().make(options1, device)))).toBe('passkey-refused');
    const good = (await withPasskey(owner)).device;
    expect(await outcome(signIn(good.sign(await options(), device)))).toBe('passkey-refused');
    expect(await outcome(signIn(good.sign(await options())))).toBe('ok');
  });

  it('answers a challenge once, in time, and only for what it was made for', async () => {
    const owner = await auth.signUp();
    const { device } = await withPasskey(owner);
    const answer = device.sign(await options());
    expect(await tally(Array.from({ length: 4 }, () => signIn(answer)))).toEqual({ ok: 1, 'passkey-refused': 3 });
    const late = await options();
    await auth.rows(`update passkey_challenges set expires_at = now()`);
    expect(await outcome(signIn(device.sign(late)))).toBe('passkey-refused');
    expect(await outcome(signIn(device.sign({ challenge: 'A'.repeat(43) })))).toBe('passkey-refused');
    expect(await outcome(signIn(device.sign(await newOptions(owner))))).toBe('passkey-refused');
    const other = await auth.signUp();
    expect(await outcome(keep(other, new Authenticator().make(await newOptions(owner))))).toBe('passkey-refused');
    const made = new Authenticator().make(await newOptions(owner));
    expect(await tally([keep(owner, made), keep(owner, made)])).toEqual({ ok: 1, 'passkey-refused': 1 });
  });

  it('of another account opens nothing but that account', async () => {
    const [owner, other] = [await auth.signUp(), await auth.signUp()];
    const { device } = await withPasskey(owner);
    const { device: foreign } = await withPasskey(other);
    // The id of one account's passkey under the other one's signature, and the other way round.
    const mixed = { ...foreign.sign(await options()), id: device.id, rawId: device.id };
    expect(await outcome(signIn(mixed))).toBe('passkey-refused');
    const stolenName = foreign.sign(await options());
    stolenName.response.userHandle = device.handle;
    expect(await outcome(signIn(stolenName))).toBe('passkey-refused');
    const nameless = device.sign(await options());
    delete nameless.response.userHandle;
    expect(await outcome(signIn(nameless))).toBe('passkey-refused');
    // The passkey that one account has cannot be added to another.
    expect(await outcome(keep(other, device.make(await newOptions(other))))).toBe('passkey-refused');
    expect((await signIn(foreign.sign(await options()))).account.id).toBe(other.account.id);
  });

  it('whose count does not grow is refused, as a copy is; one that never counts is not', async () => {
    const owner = await auth.signUp();
    const { device } = await withPasskey(owner);
    device.count = 7;
    await signIn(device.sign(await options()));
    device.count = 7;
    expect(await outcome(signIn(device.sign(await options())))).toBe('passkey-refused');
    device.count = 0;
    expect(await outcome(signIn(device.sign(await options())))).toBe('passkey-refused');
    const silent = new Authenticator();
    silent.count = 0;
    await withPasskey(owner, silent);
    for (let time = 0; time < 2; time += 1) expect(await outcome(signIn(silent.sign(await options())))).toBe('ok');
  });

  it('cannot be added or removed in a stolen session, until that proves who uses it', async () => {
    const owner = await auth.signUp();
    const { device, passkey } = await withPasskey(owner);
    const made = new Authenticator().make(await newOptions(owner));
    await age(owner);
    await expect(newOptions(owner)).rejects.toMatchObject({
      code: 'proof-needed',
      extra: { proofs: ['password', 'passkey'] },
    });
    expect(await outcome(keep(owner, made))).toBe('proof-needed');
    expect(await outcome(remove(owner, passkey.id))).toBe('proof-needed');
    expect(await list(owner)).toEqual([passkey]);

    const prove = async (by: Authenticator) => {
      const session = sessionOf(owner);
      const asked = await auth.rpc.call(authRpc.passkeyOptions, { session, client: CLIENT });
      return auth.rpc.call(authRpc.proveWithPasskey, { ...session, credential: by.sign(asked) });
    };
    const { device: foreign } = await withPasskey(await auth.signUp());
    expect(await outcome(prove(foreign))).toBe('passkey-refused');
    const forSignIn = device.sign(await options());
    expect(await outcome(auth.rpc.call(authRpc.proveWithPasskey, { ...sessionOf(owner), credential: forSignIn }))).toBe(
      'passkey-refused',
    );
    expect(await outcome(remove(owner, passkey.id))).toBe('proof-needed');
    expect(await outcome(prove(device))).toBe('ok');
    // The challenge of the refused request still counts, so that the request can be repeated.
    expect(await outcome(keep(owner, made))).toBe('ok');
    expect(await outcome(remove(owner, passkey.id))).toBe('ok');
  });

  it('can be renamed and removed by its owner alone', async () => {
    const [owner, other] = [await auth.signUp(), await auth.signUp()];
    const { device, passkey } = await withPasskey(owner);
    const rename = (who: SignedIn) =>
      auth.rpc.call(authRpc.renamePasskey, { userId: who.account.id, passkeyId: passkey.id, name: 'Desk' });
    expect(await outcome(rename(other))).toBe('passkey-not-found');
    expect(await outcome(remove(other, passkey.id))).toBe('passkey-not-found');
    expect(await rename(owner)).toMatchObject({ id: passkey.id, name: 'Desk' });
    await remove(owner, passkey.id);
    expect(await outcome(remove(owner, passkey.id))).toBe('passkey-not-found');
    expect(await outcome(signIn(device.sign(await options())))).toBe('passkey-refused');
  });

  it('that is the last way in stays', async () => {
    const owner = await auth.signUp();
    const first = await withPasskey(owner);
    const second = await withPasskey(owner);
    await auth.rows('update accounts set password_hash = null where id = $1', owner.account.id);
    expect(await tally([remove(owner, first.passkey.id), remove(owner, second.passkey.id)])).toEqual({
      ok: 1,
      'last-way-in': 1,
    });
    expect(await list(owner)).toHaveLength(1);
  });

  it('is one of at most twenty', async () => {
    const owner = await auth.signUp();
    await withPasskey(owner);
    const spare = new Authenticator().make(await newOptions(owner));
    await auth.rows(
      `insert into passkeys (account_id, credential_id, public_key, sign_count, transports, name)
       select account_id, credential_id || n, public_key, 0, transports, name
       from passkeys, generate_series(2, $2) as n where account_id = $1`,
      owner.account.id,
      PASSKEYS_MAX,
    );
    expect(await outcome(newOptions(owner))).toBe('passkey-limit');
    expect(await outcome(keep(owner, spare))).toBe('passkey-limit');
  });

  it('opens no disabled account', async () => {
    const owner = await auth.signUp();
    const { device } = await withPasskey(owner);
    await auth.rows('update accounts set disabled_at = now() where id = $1', owner.account.id);
    expect(await outcome(signIn(device.sign(await options())))).toBe('auth/user-disabled');
  });

  it('that a stranger added before the email was proved ends with the proof', async () => {
    const email = newEmail();
    const { device } = await withPasskey(await auth.signUp(email));
    const token = await mailbox.token('verify-email', email);
    await auth.rpc.call(authRpc.verifyEmail, { token, client: CLIENT });
    expect(await outcome(signIn(device.sign(await options())))).toBe('passkey-refused');

    const another = newEmail();
    const second = await withPasskey(await auth.signUp(another));
    await auth.rpc.call(authRpc.requestPasswordReset, { email: another, client: CLIENT });
    const reset = await mailbox.token('password-reset', another);
    await auth.rpc.call(authRpc.confirmPasswordReset, { token: reset, password: 'battery staple', client: CLIENT });
    expect(await outcome(signIn(second.device.sign(await options())))).toBe('passkey-refused');
  });
});

describe('challenges', () => {
  it('are limited by network', async () => {
    const limited = await Auth.start({ AUTH_PASSKEY_CHALLENGES_PER_IP: '2' });
    try {
      const ask = () => limited.rpc.call(authRpc.passkeyOptions, { client: CLIENT });
      expect(await tally(Array.from({ length: 5 }, ask))).toEqual({ ok: 2, 'too-many-requests': 3 });
    } finally {
      await limited.stop();
    }
  });
});

describe('the domain of passkeys', () => {
  const party = (PUBLIC_ORIGIN: string, NODE_ENV: 'production' | 'development') =>
    relyingParty({ PUBLIC_ORIGIN, NODE_ENV });

  it('is that of the public origin, whose pages alone may use them', () => {
    const found = party('https://polls.example.org', 'production')!;
    expect(found.id).toBe('polls.example.org');
    expect(['https://polls.example.org', 'https://example.org', 'http://polls.example.org'].map(found.accepts)).toEqual(
      [true, false, false],
    );
  });

  it('is localhost in development, on any port', () => {
    for (const origin of ['http://localhost:8080', 'http://127.0.0.1:8080']) {
      const found = party(origin, 'development')!;
      expect(found.id).toBe('localhost');
      expect(['http://localhost:5173', 'https://evil.example', 'null'].map(found.accepts)).toEqual([
        true,
        false,
        false,
      ]);
    }
  });

  it.each(['http://polls.example.org', 'https://192.0.2.1', 'https://[2001:db8::1]'])(
    'is none for %s, where browsers have no passkeys',
    (origin) => {
      expect(party(origin, 'production')).toBeUndefined();
    },
  );
});
