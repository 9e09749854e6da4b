import { readFileSync } from 'node:fs';
import { rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { routes, SERVICES, type CasePage, type RouteContract, type User } from '@inkling/contracts';
import { eventually } from '@inkling/testing';
import sharp from 'sharp';
import { Api, type Answer, type Person } from './api.spec-support.js';

const RUNBOOK = join(import.meta.dirname, '../../docs/operations/runbook.md');
/** A missing part is noticed at once. Two timeouts of 5 s in a row would exceed this even on a busy machine. */
const SOON_MS = 9_000;
/** Long enough for a search. */
const NO_TOKEN = 'no-such-token-at-all-anywhere';
const CREDENTIAL = { id: 'AAAA', rawId: 'AAAA', type: 'public-key' };
const NEW_PASSKEY = { ...CREDENTIAL, response: { clientDataJSON: 'AAAA', attestationObject: 'AAAA' } };
const PASSKEY_ANSWER = {
  ...CREDENTIAL,
  response: { clientDataJSON: 'AAAA', authenticatorData: 'AAAA', signature: 'AAAA' },
};
/** One user for each part, and one for the run with nothing missing. */
const WALKS = SERVICES.length + 4;
const table = Object.values<RouteContract>(routes);

interface Row {
  readonly refuses: (route: RouteContract) => boolean;
  /** Fields of a user that are null meanwhile. */
  readonly without: readonly string[];
}

const quoted = (text: string): string[] => [...text.matchAll(/`([^`]+)`/g)].map(([, words]) => words!);

/** Whether a pattern from the runbook, such as `GET /api/search*` or `/api/votes`, matches a route. */
function matches(words: string, { method, path }: RouteContract): boolean {
  const [, only, pattern = ''] = /^(?:([A-Z]+) )?(\S+)$/.exec(words) ?? [];
  const regex = new RegExp(
    `^${pattern
      .split('*')
      .map((part) => part.replaceAll(/[.+?^${}()|[\]\\]/g, '\\$&'))
      .join('.*')}$`,
  );
  return (only === undefined || only === method) && regex.test(path);
}

/** The runbook's table of what stops working while a part is down. */
function rowsOfRunbook(): Map<string, Row> {
  const [, rest = ''] = readFileSync(RUNBOOK, 'utf8').split('### Route by route');
  const [section = ''] = rest.split('\n#');
  const lines = section
    .split('\n')
    .filter((line) => line.startsWith('| '))
    .slice(1);
  const cells = lines.map((line) =>
    line
      .split('|')
      .slice(1, 4)
      .map((cell) => cell.trim()),
  );
  return new Map(
    cells.map(([part = '', refused = '', without = '']) => {
      const named = quoted(refused);
      const some = (route: RouteContract) => named.some((words) => matches(words, route));
      return [
        part,
        { refuses: refused.startsWith('all but') ? (route) => !some(route) : some, without: quoted(without) },
      ];
    }),
  );
}

const rows = rowsOfRunbook();

describe('a part that is down', () => {
  let api: Api;
  let poll: number;
  let someone: Person;
  /** A case about the poll. */
  let caseId: number;
  /** Blocked by the walks, which then would no longer see them. */
  let other: Person;
  /** Each walk ends sessions, so each has a user of its own and no limits left over from the last one. */
  let walkers: Person[];

  beforeAll(async () => {
    // Without PostgreSQL, topics come from the cache, which must not expire during a slow run.
    api = await Api.start({ TOPICS_CACHE_MS: '60000' });
    someone = await api.person('Amara Okafor');
    other = await api.person('Ines Duarte');
    poll = (await api.poll(someone)).id;
    const operator = await api.operator();
    await operator.post('/api/reports', { kind: 'poll', id: poll, rule: 1 });
    caseId = (await operator.get<CasePage>('/api/admin/cases')).body.cases[0]!.id;
    walkers = [];
    // A few at a time: hashing passwords is slow, and too many sign-ups at once are refused.
    while (walkers.length < WALKS)
      walkers.push(...(await Promise.all([api.operator(), api.operator(), api.operator()])));
  }, 120_000);
  afterAll(() => api.stop(), 60_000);

  /** A body with which the route reaches its service. */
  const bodies = (user: User): Partial<Record<string, unknown>> => ({
    [routes.signup.path]: { email: `${user.username}-again@example.org`, password: 'correct horse' },
    [routes.login.path]: { email: 'nobody@example.org', password: 'wrong horse' },
    [routes.google.path]: { idToken: NO_TOKEN },
    [routes.emailToken.path]: { idToken: NO_TOKEN },
    [routes.report.path]: { kind: 'poll', id: poll, rule: 1 },
    [routes.decideCase.path]: { act: 'dismiss' },
    [routes.act.path]: { act: 'dismiss', object: { kind: 'poll', id: poll } },
    [routes.decideAppeal.path]: { uphold: true, reason: 'It stays.' },
    [routes.appeal.path]: { words: 'Please look again.' },
    [routes.switchComments.path]: { off: true },
    [routes.setPersonRole.path]: { role: 'member' },
    [routes.decideSignUp.path]: { approve: true },
    [routes.acceptTerms.path]: { version: 1 },
    [routes.saveSettings.path]: { version: 0, changes: { name: 'Harbour Polls' } },
    [routes.publishPage.path]: { version: 0, texts: { en: 'Be kind.' }, summary: null },
    [routes.announce.path]: { title: 'A pause of ten minutes tonight' },
    [routes.requestPasswordReset.path]: { email: 'nobody@example.org' },
    [routes.confirmPasswordReset.path]: { token: NO_TOKEN, password: 'correct horse' },
    [routes.verifyEmail.path]: { token: NO_TOKEN },
    [routes.changePassword.path]: { currentPassword: 'wrong horse', newPassword: 'correct horse' },
    [routes.prove.path]: { password: 'wrong horse' },
    [routes.loginWithCode.path]: { challenge: NO_TOKEN, code: '000000' },
    [routes.confirmOneTimeCodes.path]: { code: '000000' },
    [routes.requestEmailChange.path]: { email: 'nobody@example.org' },
    [routes.confirmEmailChange.path]: { token: NO_TOKEN },
    [routes.restoreEmail.path]: { token: NO_TOKEN },
    [routes.addPasskey.path]: { name: 'Phone', credential: NEW_PASSKEY },
    [routes.renamePasskey.path]: { name: 'Phone' },
    [routes.passkeySignIn.path]: { credential: PASSKEY_ANSWER },
    [routes.proveWithPasskey.path]: { credential: PASSKEY_ANSWER },
    [routes.updateProfile.path]: { name: user.name, username: user.username },
    [routes.createProfile.path]: { name: user.name, username: user.username },
    [routes.chooseTopics.path]: { topics: [] },
    [routes.requestDeletion.path]: { polls: 'delete' },
    [routes.createPoll.path]: { question: 'Tea or coffee?', options: ['Tea', 'Coffee'] },
    [routes.vote.path]: { pollId: poll, optionIndex: 0 },
    [routes.like.path]: { pollId: poll },
    [routes.save.path]: { pollId: poll },
    [routes.addComment.path]: { pollId: poll, content: 'Tea.' },
    [routes.follow.path]: { followingId: someone.user.id },
    [routes.block.path]: { userId: other.user.id },
    [routes.mute.path]: { userId: other.user.id },
    [routes.setMutedWords.path]: { words: ['spoiler'] },
    [routes.savePreferences.path]: { nameInVotes: true },
    [routes.registerPushToken.path]: { token: 'no-such-token', deviceType: 'web' },
    [routes.contact.path]: {
      firstName: 'A',
      lastName: 'B',
      email: 'a@example.org',
      message: 'Hello, is anybody there?',
    },
    [routes.testNotification.path]: { targetUserId: user.id },
  });

  /** Routes that change or end the session run last, in this order. */
  const LAST: readonly RouteContract[] = [routes.refreshSession, routes.logoutEverywhere, routes.logout];

  function pathOf({ method, path }: RouteContract, { user }: Person): string {
    // Another user's votes and saves are forbidden, and the things to delete do not exist.
    const own = /(voted|saved)-polls$/.test(path);
    const removed = method === 'DELETE' && !path.startsWith('/api/follows');
    // The walk ends the sessions of this person, so it must not be the one who reads afterwards.
    const person = path.startsWith('/api/admin/people') ? other : someone;
    const id = removed ? '999999' : path.startsWith('/api/polls') ? poll : own ? user.id : person.user.id;
    const filled = path
      .replace(':caseId', String(caseId))
      .replace(':sessionId', '00000000-0000-4000-8000-000000000000')
      .replace(':kind', 'rules')
      .replace(':token', 'no-such-token');
    const query = path === routes.search.path ? '?q=tea' : path === routes.proofOfWork.path ? '?for=sign-up' : '';
    return filled.replaceAll(/:\w+/g, String(id)) + query;
  }

  async function ask(route: RouteContract, person: Person): Promise<Answer & { ms: number }> {
    const began = performance.now();
    const body = route.method === 'POST' ? (bodies(person.user)[route.path] ?? {}) : undefined;
    const answer = await person.send(route.method, pathOf(route, person), body);
    return { ...answer, ms: performance.now() - began };
  }

  /**
   * Calls every route, all at once. Returns the unavailable ones, other failures, and the slowest time. On a busy
   * machine calls may time out, so routes that should be available are asked again, one by one.
   */
  async function walk(
    refused: readonly string[] = [],
  ): Promise<{ unavailable: string[]; failed: string[]; notSetUp: string[]; slowest: number }> {
    const person = walkers.pop()!;
    const nameOf = ({ method, path }: RouteContract) => `${method} ${path}`;
    const isUnavailable = ({ status, body }: Answer) => status === 503 && body['code'] === 'unavailable';
    const askAgain = async (route: RouteContract, answer: Answer & { ms: number }) => {
      for (let times = 0; times < 5 && isUnavailable(answer) && !refused.includes(nameOf(route)); times++)
        answer = await ask(route, person);
      return answer;
    };
    const order = [...table.filter((route) => !LAST.includes(route)), ...LAST];
    const answers = await Promise.all(order.slice(0, -LAST.length).map((route) => ask(route, person)));
    for (const [index, answer] of answers.entries()) answers[index] = await askAgain(order[index]!, answer);
    for (const route of LAST) answers.push(await askAgain(route, await ask(route, person)));
    const named = (which: (answer: Answer) => boolean) =>
      order
        .filter((_, index) => which(answers[index]!))
        .map(nameOf)
        .toSorted();
    const isNotSetUp = ({ status, body }: Answer) => status === 503 && String(body['code']).endsWith('-unavailable');
    return {
      unavailable: named(isUnavailable),
      failed: named((answer) => answer.status >= 500 && !isUnavailable(answer) && !isNotSetUp(answer)),
      notSetUp: named(isNotSetUp),
      slowest: Math.max(...answers.map(({ ms }) => ms)),
    };
  }

  const refusedBy = (part: string): string[] =>
    table
      .filter(rows.get(part)!.refuses)
      .map(({ method, path }) => `${method} ${path}`)
      .toSorted();

  /** Calls all routes while a part is down, then waits until it is back. */
  async function withoutPart(part: string, stop: () => Promise<unknown>, start: () => Promise<unknown>): Promise<void> {
    await stop();
    try {
      const { unavailable, failed, notSetUp, slowest } = await walk(refusedBy(part));
      const refused = refusedBy(part).filter((route) => !notSetUp.includes(route));
      expect({ part, unavailable, failed }).toEqual({ part, unavailable: refused, failed: [] });
      expect(slowest).toBeLessThan(SOON_MS);
    } finally {
      await start();
    }
    await eventually(async () => expect((await api.client().get('/health/ready')).text).toContain('"status":"ok"'));
    await isShown('/api/auth/me', expect.objectContaining({ followersCount: expect.any(Number), pollsCount: 1 }));
  }

  /** Asked again where needed: on a busy machine a call to a part that is there may time out. */
  const isShown = (path: string, shown: unknown): Promise<void> =>
    eventually(async () => expect([path, (await someone.get(path)).body]).toEqual([path, shown]));

  it('has a row in the runbook, and every route appears in one', async () => {
    expect([...rows.keys()]).toEqual([...SERVICES, 'PostgreSQL', 'NATS', 'media store']);
    const free = table.filter((route) => !SERVICES.some((service) => rows.get(service)!.refuses(route)));
    expect(free.map(({ path }) => path)).toEqual([routes.config.path, routes.adminHealth.path]);
    expect(await walk()).toMatchObject({ unavailable: [], failed: [] });
  }, 60_000);

  it.each(SERVICES)(
    '%s: what is refused, and what other answers go without, is what the runbook says',
    async (service) => {
      const before = (await someone.get<User>('/api/auth/me')).body;
      await withoutPart(
        service,
        async () => {
          await api.stack.stopService(service);
          if (service === 'auth') return;
          const without = Object.fromEntries(rows.get(service)!.without.map((field) => [field, null]));
          for (const path of ['/api/auth/me', '/api/users/me']) {
            await isShown(path, { ...before, ...without });
          }
          const {
            email: _email,
            emailVerified: _verified,
            role: _role,
            createdAt: _createdAt,
            ...counted
          } = {
            ...before,
            ...without,
          };
          const shown = { ...counted, blocked: false, muted: false };
          await isShown(`/api/users/${someone.user.id}`, shown);
        },
        () => api.stack.startService(service),
      );
    },
    60_000,
  );

  it('NATS: everything that asks a service is refused', async () => {
    await withoutPart(
      'NATS',
      () => api.stack.nats.stop(),
      () => api.stack.nats.start(),
    );
  }, 60_000);

  it('PostgreSQL: everything that asks a service is refused', async () => {
    const name = new URL(api.stack.databaseUrl).pathname.slice(1);
    const limit = (most: number) => api.stack.sql('auth', `alter database "${name}" connection limit ${most}`);
    const cut = async () => {
      await limit(0);
      await api.stack.sql(
        'auth',
        `select pg_terminate_backend(pid) from pg_stat_activity where datname = $1 and usename like 'inkling_%'`,
        [name],
      );
    };
    await withoutPart('PostgreSQL', cut, () => limit(-1));
  }, 60_000);

  it('media store: a poll with a picture is refused, and nothing else', async () => {
    const aside = `${api.mediaFolder}-aside`;
    const form = new FormData();
    form.set('question', 'Teal or sage?');
    form.set('options', '["Teal","Sage"]');
    form.set(
      'media',
      new Blob([
        await sharp({ create: { width: 8, height: 8, channels: 3, background: 'teal' } })
          .png()
          .toBuffer(),
      ]),
      'teal.png',
    );
    await rename(api.mediaFolder, aside);
    await writeFile(api.mediaFolder, 'a file in the place of the folder');
    try {
      const { status, body } = await someone.send('POST', '/api/polls', form);
      expect([status, body['code']]).toEqual([503, 'unavailable']);
      expect(await walk()).toMatchObject({ unavailable: [], failed: [] });
    } finally {
      await rm(api.mediaFolder);
      await rename(aside, api.mediaFolder);
    }
  }, 60_000);
});
