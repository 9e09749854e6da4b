import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { ErrorBody, routes, type RouteContract } from '@inkling/contracts';
import { Api, type Person } from './api.spec-support.js';

/** Requests to each route; `FUZZ_ROUNDS=60` makes a long run. Each run begins with the same ones. */
const ROUNDS = Number(process.env['FUZZ_ROUNDS'] ?? 20);

/** A seeded random generator, so that a failure can be repeated. */
function generator(seed: number) {
  let state = seed;
  const next = () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
  return { pick: <T>(items: readonly T[]): T => items[Math.floor(next() * items.length)]! };
}

const NASTY: readonly unknown[] = [
  null,
  true,
  false,
  0,
  -0,
  -1,
  1.5,
  2 ** 31,
  2 ** 53,
  -(2 ** 63),
  1e308,
  '',
  ' ',
  '0',
  '1',
  'true',
  'null',
  '\u0000',
  '\ud800',
  '\u202e',
  "'; drop table votes; --",
  '${7*7}',
  '../../etc/passwd',
  '<script>alert(1)</script>',
  'a'.repeat(10_000),
  '𝕏'.repeat(500),
  '%00',
  '\r\nset-cookie: a=b',
  [],
  [[]],
  [null],
  ['a', 'b'],
  ['a', 1],
  {},
  { length: 3 },
  { toString: 1 },
  '["a","b"]',
  '{"a":1}',
  '2030-01-01',
  '2030-01-01T00:00:00Z',
  '9999-12-31T23:59:59.999Z',
  '+275760-09-13T00:00:00Z',
  '0000-01-01T00:00:00Z',
];
const FIELDS = [
  'pollId',
  'optionIndex',
  'question',
  'options',
  'endDate',
  'visibility',
  'showResultsBeforeVoting',
  'name',
  'username',
  'userId',
  'email',
  'password',
  'content',
  'token',
  'followingId',
  'message',
  'like',
  'id',
  'toString',
  'hasOwnProperty',
];
const CREDENTIAL = { id: 'a', rawId: 'a', type: 'public-key' };
const VALID: Record<string, Record<string, unknown>> = {
  createPoll: { question: 'Which?', options: ['a', 'b'], endDate: '2999-01-01T00:00:00.000Z' },
  vote: { pollId: 1, optionIndex: 0 },
  like: { pollId: 1 },
  save: { pollId: 1 },
  updateProfile: { name: 'Noor', username: 'noor' },
  createProfile: { name: 'Noor', username: 'noor' },
  signup: { email: 'a@example.org', password: 'correct horse' },
  login: { email: 'a@example.org', password: 'correct horse' },
  google: { idToken: 'x'.repeat(40) },
  emailToken: { idToken: 'x'.repeat(40) },
  requestPasswordReset: { email: 'a@example.org' },
  confirmPasswordReset: { token: 'a'.repeat(43), password: 'correct horse' },
  verifyEmail: { token: 'a'.repeat(43) },
  requestEmailChange: { email: 'b@example.org' },
  confirmEmailChange: { token: 'a'.repeat(43) },
  restoreEmail: { token: 'a'.repeat(43) },
  addPasskey: {
    name: 'Phone',
    credential: { ...CREDENTIAL, response: { clientDataJSON: 'e30', attestationObject: 'oA' } },
  },
  renamePasskey: { name: 'Phone' },
  passkeySignIn: {
    credential: {
      ...CREDENTIAL,
      response: { clientDataJSON: 'e30', authenticatorData: 'e30', signature: 'e30', userHandle: 'e30' },
    },
  },
  proveWithPasskey: {
    credential: { ...CREDENTIAL, response: { clientDataJSON: 'e30', authenticatorData: 'e30', signature: 'e30' } },
  },
  changePassword: { currentPassword: 'wrong horse', newPassword: 'battery staple' },
  addComment: { pollId: 1, content: 'By train.' },
  report: { kind: 'poll', id: 1, rule: 1, words: 'Look.' },
  follow: { followingId: 2 },
  savePreferences: { like: { push: true }, nameInVotes: false },
  registerPushToken: { token: 'abcdefghij:klmnop', deviceType: 'web' },
  contact: { firstName: 'Noor', lastName: 'Haddad', email: 'a@example.org', message: 'Hello' },
  testNotification: { targetUserId: 1 },
};
/** A value as it stands in a query. */
const inAddress = (value: unknown): string => encodeURIComponent(JSON.stringify(value).slice(0, 300).toWellFormed());
/** Rate limits have specs of their own; here they would hide the code behind them. */
const UNLIMITED = {
  AUTH_LOGIN_FAILURES_PER_IP: '100000',
  AUTH_LOGIN_FAILURES_PER_EMAIL: '100000',
  AUTH_LOGINS_PER_ACCOUNT: '100000',
  AUTH_PASSKEY_CHALLENGES_PER_IP: '100000',
  AUTH_MAILS_PER_EMAIL: '100000',
  AUTH_MAILS_PER_IP: '100000',
  AUTH_ACTION_FAILURES_PER_IP: '100000',
  COMMENTS_PER_MINUTE: '10000',
  CONTACT_PER_IP: '100000',
};
/** Routes left out because they end the session, after which every answer would be 401. */
const ENDS_THE_SESSION = ['logout', 'logoutEverywhere'];
/** Routes whose provider is not set up here, and which say so. */
const NOT_SET_UP: Record<string, string> = {
  google: 'google-unavailable',
  emailToken: 'google-unavailable',
  generateInsights: 'insights-unavailable',
  registerPushToken: 'push-unavailable',
};
/** Routes whose rate limit is not configurable. */
const LIMITED: Record<string, string> = {
  testNotification: 'too-many-requests',
  requestDataExport: 'too-many-requests',
};
const PATHS = [
  '1',
  '0',
  '-1',
  'abc',
  '1e3',
  '99999999999999999999',
  '%00',
  '%ff',
  '..',
  '..%2f..',
  "1'",
  '1;',
  ' ',
  '٣',
];

describe('whatever is sent', () => {
  let api: Api;
  let person: Person;
  let moderator: Person;
  beforeAll(async () => {
    api = await Api.start(UNLIMITED);
    person = await api.person();
    moderator = await api.operator('Moderator', 'moderator');
    await api.poll(person);
  }, 120_000);
  afterAll(() => api.stop(), 60_000);

  it.each(Object.entries<RouteContract>(routes))(
    '%s answers with a success or a 4xx that says what to do',
    async (name, contract) => {
      if (ENDS_THE_SESSION.includes(name)) return;
      const { pick } = generator(name.length * 7_919);
      for (let round = 0; round < ROUNDS; round++) {
        const path = contract.path.replaceAll(/:\w+/g, () => pick(PATHS));
        const query = contract.query ? `?${pick(['page', 'cursor', 'limit', 'q', 'x'])}=${inAddress(pick(NASTY))}` : '';
        // A good body with one bad field gets further into the code than nonsense does.
        const body = contract.body
          ? {
              ...VALID[name],
              ...Object.fromEntries(
                [pick(FIELDS), pick([...FIELDS, ...Object.keys(VALID[name] ?? {})])].map((field) => [
                  field,
                  pick(NASTY),
                ]),
              ),
            }
          : undefined;
        const sent = { path: path + query, body };
        const sender = contract.access === 'moderator' ? moderator : person;
        const answer = await sender.send(contract.method, path + query, body);
        if (answer.status === 503 && answer.body['code'] === NOT_SET_UP[name]) continue;
        if (answer.status === 429 && answer.body['code'] === LIMITED[name]) continue;
        if (answer.status >= 500 || answer.status === 429)
          throw new Error(`${answer.status} for ${JSON.stringify(sent).slice(0, 400)}: ${answer.text}`);
        if (answer.status >= 400) expect(ErrorBody.parse(answer.body).message.length).toBeGreaterThan(0);
      }
    },
    120_000,
  );
});
