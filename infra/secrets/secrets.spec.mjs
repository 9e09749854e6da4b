import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { parseAllDocuments } from 'yaml';
import { completeFile, completed } from './env-file.mts';
import { SECRET_NAMES, randomSecret } from './variables.mts';

const parse = (text) =>
  Object.fromEntries(
    text
      .split('\n')
      .filter((line) => /^[A-Z]/.test(line))
      .map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]),
  );

describe('secrets', () => {
  let folder;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'inkling-secrets-'));
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  it('are long, differ, and need no quoting', () => {
    const made = Array.from({ length: 500 }, randomSecret);
    expect(new Set(made).size).toBe(500);
    for (const secret of made) expect(secret).toMatch(/^[A-Za-z][A-Za-z0-9]{39}$/);
  });

  it('cover every variable that docker-compose.yml requires', async () => {
    const compose = await readFile(join(import.meta.dirname, '../../docker-compose.yml'), 'utf8');
    const demanded = [...new Set([...compose.matchAll(/\$\{(\w+):\?npm run secrets/g)].map(([, name]) => name))];
    expect(demanded.length).toBeGreaterThan(15);
    expect(demanded.filter((name) => !['PUBLIC_ORIGIN', ...SECRET_NAMES].includes(name))).toEqual([]);
  });

  it('are readable by the owner alone, and never overwritten', async () => {
    const file = join(folder, '.env');
    const added = await completeFile(file, { origin: 'https://polls.example.org' });
    expect(added).toEqual(expect.arrayContaining([...SECRET_NAMES, 'PUBLIC_ORIGIN']));
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    const first = await readFile(file, 'utf8');
    expect(await completeFile(file, { origin: 'https://polls.example.org' })).toEqual([]);
    expect(await readFile(file, 'utf8')).toBe(first);
    await expect(completeFile(file, { origin: 'https://other.example.org' })).rejects.toThrow(
      'PUBLIC_ORIGIN=https://polls.example.org',
    );

    const kept = "# mine\nSMTP_URL='smtp://a:b@mail'\nSESSION_SECRET=from-before\nPOSTGRES_PASSWORD=\n";
    const { text, added: missing } = completed(kept, {});
    expect(text.startsWith(kept)).toBe(true);
    expect(missing).not.toContain('SESSION_SECRET');
    expect(parse(text)).toMatchObject({
      SESSION_SECRET: 'from-before',
      POSTGRES_PASSWORD: expect.stringMatching(/^\w{40}$/),
    });
  });

  it('refuse values that cannot work', () => {
    for (const origin of [
      'polls.example.org',
      'https://polls.example.org/',
      'ftp://polls.example.org',
      'https://polls.example.org/app',
    ])
      expect(() => completed('', { origin })).toThrow('is no origin');
    expect(() => completed('WEB_PUSH_PUBLIC_KEY=abc\n', {})).toThrow('belong together');
  });

  it('stay in the file that a link leads to', async () => {
    const [target, link] = [join(folder, 'elsewhere'), join(folder, 'link')];
    await writeFile(target, 'LOG_LEVEL=warn');
    await symlink(target, link);
    await completeFile(link, {});
    expect(await readFile(target, 'utf8')).toMatch(/^LOG_LEVEL=warn\n\n# Signs/);
    expect(await readFile(link, 'utf8')).toBe(await readFile(target, 'utf8'));
  });

  const command =
    (file) =>
    (...args) =>
      promisify(execFile)(process.execPath, [join(import.meta.dirname, 'secrets.mjs'), '--file', file, ...args]);

  it('require an origin, without which compose refuses to start', async () => {
    const file = join(folder, 'no-origin.env');
    const run = command(file);
    const advice = {
      code: 1,
      stderr: expect.stringContaining(
        'PUBLIC_ORIGIN is missing. Say where browsers find this server: npm run secrets -- --origin https://',
      ),
    };
    await expect(run()).rejects.toMatchObject(advice);
    // The second time nothing is added, and the error is the same.
    await expect(run()).rejects.toMatchObject({ ...advice, stdout: '' });
    expect(parse(await readFile(file, 'utf8'))).toHaveProperty('SESSION_SECRET');
    expect((await run('--origin', 'https://polls.example.org')).stdout).toContain('added PUBLIC_ORIGIN');
    expect((await run()).stdout).toContain('everything is there');
    const compose = await readFile(join(import.meta.dirname, '../../docker-compose.yml'), 'utf8');
    expect(compose).toContain('${PUBLIC_ORIGIN:?npm run secrets -- --origin ');
  });

  it('are made by one command', async () => {
    const file = join(folder, 'command.env');
    const run = command(file);
    expect((await run('--origin', 'http://localhost:8080')).stdout).toContain('added');
    expect((await run()).stdout).toContain('everything is there');
    const { stdout } = await run('--kubernetes', '--namespace', 'polls');
    expect(stdout).toMatch(/^apiVersion: v1\nkind: Secret\n/);
    const kinds = parseAllDocuments(stdout).map((document) => document.toJS());
    expect(kinds.map(({ kind, metadata }) => `${kind} ${metadata.namespace}/${metadata.name}`)).toContain(
      'Secret polls/inkling-nats',
    );
    await expect(run('--what')).rejects.toMatchObject({ code: 1, stderr: expect.stringContaining('Usage') });
  });
});

describe('the receivers of alerts', () => {
  const given = 'SMTP_URL=smtp://mail.example.org\n';

  it('are added once, in quotes where docker compose would interpret characters', () => {
    const webhook = 'https://hooks.example.org/a?token=$b&c=#d';
    const { text, added } = completed(given, { alerts: { mail: 'ops@example.org,b@example.org', webhook } });
    expect(added).toEqual(expect.arrayContaining(['ALERT_MAIL_TO', 'ALERT_WEBHOOK_URL']));
    expect(parse(text)).toMatchObject({
      ALERT_MAIL_TO: 'ops@example.org,b@example.org',
      ALERT_WEBHOOK_URL: `'${webhook}'`,
    });
    expect(completed(text, { alerts: { webhook } }).added).toEqual([]);
    expect(() => completed(text, { alerts: { mail: 'other@example.org' } })).toThrow('ALERT_MAIL_TO=ops@example.org');
  });

  it('are refused when no alert could reach them', () => {
    expect(() => completed('', { alerts: { mail: 'ops@example.org' } })).toThrow('needs a mail server');
    expect(
      completed('', { alerts: { mail: 'ops@example.org', smtp: 'smtps://a:b@mail.example.org' } }).added,
    ).toContain('ALERT_SMTP_URL');
    const wrong = [
      { mail: 'ops' },
      { mail: 'a@b.org,' },
      { webhook: 'hooks.example.org' },
      { heartbeat: "https://a.org/'" },
      { smtp: 'http://a.org' },
    ];
    for (const alerts of wrong) expect(() => completed(given, { alerts })).toThrow('cannot be right');
  });
});
