import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { DEFAULT_SETTINGS, settingsChanged, type InstanceSettings } from '@inkling/contracts';
import { EventFeed, SmtpServer, eventually } from '@inkling/testing';
import { Api, expectStatus, type Person } from './api.spec-support.js';

let api: Api;
let feed: EventFeed;
let smtp: SmtpServer;
let first: Person;
let version = 0;
let people = 0;

/** Saves these settings as the operator, and waits until auth has them. */
async function decide(changes: Partial<InstanceSettings>): Promise<void> {
  version += 1;
  await feed.publishTwice(settingsChanged, { version, settings: { ...DEFAULT_SETTINGS, ...changes } });
  await eventually(async () => {
    const [row] = await api.stack.sql<{ version: number }>('auth', 'select version from instance_settings');
    expect(row?.version).toBe(version);
  });
}
const mode = (name: InstanceSettings['signUp']['mode'], question: string | null = null) =>
  decide({ signUp: { mode: name, question } });
const address = () => `joins${(people += 1)}@example.org`;
const signUp = (extra: object = {}, email = address(), client = api.client()) =>
  client.post<{ id: number; code: string; waitingSince?: string }>('/api/auth/signup', {
    email,
    password: 'correct horse',
    ...extra,
  });
const codeOf = async (answer: ReturnType<typeof signUp>) => (await answer).body.code ?? 'ok';

beforeAll(async () => {
  smtp = await SmtpServer.start();
  api = await Api.start({
    SMTP_URL: smtp.url,
    MAIL_FROM: 'Inkling <hello@polls.example.org>',
    ACCOUNT_DELETION_SWEEP_MS: '50',
    ACCOUNT_DELETION_SETTLE_SECONDS: '0',
  });
  feed = await EventFeed.connect(api.stack);
  await mode('closed');
  // The first account is possible in every mode.
  first = await api.person();
});
afterAll(async () => {
  await feed.close();
  await api.stop();
  await smtp.close();
});
beforeEach(() => mode('open'));

it('the operator decides who may ask: /me says since when one is here, and the refusal what is missing', async () => {
  const body = { question: 'Tea?', options: ['Yes', 'No'] };
  const rule = async (whoMayAsk: InstanceSettings['whoMayAsk']) => {
    await decide({ whoMayAsk });
    await eventually(async () => {
      const [row] = await api.stack.sql<{ version: number }>('polls', 'select version from instance_settings');
      expect(row?.version).toBe(version);
    });
  };
  const { body: me } = await first.get<{ createdAt: string }>('/api/auth/me');
  await rule({ kind: 'older-than', days: 1 });
  const from = new Date(Date.parse(me.createdAt) + 86_400_000).toISOString();
  const refused = await first.post('/api/polls', body);
  expect([refused.status, refused.body]).toMatchObject([403, { code: 'ask-needs-age', from }]);
  await rule({ kind: 'proved', days: 1 });
  expect((await first.post('/api/polls', body)).body).toMatchObject({ code: 'ask-needs-email' });
  const operator = await api.operator();
  await expectStatus(operator.post('/api/polls', body), 201);
  await rule({ kind: 'anyone', days: 1 });
  await expectStatus(first.post('/api/polls', body), 201);
});

describe('signing up', () => {
  it('is closed: nobody new, and those who are there sign in as before', async () => {
    await mode('closed');
    expect(await codeOf(signUp())).toBe('sign-up-closed');
    const login = { email: first.user.email, password: 'correct horse' };
    await expectStatus(api.client().post('/api/auth/login', login), 200);
    expect(await codeOf(signUp({}, first.user.email))).toBe('auth/email-already-in-use');
  });

  it('is by invitation: a code lets in as many as it says, at the same moment too', async () => {
    await mode('invitation');
    expect(await codeOf(signUp())).toBe('invitation-needed');
    expect(await codeOf(signUp({ invitation: 'HARB-7Q2M-XD' }))).toBe('invitation-not-found');
    const { body: made } = await expectStatus(
      first.post<{ code: string }>('/api/invitations', { uses: 2, days: 7 }),
      201,
    );
    const shown = await expectStatus(api.client().get(`/api/invitations/${made.code.toLowerCase()}`), 200);
    expect(shown.body).toMatchObject({ inviter: { id: first.user.id }, uses: 2, left: 2 });
    const codes = await Promise.all(Array.from({ length: 6 }, () => codeOf(signUp({ invitation: made.code }))));
    expect(codes.filter((code) => code === 'ok')).toHaveLength(2);
    expect(codes.filter((code) => code === 'invitation-used-up')).toHaveLength(4);
    const after = await api.client().get(`/api/invitations/${made.code}`);
    expect([after.status, after.body['code']]).toEqual([409, 'invitation-used-up']);
  });

  it('that fails after the code was taken gives its place back', async () => {
    await mode('invitation');
    const { body: made } = await expectStatus(first.post<{ code: string }>('/api/invitations', { uses: 1 }), 201);
    const email = address();
    const codes = await Promise.all([1, 2].map(() => codeOf(signUp({ invitation: made.code }, email))));
    expect(codes).toContain('ok');
    const [row] = await api.stack.sql<{ used: number }>(
      'community',
      `select count(*)::int as used from invitation_uses u join invitations i on i.id = u.invitation_id
       where i.code = $1`,
      [made.code],
    );
    expect(row!.used).toBe(1);
  });

  it('is by approval: the account waits, and everything but its own affairs is closed to it', async () => {
    await mode('approval', 'Which street do you miss?');
    expect(await codeOf(signUp())).toBe('answer-needed');
    const client = api.client();
    const email = address();
    const { body } = await expectStatus(signUp({ answer: 'Rope Walk.' }, email, client), 201);
    expect(body.waitingSince).toBeDefined();
    const me = await expectStatus(client.get<{ waitingSince?: string }>('/api/auth/me'), 200);
    expect(me.body.waitingSince).toBe(body.waitingSince);
    for (const refused of [
      client.post('/api/users/create-profile', { name: 'Noor', username: `waits${people}` }),
      client.get('/api/notifications'),
    ])
      expect((await refused).body).toMatchObject({ code: 'account-waiting' });
    await api.giveRole(first, 'moderator');
    const list = () =>
      first.get<{ requests: { userId: number; answer: string; email: string | null }[] }>('/api/admin/requests');
    const listedWith = (shown: string | null) =>
      eventually(async () =>
        expect((await list()).body.requests).toContainEqual(expect.objectContaining({ userId: body.id, email: shown })),
      );
    await listedWith(null);
    await api.giveRole(first, 'administrator');
    await listedWith(email);
    await expectStatus(first.post(`/api/admin/requests/${body.id}`, { approve: true }), 204);
    await eventually(async () => {
      await client.post('/api/auth/refresh-session', {});
      const answer = await client.get('/api/notifications');
      expect(answer.status === 200 || answer.body['code'] === 'profile-incomplete').toBe(true);
    });
    expect((await expectStatus(client.get('/api/auth/me'), 200)).body).not.toHaveProperty('waitingSince');
    await eventually(() => smtp.delivered.some(({ to, mail }) => to[0] === email && mail.subject?.includes('Welcome')));
  });

  it('that is refused ends with a mail and without the account', async () => {
    await mode('approval');
    const email = address();
    const { body } = await expectStatus(signUp({}, email), 201);
    await api.giveRole(first, 'moderator');
    await eventually(() =>
      expectStatus(
        first.post(`/api/admin/requests/${body.id}`, { approve: false, reason: 'We do not know you.' }),
        204,
      ),
    );
    await eventually(async () =>
      expect(await api.stack.sql('auth', 'select id from accounts where id = $1', [body.id])).toEqual([]),
    );
    const mails = () =>
      smtp.delivered.filter(({ to, mail }) => to[0] === email && mail.subject === 'Your request to join');
    await eventually(() => expect(mails()).toHaveLength(1));
    expect(mails()[0]!.mail.text).toContain('We do not know you.');
  });

  it('that waits can be taken back, and the account goes', async () => {
    await mode('approval');
    const client = api.client();
    const { body } = await expectStatus(signUp({}, address(), client), 201);
    await expectStatus(client.send('DELETE', '/api/users/me/sign-up-request'), 204);
    await eventually(async () =>
      expect(await api.stack.sql('auth', 'select id from accounts where id = $1', [body.id])).toEqual([]),
    );
    expect((await first.send('DELETE', '/api/users/me/sign-up-request')).body).toMatchObject({
      code: 'request-not-found',
    });
  });

  it('with an address of a blocked provider, or of one below it, is refused, and so is changing to one', async () => {
    await decide({ blockedMailDomains: ['spam.example'] });
    for (const email of ['a@spam.example', 'a@mail.SPAM.example'])
      expect(await codeOf(signUp({}, email))).toBe('email-domain-blocked');
    expect(await codeOf(signUp({}, 'a@notspam.example'))).toBe('ok');
    const person = await api.person();
    const change = await person.post('/api/auth/email-change', { email: 'me@spam.example' });
    expect([change.status, change.body['code']]).toEqual([400, 'email-domain-blocked']);
  });
});

describe('names that the operator reserves', () => {
  it('cannot be taken, in whatever spelling', async () => {
    await decide({ reservedNames: ['harbour'] });
    const client = api.client();
    await expectStatus(signUp({}, address(), client), 201);
    const taken = await client.post('/api/users/create-profile', { name: 'Noor', username: 'Harbour' });
    expect([taken.status, taken.body['code']]).toEqual([409, 'username-taken']);
  });
});
