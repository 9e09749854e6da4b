import { readFile } from 'node:fs/promises';
import { adminRpc, type AdminDeletion, type RpcRequest } from '@inkling/contracts';
import type { RpcClient } from '@inkling/platform';
import type { AdminCommand } from './command.js';
import { UsageError } from './options.js';

const PAGE = 500;
const HEADINGS = ['USER', 'STATE', 'REQUESTED', 'DUE', 'STARTED', 'FINISHED', 'NOT CONFIRMED BY'];

type Repeated = RpcRequest<typeof adminRpc.repeatDeletions>['deletions'][number];

async function all(rpc: RpcClient, done: boolean): Promise<AdminDeletion[]> {
  const found: AdminDeletion[] = [];
  for (;;) {
    const page = await rpc.call(adminRpc.deletions, { after: found.at(-1)?.userId ?? 0, all: done, limit: PAGE });
    found.push(...page.deletions);
    if (page.deletions.length < PAGE) return found;
  }
}

export const deletions: AdminCommand = {
  name: 'deletions',
  help: 'List deletions of accounts: pending, running and hanging ones, and who has not confirmed',
  options: {
    all: { help: 'those that are done, too' },
    json: { help: 'as JSON lines, for repeat-deletions after a restore' },
  },
  async run({ rpc, output }, _args, { all: done = false, json = false }) {
    const found = await all(rpc, done);
    if (json) for (const deletion of found) output.line(JSON.stringify(deletion));
    else
      output.table(
        HEADINGS,
        found.map((each) => [
          each.userId,
          each.state,
          each.requestedAt,
          each.dueAt,
          each.startedAt ?? '',
          each.finishedAt ?? '',
          each.missing.join(', '),
        ]),
        'No account is being deleted.',
      );
  },
};

export const repeatDeletions: AdminCommand = {
  name: 'repeat-deletions',
  help: 'Carry out again, after a backup was restored, the deletions of a file that `deletions --all --json` wrote',
  argument: '<file>',
  argumentHelp: 'JSON lines; those of deletions that had not begun are skipped',
  async run({ rpc, output }, [file]) {
    const lines = (await readFile(file!, 'utf8')).split('\n').filter((line) => line.trim() !== '');
    const begun = lines.map(readLine).filter(({ startedAt }) => startedAt !== null);
    let started = 0;
    for (let from = 0; from < begun.length; from += PAGE) {
      const page = begun.slice(from, from + PAGE).map(({ userId, polls, requestedAt }): Repeated => ({
        userId,
        polls,
        requestedAt,
      }));
      started += (await rpc.call(adminRpc.repeatDeletions, { deletions: page })).started.length;
    }
    output.line(`${begun.length} deletions, of which ${started} have to be carried out again; they have begun`);
  },
};

function readLine(line: string): AdminDeletion {
  try {
    return JSON.parse(line) as AdminDeletion;
  } catch (error) {
    throw new UsageError(`This is no line of \`deletions --json\`: ${line.slice(0, 80)}`, { cause: error });
  }
}
