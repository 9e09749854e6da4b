import { adminRpc } from '@inkling/contracts';
import type { AdminCommand } from './command.js';
import { UsageError } from './options.js';

const RECOUNTS = {
  polls: adminRpc.recountPolls,
  follows: adminRpc.recountFollows,
  notices: adminRpc.recountNotifications,
};
type Recount = keyof typeof RECOUNTS;
const NAMES = Object.keys(RECOUNTS) as Recount[];

export const recount: AdminCommand = {
  name: 'recount',
  help: 'Count the rows again and correct the counters that differ',
  argument: '[what]',
  argumentHelp: `${NAMES.join(', ')}; all without it`,
  async run({ rpc, output }, [what]) {
    const chosen = NAMES.filter((name) => what === undefined || name === what);
    if (chosen.length === 0) throw new UsageError(`${what} cannot be recounted; ${NAMES.join(', ')} can.`);
    for (const name of chosen) {
      const { checked, corrected } = await rpc.call(RECOUNTS[name], {});
      output.line(`${name}: ${checked} checked, ${corrected} corrected`);
    }
  },
};

export const rebuildSearch: AdminCommand = {
  name: 'rebuild-search',
  help: 'Rebuild the search index from users and polls',
  async run({ rpc, output }) {
    const { users, polls } = await rpc.call(adminRpc.rebuildSearch, {});
    output.line(`${users} users and ${polls} polls are in the index`);
  },
};
