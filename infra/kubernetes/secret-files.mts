/** The Secrets that can be generated: as files for an overlay, or as manifests. */
import { existsSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { stringify } from 'yaml';
import { ROOT } from '../local/paths.mjs';
import { SECRETS } from './secret-list.mts';

const LOCAL = join(ROOT, 'k8s/overlays/local/secrets');
const generated = SECRETS.flatMap(({ make, ...secret }) => (make ? { ...secret, make } : []));

/**
 * Writes one `NAME.env` per Secret, readable by its owner alone. Existing values stay, and missing keys are added.
 * @returns names of the Secrets that got something new
 */
export async function writeSecrets(folder: string): Promise<string[]> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const written: string[] = [];
  for (const { name, keys, make } of generated) {
    const path = join(folder, `${name}.env`);
    const existing = await readEnv(path);
    const missing = keys.filter((key) => !(key in existing));
    if (missing.length === 0) continue;
    // The keys of a pair belong together, and so do a name and its password.
    const values = missing.length === keys.length ? make() : { ...make(), ...existing };
    await writeFile(path, `${keys.map((key) => `${key}=${values[key]}`).join('\n')}\n`, { mode: 0o600 });
    written.push(name);
  }
  return written;
}

/** @returns every generated Secret with new values, as YAML documents */
export const secretManifests = (namespace: string): string =>
  generated
    .map(({ name, type = 'Opaque', make }) =>
      stringify({ apiVersion: 'v1', kind: 'Secret', metadata: { name, namespace }, type, stringData: make() }),
    )
    .join('---\n');

async function readEnv(path: string): Promise<Record<string, string>> {
  const text = existsSync(path) ? await readFile(path, 'utf8') : '';
  const lines = text.split('\n').filter((line) => line.includes('=') && !line.startsWith('#'));
  return Object.fromEntries(lines.map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]));
}

/** `node infra/kubernetes/secrets.mjs`. */
export async function main(args: string[]): Promise<void> {
  const { values } = parseArgs({ args, options: { to: { type: 'string', default: LOCAL } } });
  const written = await writeSecrets(values.to);
  console.log(
    written.length > 0 ? `Wrote ${written.join(', ')} to ${values.to}.` : `Everything is in ${values.to} already.`,
  );
}
