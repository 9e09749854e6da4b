import { readFile } from 'node:fs/promises';
import { parseEnv } from 'node:util';

/**
 * Which installation is looked at, and its settings.
 * @param {import('./options.mjs').Options} options
 * @param {import('./kubectl.mjs').Kubectl} kubectl
 * @param {NodeJS.ProcessEnv} env
 */
export async function findInstallation(options, kubectl, env) {
  const file = await readFile(options.file, 'utf8').catch(() => undefined);
  const written = file === undefined ? {} : parseEnv(file);
  const mode = options.mode ?? (written.POSTGRES_PASSWORD || written.DATABASE_PASSWORD_AUTH ? 'compose' : 'start');
  if (mode === 'kubernetes') {
    const settings = await kubectl.settings();
    const name = `the namespace ${options.namespace} of ${await kubectl.context()}`;
    return { mode, name, settings, envFile: options.file, origin: originOf(settings.PUBLIC_ORIGIN) };
  }
  // As compose and `npm start` have it: what the environment says wins.
  const settings = { ...written, ...env };
  const port = settings.PORT || '8080';
  const own = mode === 'start' ? settings.PUBLIC_ORIGIN || `http://localhost:${port}` : settings.PUBLIC_ORIGIN;
  const name =
    mode === 'compose'
      ? `docker compose with ${options.file}`
      : `npm start with DATA_DIR=${settings.DATA_DIR || '.data'}`;
  return { mode, name, settings, envFile: options.file, origin: originOf(own) };
}

/**
 * @param {string | undefined} text
 * @returns {URL | undefined} undefined for anything but an origin
 */
export function originOf(text) {
  if (!text || !URL.canParse(text)) return undefined;
  const url = new URL(text);
  return /^https?:$/.test(url.protocol) && url.origin === text ? url : undefined;
}

/** Whether it is this computer under a name that nobody else can use. */
export const isLocal = ({ hostname }) => /^(localhost|.+\.localhost|127\.[\d.]+|\[::1\])$/.test(hostname);
