import { parseEnv } from 'node:util';
import { SECRET_NAMES } from '../../secrets/variables.mts';
import { fail, ok, warn, type Finding } from '../findings.mts';
import type { Host } from '../host.mts';
import type { Check, Context } from '../run.mts';

const SESSION_SECRET_LEAST = 32;
const COMPLETE = 'npm run secrets';

/** The file of passwords is there and complete, and only its owner can read it. */
export const envFile: Check = {
  name: 'settings',
  run: async ({ envFile: path, mode, host, settings }) => {
    const found = await host.look(path);
    if (!found) {
      if (mode === 'start') return [ok('there is no .env: everything has its default')];
      return [fail(`${path} is missing`, `${COMPLETE} -- --origin https://polls.example.org`)];
    }
    const problems = permissionProblems(path, found, host);
    const text = await host.read(path);
    if (text === undefined) return [...problems, fail(`${path} cannot be read`, 'Run this as its owner.')];
    if (mode === 'compose') problems.push(...contentProblems(settings), ...repeated(text));
    return problems.length > 0 ? problems : [ok(`${path} is complete, and readable by its owner alone`)];
  },
};

function permissionProblems(path: string, { mode, uid }: { mode: number; uid: number }, host: Host) {
  const problems: Finding[] = [];
  const others = (mode & 0o777).toString(8);
  if ((mode & 0o077) !== 0) problems.push(fail(`${path} can be read by others (${others})`, `chmod 600 ${path}`));
  const own = host.uid();
  if (own !== undefined && own !== 0 && uid !== own)
    problems.push(warn(`${path} belongs to user ${uid}`, 'Run commands as that user, or change its owner.'));
  return problems;
}

function contentProblems(settings: Context['settings']) {
  const missing = SECRET_NAMES.filter((name) => !settings[name]);
  const secret = settings.SESSION_SECRET ?? '';
  const short = `SESSION_SECRET has fewer than ${SESSION_SECRET_LEAST} characters`;
  return [
    ...(missing.length > 0 ? [fail(`not set: ${missing.join(', ')}`, COMPLETE)] : []),
    ...(secret !== '' && secret.length < SESSION_SECRET_LEAST
      ? [fail(short, `Remove the line, then ${COMPLETE}.`)]
      : []),
  ];
}

/** The last of two lines counts, which surprises a person who changes the first. */
function repeated(text: string) {
  const names = text.split('\n').flatMap((line) => /^\s*(?:export\s+)?([A-Z][A-Z0-9_]*)=/.exec(line)?.[1] ?? []);
  const known = parseEnv(text);
  const twice = new Set(names.filter((name, index) => names.indexOf(name) !== index && name in known));
  if (twice.size === 0) return [];
  return [warn(`set twice: ${[...twice].join(', ')}`, 'Remove one of the lines; the last one counts.')];
}
