import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { authRpc } from '@inkling/contracts';
import { startStack, type Stack } from '@inkling/testing';
import { service as auth } from '@inkling/auth';
import { service as notifications } from '@inkling/notifications';
import { service as polls } from '@inkling/polls';
import { service as search } from '@inkling/search';
import { service as social } from '@inkling/social';
import { Output, asksForHelp, runAdmin } from './index.js';

class Lines extends Output {
  readonly lines: string[] = [];
  override line(text = ''): void {
    this.lines.push(text);
  }
}

const client = { ip: '127.0.0.1', userAgent: 'spec' };

describe('admin commands', () => {
  let stack: Stack;
  let servers: string;
  beforeAll(async () => {
    stack = await startStack({ services: [auth, polls, social, notifications, search] });
    servers = stack.env('auth')['NATS_URL']!;
    await stack.rpc.call(authRpc.signup, {
      email: 'noor@example.org',
      password: 'correct horse',
      name: 'Noor',
      client,
    });
  }, 120_000);
  afterAll(() => stack.stop());

  async function admin(...args: string[]): Promise<{ code: number; text: string }> {
    const output = new Lines();
    const code = await runAdmin(args, { servers }, output);
    return { code, text: output.lines.join('\n') };
  }

  it('says what there is, and what is wrong with a command', async () => {
    const help = await admin('--help');
    expect(help.code).toBe(0);
    for (const name of [
      'users',
      'disable-user',
      'enable-user',
      'reset-password',
      'codes-off',
      'grant',
      'revoke',
      'cases',
      'invite',
      'recount',
      'rebuild-search',
      'dead-letters',
      'replay',
      'republish',
      'streams',
    ])
      expect(help.text).toContain(`  ${name} `);
    expect(await admin('nonsense')).toMatchObject({
      code: 1,
      text: expect.stringContaining("unknown command 'nonsense'"),
    });
    expect(await admin('users', '--nope')).toMatchObject({
      code: 1,
      text: expect.stringContaining("Unknown option '--nope'"),
    });
    expect(await admin('users', 'ada', 'ben')).toEqual({ code: 1, text: "error: too many arguments for 'users': ben" });
    expect(await admin('disable-user')).toEqual({ code: 1, text: "error: missing required argument 'user'" });
    expect(await admin('help', 'nonsense')).toMatchObject({
      code: 1,
      text: expect.stringContaining("unknown command 'nonsense'"),
    });
    const usersHelp = await admin('users', '--help');
    expect(usersHelp).toEqual({
      code: 0,
      text: [
        'Usage: admin users [options] [query]',
        '',
        'List users whose id, email, username or name begins with the query',
        '',
        'Arguments:',
        '  query         what to look for; everyone without it',
        '',
        'Options:',
        '  --after <id>  go on after this id',
        '  --limit <n>   rows, 50 by default, 200 at most',
        '  -h, --help    display help for command',
      ].join('\n'),
    });
    expect(await admin('help', 'users')).toEqual(usersHelp);
    expect(await admin('recount', 'stars')).toEqual({
      code: 1,
      text: 'stars cannot be recounted; polls, follows, notices can.',
    });
    expect(await admin('users', '--limit', 'many')).toMatchObject({
      code: 1,
      text: '--limit must be a whole number, not many.',
    });
    expect(await admin('republish', '--service', 'mail')).toMatchObject({
      code: 1,
      text: expect.stringContaining('There is no service mail.'),
    });
  });

  it('says what there is with no instance running', async () => {
    for (const args of [['--help'], ['-h'], []]) {
      const output = new Lines();
      expect(asksForHelp(args)).toBe(true);
      const code = await runAdmin(args, undefined, output);
      expect([args, code, output.lines.join('\n')]).toEqual([
        args,
        args.length === 0 ? 1 : 0,
        expect.stringMatching(/^Usage: admin /),
      ]);
    }
    expect(asksForHelp(['users', '--', '--help'])).toBe(false);
  });

  it('lists, disables and enables a user', async () => {
    expect(await admin('users', 'noor@')).toMatchObject({
      code: 0,
      text: expect.stringMatching(/ID +USERNAME.*\n.*Noor +noor@example\.org +no/),
    });
    expect(await admin('users', 'zzz')).toEqual({ code: 0, text: 'Nobody is like that.' });
    expect((await admin('disable-user', 'noor@example.org')).code).toBe(0);
    await expect(
      stack.rpc.call(authRpc.login, { email: 'noor@example.org', password: 'correct horse', client }),
    ).rejects.toMatchObject({ code: 'auth/user-disabled' });
    expect((await admin('enable-user', 'noor@example.org')).code).toBe(0);
    await stack.rpc.call(authRpc.login, { email: 'noor@example.org', password: 'correct horse', client });
    expect(await admin('disable-user', 'nobody@example.org')).toEqual({ code: 1, text: 'User not found' });
  });

  it('grants a role and takes it', async () => {
    expect(await admin('grant', 'noor@example.org')).toEqual({
      code: 1,
      text: "error: missing required argument 'role'",
    });
    expect(await admin('grant', 'noor@example.org', 'owner')).toEqual({
      code: 1,
      text: 'owner is no role; member, moderator, administrator are.',
    });
    expect(await admin('grant', 'noor@example.org', 'moderator')).toEqual({
      code: 0,
      text: expect.stringMatching(/VERIFIED +ROLE.*\n.* no +moderator/),
    });
    expect((await admin('users', 'noor@')).text).toContain(' moderator ');
    expect((await admin('revoke', 'noor@example.org')).text).toContain(' member ');
    expect(await admin('grant', 'nobody@example.org', 'administrator')).toEqual({ code: 1, text: 'User not found' });
  });

  it('switches one-time codes off', async () => {
    expect(await admin('codes-off', 'noor@example.org')).toEqual({
      code: 0,
      text: expect.stringContaining('One-time codes were not on.'),
    });
    expect(await admin('codes-off', 'nobody@example.org')).toEqual({ code: 1, text: 'User not found' });
  });

  it('gives a link that sets a new password once', async () => {
    const { code, text } = await admin('reset-password', 'noor@example.org');
    expect(code).toBe(0);
    const token = /token=([\w-]+)/.exec(text)![1]!;
    await stack.rpc.call(authRpc.confirmPasswordReset, { token, password: 'battery staple', client });
    await stack.rpc.call(authRpc.login, { email: 'noor@example.org', password: 'battery staple', client });
    await expect(
      stack.rpc.call(authRpc.confirmPasswordReset, { token, password: 'once more', client }),
    ).rejects.toMatchObject({ code: 'auth/invalid-action-code' });
  });

  it('corrects counters, rebuilds the index, publishes the outbox again', async () => {
    expect(await admin('recount')).toEqual({
      code: 0,
      text: expect.stringMatching(
        /^polls: \d+ checked, 0 corrected\nfollows: \d+ checked, 0 corrected\nnotices: \d+ checked, 0 corrected$/,
      ),
    });
    expect(await admin('rebuild-search')).toMatchObject({
      code: 0,
      text: expect.stringMatching(/^\d+ users and 0 polls are in the index$/),
    });
    expect(await admin('streams')).toEqual({ code: 0, text: 'The event streams are there.' });
    expect(await admin('republish', '--service', 'auth')).toMatchObject({
      code: 0,
      text: expect.stringMatching(/^auth: [1-9]\d* events published$/),
    });
    expect(await admin('dead-letters', '--service', 'auth')).toEqual({ code: 0, text: 'No event has been given up.' });
    expect(await admin('replay', 'all', '--service', 'polls')).toEqual({ code: 0, text: '' });
  });

  it('says in a sentence that a service is away', async () => {
    expect(await admin('dead-letters', '--service', 'insights')).toEqual({
      code: 1,
      text: 'This part of Inkling is not available right now. Please try again.',
    });
  });
});
