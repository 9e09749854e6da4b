import { once } from 'node:events';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Output, runAdmin } from '@inkling/admin';
import { eventually } from '@inkling/testing';
import { Api, expectStatus } from '../../e2e/api/api.spec-support.js';
import { main } from './main.mts';
import { STEPS } from './run.mts';

const PASSWORD = 'a password of the probe';
const PAGE = '<!doctype html>\n<html lang="en"><head><title>Inkling</title></head><body></body></html>\n';

class Lines extends Output {
  lines = [];
  line(text = '') {
    this.lines.push(text);
  }
}

describe('the probe', () => {
  let api;
  let webRoot;
  const servers = () => api.stack.env('auth').NATS_URL;
  const env = (more = {}) => ({ PROBE_ORIGIN: api.origin, PROBE_PASSWORD: PASSWORD, ...more });
  /** Exit code and line of one run, and how long it took. */
  async function run(args = [], more = {}) {
    const lines = [];
    const began = performance.now();
    const code = await main(args, { env: env(more), print: (line) => lines.push(line) });
    return { code, text: lines.join('\n'), seconds: (performance.now() - began) / 1_000 };
  }
  async function admin(...args) {
    const output = new Lines();
    const code = await runAdmin(args, { servers: servers() }, output);
    return { code, text: output.lines.join('\n') };
  }
  const rows = async (service, text) => (await api.stack.sql(service, text))[0].n;

  beforeAll(async () => {
    webRoot = await mkdtemp(join(tmpdir(), 'inkling-web-'));
    await mkdir(join(webRoot, 'assets'));
    await writeFile(join(webRoot, 'index.html'), PAGE);
    api = await Api.start({ WEB_ROOT: webRoot, VOTE_NEEDS_VERIFIED_EMAIL: 'true', TRENDING_FLUSH_MS: '50' });
    process.env.PROBE_PASSWORD = PASSWORD;
  }, 120_000);
  afterAll(async () => {
    delete process.env.PROBE_PASSWORD;
    await api?.stop();
    await rm(webRoot, { recursive: true, force: true });
  }, 60_000);

  it('has an account that a command makes, again without a change, and never a person', async () => {
    expect((await run()).text).toMatch(/^failed at sign-in after \d+ ms: .*401 \(auth\/user-not-found\)$/);
    expect(await admin('make-probe')).toMatchObject({
      code: 0,
      text: expect.stringContaining('inkling_probe@probe.invalid'),
    });
    expect(await admin('make-probe')).toMatchObject({ code: 0, text: expect.not.stringContaining(PASSWORD) });
    const person = await api.person();
    expect(await admin('make-probe', person.user.username)).toMatchObject({ code: 1 });
    expect(await admin('make-probe', 'no name')).toMatchObject({ code: 1 });
  });

  it('signs in, votes, sees the tally, and leaves nothing that people or other services see', async () => {
    const person = await api.person();
    const poll = await api.poll(person);
    const seen = async () => (await expectStatus(person.get('/api/polls'), 200)).body.polls.map(({ id }) => id);
    const before = await seen();
    const good = await run();
    expect(good).toMatchObject({
      code: 0,
      text: expect.stringMatching(/^ok in \d+ ms \(page \d+, sign-in \d+, feed /),
    });
    // Two at once do not take each other's poll away.
    for (const { text } of await Promise.all([run(), run()])) expect(text).toMatch(/^ok /);

    expect(await seen()).toEqual(before);
    expect(await rows('polls', 'select count(*)::int as n from polls where unlisted')).toBe(0);
    expect(await rows('polls', `select count(*)::int as n from votes where poll_id <> ${poll.id}`)).toBe(0);
    expect(
      await rows(
        'auth',
        `select count(*)::int as n from sessions s join accounts a on a.id = s.account_id
         where a.probe and s.revoked_at is null`,
      ),
    ).toBe(0);
    for (const service of ['polls', 'auth']) {
      const published = `select count(*)::int as n from outbox
        where payload::text ~ 'Does voting work|"name":"Probe"|inkling_probe'`;
      expect([service, await rows(service, published)]).toEqual([service, 0]);
    }
    expect(await rows('polls', 'select count(*)::int as n from poll_activity')).toBe(0);
    expect(await admin('recount')).toMatchObject({ text: expect.stringContaining('polls: ') });
    expect((await admin('recount')).text).not.toMatch(/ [1-9]\d* corrected/);
  });

  it('has a poll that no list shows while it is there, and removes one that was left behind', async () => {
    const person = await api.person();
    const prober = api.client();
    const email = 'inkling_probe@probe.invalid';
    const { body: me } = await expectStatus(prober.post('/api/auth/login', { email, password: PASSWORD }), 200);
    const poll = await api.poll(prober, {
      question: 'Left behind?',
      endDate: new Date(Date.now() + 2 * 86_400_000).toISOString(),
    });
    await expectStatus(prober.post('/api/votes', { pollId: poll.id, optionIndex: 1 }), 200);
    const lists = [
      '/api/polls',
      '/api/polls?page=1',
      '/api/polls/trending',
      `/api/users/${me.id}/polls`,
      '/api/users/featured',
    ];
    for (const path of lists)
      expect([path, (await expectStatus(person.get(path), 200)).text]).toEqual([
        path,
        expect.not.stringContaining('Left behind'),
      ]);
    for (const query of ['Left', 'probe']) {
      expect((await expectStatus(person.get(`/api/search?q=${query}`), 200)).text).not.toMatch(
        /Left behind|inkling_probe/,
      );
    }
    expect(await admin('rebuild-search')).toMatchObject({ code: 0 });
    expect((await expectStatus(person.get('/api/search?q=probe'), 200)).text).not.toContain('inkling_probe');
    expect((await expectStatus(prober.get('/api/users/me/polls'), 200)).text).toContain('Left behind');

    await api.stack.sql('polls', `update polls set created_at = now() - interval '11 minutes' where id = ${poll.id}`);
    expect((await run()).text).toMatch(/^ok /);
    expect(await rows('polls', `select count(*)::int as n from polls where id = ${poll.id}`)).toBe(0);
    expect(await rows('polls', `select count(*)::int as n from votes where poll_id = ${poll.id}`)).toBe(0);
  });

  it('names the step that fails without a password, a service, NATS or the server, within its limits', async () => {
    expect(await run([], { PROBE_PASSWORD: 'another one' })).toMatchObject({
      code: 1,
      text: expect.stringMatching(/^failed at sign-in after \d+ ms: .*\(auth\/wrong-password\)$/),
    });
    await api.stack.stopService('polls');
    expect(await run(['--timeout', '5'])).toMatchObject({
      code: 1,
      text: expect.stringMatching(/^failed at feed .*503/),
    });
    await api.stack.startService('polls');
    await api.stack.stopService('auth');
    expect(await run(['--timeout', '5'])).toMatchObject({
      code: 1,
      text: expect.stringMatching(/^failed at sign-in .*503/),
    });
    await api.stack.startService('auth');
    await api.stack.nats.stop();
    const withoutNats = await run(['--timeout', '5']);
    expect(withoutNats).toMatchObject({ code: 1, text: expect.stringMatching(/^failed at sign-in /) });
    expect(withoutNats.seconds).toBeLessThan(20);
    await api.stack.nats.start();
    await eventually(async () => expect((await run()).text).toMatch(/^ok /), { timeoutMs: 30_000 });

    // Accepts the connection and never answers.
    const silent = createServer(() => {}).listen(0, '127.0.0.1');
    await once(silent, 'listening');
    const mute = await run(['--timeout', '1'], { PROBE_ORIGIN: `http://127.0.0.1:${silent.address().port}` });
    silent.close();
    expect(mute).toMatchObject({ code: 1, text: expect.stringMatching(/^failed at page .*no answer in time$/) });
    expect(mute.seconds).toBeLessThan(5);
    const closed = await run([], { PROBE_ORIGIN: 'http://127.0.0.1:9' });
    expect(closed).toMatchObject({ code: 1, text: expect.stringMatching(/^failed at page .*(ECONNREFUSED|bad port)/) });
  }, 120_000);

  it('keeps running and serves metrics', async () => {
    const lines = [];
    const stop = new AbortController();
    let port;
    const ended = main(['--listen', '0', '--every', '1'], {
      env: env(),
      print: (line) => lines.push(line),
      signal: stop.signal,
      listening: (given) => (port = given),
    });
    try {
      await eventually(() => expect(port).toBeGreaterThan(0));
      const scrape = async () => (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
      const value = (text, name) =>
        Number(
          text
            .split('\n')
            .find((line) => line.startsWith(`${name} `))
            ?.split(' ')[1],
        );
      await eventually(async () => expect(value(await scrape(), 'inkling_probe_success')).toBe(1));
      const text = await scrape();
      for (const step of STEPS)
        expect(text).toMatch(new RegExp(`^inkling_probe_step_duration_seconds\\{step="${step}"\\} [\\d.]+$`, 'm'));
      expect(Math.abs(value(text, 'inkling_probe_last_success_timestamp_seconds') - Date.now() / 1_000)).toBeLessThan(
        30,
      );
      expect(value(text, 'inkling_probe_requests_total')).toBeGreaterThanOrEqual(8);
      await api.stack.stopService('polls');
      await eventually(async () => expect(value(await scrape(), 'inkling_probe_success')).toBe(0), {
        timeoutMs: 15_000,
      });
      expect(await scrape()).toContain('inkling_probe_step_failed{step="feed"} 1');
      await api.stack.startService('polls');
      await eventually(async () => expect(value(await scrape(), 'inkling_probe_success')).toBe(1), {
        timeoutMs: 20_000,
      });
      // The first good run, the failures, and the first good one after them.
      expect(lines[0]).toMatch(/^ok /);
      expect(lines.at(-1)).toMatch(/^ok /);
      expect(lines.slice(1, -1).every((line) => line.startsWith('failed at '))).toBe(true);
    } finally {
      stop.abort();
      expect(await ended).toBe(0);
    }
  }, 60_000);

  it('says in one line what is wrong with its arguments', async () => {
    const wrong = async (args, more) => (await run(args, more)).text;
    expect(await wrong([], { PROBE_ORIGIN: '', PUBLIC_ORIGIN: '' })).toMatch(/^Say where the server is/);
    expect(await wrong(['--origin', 'polls.example.org'])).toMatch(/is no origin/);
    expect(await wrong([], { PROBE_PASSWORD: '' })).toMatch(/^Give the password/);
    expect(await wrong(['--password-file', '/nowhere'])).toMatch(/^The password file cannot be read/);
    expect(await wrong(['--every', 'often'])).toMatch(/^--every takes seconds/);
    expect(await wrong(['--listen', '70000'])).toMatch(/^--listen takes/);
    expect(await wrong(['--what'])).toMatch(/--help lists the options/);
    expect(await run(['--help'])).toMatchObject({ code: 0, text: expect.stringContaining('npm run probe') });
  });
});
