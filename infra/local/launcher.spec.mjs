import { describe, expect, it } from '@jest/globals';
import { failedTasks } from './build.mts';
import { sharedPasswords } from './databases.mts';
import { browserOrigin, readOptions, serviceEnvironments } from './environment.mts';
import { isInstalled } from './install.mjs';
import { summary } from './logs.mts';
import { natsConfig } from './nats.mts';
import { dataPaths } from './paths.mjs';
import { supervise } from './supervisor.mts';
import { isAtLeast, parseVersion } from './version.mjs';

describe('versions', () => {
  it.each([
    ['nats-server: v2.9.10', [2, 9, 10]],
    ['v20.20.2', [20, 20, 2]],
    ['2.12', [2, 12, 0]],
    ['no number', undefined],
  ])('reads %s', (text, version) => expect(parseVersion(text)).toEqual(version));

  it('compares number by number, not as text', () => {
    expect(isAtLeast([2, 12, 0], [2, 9, 10])).toBe(true);
    expect(isAtLeast([2, 9, 10], [2, 10, 0])).toBe(false);
    expect(isAtLeast([24], [24, 0, 0])).toBe(true);
    expect(isAtLeast([20, 10, 9], [20, 11, 0])).toBe(false);
  });
});

describe('the configuration of NATS', () => {
  const options = { host: '127.0.0.1', port: 4222, store: '/data', source: { version: [2, 12, 1] } };
  it('flushes each message, except with servers that do not know the setting and would not start', () => {
    expect(natsConfig(options)).toContain('sync_interval: always');
    expect(natsConfig({ ...options, source: { version: [2, 9, 10] } })).not.toContain('sync_interval');
    expect(natsConfig({ ...options, durable: false })).not.toContain('sync_interval');
  });
  it('has the address to listen on and the password', () => {
    const text = natsConfig({ ...options, credentials: { user: 'u', password: 'p"q' } });
    expect(text).toContain('listen: "127.0.0.1:4222"');
    expect(text).toContain('authorization { user: "u", password: "p\\"q" }');
  });
});

describe('the options of a start', () => {
  it('has defaults, and empty variables count as not set', () => {
    expect(readOptions([], { PORT: '', DATA_DIR: '' })).toEqual({
      mode: 'one',
      port: 8080,
      host: '127.0.0.1',
      dataFolder: '.data',
      showLogs: false,
    });
    expect(readOptions(['--processes'], { PORT: '9000' })).toMatchObject({ mode: 'processes', port: 9000 });
    expect(readOptions(['--dev'], {}).mode).toBe('dev');
  });
  it.each(['0', '-1', '8080.5', '70000', 'http'])('refuses the port %s in one line', (port) => {
    expect(() => readOptions([], { PORT: port })).toThrow(/^PORT is .*: it must be a number/);
  });
  it('refuses an option it does not know', () => expect(() => readOptions(['--fast'], {})).toThrow(/--fast/));

  it.each([
    ['127.0.0.1', 'http://localhost:8080'],
    ['0.0.0.0', 'http://localhost:8080'],
    ['192.168.1.5', 'http://192.168.1.5:8080'],
    ['fd00::1', 'http://[fd00::1]:8080'],
  ])('names a browser address for %s', (host, origin) => expect(browserOrigin(host, 8080)).toBe(origin));
});

describe("the services' environments", () => {
  const parts = (mode, given) => ({
    options: { mode, port: 9000, host: '127.0.0.1' },
    services: ['auth', 'polls', 'notifications'],
    databaseUrls: { auth: 'postgres://auth', polls: 'postgres://polls', notifications: 'postgres://notifications' },
    nats: { url: 'nats://x' },
    sessionSecret: 'generated',
    workSecret: 'generated too',
    webPush: { publicKey: 'public', privateKey: 'private' },
    paths: dataPaths('/tmp/inkling-none'),
    given,
  });
  it('give each service its own role, and the gateway no database even when the owner’s address is set', () => {
    const { auth, polls, gateway } = serviceEnvironments(
      parts('one', { DATABASE_URL: 'postgres://owner', OPENAI_API_KEY: 'k' }),
    );
    expect(auth.DATABASE_URL).toBe('postgres://auth');
    expect(polls.DATABASE_URL).toBe('postgres://polls');
    expect(gateway.DATABASE_URL).toBeUndefined();
    expect(auth.OPENAI_API_KEY).toBe('k');
  });
  it('open ports only for separate processes', () => {
    const one = serviceEnvironments(parts('one', { HTTP_PORT: '1' }));
    expect([one.auth.HTTP_PORT, one.gateway.HTTP_PORT]).toEqual([undefined, '9000']);
    const many = serviceEnvironments(parts('processes', {}));
    expect([many.auth.HTTP_PORT, many.polls.HTTP_PORT, many.gateway.HTTP_PORT]).toEqual(['9001', '9002', '9000']);
  });
  it('offer Web Push with the keys of this instance, unless others are given, and to none but notifications', () => {
    const { auth, notifications } = serviceEnvironments(parts('one', {}));
    expect([notifications.WEB_PUSH_PUBLIC_KEY, notifications.WEB_PUSH_PRIVATE_KEY, auth.WEB_PUSH_PRIVATE_KEY]).toEqual([
      'public',
      'private',
      undefined,
    ]);
    const given = serviceEnvironments(
      parts('one', { WEB_PUSH_PUBLIC_KEY: 'mine', WEB_PUSH_PRIVATE_KEY: 'secret' }),
    ).notifications;
    // `npm run secrets` makes keys without a contact, since compose has its own default.
    expect([given.WEB_PUSH_PUBLIC_KEY, given.WEB_PUSH_PRIVATE_KEY, given.WEB_PUSH_CONTACT]).toEqual([
      'mine',
      'secret',
      expect.stringMatching(/^mailto:/),
    ]);
  });
  it('keep the person’s own settings', () => {
    const { gateway } = serviceEnvironments(
      parts('one', {
        SESSION_SECRET: 'mine',
        PUBLIC_ORIGIN: 'https://polls.example.org',
        ALLOWED_ORIGINS: 'https://a.example',
      }),
    );
    expect(gateway.SESSION_SECRET).toBe('mine');
    expect(gateway.PUBLIC_ORIGIN).toBe('https://polls.example.org');
    expect(gateway.ALLOWED_ORIGINS.split(',')).toEqual([
      'https://a.example',
      'http://localhost:9000',
      'http://127.0.0.1:9000',
    ]);
  });
});

describe('passwords on a server that others use too', () => {
  it('are the same for every instance, differ by service and by owner, and need an owner’s password', () => {
    const one = sharedPasswords('postgres://owner:secret@db/one', ['auth', 'polls']);
    expect(sharedPasswords('postgres://owner:secret@db/two', ['polls', 'auth'])).toEqual(one);
    expect(
      new Set([
        ...Object.values(one),
        ...Object.values(sharedPasswords('postgres://owner:other@db/one', ['auth', 'polls'])),
      ]).size,
    ).toBe(4);
    expect(sharedPasswords('postgres://owner@db/one', ['auth'])).toBeUndefined();
  });
});

describe('the check of installed packages', () => {
  const lock = {
    packages: {
      '': {},
      'services/a': {},
      'node_modules/a': { version: '1.0.0' },
      'node_modules/win': { version: '1.0.0', optional: true },
    },
  };
  it('requires every package of the lock file except optional ones of other systems', () => {
    expect(isInstalled(lock, { packages: { 'node_modules/a': { version: '1.0.0' } } })).toBe(true);
    expect(isInstalled(lock, { packages: { 'node_modules/a': { version: '1.0.1' } } })).toBe(false);
    expect(isInstalled(lock, { packages: { 'node_modules/win': { version: '1.0.0' } } })).toBe(false);
    expect(isInstalled(lock, undefined)).toBe(false);
  });
});

describe('the output on the terminal', () => {
  it('is warnings and errors in short form', () => {
    expect(summary('{"level":"warn","service":"polls","msg":"slow"}')).toBe('polls warn: slow');
    expect(summary('{"level":"error","service":"auth","msg":"failed","err":{"message":"why"}}')).toBe(
      'auth error: failed: why',
    );
    expect(summary('{"level":"info","msg":"x"}')).toBeUndefined();
    expect(summary('not json')).toBeUndefined();
    expect(summary('{broken')).toBeUndefined();
  });
  it('is the failed task of a build, without the others', () => {
    const output =
      ' NX   Running\n\n> nx run @inkling/a:build\n\nfine\n\n' +
      '> nx run @inkling/b:build\n\nsrc/x.ts(1,1): error TS1\nnpm error code 2\n\n\n' +
      ' NX   Running target build failed\n\nFailed tasks:\n\n- @inkling/b:build\n';
    expect(failedTasks(output)).toBe('@inkling/b:build\n\nsrc/x.ts(1,1): error TS1');
    expect(failedTasks('no such list')).toBe('no such list');
  });
});

describe('supervision of a part', () => {
  const parts = () => {
    const ends = [];
    const start = async () => {
      let end;
      const exited = new Promise((resolve) => (end = resolve));
      ends.push(() => end({ code: 1, signal: null }));
      return { child: { exited, stop: async () => end({ code: 0, signal: null }) } };
    };
    return { ends, start };
  };
  const turn = () => new Promise((resolve) => setImmediate(resolve));

  it('starts it again three times a minute, then gives up', async () => {
    const { ends, start } = parts();
    const given = [];
    await supervise('It', start, {
      report: () => {},
      mayRestart: () => true,
      giveUp: (error) => given.push(error.message),
    });
    for (let round = 0; round < 4; round++) {
      ends[round]();
      await turn();
    }
    expect(ends).toHaveLength(4);
    expect(given).toEqual(['It ended with code 1, again and again']);
  });
  it('does not restart it when it is stopped, or before the first start has succeeded', async () => {
    const { ends, start } = parts();
    const hooks = { report: () => {}, mayRestart: () => true, giveUp: () => {} };
    await (await supervise('It', start, hooks)).stop();
    await supervise('It', start, { ...hooks, mayRestart: () => false });
    ends[1]();
    await turn();
    expect(ends).toHaveLength(2);
  });
  it('does not count an intended restart', async () => {
    const { ends, start } = parts();
    const given = [];
    const { restart } = await supervise('It', start, {
      report: () => {},
      mayRestart: () => true,
      giveUp: (error) => given.push(error),
    });
    for (let round = 0; round < 5; round++) await restart();
    await turn();
    expect(ends).toHaveLength(6);
    expect(given).toEqual([]);
  });
});
