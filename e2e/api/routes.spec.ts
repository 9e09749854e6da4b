import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { ERRORS, ErrorBody, routeErrors, routes, type RouteContract } from '@inkling/contracts';
import { Api, type Client, type Person } from './api.spec-support.js';

const table = Object.entries<RouteContract>(routes);
const sample = (path: string) => path.replaceAll(/:\w+/g, '1');

describe('every route of the table', () => {
  let api: Api;
  let stranger: Client;
  let person: Person;
  beforeAll(async () => {
    api = await Api.start();
    stranger = api.client();
    // An administrator may call every route.
    person = await api.operator();
    // The user whose id the sample paths contain.
    await api.poll(person);
  }, 120_000);
  afterAll(() => api.stop(), 60_000);

  it.each(table)('%s answers a stranger as its access says', async (_name, contract) => {
    const answer = await stranger.send(
      contract.method,
      sample(contract.path),
      contract.method === 'POST' ? {} : undefined,
    );
    if (contract.access === 'public') {
      // The sample path names an unknown invitation, whose error has another code.
      expect(answer.body).not.toMatchObject({ code: 'not-found' });
      expect(answer.status).toBeLessThan(500);
    } else {
      expect(answer.status).toBe(401);
      expect(answer.body).toEqual({
        code: 'unauthorized',
        message: ERRORS.unauthorized.message,
        authCookieFound: false,
      });
    }
  });

  it.each(table.filter(([, contract]) => contract.body))(
    '%s refuses a body that is not one, as documented',
    async (_name, contract) => {
      for (const [body, type] of [
        ['{"a":', 'application/json'],
        ['[]', 'application/json'],
        ['"text"', 'application/json'],
        ['null', 'application/json'],
        ['a=b', 'application/x-www-form-urlencoded'],
        ['<a/>', 'text/xml'],
      ] as const) {
        const answer = await person.send(contract.method, contract.path, body, { 'content-type': type });
        // A body whose fields are all optional accepts `null` as empty.
        if (answer.status < 400) continue;
        expect(answer.status).toBeLessThan(500);
        expect(routeErrors(contract)).toContain(ErrorBody.parse(answer.body).code);
      }
    },
  );

  it.each(table.filter(([name, contract]) => contract.params && name !== 'deletePushToken'))(
    '%s refuses an id that is none',
    async (_name, contract) => {
      for (const id of ['0', '-1', '1.5', 'abc', '99999999999999999999', '%00', '1%2F..']) {
        const answer = await person.send(contract.method, contract.path.replaceAll(/:\w+/g, id));
        expect([400, 404]).toContain(answer.status);
        expect(ErrorBody.parse(answer.body).message).not.toBe('');
      }
    },
  );

  it.each(table.filter(([, contract]) => contract.method !== 'GET'))(
    '%s refuses another site',
    async (_name, contract) => {
      const path = sample(contract.path);
      const elsewhere: Record<string, string>[] = [
        { 'sec-fetch-site': 'cross-site' },
        { 'sec-fetch-site': 'same-site' },
        { origin: 'https://evil.example' },
        { origin: 'null' },
      ];
      for (const headers of elsewhere) {
        const answer = await person.send(contract.method, path, contract.method === 'POST' ? {} : undefined, headers);
        expect(answer.status).toBe(403);
        expect(answer.body['code']).toBe('cross-site');
      }
    },
  );

  it('answers unknown paths and methods in the same shape', async () => {
    const unknown = await person.get('/api/nothing');
    expect([unknown.status, unknown.body['code']]).toEqual([404, 'not-found']);
    const method = await person.send('PUT', '/api/votes', {});
    expect([method.status, method.body['code'], method.headers.get('allow')]).toEqual([
      405,
      'method-not-allowed',
      'POST',
    ]);
    expect((await person.get('/api/votes')).status).toBe(405);
  });

  it('publishes a description with every route and its errors', async () => {
    const { status, body } = await stranger.get<{
      openapi: string;
      paths: Record<string, Record<string, { responses: Record<string, unknown>; security: unknown[] }>>;
    }>('/api/openapi.json');
    expect(status).toBe(200);
    expect(body.openapi).toMatch(/^3\./);
    for (const [, contract] of table) {
      const operation = body.paths[contract.path.replaceAll(/:(\w+)/g, '{$1}')]?.[contract.method.toLowerCase()];
      expect(operation).toBeDefined();
      const statuses = new Set(
        [contract.success.status, ...routeErrors(contract).map((code) => ERRORS[code].status)].map(String),
      );
      expect(new Set(Object.keys(operation!.responses))).toEqual(statuses);
      expect(operation!.security).toEqual(contract.access === 'public' ? [] : [{ session: [] }]);
    }
    const page = await stranger.get('/api/docs');
    expect(page.headers.get('content-type')).toContain('text/html');
    expect((await stranger.get('/api/docs/assets/swagger-ui-bundle.js')).status).toBe(200);
    expect((await stranger.get('/api/docs/assets/package.json')).status).toBe(404);
  });
});
