import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { personModerated, routes, type EventData, type Poll, type RouteContract } from '@inkling/contracts';
import { startService, type RunningService } from '@inkling/platform';
import { EventFeed, eventually } from '@inkling/testing';
import { gateway } from '@inkling/gateway';
import type { AddressInfo } from 'node:net';
import { WebSocket } from 'ws';
import { Client, expectStatus, shareApi, type Api, type Person } from './api.spec-support.js';

const table = Object.entries<RouteContract>(routes);
const sample = (path: string) => path.replaceAll(/:\w+/g, '1');
const closed = table.filter(([, { access, whileSuspended }]) => access !== 'public' && !whileSuspended);
const open = table.filter(([, { access, whileSuspended }]) => access === 'public' || whileSuspended);
/** Left out of the walk, because they would end its session. */
const ENDING = new Set(['logout', 'logoutEverywhere', 'requestDeletion']);

describe('a suspended person', () => {
  const product = shareApi();
  let api: Api;
  let feed: EventFeed;
  let second: RunningService;
  let other: string;
  let poll: Poll;
  let version = 0;
  beforeAll(async () => {
    api = await product.start();
    feed = await EventFeed.connect(api.stack);
    second = await startService(gateway, { env: api.stack.env('gateway') });
    other = `http://127.0.0.1:${(second.app.getHttpServer().address() as AddressInfo).port}`;
    poll = await api.poll(await api.person('Author'));
  }, 120_000);
  afterAll(async () => {
    await second.stop();
    await feed.close();
    await product.stop();
  }, 60_000);

  const decide = (userId: number, suspended: EventData<typeof personModerated>['suspended']) =>
    feed.publishTwice(personModerated, { userId, silenced: false, suspended, version: (version += 1) });
  const suspend = (userId: number, until: string | null = null) =>
    decide(userId, { until, actId: 9, rule: 'Be kind, no harassment.', reason: 'It went after the person.' });
  const at = (origin: string, person: Client) => {
    const client = new Client(origin);
    for (const [name, value] of person.cookies) client.cookies.set(name, value);
    return client;
  };
  /** As the browser does after a 401. */
  const renew = async (person: Person) => {
    await expectStatus(person.post('/api/auth/refresh-session', { userId: person.user.id }), 200);
    return person;
  };
  const suspended = async () => {
    const person = await api.person();
    await suspend(person.user.id);
    await eventually(async () => expect((await person.get('/api/auth/me')).status).toBe(401));
    return renew(person);
  };
  const send = (person: Client, contract: RouteContract) =>
    person.send(contract.method, sample(contract.path), contract.method === 'POST' ? {} : undefined);
  const socket = (person: Client) =>
    new WebSocket(`${person.origin.replace('http', 'ws')}/ws`, { headers: { cookie: person.cookieHeader } });

  it('is refused on every route of the table but those that stay open', async () => {
    const person = await suspended();
    const answers = await Promise.all(
      closed.map(async ([name, contract]) => [name, (await send(person, contract)).body] as const),
    );
    expect(answers.filter(([, body]) => body['code'] !== 'account-suspended').map(([name]) => name)).toEqual([]);
    expect(answers[0]![1]).toMatchObject({ until: null, actId: 9 });
    const vote = await person.post('/api/votes', { pollId: poll.id, optionIndex: 0 });
    expect([vote.status, vote.body['code']]).toEqual([403, 'account-suspended']);
    for (const [name, contract] of open)
      if (!ENDING.has(name))
        expect([name, (await send(person, contract)).body['code']]).not.toEqual([name, 'account-suspended']);
  });

  it('reads why, and can export, delete and log out', async () => {
    const person = await suspended();
    expect((await expectStatus(person.get('/api/auth/me'), 200)).body['suspension']).toEqual({
      until: null,
      actId: 9,
      rule: 'Be kind, no harassment.',
      reason: 'It went after the person.',
    });
    await expectStatus(person.get('/api/users/me/export'), 200);
    await expectStatus(person.post('/api/users/me/deletion', { polls: 'delete' }), 200);
    await expectStatus(person.send('DELETE', '/api/users/me/deletion'), 204);
    await expectStatus(person.post('/api/auth/logout'), 204);
  });

  it('can sign in, and is as suspended in the new session', async () => {
    const { user } = await suspended();
    const again = api.client();
    await expectStatus(again.post('/api/auth/login', { email: user.email, password: 'correct horse' }), 200);
    expect((await again.get('/api/polls')).body['code']).toBe('account-suspended');
  });

  it('loses running tokens and sockets on every gateway within moments, and gets no new socket', async () => {
    const person = await api.person();
    const elsewhere = at(other, person);
    const sockets = [socket(person), socket(elsewhere)];
    await Promise.all(sockets.map((each) => new Promise((resolve) => each.once('open', resolve))));
    const ends = Promise.all(sockets.map((each) => new Promise((resolve) => each.once('close', resolve))));
    await expectStatus(elsewhere.get('/api/polls'), 200);
    await suspend(person.user.id);
    expect(await ends).toEqual([4401, 4401]);
    for (const client of [person, elsewhere])
      await eventually(async () =>
        expect((await client.post('/api/votes', { pollId: poll.id, optionIndex: 0 })).body).toMatchObject({
          code: 'unauthorized',
          authCookieFound: true,
        }),
      );
    await renew(person);
    const refused = socket(person);
    expect(
      await new Promise((resolve) => refused.once('unexpected-response', (_, { statusCode }) => resolve(statusCode))),
    ).toBe(403);
    expect((await at(other, person).get('/api/polls')).body['code']).toBe('account-suspended');
  });

  it('is let in again when the suspension is taken back, and by itself at its end', async () => {
    const back = await suspended();
    await decide(back.user.id, null);
    await eventually(async () => expect((await back.get('/api/auth/me')).status).toBe(401));
    await renew(back);
    await expectStatus(back.post('/api/votes', { pollId: poll.id, optionIndex: 0 }), 200);

    const waiting = await suspended();
    // The suspension ends, as if its time had passed.
    await api.stack.sql('auth', 'update moderated_people set suspended_until = now() where account_id = $1', [
      waiting.user.id,
    ]);
    await renew(waiting);
    await expectStatus(waiting.get('/api/polls'), 200);
    expect((await waiting.get('/api/auth/me')).body).not.toHaveProperty('suspension');
  });

  it('is a visitor on public routes', async () => {
    const person = await suspended();
    expect((await person.get(`/api/polls/${poll.id}/preview`)).status).toBe(200);
    expect((await person.get('/api/config')).status).toBe(200);
  });
});

describe('a role that is taken while a token runs', () => {
  const product = shareApi();
  let api: Api;
  beforeAll(async () => {
    api = await product.start();
  }, 120_000);
  afterAll(() => product.stop(), 60_000);
  const administered = table.filter(([, { access }]) => access === 'moderator' || access === 'administrator');

  it('stops working at once, as it began', async () => {
    const [person, chief] = [await api.person(), await api.operator()];
    const renew = (each: Person) => expectStatus(each.post('/api/auth/refresh-session'), 200);
    const codes = async (client: Client) =>
      new Set(
        await Promise.all(
          administered.map(
            async ([, { method, path }]) =>
              (await client.send(method, sample(path), method === 'POST' ? {} : undefined)).body['code'],
          ),
        ),
      );
    expect(await codes(api.client())).toEqual(new Set(['unauthorized']));
    expect(await codes(person)).toEqual(new Set(['role-needed']));
    const setRole = (role: string) => chief.post(`/api/admin/people/${person.user.id}/role`, { role });
    await expectStatus(setRole('moderator'), 200);
    await eventually(async () => expect((await person.get('/api/auth/me')).status).toBe(401));
    await renew(person);
    const page = await expectStatus(person.get<{ people: object[] }>('/api/admin/people?q=noor'), 200);
    expect(page.body.people[0]).not.toHaveProperty('email');
    expect((await chief.get<{ people: object[] }>('/api/admin/people')).body.people[0]).toHaveProperty('email');
    expect((await person.post(`/api/admin/people/${chief.user.id}/role`, { role: 'member' })).body['code']).toBe(
      'role-needed',
    );
    await expectStatus(setRole('member'), 200);
    await eventually(async () => expect((await person.get('/api/admin/people')).status).toBe(401));
    await renew(person);
    expect((await person.get('/api/admin/people')).body['code']).toBe('role-needed');
    await eventually(async () =>
      expect(
        await api.stack.sql('community', 'select what from log_entries where person_id = $1 order by id', [
          person.user.id,
        ]),
      ).toEqual([{ what: 'role-granted' }, { what: 'role-taken' }]),
    );
  });
});
