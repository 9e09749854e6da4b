import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { authRpc } from '@inkling/contracts';
import { eventually } from '@inkling/testing';
import { Auth, CLIENT, PASSWORD, newEmail, type Mailbox } from '../auth.spec-support.js';
import { placeOf } from './place.js';

const FIREFOX = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:144.0) Gecko/20100101 Firefox/144.0';
const LATER_FIREFOX = FIREFOX.replaceAll('144.0', '145.0');
const SAFARI =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/19.0 ' +
  'Mobile/15E148 Safari/604.1';

let auth: Auth;
let mailbox: Mailbox;
beforeAll(async () => {
  auth = await Auth.start({ AUTH_MAILS_PER_EMAIL: '20' });
  mailbox = await auth.openMailbox();
});
afterAll(() => auth.stop());

const logIn = (email: string, userAgent: string, ip = CLIENT.ip) =>
  auth.rpc.call(authRpc.login, { email, password: PASSWORD, client: { ip, userAgent } });
const notices = (email: string) => mailbox.mails.filter((mail) => mail.template === 'new-sign-in' && mail.to === email);
const places = (userId: number) =>
  auth.rows<{ hash: string }>(
    `select encode(place_hash, 'hex') as hash from known_places where account_id = $1 order by 1`,
    userId,
  );
const remembered = (userId: number, count: number) =>
  eventually(async () => expect(await places(userId)).toHaveLength(count));

/** A new account with a confirmed address, made with Firefox. */
async function person(): Promise<{ email: string; id: number }> {
  const email = newEmail();
  const client = { ...CLIENT, userAgent: FIREFOX };
  const { account, session } = await auth.rpc.call(authRpc.signup, { email, password: PASSWORD, client });
  const token = await mailbox.token('verify-email', email);
  await auth.rpc.call(authRpc.verifyEmail, {
    token,
    session: { userId: account.id, sessionId: session.sessionId },
    client,
  });
  await remembered(account.id, 1);
  return { email, id: account.id };
}

describe('a sign-in', () => {
  it('from a browser and network that are new to the account is mailed once, roughly', async () => {
    const { email, id } = await person();
    await logIn(email, SAFARI);
    expect(await mailbox.until('new-sign-in', email)).toEqual({
      template: 'new-sign-in',
      to: email,
      name: 'User',
      link: 'http://localhost:8080/settings#sessions',
      facts: [
        expect.stringMatching(/^Time: \d{1,2} \w+ 20\d\d at \d\d:\d\d UTC$/),
        'Browser: Safari on iPhone',
        'Network: 198.51.100.x',
      ],
    });
    await remembered(id, 2);
    // A later version, and a neighbouring address, are no news; another network is.
    await logIn(email, LATER_FIREFOX, '198.51.100.200');
    await logIn(email, SAFARI);
    await logIn(email, SAFARI, '203.0.113.9');
    await mailbox.until('new-sign-in', email, 2);
    await remembered(id, 3);
    expect(notices(email)).toHaveLength(2);
  });

  it('is mailed again once the place was forgotten', async () => {
    const { email, id } = await person();
    await auth.rows('update known_places set expires_at = now() where account_id = $1', id);
    await logIn(email, FIREFOX);
    expect(await mailbox.until('new-sign-in', email)).toMatchObject({ to: email });
  });

  it('to an unconfirmed address is remembered and not mailed', async () => {
    const email = newEmail();
    const { account } = await auth.signUp(email);
    await logIn(email, SAFARI);
    await remembered(account.id, 2);
    expect(notices(email)).toEqual([]);
  });

  it('leaves neither browser nor network, nor what two accounts have in common', async () => {
    const [one, two] = [await person(), await person()];
    const [first] = await places(one.id);
    const [second] = await places(two.id);
    expect(first!.hash).toMatch(/^[\da-f]{64}$/);
    expect(second!.hash).not.toBe(first!.hash);
  });
});

describe('the place of a sign-in', () => {
  it.each([
    ['198.51.100.7', FIREFOX, 'Firefox on Windows', '198.51.100.x'],
    ['::ffff:198.51.100.7', SAFARI, 'Safari on iPhone', '198.51.100.x'],
    ['2001:db8:1:2::3', 'curl/8', 'An unknown browser', '2001:db8:1::/48'],
  ])('of %s is coarse', (ip, userAgent, browser, network) => {
    expect(placeOf({ ip, userAgent })).toEqual({ browser, network });
  });
});
