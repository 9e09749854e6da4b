/** The Secrets that are made up: as files for an overlay, or as manifests. */
import { existsSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { stringify } from 'yaml';
import { SECRETS } from './secret-list.mjs';

const generated = SECRETS.filter((secret) => secret.make);

/**
 * Writes one `NAME.env` per Secret, readable by its owner alone. Values that are there already are kept; keys that are
 * missing are added.
 * @param {string} folder
 * @returns {Promise<string[]>} names of the Secrets that got something new
 */
export async function writeSecrets(folder) {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const written = [];
  for (const { name, keys, make } of generated) {
    const path = join(folder, `${name}.env`);
    const kept = await readEnv(path);
    const fresh = make?.() ?? {};
    const missing = keys.filter((key) => !(key in kept));
    if (missing.length === 0) continue;
    // A key pair is of one piece, and so are a name and its password.
    const values = missing.length === keys.length ? fresh : { ...fresh, ...kept };
    await writeFile(path, `${keys.map((key) => `${key}=${values[key]}`).join('\n')}\n`, { mode: 0o600 });
    written.push(name);
  }
  return written;
}

/** @returns {string} every generated Secret with new values, as YAML documents */
export function secretManifests(namespace = 'inkling') {
  const documents = generated.map(({ name, type = 'Opaque', make }) => ({
    apiVersion: 'v1',
    kind: 'Secret',
    metadata: { name, namespace },
    type,
    stringData: make?.(),
  }));
  return documents.map((document) => stringify(document)).join('---\n');
}

async function readEnv(path) {
  const text = existsSync(path) ? await readFile(path, 'utf8') : '';
  const lines = text.split('\n').filter((line) => line.includes('=') && !line.startsWith('#'));
  return Object.fromEntries(lines.map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]));
}
