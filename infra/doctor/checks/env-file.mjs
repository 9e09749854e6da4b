import { parseEnv } from 'node:util';
import { SECRET_NAMES } from '../../secrets/variables.mts';
import { fail, ok, warn } from '../findings.mjs';

const SESSION_SECRET_LEAST = 32;
const COMPLETE = 'npm run secrets';

/** The file of passwords is there, whole, and its owner's alone. */
export const envFile = {
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
    if (mode === 'compose') problems.push(...contentProblems(settings), ...doubled(text));
    return problems.length > 0 ? problems : [ok(`${path} is complete, and readable by its owner alone`)];
  },
};

function permissionProblems(path, { mode, uid }, host) {
  const problems = [];
  const others = (mode & 0o777).toString(8);
  if ((mode & 0o077) !== 0) problems.push(fail(`${path} can be read by others (${others})`, `chmod 600 ${path}`));
  const own = host.uid();
  if (own !== undefined && own !== 0 && uid !== own) {
    problems.push(warn(`${path} belongs to user ${uid}`, 'Run commands as that user, or change its owner.'));
  }
  return problems;
}

function contentProblems(settings) {
  const problems = [];
  const missing = SECRET_NAMES.filter((name) => !settings[name]);
  if (missing.length > 0) problems.push(fail(`not set: ${missing.join(', ')}`, COMPLETE));
  const secret = settings.SESSION_SECRET ?? '';
  if (secret !== '' && secret.length < SESSION_SECRET_LEAST) {
    problems.push(
      fail(`SESSION_SECRET has fewer than ${SESSION_SECRET_LEAST} characters`, `Remove the line, then ${COMPLETE}.`),
    );
  }
  return problems;
}

/** The last of two lines counts, which surprises a person who changes the first. */
function doubled(text) {
  const names = text.split('\n').flatMap((line) => /^\s*(?:export\s+)?([A-Z][A-Z0-9_]*)=/.exec(line)?.[1] ?? []);
  const known = parseEnv(text);
  const twice = [...new Set(names.filter((name, index) => names.indexOf(name) !== index && name in known))];
  return twice.length > 0
    ? [warn(`set twice: ${twice.join(', ')}`, 'Remove one of the lines; the last one counts.')]
    : [];
}
