import { readFileSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { Logger } from '@nestjs/common';
import { notificationsRpc, type MailRequest } from '@inkling/contracts';
import { SmtpServer, eventually, startStack, type Stack } from '@inkling/testing';
import { service } from '../index.js';
import { letterOf } from './mail-words.js';

const LINK = 'https://polls.example.org/reset-password?token=secret&x="><script>';

let smtp: SmtpServer;
let stack: Stack;
beforeAll(async () => {
  smtp = await SmtpServer.start();
  stack = await startStack({
    services: [service],
    env: { SMTP_URL: smtp.url, MAIL_FROM: 'Inkling <hello@polls.example.org>', MAIL_RETRY_MS: '50' },
  });
});
afterAll(async () => {
  await smtp.close();
  await stack.stop();
});
afterEach(() => {
  jest.restoreAllMocks();
});

const request = (mail: Partial<MailRequest> & { to: string }) =>
  stack.rpc.call(notificationsRpc.mail, { template: 'password-reset', name: 'Ada', link: LINK, ...mail });
const arrived = async (address: string) => {
  await eventually(() => smtp.to(address).length > 0);
  return smtp.to(address)[0]!;
};
const rows = (on = stack) =>
  on.sql<{ status: string; attempts: number; content: { to: string } | null }>(
    'notifications',
    'select status, attempts, content from mail_queue order by id',
  );
const waiting = async (address: string) => (await rows()).find(({ content }) => content?.to === address);
const finished = (on = stack) => eventually(async () => (await rows(on)).every(({ status }) => status !== 'waiting'));

describe('a mail', () => {
  it.each([
    ['password-reset', 'Choose a new password', true],
    ['verify-email', 'Confirm your email', true],
    ['password-changed', 'Your password was changed', false],
    ['change-email', 'Confirm your new email', true],
    ['email-taken', 'You already have an account', false],
    ['email-changed', 'Your email was changed', true],
    ['new-sign-in', 'New sign-in to your account', true],
    ['export-ready', 'Your data is ready', true],
  ] as const)('%s arrives as text and HTML', async (template, subject, withLink) => {
    const to = `${template}@example.org`;
    await request({ template, to, ...(withLink ? {} : { link: undefined }) });
    const { mail, from, source } = await arrived(to);
    expect({ from, to: mail.to, sender: mail.from, subject: mail.subject }).toEqual({
      from: 'hello@polls.example.org',
      to: [{ name: 'Ada', address: to }],
      sender: { name: 'Inkling', address: 'hello@polls.example.org' },
      subject,
    });
    expect(mail.text).toContain('Hello Ada,');
    expect(mail.text!.includes(LINK)).toBe(withLink);
    expect(
      mail.html!.includes(
        'href="https://polls.example.org/reset-password?token=secret&amp;x=&quot;&gt;&lt;script&gt;"',
      ),
    ).toBe(withLink);
    expect(mail.html).not.toMatch(/<script|<img|src=|url\(|@import|<link/i);
    expect(source).toMatch(/^Auto-Submitted: auto-generated/m);
    expect(mail.messageId).toMatch(/^<[\da-f-]{36}@polls\.example\.org>$/);
  });

  it('cannot be given another header, recipient or markup by a name', async () => {
    const to = 'inject@example.org';
    await request({ to, name: 'Eve\r\nBcc: all@example.org\r\n\r\n<b onload="x">&"</b>\u2028, boss@example.org' });
    const { mail, to: recipients, source } = await arrived(to);
    expect(recipients).toEqual([to]);
    expect(mail.bcc ?? []).toEqual([]);
    expect(mail.to).toHaveLength(1);
    expect(source.split('\r\n\r\n')[0]).not.toMatch(/^Bcc:/im);
    expect(mail.text).toContain('Hello Eve Bcc: all@example.org <b onload="x">&"</b> , boss@example.org,');
    expect(mail.html).toContain('&lt;b onload=&quot;x&quot;&gt;&amp;&quot;&lt;/b&gt;');
    expect(mail.html).not.toContain('<b ');
  });

  it.each([
    'two@example.org, three@example.org',
    'a@example.org\r\nBcc: b@example.org',
    'two@example.org,three@example.org',
    'group:a@example.org;',
    'nobody',
  ])('to %j is refused', async (to) => {
    await expect(request({ to })).rejects.toMatchObject({ status: 400 });
  });

  it('names links and pages as the pages name themselves', () => {
    const words = ['account', 'auth']
      .map((part) => readFileSync(join(process.cwd(), `web/src/lib/i18n/en/${part}.ts`), 'utf8'))
      .join('');
    const letter = (template: 'password-reset' | 'verify-email' | 'password-changed') =>
      letterOf({ template, content: { to: 'a@example.org', name: 'Ada', link: 'https://polls.example.org/' } });
    const label = (text: string) => /^(.+):\nhttps:/m.exec(text)?.[1];
    const quoted = (text: string) => /"(.+)"/.exec(text)?.[1];
    expect([
      label(letter('password-reset').text),
      label(letter('verify-email').text),
      quoted(letter('password-changed').text),
    ]).toEqual(['Choose a new password', 'Confirm email', 'Forgot password?']);
    for (const name of ['Choose a new password', 'Confirm email', 'Forgot password?', letter('verify-email').subject])
      expect(words).toContain(`'${name}'`);
  });

  it.each(['javascript:alert(1)', 'data:text/html,x', undefined])('with the link %s is refused', async (link) => {
    await expect(request({ to: 'link@example.org', link })).rejects.toMatchObject({ status: 400 });
  });

  it('leaves none of its content in the database once it is sent', async () => {
    await finished();
    const left = await rows();
    expect(left.length).toBeGreaterThan(0);
    expect(left.map(({ status, content }) => [status, content])).toEqual(left.map(() => ['sent', null]));
  });
});

describe('a mail server', () => {
  it('that is away gets the mail when it is back, once', async () => {
    await smtp.close();
    await request({ to: 'patient@example.org' });
    await eventually(async () => ((await waiting('patient@example.org'))?.attempts ?? 0) >= 2);
    await smtp.open();
    await arrived('patient@example.org');
    await finished();
    expect(smtp.to('patient@example.org')).toHaveLength(1);
  });

  it.each(['rcpt', 'data'] as const)('that says "not now" at %s is asked again', async (stage) => {
    const to = `later-${stage}@example.org`;
    smtp.refused.set(to, { stage, code: 451 });
    await request({ to });
    await eventually(() => (smtp.attempts.get(to) ?? 0) >= 2);
    smtp.refused.delete(to);
    await arrived(to);
    await finished();
  });

  it.each(['rcpt', 'data'] as const)('that says "never" at %s is asked once, and the mail is erased', async (stage) => {
    const to = `never-${stage}@example.org`;
    smtp.refused.set(to, { stage, code: 550 });
    await request({ to });
    await finished();
    expect([smtp.attempts.get(to), (await rows()).at(-1)]).toEqual([
      1,
      { status: 'failed', attempts: 1, content: null },
    ]);
  });

  it('that stays away for a day does not get the mail, and the link is erased', async () => {
    await smtp.close();
    await request({ to: 'old@example.org' });
    await eventually(async () => ((await waiting('old@example.org'))?.attempts ?? 0) >= 1);
    await stack.sql(
      'notifications',
      `update mail_queue set created_at = now() - interval '25 hours' where status = 'waiting'`,
    );
    await finished();
    expect((await rows()).at(-1)).toMatchObject({ status: 'failed', content: null });
    await smtp.open();
  });

  it('gets a mail of a killed process when the lease is over', async () => {
    await stack.sql(
      'notifications',
      `insert into mail_queue (template, content, attempts, due_at) values
       ('password-changed', '{"to": "crash@example.org", "name": "Ada"}', 1, now() + interval '1 hour')`,
    );
    // Queued after it, and taken before it.
    await request({ to: 'meanwhile@example.org' });
    await arrived('meanwhile@example.org');
    expect(smtp.to('crash@example.org')).toEqual([]);
    await stack.sql(
      'notifications',
      `update mail_queue set due_at = now() where content ->> 'to' = 'crash@example.org'`,
    );
    await arrived('crash@example.org');
    await finished();
  });

  it('never sees its words or addresses in the log', async () => {
    const lines: unknown[] = [];
    for (const level of ['log', 'warn', 'error', 'debug'] as const)
      jest.spyOn(Logger.prototype, level).mockImplementation((...args: unknown[]) => void lines.push(args));
    smtp.refused.set('logged@example.org', { stage: 'rcpt', code: 550 });
    await request({ to: 'logged@example.org' });
    await finished();
    expect(JSON.stringify(lines)).toMatch(/is given up: EENVELOPE 550/);
    expect(JSON.stringify(lines)).not.toMatch(/logged@|secret|not now/);
  });
});

describe('without a mail server', () => {
  it('the link is logged, and nothing else', async () => {
    const lines: unknown[] = [];
    jest.spyOn(Logger.prototype, 'log').mockImplementation((...args: unknown[]) => void lines.push(args));
    const alone = await startStack({ services: [service] });
    try {
      expect(await alone.rpc.call(notificationsRpc.features, {})).toMatchObject({ mail: false });
      await alone.rpc.call(notificationsRpc.mail, {
        template: 'password-reset',
        to: 'ada@example.org',
        name: 'Ada',
        link: 'https://polls.example.org/r?token=1',
      });
      await eventually(async () => (await rows(alone)).length === 1);
      await finished(alone);
      expect(await rows(alone)).toEqual([{ status: 'logged', attempts: 1, content: null }]);
      expect(JSON.stringify(lines)).toContain('password-reset: https://polls.example.org/r?token=1');
      expect(JSON.stringify(lines)).not.toContain('ada@example.org');
    } finally {
      await alone.stop();
    }
  });
});

describe('a mail server that accepts connections and never answers', () => {
  it('delays no answer to the caller', async () => {
    const silent = createServer();
    await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
    const sockets: { destroy(): void }[] = [];
    silent.on('connection', (socket) => sockets.push(socket.on('error', () => undefined)));
    const slow = await startStack({
      services: [service],
      env: { SMTP_URL: `smtp://127.0.0.1:${(silent.address() as AddressInfo).port}`, MAIL_FROM: 'a@example.org' },
    });
    try {
      await slow.rpc.call(notificationsRpc.mail, { template: 'password-changed', to: 'ada@example.org', name: 'Ada' });
      await eventually(() => sockets.length === 1);
      expect(await rows(slow)).toMatchObject([{ status: 'waiting', attempts: 1 }]);
    } finally {
      for (const socket of sockets) socket.destroy();
      silent.close();
      await slow.stop();
    }
  });
});
