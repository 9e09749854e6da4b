import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../../local/paths.mjs';
import { isAtLeast, parseVersion } from '../../local/version.mjs';
import { ok, warn } from '../findings.mjs';

const OWN = Number(readFileSync(join(ROOT, '.node-version'), 'utf8'));

/** Commands run under a Node of their own where the computer's is older; an older one than that does not get here. */
export const node = {
  name: 'node',
  run: async ({ host }) => {
    const given = await host.run('node', ['--version']);
    const version = parseVersion(given.stdout);
    if (!version || isAtLeast(version, [OWN])) return [ok(`Node ${process.versions.node}`)];
    const found = `Node ${process.versions.node} of its own; the one on the PATH is ${given.stdout.slice(1)}`;
    return isAtLeast(version, [20, 19]) ? [ok(found)] : [warn(found, `Install Node ${OWN}.`)];
  },
};
