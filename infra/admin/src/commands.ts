import type { AdminCommand } from './command.js';
import { cases } from './cases.commands.js';
import { rebuildSearch, recount } from './counters.commands.js';
import { deadLetters, makeStreams, replay, republish } from './events.commands.js';
import { announce, pages, settings } from './instance.commands.js';
import { deletions, repeatDeletions } from './deletions.commands.js';
import { invite } from './invite.command.js';
import { codesOff, disableUser, enableUser, grant, makeProbe, resetPassword, revoke, users } from './users.commands.js';

/** In the order of the help text. */
export const COMMANDS: readonly AdminCommand[] = [
  users,
  disableUser,
  enableUser,
  resetPassword,
  codesOff,
  grant,
  revoke,
  makeProbe,
  cases,
  invite,
  deletions,
  repeatDeletions,
  settings,
  pages,
  announce,
  recount,
  rebuildSearch,
  deadLetters,
  replay,
  republish,
  makeStreams,
];
