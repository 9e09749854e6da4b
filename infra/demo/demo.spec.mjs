import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { CreatePollBody } from '@inkling/contracts';
import { eventually } from '@inkling/testing';
import { Api } from '../../e2e/api/api.spec-support.js';
import { parseOptions } from './options.mts';
import { PEOPLE_MAX, people } from './people.mts';
import { POLLS_MAX, choosePolls } from './polls.mts';
import { formOf } from './publish.mts';
import { dice } from './random.mts';

const isScene = (scene) => existsSync(new URL(`scenes/${scene}.svg`, import.meta.url));

describe('the cast', () => {
  it('is always the same, with a different name for each', () => {
    const everyone = people(PEOPLE_MAX);
    expect(everyone).toHaveLength(PEOPLE_MAX);
    expect(people(24)).toEqual(everyone.slice(0, 24));
    for (const field of ['email', 'username'])
      expect(new Set(everyone.map((person) => person[field])).size).toBe(PEOPLE_MAX);
    expect(everyone.slice(0, 24).filter(({ rightToLeft }) => rightToLeft).length).toBeGreaterThanOrEqual(4);
    for (const { username } of everyone) expect(username).toMatch(/^[\p{L}\p{M}\p{N}._-]{1,30}$/u);
  });

  it('asks every question once, in many languages, by somebody who speaks it', () => {
    const polls = choosePolls(POLLS_MAX, people(24), 'x');
    expect(new Set(polls.map(({ question }) => question)).size).toBe(POLLS_MAX);
    expect(new Set(polls.slice(0, 60).map(({ language }) => language)).size).toBe(8);
    expect(polls.every(({ author, language }) => author.languages.includes(language))).toBe(true);
    const perAuthor = polls
      .slice(0, 60)
      .reduce((counts, { author }) => counts.set(author.email, (counts.get(author.email) ?? 0) + 1), new Map());
    expect(perAuthor.size).toBe(24);
    expect(choosePolls(60, people(24), 'x')).toEqual(polls.slice(0, 60));
  });

  it('has polls that the server takes, and pictures that are there and described', () => {
    const polls = choosePolls(POLLS_MAX, people(24), 'x');
    for (const poll of polls) {
      const { options, lean, scene, alt, days = 3 } = poll;
      expect(CreatePollBody.safeParse(formOf(poll)).error).toBeUndefined();
      expect([lean.length, lean.every((weight) => weight > 0), days >= 3]).toEqual([options.length, true, true]);
      expect(Boolean(alt)).toBe(scene !== undefined && isScene(scene));
    }
    for (const { optionScenes = [], options } of polls) {
      if (optionScenes.length > 0) expect(optionScenes).toHaveLength(options.length);
      for (const { scene, alt } of optionScenes) expect([isScene(scene), alt.length > 0]).toEqual([true, true]);
    }
    // The polls that an instance gets by default are of every kind.
    const first = polls.slice(0, 60);
    expect(new Set(first.map(({ method = 'single' }) => method))).toEqual(new Set(['single', 'multiple', 'ranked']));
    for (const kind of ['sealed', 'shuffled', 'quizExplanation', 'optionScenes'])
      expect(first.some((poll) => poll[kind])).toBe(true);
    expect(new Set(first.map(({ visibility = 'public' }) => visibility))).toEqual(
      new Set(['public', 'unlisted', 'followers']),
    );
  });
});

describe('chance', () => {
  it('repeats itself for the same seed, and follows the weights', () => {
    expect(dice('a', 1).shuffled([1, 2, 3, 4, 5, 6])).toEqual(dice('a', 1).shuffled([1, 2, 3, 4, 5, 6]));
    expect(dice('a', 1).next()).not.toBe(dice('b', 1).next());
    const { weighted } = dice('weights');
    const counts = [0, 0, 0];
    for (let n = 0; n < 3_000; n += 1) counts[weighted([6, 3, 0])] += 1;
    expect(counts[0] / counts[1]).toBeCloseTo(2, 0);
    expect(counts[2]).toBe(0);
  });
});

describe('the command line', () => {
  it.each([
    [['--people', '0']],
    [['--polls', 'many']],
    [['--people', '100000']],
    [['--url', 'localhost']],
    [['--fast']],
    [['--password', 'abc']],
  ])('refuses %s in one line', (args) => {
    expect(() => parseOptions(['--url', 'http://localhost:1', ...args], {})).toThrow(/^[^\n]+$/);
  });
  it('says how to start an instance when none is running', () =>
    expect(() => parseOptions([], { DATA_DIR: '/nonexistent' })).toThrow(/npm start/));
});

/** The command as a person runs it. */
function demo(...args) {
  const child = spawn(process.execPath, [fileURLToPath(new URL('./demo.mjs', import.meta.url)), ...args], {
    env: { ...process.env, NODE_OPTIONS: '' },
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk));
  return new Promise((resolve) => child.once('close', (code) => resolve({ code, output })));
}

describe('a running instance', () => {
  let api;
  let media;
  beforeAll(async () => {
    media = await mkdtemp(join(tmpdir(), 'inkling-demo-'));
    api = await Api.start({ MEDIA_DIR: media });
  }, 120_000);
  afterAll(async () => {
    await api.stop();
    await rm(media, { recursive: true, force: true });
  });

  const COUNTS = {
    auth: ['select count(*)::int from accounts'],
    polls: [
      'select count(*)::int from polls',
      'select count(*)::int from votes',
      'select count(*)::int from likes',
      'select count(*)::int from saves',
      'select count(*)::int from comments',
    ],
    social: ['select count(*)::int from follows'],
  };
  const counts = async () => {
    const rows = [];
    for (const [service, statements] of Object.entries(COUNTS))
      for (const statement of statements) rows.push((await api.stack.sql(service, statement))[0].count);
    return rows;
  };
  const small = () => demo('--url', api.origin, '--people', '7', '--polls', '9');

  it('gets a community once, however often it is asked for', async () => {
    const first = await small();
    expect(first.output).toMatch(/^7 people, 7 of them new$/m);
    expect(first.output).toMatch(/^Done in/m);
    expect(first.code).toBe(0);
    const after = await counts();
    expect(after.slice(0, 2)).toEqual([7, 9]);
    expect(after.every((count) => count > 0)).toBe(true);

    const pictures = await api.stack.sql('polls', 'select count(*)::int, count(media)::int as with_media from polls');
    expect(pictures[0].with_media).toBe(choosePolls(9, people(7), 'inkling').filter(({ scene }) => scene).length);

    const second = await small();
    expect(second).toMatchObject({ code: 0, output: expect.stringMatching(/^9 polls, 0 of them new$/m) });
    expect(second.output).toMatch(/^\d+ votes, 0 of them new/m);
    expect(second.output).toMatch(/^\d+ comments, 0 of them new/m);
    expect(await counts()).toEqual(after);

    const [, email, password] = /^ {2}(\S+) {2}password (\S+)/m.exec(second.output);
    const client = api.client();
    expect((await client.post('/api/auth/login', { email, password })).status).toBe(200);
    // Polls learn of their authors' pictures by events.
    const polls = await eventually(async () => {
      const { body } = await client.get('/api/polls');
      expect(body.polls).toHaveLength(9);
      expect(body.polls.every(({ user }) => user?.profilePicture)).toBe(true);
      return body.polls;
    });
    expect(
      polls.filter(({ mediaInfo }) => mediaInfo).every(({ mediaInfo }) => mediaInfo.alt && mediaInfo.width === 1_200),
    ).toBe(true);
  }, 180_000);

  it('with these people under another password refuses in one line', async () => {
    const { code, output } = await demo(
      '--url',
      api.origin,
      '--people',
      '2',
      '--polls',
      '1',
      '--password',
      'something else',
    );
    expect(code).toBe(1);
    expect(output).toMatch(/^amara@inkling-demo\.example has signed up here with another password\..*\n$/);
  });
});

describe('another server', () => {
  const paths = [];
  const answers = { environment: 'production', product: 'Inkling' };
  const server = createServer((request, response) => {
    paths.push(request.url);
    const config = request.url === '/api/config';
    response
      .writeHead(config ? 200 : 404, { 'content-type': 'application/json' })
      .end(JSON.stringify(config ? answers : { code: 'not-found', message: 'Not here' }));
  });
  let url;
  beforeAll(async () => {
    await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
    url = `http://127.0.0.1:${server.address().port}`;
  });
  afterAll(() => new Promise((resolve) => server.close(resolve)));

  it('in production is left alone without --yes', async () => {
    expect(await demo('--url', url)).toMatchObject({
      code: 1,
      output: expect.stringMatching(/^[^\n]* is a production server[^\n]*--yes[^\n]*\n$/),
    });
    expect(paths).toEqual(['/api/config']);
    await demo('--url', url, '--yes');
    expect(paths).toContain('/api/auth/login');
  });

  it('that is no Inkling is left alone', async () => {
    answers.product = 'Something else';
    expect(await demo('--url', url, '--yes')).toMatchObject({
      code: 1,
      output: expect.stringMatching(/is no Inkling/),
    });
  });

  it('that does not answer is named at once', async () => {
    expect(await demo('--url', 'http://127.0.0.1:9')).toMatchObject({
      code: 1,
      output: expect.stringMatching(/^http:\/\/127\.0\.0\.1:9 does not answer/),
    });
  });
});
