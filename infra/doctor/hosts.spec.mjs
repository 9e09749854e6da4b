import { execFileSync } from 'node:child_process';
import { chmod, mkdir, readFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { SMTPServer } from 'smtp-server';
import { parseEnv } from 'node:util';
import { LEAST_COMPOSE, LEAST_ENGINE } from '../docker/versions.mts';
import { freePort } from '../local/ports.mts';
import { mail } from './checks/mail.mts';
import { selfSigned } from './certificate.spec-support.mts';
import { SpecHost, playOrigin } from './host.spec-support.mts';

const DAY_MS = 86_400_000;
/** What such a host says about itself depends on where the spec runs. */
const OF_THE_MACHINE = ['memory', 'open files', 'node', 'disk'];
const may = (...args) => {
  try {
    execFileSync('unshare', [...args, 'true'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
};
const itWithNetwork = may('--map-root-user', '--net') ? it : it.skip;
const itWithMounts = may('--map-root-user', '--mount') ? it : it.skip;

describe('npm run doctor', () => {
  let good;
  const ends = [];
  beforeAll(async () => {
    good = await playOrigin();
  });
  afterAll(() => good.close());
  afterEach(async () => {
    for (const end of ends.splice(0).reverse()) await end();
  });
  const make = async (options = {}) => {
    const host = await SpecHost.make({ origin: good.origin, ...options });
    ends.push(() => host.remove());
    return host;
  };
  const mailServer = async (options = {}) => {
    const server = new SMTPServer({ logger: false, authOptional: true, disabledCommands: ['STARTTLS'], ...options });
    server.on('error', () => undefined);
    const port = await freePort();
    await new Promise((resolve) => server.listen(port, '127.0.0.1', resolve));
    ends.push(() => new Promise((resolve) => server.close(resolve)));
    return port;
  };
  const complaints = ({ findings }, ...besides) =>
    findings.filter(
      ({ state, check }) => state !== 'ok' && !OF_THE_MACHINE.includes(check) && !besides.includes(check),
    );
  /** The one thing that is wrong, on a host whose mail is not set up. */
  const only = async (host, ...args) => {
    const result = await host.run(...args);
    expect(complaints(result, 'mail')).toHaveLength(1);
    return { ...complaints(result, 'mail')[0], code: result.code };
  };

  it('finds nothing on a good host, prints no secret, and sends a mail only when it is asked to', async () => {
    const taken = [];
    const port = await mailServer({
      onAuth: ({ username, password }, _session, answer) =>
        answer(null, { user: username && password === 'a word of mine' }),
      authMethods: ['PLAIN'],
      allowInsecureAuth: true,
      onData: (stream, session, answer) =>
        void stream.resume().on('end', () => answer(null, taken.push(session.envelope.rcptTo[0].address) && 'taken')),
    });
    const host = await make({ settings: { SMTP_URL: `smtp://me:a%20word%20of%20mine@127.0.0.1:${port}` } });
    const result = await host.run();
    // This mail server has no TLS, which is worth a look.
    expect(complaints(result)).toEqual([
      expect.objectContaining({
        state: 'warn',
        check: 'mail',
        found: expect.stringMatching(/answers without TLS, and takes our password$/),
      }),
    ]);
    expect([result.code, taken]).toEqual([0, []]);
    const said = (check) => result.findings.filter((one) => one.check === check).map(({ found }) => found);
    expect(said('docker')).toEqual(['Engine 27.5.1', 'Compose 2.32.4']);
    expect(said('proxy')).toEqual([
      'WebSockets get through',
      'uploads of 27 MB get through',
      'the gateway takes us for 127.0.0.1',
    ]);
    expect(said('backups')).toEqual([expect.stringMatching(/ is 0 hours old$/), 'a restore was tried 0 hours ago']);
    const secrets = Object.entries(parseEnv(await readFile(host.envFile, 'utf8'))).filter(([name]) =>
      /PASSWORD|SECRET|KEY/.test(name),
    );
    expect(secrets.length).toBeGreaterThan(15);
    expect(secrets.filter(([, value]) => result.output.includes(value))).toEqual([]);
    expect(result.output).not.toMatch(/a word of mine|a%20word/);

    const settings = parseEnv(await readFile(host.envFile, 'utf8'));
    const [, sent] = await mail.run({ settings, options: { sendMailTo: 'operator@example.org' } });
    expect([sent.state, taken]).toEqual(['ok', ['operator@example.org']]);
  });

  it('1: a port that another program has', async () => {
    const host = await make();
    const port = await freePort();
    const other = createServer().listen(port, '127.0.0.1');
    ends.push(() => new Promise((resolve) => other.close(resolve)));
    await host.set({ HTTP_PORT: port });
    const result = await host.run();
    expect(result.findings).toContainEqual(
      expect.objectContaining({
        state: 'fail',
        check: 'ports',
        found: `127.0.0.1:${port} is taken by another program`,
        advice: expect.stringContaining('set HTTP_PORT'),
      }),
    );
    expect(result.code).toBe(1);
  });

  itWithNetwork('2: no name server', async () => {
    const host = await make({ origin: 'https://polls.example.org' });
    const result = await host.run([], { wrap: ['unshare', '--map-root-user', '--net'] });
    expect(result.findings).toContainEqual(
      expect.objectContaining({
        state: 'fail',
        check: 'dns',
        found: 'polls.example.org is not found',
        advice: expect.stringContaining('/etc/resolv.conf'),
      }),
    );
    expect(result.findings).toContainEqual(
      expect.objectContaining({ state: 'fail', check: 'origin', found: expect.stringContaining('does not answer') }),
    );
    expect(result.code).toBe(1);
  });

  itWithMounts('3: a small disk', async () => {
    const host = await make();
    const root = join(host.folder, 'docker');
    await mkdir(root);
    await host.program('docker', [
      ['version --format*', '27.5.1'],
      ['compose version --short', '2.32.4'],
      ['info --format*', root],
    ]);
    const fill = `for i in $(seq 38); do : > '${root}'/$i; done`;
    const mount = `mount -t tmpfs -o size=8m,nr_inodes=40 tmpfs '${root}' && ${fill}; exec "$@"`;
    const result = await host.run([], { wrap: ['unshare', '--map-root-user', '--mount', 'sh', '-c', mount, 'sh'] });
    expect(result.findings.filter(({ check, found }) => check === 'disk' && found.startsWith('docker'))).toEqual([
      {
        state: 'fail',
        check: 'disk',
        found: `docker: 0.0 of 0.0 GB free at ${root}`,
        advice: expect.stringContaining('Make room'),
      },
      {
        state: expect.stringMatching(/warn|fail/),
        check: 'disk',
        found: expect.stringMatching(/ of 40 inodes free at /),
        advice: expect.stringContaining('Make room'),
      },
    ]);
    expect(result.code).toBe(1);
  });

  it('4: a wrong clock that nothing keeps right', async () => {
    const late = await playOrigin({ date: new Date(Date.now() - 2 * 3_600_000) });
    ends.push(late.close);
    const host = await make({ origin: late.origin, clock: 'no' });
    const found = complaints(await host.run(), 'mail');
    expect(found).toEqual([
      {
        state: 'fail',
        check: 'clock',
        found: 'not kept right by NTP',
        advice: expect.stringContaining('set-ntp true'),
      },
      {
        state: 'fail',
        check: 'clock',
        found: expect.stringMatching(/^7\d\d\d s ahead of 127\.0\.0\.1:\d+$/),
        advice: expect.stringContaining('Set the one that is wrong'),
      },
    ]);
  });

  it('5: a mail server that refuses the password, and one that is not there', async () => {
    const refusing = await mailServer({
      onAuth: (_auth, _session, answer) => answer(new Error('Invalid user')),
      authMethods: ['PLAIN'],
      allowInsecureAuth: true,
    });
    const host = await make({ settings: { SMTP_URL: `smtp://me:wrong-secret@127.0.0.1:${refusing}` } });
    expect(complaints(await host.run())).toEqual([
      {
        state: 'fail',
        check: 'mail',
        found: `127.0.0.1:${refusing} refuses our user or password`,
        advice: expect.stringContaining('SMTP_URL'),
      },
    ]);
    const nobody = { SMTP_URL: `smtp://127.0.0.1:${await freePort()}`, MAIL_FROM: 'hello@example.org' };
    expect(await mail.run({ settings: nobody, options: {} })).toEqual([
      expect.objectContaining({ state: 'fail', found: expect.stringContaining('ECONNREFUSED') }),
    ]);
  });

  it('6: a certificate that has ended', async () => {
    const tls = selfSigned({ from: new Date(Date.now() - 90 * DAY_MS), to: new Date(Date.now() - 3.5 * DAY_MS) });
    const expired = await playOrigin({ tls });
    ends.push(expired.close);
    const host = await make({ origin: expired.origin });
    expect(await only(host)).toMatchObject({
      state: 'fail',
      check: 'certificate',
      found: 'the certificate ended 4 days ago',
      advice: expect.stringContaining('Renew it'),
      code: 1,
    });
  });

  it('7: an old engine and an old compose', async () => {
    const host = await make({ engine: '19.3.15', compose: '2.3.3' });
    const old = complaints(await host.run(), 'mail').map(({ state, found }) => [state, found]);
    expect(old).toEqual([
      ['fail', `Engine 19.3.15 is older than ${LEAST_ENGINE.join('.')}`],
      ['fail', `Compose 2.3.3 is older than ${LEAST_COMPOSE.join('.')}`],
    ]);
  });

  it('8: settings that others can read, and that lack a password', async () => {
    const host = await make();
    await chmod(host.envFile, 0o644);
    await host.set({ NATS_PASSWORD_SEARCH: '' });
    // The last of two lines counts.
    const found = complaints(await host.run(), 'mail').filter(({ state }) => state === 'fail');
    expect(found).toEqual([
      {
        state: 'fail',
        check: 'settings',
        found: `${host.envFile} can be read by others (644)`,
        advice: `chmod 600 ${host.envFile}`,
      },
      { state: 'fail', check: 'settings', found: 'not set: NATS_PASSWORD_SEARCH', advice: 'npm run secrets' },
    ]);
  });

  it('9: a proxy in front that takes only small bodies', async () => {
    const narrow = await playOrigin({ largest: 1_000_000 });
    ends.push(narrow.close);
    const host = await make({ origin: narrow.origin });
    expect(await only(host)).toMatchObject({
      state: 'fail',
      check: 'proxy',
      found: 'uploads of 27 MB are refused on the way',
      code: 1,
    });
  });

  it('10: backups that stopped, and none that was tried for long', async () => {
    const host = await make();
    await host.backUp(Date.now() - 6 * DAY_MS, Date.now() - 40 * DAY_MS);
    const found = complaints(await host.run(), 'mail').map(({ state, check, found: text }) => [state, check, text]);
    expect(found).toEqual([
      ['fail', 'backups', expect.stringMatching(/ is 6 days old$/)],
      ['warn', 'backups', 'a restore was tried 40 days ago'],
    ]);
  });
});
