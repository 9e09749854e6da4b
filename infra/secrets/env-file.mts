import { randomBytes } from 'node:crypto';
import { chmod, lstat, open, readFile, realpath, rename, rm } from 'node:fs/promises';
import { parseEnv } from 'node:util';
import { alertLines, type AlertOptions } from './alerts.mts';
import { GROUPS, makeMissing } from './variables.mts';

const ORIGIN_HEADING = 'Where browsers find this server; mailed links lead here';

/**
 * The text of `.env` with the missing variables appended; what it has already stays unchanged.
 * @param text of the file, or '' when there is no file
 * @returns `added`: names of the new variables
 * @throws {Error} for an invalid origin, for one that differs from the file's, and for half a pair of keys
 */
export function completed(
  text: string,
  { origin, alerts = {} }: { origin?: string; alerts?: AlertOptions },
): { text: string; added: string[] } {
  const given = parseEnv(text);
  if (origin !== undefined) checkOrigin(origin, given.PUBLIC_ORIGIN);
  const made: Record<string, string | undefined> = makeMissing(given);
  const lines = [];
  if (origin !== undefined && !given.PUBLIC_ORIGIN) {
    made.PUBLIC_ORIGIN = origin;
    made.WEB_PUSH_CONTACT = given.WEB_PUSH_CONTACT ? undefined : origin.startsWith('https:') ? origin : undefined;
    lines.push('', `# ${ORIGIN_HEADING}`, ...assignments(['PUBLIC_ORIGIN', 'WEB_PUSH_CONTACT'], made));
  }
  for (const { heading, names } of GROUPS) {
    const own = assignments(names, made);
    if (own.length > 0) lines.push('', `# ${heading}`, ...own);
  }
  const receivers = alertLines(given, alerts);
  lines.push(...receivers.lines);
  const added = [...Object.keys(made).filter((name) => made[name] !== undefined), ...receivers.names];
  if (added.length === 0) return { text, added };
  const head =
    text === ''
      ? '# Secrets of this installation. This file gives full access: keep it private, and keep a copy elsewhere.\n'
      : text.endsWith('\n')
        ? text
        : `${text}\n`;
  return { text: `${head}${lines.join('\n')}\n`, added };
}

const assignments = (names: readonly string[], values: Record<string, string | undefined>) =>
  names.filter((name) => values[name] !== undefined).map((name) => `${name}=${values[name]}`);

function checkOrigin(origin: string, present: string | undefined) {
  const valid = URL.canParse(origin) && /^https?:$/.test(new URL(origin).protocol) && new URL(origin).origin === origin;
  if (!valid) throw new Error(`${origin} is no origin: it must look like https://polls.example.org, without a path.`);
  if (present && present !== origin)
    throw new Error(
      `The file says PUBLIC_ORIGIN=${present}. It is not overwritten: change it there, if ${origin} is right.`,
    );
}

/**
 * Completes a file of variables. The file is replaced as a whole, so a crash leaves the old or the new one. Only its
 * owner can read it.
 * @returns names of the new variables
 */
export async function completeFile(
  path: string,
  options: { origin?: string; alerts?: AlertOptions },
): Promise<string[]> {
  // A link stays a link: the file that it leads to is replaced.
  const target = (await isLink(path)) ? await realpath(path) : path;
  const before = await readFile(target, 'utf8').catch((error) => {
    if (error.code === 'ENOENT') return '';
    throw error;
  });
  const { text, added } = completed(before, options);
  if (added.length > 0) {
    const draft = `${target}.${randomBytes(4).toString('hex')}.new`;
    try {
      const handle = await open(draft, 'wx', 0o600);
      await handle.writeFile(text);
      await handle.sync();
      await handle.close();
      await rename(draft, target);
    } catch (error) {
      await rm(draft, { force: true });
      throw error;
    }
  } else if (before !== '') await chmod(target, 0o600);
  return added;
}

/** Where browsers find this server. As in compose, the environment takes precedence over the file. */
export async function originOf(path: string, env: NodeJS.ProcessEnv = process.env): Promise<string | undefined> {
  return env.PUBLIC_ORIGIN || parseEnv(await readFile(path, 'utf8')).PUBLIC_ORIGIN || undefined;
}

const isLink = async (path: string) => (await lstat(path).catch(() => undefined))?.isSymbolicLink() ?? false;
