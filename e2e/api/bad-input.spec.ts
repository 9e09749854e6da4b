import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { ErrorBody, type Poll } from '@inkling/contracts';
import { shareApi, type Api, type Person } from './api.spec-support.js';

describe('bad input', () => {
  const product = shareApi();
  let api: Api;
  let person: Person;
  let poll: Poll;
  beforeAll(async () => {
    api = await product.start();
    person = await api.person();
    poll = await api.poll(person);
  }, 120_000);
  afterAll(() => product.stop(), 60_000);

  const votes = () =>
    api.stack.sql('polls', 'select votes, votes_count from poll_counters where poll_id = $1', [poll.id]);

  it.each([-1, 6, 1.5, '0', null, [], {}, true, 1e300, 3])(
    'option index %p is 400 and counts nothing',
    async (optionIndex) => {
      const answer = await person.post('/api/votes', { pollId: poll.id, optionIndex });
      expect(answer.status).toBe(400);
      expect(ErrorBody.parse(answer.body).message.length).toBeGreaterThan(10);
      expect(await votes()).toEqual([{ votes: [0, 0, 0], votes_count: 0 }]);
    },
  );

  it.each([0, -1, 1.5, '1', null, 2 ** 53, [], undefined])('poll id %p is 400', async (pollId) => {
    expect((await person.post('/api/votes', { pollId, optionIndex: 0 })).status).toBe(400);
    expect((await person.post('/api/likes', { pollId })).status).toBe(400);
  });

  it.each([
    [undefined],
    ['#Food'],
    [[1]],
    [['']],
    [['x'.repeat(51)]],
    [Array.from({ length: 11 }, (_, i) => `topic ${i}`)],
    [['a\u0000b']],
  ])('topics %p are 400', async (topics) => {
    const answer = await person.post('/api/users/me/topics', { topics });
    expect([answer.status, answer.body['code']]).toEqual([400, 'invalid-request']);
  });

  it('an unknown poll is 404', async () => {
    for (const [path, body] of [
      ['/api/votes', { pollId: 999_999, optionIndex: 0 }],
      ['/api/likes', { pollId: 999_999 }],
      ['/api/saves', { pollId: 999_999 }],
    ] as const) {
      const answer = await person.post(path, body);
      expect([answer.status, answer.body['code']]).toEqual([404, 'poll-not-found']);
    }
  });

  it.each([
    ['no question', { question: '   ' }, 'Question cannot be empty'],
    ['a question too long', { question: 'x'.repeat(301) }, 'Question can have at most 300 characters'],
    ['one option', { options: ['only'] }, 'A poll needs at least 2 options'],
    ['seven options', { options: ['1', '2', '3', '4', '5', '6', '7'] }, 'A poll can have at most 6 options'],
    ['equal options', { options: ['same', 'SAME '] }, 'Options must differ from one another'],
    ['an end date in the past', { endDate: '2020-01-01T00:00:00.000Z' }, 'The end date must be tomorrow or later.'],
    ['an end date that is none', { endDate: 'tomorrow' }, undefined],
    ['an end date beyond all calendars', { endDate: '9999-12-31T23:59:59-23:59' }, undefined],
    ['a question that nobody can see', { question: '\u200b\u2060' }, undefined],
    [
      'an option that turns its neighbours around',
      { options: ['a\u202eb', 'c'] },
      'Option contains characters that cannot be shown',
    ],
    ['an unknown visibility', { visibility: 'friends' }, 'Visibility is one of public, unlisted, followers'],
    ['a NUL character', { question: 'a\u0000b' }, undefined],
    ['half a surrogate pair', { question: '\ud83d' }, undefined],
  ])('a poll with %s is 400', async (_what, fields, message) => {
    const answer = await person.post('/api/polls', { question: 'Which one?', options: ['a', 'b'], ...fields });
    expect(answer.status).toBe(400);
    if (message) expect(answer.body['message']).toBe(message);
  });

  it('refuses bodies that are broken, hostile or huge', async () => {
    const json = { 'content-type': 'application/json' };
    expect((await person.post('/api/votes', '{"pollId":', json)).body['code']).toBe('invalid-json');
    expect(
      (await person.post('/api/votes', '{"__proto__":{"admin":true},"pollId":1,"optionIndex":0}', json)).status,
    ).toBe(400);
    expect(
      (await person.post('/api/votes', '{"constructor":{"prototype":{}},"pollId":1,"optionIndex":0}', json)).status,
    ).toBe(400);
    expect((await person.post('/api/votes', `${'['.repeat(20_000)}${']'.repeat(20_000)}`, json)).status).toBe(400);
    expect((await person.post('/api/votes', JSON.stringify({ pollId: 1, pad: 'x'.repeat(70_000) }), json)).status).toBe(
      413,
    );
    expect((await person.post('/api/votes', 'pollId=1', { 'content-type': 'text/plain' })).status).toBe(415);
    expect(
      (await person.post('/api/polls', 'no boundary here', { 'content-type': 'multipart/form-data' })).status,
    ).toBe(400);
    expect(
      (await person.post('/api/polls', 'x'.repeat(100), { 'content-type': 'multipart/form-data; boundary=b' })).status,
    ).toBe(400);
  });

  it('takes a poll as a form, and says that a file is not taken yet', async () => {
    const form = new FormData();
    form.set('question', 'From a form?');
    form.set('options', JSON.stringify(['Yes', 'No']));
    form.set('visibility', 'public');
    form.set('showResultsBeforeVoting', 'true');
    const created = await person.post<Poll>('/api/polls', form);
    expect([created.status, created.body.question, created.body.showResultsBeforeVoting]).toEqual([
      201,
      'From a form?',
      true,
    ]);
    form.set('media', new Blob(['x'.repeat(1_000)], { type: 'image/png' }), 'a.png');
    expect((await person.post('/api/polls', form)).status).toBe(415);
    const twice = new FormData();
    twice.append('question', 'a?');
    twice.append('question', 'b?');
    twice.set('options', '["a","b"]');
    expect((await person.post('/api/polls', twice)).status).toBe(400);
  });

  it.each([
    '/api/polls?page=0',
    '/api/polls?page=-1',
    '/api/polls?page=x',
    '/api/polls?page=1001',
    '/api/polls?page=1&page=2',
    '/api/polls?cursor=%00',
    '/api/polls?cursor=a%20b',
    `/api/polls?cursor=${'x'.repeat(200)}`,
    '/api/polls?cursor=bogus',
    '/api/polls/%E0%A4%A',
    '/api/users/1%00',
  ])('GET %s is a 4xx with a sentence', async (path) => {
    const answer = await person.get(path);
    expect([400, 404]).toContain(answer.status);
    expect(ErrorBody.parse(answer.body).message).not.toBe('');
  });

  it('answers what is not HTTP with 400, and headers that are too large with 431', async () => {
    expect(await raw('NONSENSE\r\n\r\n')).toMatch(/^HTTP\/1\.1 400 .*"code":"invalid-request"/s);
    expect(await raw(`GET /api/config HTTP/1.1\r\nhost: x\r\nx-large: ${'y'.repeat(70_000)}\r\n\r\n`)).toMatch(
      /^HTTP\/1\.1 431 /,
    );
  });

  it('replaces a request id that is not safe to log', async () => {
    const kept = await person.get('/api/config', { 'x-request-id': 'abc-12345678' });
    expect(kept.headers.get('x-request-id')).toBe('abc-12345678');
    const replaced = await person.get('/api/config', { 'x-request-id': 'x"}{"injected":"' });
    expect(replaced.headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/);
  });

  const raw = (text: string): Promise<string> =>
    new Promise((resolve, reject) => {
      const socket = connect(Number(new URL(api.origin).port), '127.0.0.1', () => socket.write(text));
      let answer = '';
      socket.on('data', (chunk) => {
        answer += chunk.toString();
      });
      socket.once('close', () => resolve(answer));
      // The server may close the connection while the client is still sending; the answer it gave counts.
      socket.on('error', (error) => (answer === '' ? reject(error) : undefined));
    });
});
