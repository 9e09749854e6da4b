import { adminRpc, type AdminCase } from '@inkling/contracts';
import type { AdminCommand } from './command.js';

const PAGE = 500;
const HEADINGS = ['CASE', 'ABOUT', 'REPORTS', 'RULE', 'FLAGGED', 'OPENED', 'BEGINS WITH'];

export const cases: AdminCommand = {
  name: 'cases',
  help: 'List open cases, the oldest first; /admin decides them',
  async run({ rpc, output }) {
    const found: AdminCase[] = [];
    for (;;) {
      const page = await rpc.call(adminRpc.cases, { after: found.at(-1)?.id ?? 0, limit: PAGE });
      found.push(...page.cases);
      if (page.cases.length < PAGE) break;
    }
    output.table(
      HEADINGS,
      found.map(({ id, object, reports, rule, flagged, openedAt, excerpt }) => [
        id,
        `${object.kind} ${object.id}`,
        reports,
        rule?.text ?? '',
        flagged ? 'yes' : '',
        openedAt,
        excerpt,
      ]),
      'No case is open.',
    );
  },
};
