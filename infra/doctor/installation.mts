import { readFile } from 'node:fs/promises';
import { parseEnv } from 'node:util';
import type { Kubectl } from './kubectl.mts';
import type { Mode, Options } from './options.mts';

export interface Installation {
  mode: Mode;
  /** For messages. */
  name: string;
  settings: Readonly<Record<string, string | undefined>>;
  /** Path of the file of settings. */
  envFile: string;
  /** Where browsers find the server; undefined when the setting is missing or no origin. */
  origin: URL | undefined;
}

/** Finds out which installation is looked at, and reads its settings. */
export async function findInstallation(
  { mode: wanted, file: envFile, namespace }: Options,
  kubectl: Kubectl,
  env: NodeJS.ProcessEnv,
): Promise<Installation> {
  const file = await readFile(envFile, 'utf8').catch(() => '');
  const written = parseEnv(file);
  const mode = wanted ?? (written.POSTGRES_PASSWORD || written.DATABASE_PASSWORD_AUTH ? 'compose' : 'start');
  if (mode === 'kubernetes') {
    const settings = await kubectl.settings();
    const name = `the namespace ${namespace} of ${await kubectl.context()}`;
    return { mode, name, settings, envFile, origin: originOf(settings.PUBLIC_ORIGIN) };
  }
  // As in compose and `npm start`, the environment overrides the file.
  const settings: Installation['settings'] = { ...written, ...env };
  if (mode === 'compose')
    return {
      mode,
      name: `docker compose with ${envFile}`,
      settings,
      envFile,
      origin: originOf(settings.PUBLIC_ORIGIN),
    };
  const name = `npm start with DATA_DIR=${settings.DATA_DIR || '.data'}`;
  const origin = originOf(settings.PUBLIC_ORIGIN || `http://localhost:${settings.PORT || '8080'}`);
  return { mode, name, settings, envFile, origin };
}

/** @returns undefined for anything but an origin */
export function originOf(text: string | undefined): URL | undefined {
  if (!text || !URL.canParse(text)) return undefined;
  const url = new URL(text);
  return /^https?:$/.test(url.protocol) && url.origin === text ? url : undefined;
}

/** Whether it is this computer, under a name that other computers cannot use. */
export const isLocal = ({ hostname }: URL) => /^(localhost|.+\.localhost|127\.[\d.]+|\[::1\])$/.test(hostname);
