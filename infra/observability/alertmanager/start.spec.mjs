import { readFile, mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { parse } from 'yaml';
import { alerts } from '../rules.mts';
import { VARIANTS, writeConfiguration } from './check.mts';

describe("Alertmanager's configuration", () => {
  let folder;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'inkling-alertmanager-'));
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  async function written(env) {
    const file = join(folder, 'alertmanager.yml');
    await writeConfiguration(file, env);
    return { mode: (await stat(file)).mode & 0o777, ...parse(await readFile(file, 'utf8')) };
  }
  const receiver = ({ receivers }, name) => receivers.find((each) => each.name === name);

  it('is for its owner alone, and has what .env says', async () => {
    const mail = await written(VARIANTS.mail);
    expect(mail.mode).toBe(0o600);
    expect(mail.global).toMatchObject({
      smtp_smarthost: 'mail.example.org:587',
      smtp_auth_username: 'inkling',
      smtp_auth_password: "p@ss'word",
      smtp_from: 'ops@example.org',
      smtp_require_tls: true,
    });
    expect(receiver(mail, 'page')).toMatchObject({ email_configs: [{ to: 'ops@example.org', send_resolved: true }] });
    expect(receiver(mail, 'page').webhook_configs).toBeUndefined();
    const implicit = await written(VARIANTS['mail with TLS from the start']);
    expect(implicit.global).toMatchObject({ smtp_smarthost: 'mail.example.org:465', smtp_force_implicit_tls: true });
    expect((await written(VARIANTS['mail without TLS'])).global.smtp_require_tls).toBe(false);
    const all = await written(VARIANTS.all);
    expect(receiver(all, 'warn').webhook_configs).toEqual([
      { url: 'https://hooks.example.org/x', send_resolved: false },
    ]);
    expect(receiver(all, 'heartbeat').webhook_configs[0].url).toBe('https://beats.example.org/y');
    expect(receiver(await written(VARIANTS.nobody), 'page')).toEqual({ name: 'page' });
  });

  it('is refused in one line where it could not work', async () => {
    const refused = async (env) => (await written(env).catch((error) => error)).stderr;
    expect(await refused({ ALERT_MAIL_TO: 'ops@example.org' })).toMatch(/ALERT_MAIL_TO needs ALERT_SMTP_URL/);
    expect(await refused({ ALERT_MAIL_TO: 'a@b.org', SMTP_URL: 'mail.example.org' })).toMatch(/must look like smtp:/);
    expect(await refused({ ALERT_MAIL_TO: 'a@b.org', SMTP_URL: 'smtp://a@b c:25' })).toMatch(/is no host/);
    expect(await refused({ ALERT_WEBHOOK_URL: 'hooks.example.org' })).toMatch(/must begin with http/);
  });

  it('holds back only alerts that there are, and by labels that they have', async () => {
    const { inhibit_rules: rules, route } = await written(VARIANTS.all);
    const names = alerts().map(({ alert }) => alert);
    const matchers = rules.flatMap(({ source_matchers: source, target_matchers: target }) => [...source, ...target]);
    const named = matchers.flatMap((text) => /^alertname="(\w+)"$/.exec(text)?.[1] ?? []);
    expect(named.length).toBeGreaterThan(8);
    expect(named.filter((name) => !names.includes(name))).toEqual([]);
    const causes = matchers.flatMap((text) => /^after=~"\(\.\* \)\?(\w+)/.exec(text)?.[1] ?? []);
    const given = new Set(alerts().flatMap(({ labels }) => (labels.after ?? '').split(' ')));
    given.delete('');
    expect(new Set(causes)).toEqual(given);
    expect(route.routes.map(({ receiver: to }) => to)).toEqual(['heartbeat', 'page', 'warn']);
  });
});
