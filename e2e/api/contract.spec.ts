import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  ERRORS,
  routeErrors,
  routes,
  WEB_PUSH_TOKEN_PREFIX,
  type CasePage,
  type Comment,
  type ErrorBody,
  type ErrorCode,
  type ExportState,
  type NewOneTimeCodes,
  type Notification,
  type Passkey,
  type PasskeyOptions,
  type Poll,
  type RecentSearch,
  type RouteContract,
  type SessionInfo,
} from '@inkling/contracts';
import { Authenticator, eventually, type ResponsesServer, SmtpServer, startResponsesServer } from '@inkling/testing';
import webPush from 'web-push';
import { figuresOf } from '../support/authenticator.js';
import { Api, expectStatus, type Answer, type Client, type Person } from './api.spec-support.js';
import { mailedToken } from './mailed-token.spec-support.js';

const keys = webPush.generateVAPIDKeys();
const VAPID = {
  WEB_PUSH_PUBLIC_KEY: keys.publicKey,
  WEB_PUSH_PRIVATE_KEY: keys.privateKey,
  WEB_PUSH_CONTACT: 'mailto:operator@example.org',
};
const PUSH_TOKEN =
  WEB_PUSH_TOKEN_PREFIX +
  Buffer.from(
    JSON.stringify({
      endpoint: 'https://updates.push.services.mozilla.com/wpush/v2/gAAAAABn',
      keys: {
        p256dh: 'BNcRdreALRFXTkOOUHK1EtK2wtaz5Ry4YfYCA_0QTpQtUbVlUls0VJXg7A8u-Ts1XbjhazAkj7I99e8QcYP7DkM',
        auth: 'tBHItJI5svbpez7KI4CCXg',
      },
    }),
  ).toString('base64url');

interface World {
  readonly api: Api;
  readonly mailbox: SmtpServer;
  readonly author: Person;
  readonly voter: Person;
  /** An administrator. */
  readonly operator: Person;
  readonly stranger: Client;
  /** Signed in, without a profile. */
  readonly newcomer: Client;
  readonly poll: Poll;
}

/** One request that a route must accept and one that it must refuse; `refusal` is the code of the refusal. */
interface Case {
  right(world: World): Promise<Answer<unknown>>;
  wrong(world: World): Promise<Answer<unknown>>;
  refusal: ErrorCode;
}

const nobody = (method: string, path: (world: World) => string, body?: unknown) => ({
  wrong: (world: World) => world.stranger.send(method, path(world), body),
  refusal: 'unauthorized' as const,
});
const noProfile = (method: string, path: (world: World) => string, body?: (world: World) => unknown) => ({
  wrong: (world: World) => world.newcomer.send(method, path(world), body?.(world)),
  refusal: 'profile-incomplete' as const,
});
const noRole = (method: string, path: (world: World) => string, body?: unknown) => ({
  wrong: (world: World) => world.voter.send(method, path(world), body),
  refusal: 'role-needed' as const,
});

let serial = 0;
const address = () => `contract-${Date.now().toString(36)}-${serial++}@example.org`;
const newClient = async (world: World, email = address()): Promise<{ client: Client; email: string }> => {
  const client = world.api.client();
  await expectStatus(client.post('/api/auth/signup', { email, password: 'correct horse' }), 201);
  return { client, email };
};
const moderator = ({ api }: World): Promise<Person> => api.operator('Mika Operator', 'moderator');
/** The code of a new invitation. */
const invited = async (author: Person): Promise<string> =>
  (await expectStatus(author.post<{ code: string }>('/api/invitations', {}), 201)).body.code;
/** A client whose address is confirmed, as one-time codes need where mail is set up. */
const verified = async (world: World): Promise<{ client: Client; email: string }> => {
  const { client, email } = await newClient(world);
  const token = await mailedToken(world.mailbox, email, '/verify-email');
  await expectStatus(client.post('/api/auth/verify-email', { token }), 200);
  return { client, email };
};
const withCodes = async (world: World) => {
  const { client, email } = await verified(world);
  const { secret } = (await expectStatus(client.post<NewOneTimeCodes>('/api/auth/one-time-codes'), 200)).body;
  const answer = await client.post<{ recoveryCodes: string[] }>('/api/auth/one-time-codes/confirm', {
    code: figuresOf(secret),
  });
  return { client, email, answer, recoveryCodes: answer.body.recoveryCodes };
};
const challengeFor = async (client: Client, email: string): Promise<string> => {
  const refused = await expectStatus(
    client.post<ErrorBody>('/api/auth/login', { email, password: 'correct horse' }),
    401,
  );
  expect(refused.body.code).toBe('auth/code-needed');
  return refused.body.challenge!;
};
const notice = async (world: World): Promise<Notification> => {
  const sent = await expectStatus(
    world.voter.post<Notification>('/api/debug/test-notification', { targetUserId: world.author.user.id }),
    201,
  );
  const all = await expectStatus(world.author.get<Notification[]>('/api/notifications'), 200);
  // Skip the first notification: earlier likes and votes may still change it.
  return all.body.find(({ id }) => id === sent.body.id)!;
};
const comment = async (world: World): Promise<Comment> =>
  (
    await expectStatus(
      world.voter.post<Comment>('/api/comments', { pollId: world.poll.id, content: 'The night train.' }),
      201,
    )
  ).body;
const recent = async (world: World): Promise<RecentSearch> => {
  await expectStatus(world.author.get(`/api/search?q=train${serial++}`), 200);
  return eventually(
    async () => (await world.author.get<RecentSearch[]>('/api/search/recent')).body[0] ?? false,
  ) as Promise<RecentSearch>;
};

/** A new case about the poll's author. */
const openCase = async (world: World): Promise<number> => {
  const { id } = await comment(world);
  await expectStatus(world.author.post('/api/reports', { kind: 'comment', id, rule: 1 }), 200);
  const queue = await expectStatus(world.operator.get<CasePage>('/api/admin/cases'), 200);
  return queue.body.cases.find(({ object }) => object.kind === 'comment' && object.id === id)!.id;
};

const WARNING = { act: 'warn', rule: 1, reason: 'Please be kind.' };

/** A new comment of the voter. */
const someComment = async (world: World) => ({ kind: 'comment', id: (await comment(world)).id });

/** The id of an act about the voter. */
const warning = async (world: World): Promise<number> => {
  const object = await someComment(world);
  const { body } = await expectStatus(
    world.operator.post<{ id: number }>('/api/admin/acts', { ...WARNING, object }),
    201,
  );
  return body.id;
};

/** A new account with a passkey, and the device that has it. */
const withPasskey = async (world: World) => {
  const { client } = await newClient(world);
  const device = new Authenticator();
  const { body: options } = await expectStatus(client.post<PasskeyOptions>('/api/auth/passkeys/options'), 200);
  const kept = await expectStatus(
    client.post<Passkey>('/api/auth/passkeys', { name: 'Phone', credential: device.make(options) }),
    201,
  );
  return { client, device, passkey: kept.body, kept };
};

/** Every route of the table. A new route must say here who may use it. */
const cases: Record<keyof typeof routes, Case> = {
  config: {
    right: ({ stranger }) => stranger.get('/api/config'),
    wrong: ({ stranger }) => stranger.post('/api/config'),
    refusal: 'method-not-allowed',
  },

  proofOfWork: {
    right: ({ stranger }) => stranger.get('/api/proof-of-work?for=sign-up'),
    wrong: ({ stranger }) => stranger.get('/api/proof-of-work?for=fame'),
    refusal: 'invalid-request',
  },
  invitation: {
    right: async ({ author, stranger }) => stranger.get(`/api/invitations/${await invited(author)}`),
    wrong: ({ stranger }) => stranger.get('/api/invitations/HARB-7Q2M-XD'),
    refusal: 'invitation-not-found',
  },
  invitations: { right: ({ author }) => author.get('/api/invitations'), ...noProfile('GET', () => '/api/invitations') },
  invite: {
    right: ({ voter }) => voter.post('/api/invitations', { uses: 1, days: 7 }),
    wrong: ({ voter }) => voter.post('/api/invitations', { uses: 0 }),
    refusal: 'invalid-request',
  },
  withdrawInvitation: {
    right: async ({ voter }) => {
      const { body } = await expectStatus(voter.post<{ id: number }>('/api/invitations', {}), 201);
      return voter.send('DELETE', `/api/invitations/${body.id}`);
    },
    wrong: ({ author }) => author.send('DELETE', '/api/invitations/999999'),
    refusal: 'invitation-not-found',
  },
  allInvitations: {
    right: async (world) => (await world.api.operator()).get('/api/admin/invitations'),
    wrong: ({ author }) => author.get('/api/admin/invitations'),
    refusal: 'role-needed',
  },
  signUpRequests: {
    right: async (world) => (await moderator(world)).get('/api/admin/requests'),
    wrong: ({ author }) => author.get('/api/admin/requests'),
    refusal: 'role-needed',
  },
  decideSignUp: {
    right: async (world) => {
      const person = await moderator(world);
      await world.api.stack.sql(
        'community',
        `insert into sign_up_requests (user_id, requested_at) values (987654, now()) on conflict do nothing`,
      );
      return person.post('/api/admin/requests/987654', { approve: true });
    },
    wrong: async (world) => (await moderator(world)).post('/api/admin/requests/987655', { approve: true }),
    refusal: 'request-not-found',
  },
  takeRequestBack: {
    right: async (world) => {
      const { client } = await newClient(world);
      await world.api.stack.sql('auth', 'update accounts set waiting_since = now() where id = $1', [
        (await expectStatus(client.get<{ id: number }>('/api/auth/me'), 200)).body.id,
      ]);
      return client.send('DELETE', '/api/users/me/sign-up-request');
    },
    wrong: ({ author }) => author.send('DELETE', '/api/users/me/sign-up-request'),
    refusal: 'request-not-found',
  },
  signup: {
    right: ({ api }) => api.client().post('/api/auth/signup', { email: address(), password: 'correct horse' }),
    wrong: ({ api, author }) =>
      api.client().post('/api/auth/signup', { email: author.user.email, password: 'correct horse' }),
    refusal: 'auth/email-already-in-use',
  },
  login: {
    right: ({ api, author }) =>
      api.client().post('/api/auth/login', { email: author.user.email, password: 'correct horse' }),
    wrong: ({ api, author }) =>
      api.client().post('/api/auth/login', { email: author.user.email, password: 'wrong horse' }),
    refusal: 'auth/wrong-password',
  },
  me: { right: ({ author }) => author.get('/api/auth/me'), ...nobody('GET', () => '/api/auth/me') },
  logout: {
    right: async (world) => (await newClient(world)).client.post('/api/auth/logout'),
    wrong: ({ author }) => author.post('/api/auth/logout', {}, { origin: 'https://evil.example' }),
    refusal: 'cross-site',
  },
  refreshSession: {
    right: async (world) => (await newClient(world)).client.post('/api/auth/refresh-session'),
    wrong: async (world) =>
      (await newClient(world)).client.post('/api/auth/refresh-session', { userId: world.author.user.id }),
    refusal: 'unauthorized',
  },
  // Specs in services/auth run these two against the provider's emulator. Here no provider is set up, and both say so.
  google: {
    right: ({ stranger }) =>
      stranger.post('/api/auth/google', {
        idToken: 'x'.repeat(40),
        googleId: '1',
        name: 'N',
        email: 'n@example.org',
        profilePicture: null,
      }),
    wrong: ({ stranger }) => stranger.post('/api/auth/google', { email: 'n@example.org' }),
    refusal: 'invalid-request',
  },
  emailToken: {
    right: ({ stranger }) =>
      stranger.post('/api/auth/email', { idToken: 'x'.repeat(40), uid: '1', authProvider: 'email' }),
    wrong: ({ stranger }) => stranger.post('/api/auth/email', { uid: '1' }),
    refusal: 'invalid-request',
  },
  requestPasswordReset: {
    right: ({ stranger, author }) => stranger.post('/api/auth/password-reset', { email: author.user.email }),
    wrong: ({ stranger }) => stranger.post('/api/auth/password-reset', { email: 'no address' }),
    refusal: 'auth/invalid-email',
  },
  confirmPasswordReset: {
    right: async (world) => {
      const { email } = await newClient(world);
      await expectStatus(world.stranger.post('/api/auth/password-reset', { email }), 204);
      const answer = await world.stranger.post('/api/auth/password-reset/confirm', {
        token: await mailedToken(world.mailbox, email, '/reset-password'),
        password: 'battery staple',
      });
      await expectStatus(world.api.client().post('/api/auth/login', { email, password: 'battery staple' }), 200);
      return answer;
    },
    wrong: ({ stranger }) =>
      stranger.post('/api/auth/password-reset/confirm', { token: 'a'.repeat(43), password: 'battery staple' }),
    refusal: 'auth/invalid-action-code',
  },
  sendVerification: {
    right: async (world) => (await newClient(world)).client.post('/api/auth/verify-email/send'),
    ...nobody('POST', () => '/api/auth/verify-email/send'),
  },
  verifyEmail: {
    right: async (world) => {
      const { client, email } = await newClient(world);
      const answer = await client.post('/api/auth/verify-email', {
        token: await mailedToken(world.mailbox, email, '/verify-email'),
      });
      expect((await client.get('/api/auth/me')).body).toMatchObject({ email, emailVerified: true });
      return answer;
    },
    wrong: ({ stranger }) => stranger.post('/api/auth/verify-email', { token: 'a'.repeat(43) }),
    refusal: 'auth/invalid-action-code',
  },
  changePassword: {
    right: async (world) =>
      (await newClient(world)).client.post('/api/auth/change-password', {
        currentPassword: 'correct horse',
        newPassword: 'battery staple',
      }),
    wrong: ({ author }) =>
      author.post('/api/auth/change-password', { currentPassword: 'wrong horse', newPassword: 'battery staple' }),
    refusal: 'auth/wrong-password',
  },
  prove: {
    right: async (world) => (await newClient(world)).client.post('/api/auth/prove', { password: 'correct horse' }),
    wrong: async (world) => (await newClient(world)).client.post('/api/auth/prove', { password: 'wrong horse' }),
    refusal: 'auth/wrong-password',
  },
  loginWithCode: {
    right: async (world) => {
      const { email, recoveryCodes } = await withCodes(world);
      const client = world.api.client();
      return client.post('/api/auth/login/code', {
        challenge: await challengeFor(client, email),
        code: recoveryCodes[0],
      });
    },
    wrong: async (world) => {
      const { email } = await withCodes(world);
      const client = world.api.client();
      return client.post('/api/auth/login/code', { challenge: await challengeFor(client, email), code: '000000' });
    },
    refusal: 'auth/wrong-code',
  },
  oneTimeCodes: {
    right: ({ author }) => author.get('/api/auth/one-time-codes'),
    ...nobody('GET', () => '/api/auth/one-time-codes'),
  },
  beginOneTimeCodes: {
    right: async (world) => (await verified(world)).client.post('/api/auth/one-time-codes'),
    wrong: async (world) => (await newClient(world)).client.post('/api/auth/one-time-codes'),
    refusal: 'email-unverified',
  },
  confirmOneTimeCodes: {
    right: async (world) => (await withCodes(world)).answer,
    wrong: async (world) =>
      (await newClient(world)).client.post('/api/auth/one-time-codes/confirm', { code: '123456' }),
    refusal: 'one-time-codes-off',
  },
  renewRecoveryCodes: {
    right: async (world) => (await withCodes(world)).client.post('/api/auth/one-time-codes/recovery-codes'),
    wrong: async (world) => (await newClient(world)).client.post('/api/auth/one-time-codes/recovery-codes'),
    refusal: 'one-time-codes-off',
  },
  switchOffOneTimeCodes: {
    right: async (world) => (await withCodes(world)).client.send('DELETE', '/api/auth/one-time-codes'),
    ...nobody('DELETE', () => '/api/auth/one-time-codes'),
  },
  sessions: { right: ({ author }) => author.get('/api/auth/sessions'), ...nobody('GET', () => '/api/auth/sessions') },
  endSession: {
    right: async (world) => {
      const { client, email } = await newClient(world);
      await expectStatus(world.api.client().post('/api/auth/login', { email, password: 'correct horse' }), 200);
      const other = (await client.get<SessionInfo[]>('/api/auth/sessions')).body.find(({ current }) => !current);
      return client.send('DELETE', `/api/auth/sessions/${other!.id}`);
    },
    wrong: async ({ author, voter }) => {
      const [session] = (await author.get<SessionInfo[]>('/api/auth/sessions')).body;
      const answer = await voter.send('DELETE', `/api/auth/sessions/${session!.id}`);
      await expectStatus(author.get('/api/auth/me'), 200);
      return answer;
    },
    refusal: 'session-not-found',
  },
  logoutEverywhere: {
    right: async (world) => {
      const { client, email } = await newClient(world);
      const second = world.api.client();
      await expectStatus(second.post('/api/auth/login', { email, password: 'correct horse' }), 200);
      const answer = await client.post('/api/auth/logout-everywhere');
      await eventually(async () => expect((await second.get('/api/auth/me')).status).toBe(401));
      return answer;
    },
    ...nobody('POST', () => '/api/auth/logout-everywhere'),
  },

  requestEmailChange: {
    right: async (world) => (await newClient(world)).client.post('/api/auth/email-change', { email: address() }),
    wrong: ({ author }) => author.post('/api/auth/email-change', { email: 'nobody' }),
    refusal: 'auth/invalid-email',
  },
  confirmEmailChange: {
    right: async (world) => {
      const { client } = await newClient(world);
      const email = address();
      await expectStatus(client.post('/api/auth/email-change', { email }), 204);
      return client.post('/api/auth/email-change/confirm', {
        token: await mailedToken(world.mailbox, email, '/verify-email'),
      });
    },
    wrong: ({ author }) => author.post('/api/auth/email-change/confirm', { token: 'a'.repeat(43) }),
    refusal: 'auth/invalid-action-code',
  },
  restoreEmail: {
    right: async (world) => {
      const { client, email } = await newClient(world);
      const verify = await mailedToken(world.mailbox, email, '/verify-email');
      await expectStatus(client.post('/api/auth/verify-email', { token: verify }), 200);
      const next = address();
      await expectStatus(client.post('/api/auth/email-change', { email: next }), 204);
      const token = await mailedToken(world.mailbox, next, '/verify-email');
      await expectStatus(client.post('/api/auth/email-change/confirm', { token }), 204);
      const restore = await eventually(() => {
        const texts = world.mailbox.to(email).map(({ mail }) => mail.text ?? '');
        return /token=([\w-]+)&for=restore/.exec(texts.join('\n'))?.[1] ?? false;
      });
      return world.stranger.post('/api/auth/email-change/restore', { token: restore });
    },
    wrong: ({ stranger }) => stranger.post('/api/auth/email-change/restore', { token: 'a'.repeat(43) }),
    refusal: 'auth/invalid-action-code',
  },
  passkeys: { right: ({ author }) => author.get('/api/auth/passkeys'), ...nobody('GET', () => '/api/auth/passkeys') },
  newPasskeyOptions: {
    right: async (world) => (await newClient(world)).client.post('/api/auth/passkeys/options'),
    ...nobody('POST', () => '/api/auth/passkeys/options'),
  },
  addPasskey: {
    right: async (world) => (await withPasskey(world)).kept,
    wrong: async (world) => {
      const { client, device, kept } = await withPasskey(world);
      expect(kept.status).toBe(201);
      return client.post('/api/auth/passkeys', {
        name: 'Phone',
        credential: device.make({ challenge: 'a'.repeat(43), user: { id: 'b' } }),
      });
    },
    refusal: 'passkey-refused',
  },
  renamePasskey: {
    right: async (world) => {
      const { client, passkey } = await withPasskey(world);
      return client.post(`/api/auth/passkeys/${passkey.id}`, { name: 'Desk' });
    },
    wrong: async (world) =>
      world.author.post(`/api/auth/passkeys/${(await withPasskey(world)).passkey.id}`, { name: 'Mine' }),
    refusal: 'passkey-not-found',
  },
  removePasskey: {
    right: async (world) => {
      const { client, passkey } = await withPasskey(world);
      return client.send('DELETE', `/api/auth/passkeys/${passkey.id}`);
    },
    wrong: async (world) =>
      (await newClient(world)).client.send('DELETE', `/api/auth/passkeys/${(await withPasskey(world)).passkey.id}`),
    refusal: 'passkey-not-found',
  },
  passkeyOptions: {
    right: ({ stranger }) => stranger.post('/api/auth/passkey/options'),
    wrong: ({ stranger }) => stranger.post('/api/auth/passkey/options', {}, { origin: 'https://evil.example' }),
    refusal: 'cross-site',
  },
  passkeySignIn: {
    right: async (world) => {
      const { device } = await withPasskey(world);
      const visitor = world.api.client();
      const { body: options } = await expectStatus(visitor.post<PasskeyOptions>('/api/auth/passkey/options'), 200);
      return visitor.post('/api/auth/passkey', { credential: device.sign(options) });
    },
    wrong: ({ stranger }) =>
      stranger.post('/api/auth/passkey', { credential: new Authenticator().sign({ challenge: 'a'.repeat(43) }) }),
    refusal: 'passkey-refused',
  },
  proveWithPasskeyOptions: {
    right: ({ author }) => author.post('/api/auth/prove/passkey/options'),
    ...nobody('POST', () => '/api/auth/prove/passkey/options'),
  },
  proveWithPasskey: {
    right: async (world) => {
      const { client, device } = await withPasskey(world);
      const { body: options } = await expectStatus(client.post<PasskeyOptions>('/api/auth/prove/passkey/options'), 200);
      return client.post('/api/auth/prove/passkey', { credential: device.sign(options) });
    },
    wrong: async (world) => {
      const { device } = await withPasskey(world);
      const { client } = await newClient(world);
      const { body: options } = await expectStatus(client.post<PasskeyOptions>('/api/auth/prove/passkey/options'), 200);
      return client.post('/api/auth/prove/passkey', { credential: device.sign(options) });
    },
    refusal: 'passkey-refused',
  },

  myUser: { right: ({ author }) => author.get('/api/users/me'), ...nobody('GET', () => '/api/users/me') },
  updateProfile: {
    right: ({ voter }) => voter.post('/api/users/me/update', { name: 'Renamed', username: voter.user.username }),
    wrong: ({ voter, author }) =>
      voter.post('/api/users/me/update', { name: 'Renamed', username: author.user.username }),
    refusal: 'username-taken',
  },
  createProfile: {
    right: async (world) =>
      (await newClient(world)).client.post('/api/users/create-profile', {
        name: 'Newcomer',
        username: `contract${Date.now().toString(36)}`,
      }),
    wrong: ({ newcomer, author }) =>
      newcomer.post('/api/users/create-profile', {
        name: 'Newcomer',
        username: 'somebodyelse',
        userId: author.user.id,
      }),
    refusal: 'forbidden',
  },
  myPolls: { right: ({ author }) => author.get('/api/users/me/polls'), ...nobody('GET', () => '/api/users/me/polls') },
  myVotedPolls: {
    right: ({ voter }) => voter.get('/api/users/me/voted-polls'),
    ...nobody('GET', () => '/api/users/me/voted-polls'),
  },
  mySavedPolls: {
    right: ({ voter }) => voter.get('/api/users/me/saved-polls'),
    ...nobody('GET', () => '/api/users/me/saved-polls'),
  },
  chooseTopics: {
    right: ({ voter }) => voter.post('/api/users/me/topics', { topics: ['#Food'] }),
    ...noProfile(
      'POST',
      () => '/api/users/me/topics',
      () => ({ topics: ['#Food'] }),
    ),
  },
  dataExport: {
    right: ({ voter }) => voter.get('/api/users/me/export'),
    ...nobody('GET', () => '/api/users/me/export'),
  },
  requestDataExport: {
    right: ({ voter }) => voter.post('/api/users/me/export'),
    ...nobody('POST', () => '/api/users/me/export'),
  },
  dataExportFile: {
    right: async ({ voter }) => {
      await expectStatus(voter.post('/api/users/me/export'), 200);
      await eventually(
        async () => expect((await voter.get<ExportState>('/api/users/me/export')).body.export?.state).toBe('ready'),
        { timeoutMs: 60_000 },
      );
      return voter.get('/api/users/me/export/file');
    },
    wrong: ({ newcomer }) => newcomer.get('/api/users/me/export/file'),
    refusal: 'export-not-found',
  },
  deleteDataExport: {
    right: ({ voter }) => voter.send('DELETE', '/api/users/me/export'),
    ...nobody('DELETE', () => '/api/users/me/export'),
  },
  deletion: {
    right: ({ voter }) => voter.get('/api/users/me/deletion'),
    ...nobody('GET', () => '/api/users/me/deletion'),
  },
  requestDeletion: {
    right: ({ voter }) => voter.post('/api/users/me/deletion', { polls: 'anonymous' }),
    ...nobody('POST', () => '/api/users/me/deletion'),
  },
  withdrawDeletion: {
    right: ({ voter }) => voter.send('DELETE', '/api/users/me/deletion'),
    ...nobody('DELETE', () => '/api/users/me/deletion'),
  },
  featured: { right: ({ voter }) => voter.get('/api/users/featured'), ...nobody('GET', () => '/api/users/featured') },
  followStatus: {
    right: ({ voter, author }) => voter.get(`/api/users/follow-status/${author.user.id}`),
    ...nobody('GET', ({ author }) => `/api/users/follow-status/${author.user.id}`),
  },
  user: {
    right: ({ voter, author }) => voter.get(`/api/users/${author.user.id}`),
    wrong: ({ voter }) => voter.get('/api/users/999999999'),
    refusal: 'user-not-found',
  },
  userPolls: {
    right: ({ voter, author }) => voter.get(`/api/users/${author.user.id}/polls`),
    wrong: ({ voter }) => voter.get('/api/users/999999999/polls'),
    refusal: 'user-not-found',
  },
  userVotedPolls: {
    right: ({ voter }) => voter.get(`/api/users/${voter.user.id}/voted-polls`),
    wrong: ({ voter, author }) => author.get(`/api/users/${voter.user.id}/voted-polls`),
    refusal: 'forbidden',
  },
  userSavedPolls: {
    right: ({ voter }) => voter.get(`/api/users/${voter.user.id}/saved-polls`),
    wrong: ({ voter, author }) => author.get(`/api/users/${voter.user.id}/saved-polls`),
    refusal: 'forbidden',
  },
  followers: {
    right: ({ voter, author }) => voter.get(`/api/users/${author.user.id}/followers`),
    wrong: ({ voter }) => voter.get('/api/users/999999999/followers'),
    refusal: 'user-not-found',
  },
  following: {
    right: ({ voter, author }) => voter.get(`/api/users/${author.user.id}/following`),
    wrong: ({ voter }) => voter.get('/api/users/999999999/following'),
    refusal: 'user-not-found',
  },
  follow: {
    right: ({ voter, author }) => voter.post('/api/follows', { followingId: author.user.id }),
    wrong: ({ voter }) => voter.post('/api/follows', { followingId: voter.user.id }),
    refusal: 'self-follow',
  },
  unfollow: {
    right: ({ voter, author }) => voter.send('DELETE', `/api/follows/${author.user.id}`),
    ...noProfile('DELETE', ({ author }) => `/api/follows/${author.user.id}`),
  },
  removeFollower: {
    right: async ({ voter, author }) => {
      await expectStatus(voter.post('/api/follows', { followingId: author.user.id }), 200);
      const answer = await author.send('DELETE', `/api/follows/remove-follower/${voter.user.id}`);
      expect((await voter.get(`/api/users/follow-status/${author.user.id}`)).body).toBe(false);
      return answer;
    },
    ...noProfile('DELETE', ({ author }) => `/api/follows/remove-follower/${author.user.id}`),
  },

  instancePage: {
    right: async ({ operator, stranger }) => {
      const words = { version: 0, texts: { de: 'Betrieben von Harbour Polls.' } };
      await expectStatus(operator.post('/api/admin/pages/imprint', words), 201);
      return stranger.get('/api/pages/imprint?language=en');
    },
    wrong: ({ stranger }) => stranger.get('/api/pages/cookies'),
    refusal: 'page-not-found',
  },
  termsState: { right: ({ voter }) => voter.get('/api/terms'), ...nobody('GET', () => '/api/terms') },
  acceptTerms: {
    right: async ({ operator, voter }) => {
      const terms = { version: 0, texts: { en: 'Be kind.' }, summary: 'The first terms.' };
      await expectStatus(operator.post('/api/admin/pages/terms', terms), 201);
      return voter.post('/api/terms/accept', { version: 1 });
    },
    wrong: ({ voter }) => voter.post('/api/terms/accept', { version: 99 }),
    refusal: 'page-not-found',
  },
  adminSettings: {
    right: ({ operator }) => operator.get('/api/admin/settings'),
    ...noRole('GET', () => '/api/admin/settings'),
  },
  saveSettings: {
    right: ({ operator }) => operator.post('/api/admin/settings', { version: 0, changes: { name: 'Harbour Polls' } }),
    wrong: ({ operator }) => operator.post('/api/admin/settings', { version: 99, changes: {} }),
    refusal: 'settings-changed',
  },
  adminPages: {
    right: ({ operator }) => operator.get('/api/admin/pages'),
    ...noRole('GET', () => '/api/admin/pages'),
  },
  pageHistory: {
    right: ({ operator }) => operator.get('/api/admin/pages/privacy'),
    wrong: ({ operator }) => operator.get('/api/admin/pages/privacy?version=7'),
    refusal: 'page-not-found',
  },
  publishPage: {
    right: ({ operator }) => operator.post('/api/admin/pages/rules', { version: 0, texts: { en: '# Rules' } }),
    wrong: ({ operator }) => operator.post('/api/admin/pages/rules', { version: 99, texts: {} }),
    refusal: 'settings-changed',
  },
  adminAnnouncements: {
    right: ({ operator }) => operator.get('/api/admin/announcements'),
    ...noRole('GET', () => '/api/admin/announcements'),
  },
  announce: {
    right: ({ operator }) => operator.post('/api/admin/announcements', { title: 'Closed on Sunday' }),
    ...noRole('POST', () => '/api/admin/announcements', { title: 'Mine now' }),
  },
  endAnnouncement: {
    right: async ({ operator }) => {
      const made = await operator.post<{ id: number }>('/api/admin/announcements', { title: 'Open again' });
      return operator.send('DELETE', `/api/admin/announcements/${made.body.id}`);
    },
    wrong: ({ operator }) => operator.send('DELETE', '/api/admin/announcements/999999999'),
    refusal: 'announcement-not-found',
  },

  blocks: {
    right: ({ voter }) => voter.get('/api/blocks'),
    ...noProfile('GET', () => '/api/blocks'),
  },
  block: {
    right: async ({ api, voter }) => voter.post('/api/blocks', { userId: (await api.person()).user.id }),
    wrong: ({ voter }) => voter.post('/api/blocks', { userId: voter.user.id }),
    refusal: 'self-block',
  },
  unblock: {
    right: ({ voter }) => voter.send('DELETE', '/api/blocks/999999999'),
    ...noProfile('DELETE', ({ author }) => `/api/blocks/${author.user.id}`),
  },
  mutes: {
    right: ({ voter }) => voter.get('/api/mutes'),
    ...noProfile('GET', () => '/api/mutes'),
  },
  mute: {
    right: async ({ api, voter }) => voter.post('/api/mutes', { userId: (await api.person()).user.id }),
    wrong: ({ voter }) => voter.post('/api/mutes', { userId: voter.user.id }),
    refusal: 'self-block',
  },
  unmute: {
    right: ({ voter }) => voter.send('DELETE', '/api/mutes/999999999'),
    ...noProfile('DELETE', ({ author }) => `/api/mutes/${author.user.id}`),
  },
  mutedWords: {
    right: ({ voter }) => voter.get('/api/muted-words'),
    ...noProfile('GET', () => '/api/muted-words'),
  },
  setMutedWords: {
    right: ({ voter }) => voter.post('/api/muted-words', { words: ['spoiler'] }),
    wrong: ({ voter }) => voter.post('/api/muted-words', { words: [''] }),
    refusal: 'invalid-request',
  },

  feed: {
    right: ({ voter }) => voter.get('/api/polls?page=1&limit=10'),
    ...nobody('GET', () => '/api/polls?page=1&limit=10'),
  },
  trending: { right: ({ voter }) => voter.get('/api/polls/trending'), ...nobody('GET', () => '/api/polls/trending') },
  poll: {
    right: ({ voter, poll }) => voter.get(`/api/polls/${poll.id}`),
    ...nobody('GET', ({ poll }) => `/api/polls/${poll.id}`),
  },
  pollPreview: {
    right: ({ stranger, poll }) => stranger.get(`/api/polls/${poll.id}/preview`),
    wrong: ({ stranger }) => stranger.get('/api/polls/999999999/preview'),
    refusal: 'poll-not-found',
  },
  pollRounds: {
    right: async ({ api, author, voter }) => {
      const { id } = await api.poll(author, { method: 'ranked' });
      await expectStatus(voter.post('/api/votes', { pollId: id, choices: [1, 0] }), 200);
      await api.stack.sql('polls', 'update polls set end_date = now() where id = $1', [id]);
      return voter.get(`/api/polls/${id}/rounds`);
    },
    wrong: async ({ api, author, voter }) =>
      voter.get(`/api/polls/${(await api.poll(author, { method: 'ranked' })).id}/rounds`),
    refusal: 'poll-not-ended',
  },
  pollResults: {
    right: async ({ api, author }) => {
      const { id } = await api.poll(author, { showResultsBeforeVoting: true });
      return author.get(`/api/polls/${id}/results?format=json`);
    },
    wrong: ({ author, poll }) => author.get(`/api/polls/${poll.id}/results`),
    refusal: 'results-hidden',
  },
  pollStatistics: {
    right: ({ author, poll }) => author.get(`/api/polls/${poll.id}/statistics`),
    wrong: ({ voter, poll }) => voter.get(`/api/polls/${poll.id}/statistics`),
    refusal: 'forbidden',
  },
  createPoll: {
    right: ({ author }) => {
      const form = new FormData();
      form.set('question', 'Tea or coffee?');
      form.set('options', JSON.stringify(['Tea', 'Coffee']));
      form.set('visibility', 'public');
      return author.send('POST', '/api/polls', form);
    },
    ...noProfile(
      'POST',
      () => '/api/polls',
      () => ({ question: 'Tea or coffee?', options: ['Tea', 'Coffee'] }),
    ),
  },
  deletePoll: {
    right: async ({ api, author }) => author.send('DELETE', `/api/polls/${(await api.poll(author)).id}`),
    wrong: ({ voter, poll }) => voter.send('DELETE', `/api/polls/${poll.id}`),
    refusal: 'forbidden',
  },
  vote: {
    right: async ({ api, author, voter }) =>
      voter.post('/api/votes', { pollId: (await api.poll(author)).id, optionIndex: 1 }),
    ...noProfile(
      'POST',
      () => '/api/votes',
      ({ poll }) => ({ pollId: poll.id, optionIndex: 1 }),
    ),
  },
  like: {
    right: ({ voter, poll }) => voter.post('/api/likes', { pollId: poll.id }),
    ...noProfile(
      'POST',
      () => '/api/likes',
      ({ poll }) => ({ pollId: poll.id }),
    ),
  },
  unlike: {
    right: ({ voter, poll }) => voter.send('DELETE', `/api/likes/${poll.id}`),
    ...noProfile('DELETE', ({ poll }) => `/api/likes/${poll.id}`),
  },
  save: {
    right: ({ voter, poll }) => voter.post('/api/saves', { pollId: poll.id }),
    ...noProfile(
      'POST',
      () => '/api/saves',
      ({ poll }) => ({ pollId: poll.id }),
    ),
  },
  unsave: {
    right: ({ voter, poll }) => voter.send('DELETE', `/api/saves/${poll.id}`),
    ...noProfile('DELETE', ({ poll }) => `/api/saves/${poll.id}`),
  },

  comments: {
    right: ({ author, poll }) => author.get(`/api/polls/${poll.id}/comments`),
    ...nobody('GET', ({ poll }) => `/api/polls/${poll.id}/comments`),
  },
  addComment: {
    right: ({ voter, poll }) => voter.post('/api/comments', { pollId: poll.id, content: '  By train, of course. ' }),
    ...noProfile(
      'POST',
      () => '/api/comments',
      ({ poll }) => ({ pollId: poll.id, content: 'Hello' }),
    ),
  },
  deleteComment: {
    right: async (world) => world.voter.send('DELETE', `/api/comments/${(await comment(world)).id}`),
    wrong: async (world) => {
      const body = { pollId: world.poll.id, content: 'I take the sleeper.' };
      const own = await expectStatus(world.author.post<Comment>('/api/comments', body), 201);
      return world.voter.send('DELETE', `/api/comments/${own.body.id}`);
    },
    refusal: 'forbidden',
  },
  abstain: {
    right: async ({ api, author, voter }) => voter.post(`/api/polls/${(await api.poll(author)).id}/abstain`),
    ...noProfile(
      'POST',
      ({ poll }) => `/api/polls/${poll.id}/abstain`,
      () => ({}),
    ),
  },
  setReminder: {
    right: ({ voter, poll }) => voter.send('PUT', `/api/polls/${poll.id}/reminder`),
    ...noProfile('PUT', ({ poll }) => `/api/polls/${poll.id}/reminder`),
  },
  removeReminder: {
    right: ({ voter, poll }) => voter.send('DELETE', `/api/polls/${poll.id}/reminder`),
    ...noProfile('DELETE', ({ poll }) => `/api/polls/${poll.id}/reminder`),
  },
  endPoll: {
    right: async ({ api, author }) => author.post(`/api/polls/${(await api.poll(author)).id}/end`),
    wrong: ({ voter, poll }) => voter.post(`/api/polls/${poll.id}/end`),
    refusal: 'forbidden',
  },
  switchComments: {
    right: async ({ api, author }) =>
      author.post(`/api/polls/${(await api.poll(author)).id}/comment-switch`, { off: true }),
    wrong: ({ voter, poll }) => voter.post(`/api/polls/${poll.id}/comment-switch`, { off: true }),
    refusal: 'forbidden',
  },

  insights: {
    right: ({ voter, poll }) => voter.get(`/api/polls/${poll.id}/insights`),
    ...nobody('GET', ({ poll }) => `/api/polls/${poll.id}/insights`),
  },
  generateInsights: {
    right: ({ voter, poll }) => voter.post(`/api/polls/${poll.id}/generate-insights`),
    ...noProfile(
      'POST',
      ({ poll }) => `/api/polls/${poll.id}/generate-insights`,
      () => ({}),
    ),
  },

  search: {
    right: ({ voter }) => voter.get('/api/search?q=night%20train'),
    ...nobody('GET', () => '/api/search?q=night%20train'),
  },
  recentSearches: {
    right: ({ voter }) => voter.get('/api/search/recent'),
    ...nobody('GET', () => '/api/search/recent'),
  },
  deleteRecentSearch: {
    right: async (world) => world.author.send('DELETE', `/api/search/recent/${(await recent(world)).id}`),
    wrong: async (world) => {
      const { id } = await recent(world);
      const answer = await world.voter.send('DELETE', `/api/search/recent/${id}`);
      expect((await world.author.get<RecentSearch[]>('/api/search/recent')).body.map((search) => search.id)).toContain(
        id,
      );
      return answer;
    },
    refusal: 'search-not-found',
  },
  trendingTopics: {
    right: ({ voter }) => voter.get('/api/topics/trending'),
    ...nobody('GET', () => '/api/topics/trending'),
  },

  report: {
    right: ({ voter, poll }) =>
      voter.post('/api/reports', { kind: 'poll', id: poll.id, rule: 1, words: 'Please look at it.' }),
    wrong: ({ author, poll }) => author.post('/api/reports', { kind: 'poll', id: poll.id, rule: 1 }),
    refusal: 'own-report',
  },
  adminCases: { right: ({ operator }) => operator.get('/api/admin/cases'), ...noRole('GET', () => '/api/admin/cases') },
  adminCase: {
    right: async (world) => world.operator.get(`/api/admin/cases/${await openCase(world)}`),
    ...noRole('GET', () => '/api/admin/cases/1'),
  },
  takeCase: {
    right: async (world) => world.operator.post(`/api/admin/cases/${await openCase(world)}/take`),
    wrong: ({ operator }) => operator.post('/api/admin/cases/999999/take'),
    refusal: 'case-not-found',
  },
  leaveCase: {
    right: async (world) => world.operator.post(`/api/admin/cases/${await openCase(world)}/leave`),
    ...noRole('POST', () => '/api/admin/cases/1/leave'),
  },
  decideCase: {
    right: async (world) => world.operator.post(`/api/admin/cases/${await openCase(world)}/acts`, WARNING),
    ...noRole('POST', () => '/api/admin/cases/1/acts', WARNING),
  },
  act: {
    right: async (world) => world.operator.post('/api/admin/acts', { ...WARNING, object: await someComment(world) }),
    ...noRole('POST', () => '/api/admin/acts', { ...WARNING, object: { kind: 'poll', id: 1 } }),
  },
  undoAct: {
    right: async (world) => world.operator.post(`/api/admin/acts/${await warning(world)}/undo`),
    wrong: ({ operator }) => operator.post('/api/admin/acts/999999/undo'),
    refusal: 'act-not-found',
  },
  decideAppeal: {
    right: async (world) => {
      const actId = await warning(world);
      await expectStatus(world.voter.post(`/api/acts/${actId}/appeal`, { words: 'I meant it kindly.' }), 201);
      const [{ id }] = (await world.api.stack.sql('community', 'select id from appeals where act_id = $1', [
        actId,
      ])) as [{ id: number }];
      const other = await world.api.operator();
      return other.post(`/api/admin/appeals/${id}/decide`, { uphold: true, reason: 'It was not kind.' });
    },
    wrong: ({ operator }) => operator.post('/api/admin/appeals/999999/decide', { uphold: true, reason: 'No.' }),
    refusal: 'appeal-not-found',
  },
  ownAct: {
    right: async (world) => world.voter.get(`/api/acts/${await warning(world)}`),
    wrong: async (world) => world.author.get(`/api/acts/${await warning(world)}`),
    refusal: 'act-not-found',
  },
  appeal: {
    right: async (world) =>
      world.voter.post(`/api/acts/${await warning(world)}/appeal`, { words: 'I meant it kindly.' }),
    wrong: async (world) => world.author.post(`/api/acts/${await warning(world)}/appeal`, { words: 'Let me try.' }),
    refusal: 'act-not-found',
  },
  adminLog: { right: ({ operator }) => operator.get('/api/admin/log'), ...noRole('GET', () => '/api/admin/log') },
  adminOverview: {
    right: ({ operator }) => operator.get('/api/admin/overview?days=90'),
    ...noRole('GET', () => '/api/admin/overview'),
  },
  adminHealth: {
    right: ({ operator }) => operator.get('/api/admin/health'),
    ...noRole('GET', () => '/api/admin/health'),
  },

  notifications: {
    right: ({ author }) => author.get('/api/notifications'),
    ...nobody('GET', () => '/api/notifications'),
  },
  unreadCount: {
    right: ({ author }) => author.get('/api/notifications/unread/count'),
    ...nobody('GET', () => '/api/notifications/unread/count'),
  },
  markAllRead: {
    right: ({ author }) => author.post('/api/notifications/mark-all-read', {}),
    ...nobody('POST', () => '/api/notifications/mark-all-read', {}),
  },
  readNotification: {
    right: async (world) => world.author.post(`/api/notifications/${(await notice(world)).id}/read`),
    wrong: async (world) => {
      const { id } = await notice(world);
      const answer = await world.voter.post(`/api/notifications/${id}/read`);
      expect(
        (await world.author.get<Notification[]>('/api/notifications')).body.find((each) => each.id === id),
      ).toMatchObject({ read: false });
      return answer;
    },
    refusal: 'notification-not-found',
  },
  deleteNotification: {
    right: async (world) => world.author.send('DELETE', `/api/notifications/${(await notice(world)).id}`),
    wrong: async (world) => {
      const { id } = await notice(world);
      const answer = await world.voter.send('DELETE', `/api/notifications/${id}`);
      expect((await world.author.get<Notification[]>('/api/notifications')).body.map((each) => each.id)).toContain(id);
      return answer;
    },
    refusal: 'notification-not-found',
  },
  preferences: {
    right: ({ author }) => author.get('/api/notifications/preferences'),
    ...nobody('GET', () => '/api/notifications/preferences'),
  },
  savePreferences: {
    right: ({ author }) => author.post('/api/notifications/preferences', { like: { push: false }, nameInVotes: false }),
    ...nobody('POST', () => '/api/notifications/preferences', {}),
  },
  registerPushToken: {
    right: ({ author }) => author.post('/api/notification-tokens', { token: PUSH_TOKEN, deviceType: 'web' }),
    ...nobody('POST', () => '/api/notification-tokens', { token: PUSH_TOKEN, deviceType: 'web' }),
  },
  deletePushToken: {
    right: ({ author }) => author.send('DELETE', `/api/notification-tokens/${PUSH_TOKEN}`),
    ...nobody('DELETE', () => `/api/notification-tokens/${PUSH_TOKEN}`),
  },

  people: {
    right: ({ operator }) => operator.get('/api/admin/people?q=author'),
    ...noRole('GET', () => '/api/admin/people'),
  },
  person: {
    right: ({ operator, author }) => operator.get(`/api/admin/people/${author.user.id}`),
    ...noRole('GET', ({ author }) => `/api/admin/people/${author.user.id}`),
  },
  setPersonRole: {
    right: ({ operator, author }) => operator.post(`/api/admin/people/${author.user.id}/role`, { role: 'member' }),
    ...noRole('POST', ({ author }) => `/api/admin/people/${author.user.id}/role`, { role: 'administrator' }),
  },
  signOutPerson: {
    right: async (world) => {
      const { client } = await newClient(world);
      const { id } = (await expectStatus(client.get<{ id: number }>('/api/auth/me'), 200)).body;
      return world.operator.post(`/api/admin/people/${id}/sign-out`);
    },
    ...noRole('POST', ({ author }) => `/api/admin/people/${author.user.id}/sign-out`),
  },
  contact: {
    right: ({ stranger }) =>
      stranger.post('/api/contact', {
        firstName: 'Noor',
        lastName: 'Haddad',
        email: 'noor@example.org',
        message: 'How do I delete a poll?',
      }),
    wrong: ({ stranger }) =>
      stranger.post('/api/contact', { firstName: 'Noor', lastName: '', email: 'noor@example.org', message: 'Hello' }),
    refusal: 'invalid-request',
  },
  testNotification: {
    right: ({ author, voter }) => author.post('/api/debug/test-notification', { targetUserId: voter.user.id }),
    wrong: ({ author }) => author.post('/api/debug/test-notification', { targetUserId: 999_999_999 }),
    refusal: 'user-not-found',
  },
};

/** Routes that need a provider, which this spec does not set up. */
const NOT_SET_UP: readonly string[] = ['google', 'emailToken'];

describe('every call of the API', () => {
  let world: World;
  let provider: ResponsesServer;
  beforeAll(async () => {
    const mailbox = await SmtpServer.start();
    provider = await startResponsesServer();
    const api = await Api.start({
      ...VAPID,
      SMTP_URL: mailbox.url,
      MAIL_FROM: 'Inkling <hello@example.org>',
      OPENAI_API_KEY: 'spec',
      OPENAI_BASE_URL: provider.url,
    });
    const [author, voter, operator] = await Promise.all([api.person('Author'), api.person('Voter'), api.operator()]);
    const poll = await api.poll(author);
    await expectStatus(voter.post('/api/votes', { pollId: poll.id, optionIndex: 0 }), 200);
    world = { api, mailbox, author, voter, operator, stranger: api.client(), newcomer: api.client(), poll };
    await expectStatus(world.newcomer.post('/api/auth/signup', { email: address(), password: 'correct horse' }), 201);
    // Wait until all events have been consumed.
    await eventually(async () => expect((await voter.get<unknown[]>('/api/users/featured')).body).not.toHaveLength(0));
  }, 120_000);
  afterAll(async () => {
    await world.api.stop();
    await provider.close();
    await world.mailbox.close();
  }, 60_000);

  const table = Object.entries(cases).map(
    ([name, each]) => [name, routes[name as keyof typeof routes] as RouteContract, each] as const,
  );

  it.each(table)('%s answers the right user as its contract says', async (name, contract, { right }) => {
    const answer = await right(world);
    if (NOT_SET_UP.includes(name)) {
      expect([answer.status, (answer.body as { code: string }).code]).toEqual([503, 'google-unavailable']);
      return;
    }
    expect([answer.status, answer.status === contract.success.status ? '' : answer.text]).toEqual([
      contract.success.status,
      '',
    ]);
    if (contract.success.schema) contract.success.schema.parse(answer.body);
    else if (contract.success.files) expect(contract.success.files).toContain(answer.headers.get('content-type'));
    else expect(answer.text).toBe('');
  });

  it.each(table)('%s refuses the wrong user as its contract says', async (_name, contract, { wrong, refusal }) => {
    const answer = await wrong(world);
    expect([answer.status, (answer.body as { code: string }).code]).toEqual([ERRORS[refusal].status, refusal]);
    if (refusal !== 'method-not-allowed') expect(routeErrors(contract)).toContain(refusal);
  });
});
