import { randomBytes } from 'node:crypto';
import { chmod, lstat, open, readFile, realpath, rename, rm } from 'node:fs/promises';
import { parseEnv } from 'node:util';
import { alertLines, type AlertOptions } from './alerts.mts';
import { GROUPS, makeMissing } from './variables.mts';

const ORIGIN_HEADING = 'Where browsers find this server; mailed links lead here';

/**
 * The text of `.env` with what is missing put behind what is there, which stays as it is to the letter.
 * @param text of the file, or '' where there is none
 * @returns names of what was added
 * @throws {Error} for an origin that is none, or another than the file has; for half a pair of keys
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
  const told = alertLines(given, alerts);
  lines.push(...told.lines);
  const added = [...Object.keys(made).filter((name) => made[name] !== undefined), ...told.names];
  if (added.length === 0) return { text, added };
  const head =
    text === ''
      ? '# Secrets of this installation. Whoever reads this file can do everything: keep it private, and keep a copy elsewhere.\n'
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
 * Completes a file of variables. It is replaced as a whole, readable by its owner alone, so that a crash leaves the
 * old or the new one.
 * @returns names of what was added
 */
export async function completeFile(
  path: string,
  options: { origin?: string; alerts?: AlertOptions },
): Promise<string[]> {
  // Who keeps it elsewhere, behind a link, keeps it there.
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

/** Where browsers find this server, as compose will have it: from the environment, else from the file. */
export async function originOf(path: string, env: NodeJS.ProcessEnv = process.env): Promise<string | undefined> {
  return env.PUBLIC_ORIGIN || parseEnv(await readFile(path, 'utf8')).PUBLIC_ORIGIN || undefined;
}

const isLink = async (path: string) => (await lstat(path).catch(() => undefined))?.isSymbolicLink() ?? false;
