import { adminRpc, type AdminUser } from '@inkling/contracts';
import { RpcClient } from '@inkling/platform';
import { Command, CommandRunner, Option } from 'nest-commander';
import { Output } from './output.js';
import { wholeNumber } from './options.js';

const day = (instant: string | null): string => instant?.slice(0, 10) ?? '';
const row = (user: AdminUser) => [user.id, user.username ?? '', user.name, user.email, user.emailVerified ? 'yes' : 'no', day(user.createdAt), day(user.disabledAt)];
const HEADINGS = ['ID', 'USERNAME', 'NAME', 'EMAIL', 'VERIFIED', 'SINCE', 'DISABLED'];

@Command({ name: 'users', arguments: '[query]', description: 'List users whose id, email, username or name begins with the query', argsDescription: { query: 'what to look for; everyone without it' } })
export class UsersCommand extends CommandRunner {
  constructor(
    private readonly rpc: RpcClient,
    private readonly output: Output,
  ) {
    super();
  }

  async run([query = '']: string[], options: { after?: number; limit?: number }): Promise<void> {
    const { users } = await this.rpc.call(adminRpc.users, { query, ...options });
    this.output.table(HEADINGS, users.map(row), 'Nobody is like that.');
  }

  @Option({ flags: '--after <id>', description: 'go on after this id' })
  after(text: string): number {
    return wholeNumber('--after', text);
  }

  @Option({ flags: '--limit <n>', description: 'rows, 50 by default, 200 at most' })
  limit(text: string): number {
    return wholeNumber('--limit', text);
  }
}

@Command({ name: 'disable-user', arguments: '<user>', description: 'Refuse sign-in and end every session', argsDescription: { user: 'an id, an email or a username' } })
export class DisableUserCommand extends CommandRunner {
  constructor(
    private readonly rpc: RpcClient,
    private readonly output: Output,
  ) {
    super();
  }

  async run([user = '']: string[]): Promise<void> {
    this.output.table(HEADINGS, [row(await this.rpc.call(adminRpc.setDisabled, { user, disabled: true }))], '');
  }
}

@Command({ name: 'enable-user', arguments: '<user>', description: 'Let a disabled user sign in again', argsDescription: { user: 'an id, an email or a username' } })
export class EnableUserCommand extends CommandRunner {
  constructor(
    private readonly rpc: RpcClient,
    private readonly output: Output,
  ) {
    super();
  }

  async run([user = '']: string[]): Promise<void> {
    this.output.table(HEADINGS, [row(await this.rpc.call(adminRpc.setDisabled, { user, disabled: false }))], '');
  }
}

@Command({ name: 'reset-password', arguments: '<user>', description: 'Print a link with which the user can choose a new password, once', argsDescription: { user: 'an id, an email or a username' } })
export class ResetPasswordCommand extends CommandRunner {
  constructor(
    private readonly rpc: RpcClient,
    private readonly output: Output,
  ) {
    super();
  }

  async run([who = '']: string[]): Promise<void> {
    const { user, link, expiresAt } = await this.rpc.call(adminRpc.resetPassword, { user: who });
    this.output.table(HEADINGS, [row(user)], '');
    this.output.line();
    this.output.line(`${link}`);
    this.output.line(`It works once, until ${expiresAt}. Whoever has it can take the account over.`);
  }
}
