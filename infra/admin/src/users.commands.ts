import { randomBytes } from 'node:crypto';
import { ROLES, adminRpc, type AdminUser, type Role } from '@inkling/contracts';
import type { AdminCommand } from './command.js';
import { UsageError, wholeNumber } from './options.js';

const day = (instant: string | null): string => instant?.slice(0, 10) ?? '';
const row = (user: AdminUser) => [
  user.id,
  user.username ?? '',
  user.name,
  user.email,
  user.emailVerified ? 'yes' : 'no',
  user.role,
  day(user.createdAt),
  day(user.disabledAt),
];
const HEADINGS = ['ID', 'USERNAME', 'NAME', 'EMAIL', 'VERIFIED', 'ROLE', 'SINCE', 'DISABLED'];
const USER = { argument: '<user>', argumentHelp: 'an id, an email or a username' };

export const users: AdminCommand = {
  name: 'users',
  help: 'List users whose id, email, username or name begins with the query',
  argument: '[query]',
  argumentHelp: 'what to look for; everyone without it',
  options: {
    after: { value: '<id>', help: 'go on after this id' },
    limit: { value: '<n>', help: 'rows, 50 by default, 200 at most' },
  },
  async run({ rpc, output }, [query = ''], { after, limit }) {
    const page = {
      ...(after === undefined ? {} : { after: wholeNumber('--after', after) }),
      ...(limit === undefined ? {} : { limit: wholeNumber('--limit', limit) }),
    };
    const { users: found } = await rpc.call(adminRpc.users, { query, ...page });
    output.table(HEADINGS, found.map(row), 'Nobody is like that.');
  },
};

export const disableUser: AdminCommand = {
  name: 'disable-user',
  help: 'Refuse sign-in and end every session',
  ...USER,
  async run({ rpc, output }, [user = '']) {
    output.table(HEADINGS, [row(await rpc.call(adminRpc.setDisabled, { user, disabled: true }))], '');
  },
};

export const enableUser: AdminCommand = {
  name: 'enable-user',
  help: 'Let a disabled user sign in again',
  ...USER,
  async run({ rpc, output }, [user = '']) {
    output.table(HEADINGS, [row(await rpc.call(adminRpc.setDisabled, { user, disabled: false }))], '');
  },
};

export const resetPassword: AdminCommand = {
  name: 'reset-password',
  help: 'Print a link with which the user can choose a new password, once',
  ...USER,
  async run({ rpc, output }, [who = '']) {
    const { user, link, expiresAt } = await rpc.call(adminRpc.resetPassword, { user: who });
    output.table(HEADINGS, [row(user)], '');
    output.line();
    output.line(link);
    output.line(`It works once, until ${expiresAt}. Anyone who has it can take the account over.`);
  },
};

const isRole = (text: string): text is Role => (ROLES as readonly string[]).includes(text);

export const grant: AdminCommand = {
  name: 'grant',
  help: 'Make a user a moderator, an administrator, or a member again',
  argument: '<user> <role>',
  argumentHelp: `an id, an email or a username; then ${ROLES.join(', ')}`,
  async run({ rpc, output }, [user = '', role = '']) {
    if (!isRole(role)) throw new UsageError(`${role} is no role; ${ROLES.join(', ')} are.`);
    output.table(HEADINGS, [row(await rpc.call(adminRpc.setRole, { user, role }))], '');
  },
};

export const revoke: AdminCommand = {
  name: 'revoke',
  help: 'Take a role back, so that the user is a member again',
  ...USER,
  async run({ rpc, output }, [user = '']) {
    output.table(HEADINGS, [row(await rpc.call(adminRpc.setRole, { user, role: 'member' }))], '');
  },
};

export const codesOff: AdminCommand = {
  name: 'codes-off',
  help: 'Switch one-time codes off for a user who is locked out; their password alone signs in again',
  ...USER,
  async run({ rpc, output }, [who = '']) {
    const { user, wereOn } = await rpc.call(adminRpc.switchOffCodes, { user: who });
    output.table(HEADINGS, [row(user)], '');
    output.line(wereOn ? 'One-time codes are off now.' : 'One-time codes were not on.');
  },
};

const PROBE = 'inkling_probe';

export const makeProbe: AdminCommand = {
  name: 'make-probe',
  help:
    'Make the account with which `npm run probe` signs in and votes, or give it a new password; ' +
    'nobody else sees it',
  argument: '[name]',
  argumentHelp: `its username, ${PROBE} by default`,
  async run({ rpc, output }, [name = PROBE]) {
    const given = process.env['PROBE_PASSWORD'];
    const password = given || randomBytes(24).toString('base64url');
    output.table(HEADINGS, [row(await rpc.call(adminRpc.makeProbe, { name, password }))], '');
    if (given) output.line('Its password is PROBE_PASSWORD.');
    else output.line(`Its password, which is shown only now: ${password}`);
  },
};
