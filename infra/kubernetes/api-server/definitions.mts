/** Gives a server the definitions of operators' kinds, from the operators' own Go modules. */
import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import { parse } from 'yaml';
import type { Manifest } from '../manifest.mts';
import { DEFINITIONS } from '../schemas.mts';
import { reasonOf, type ApiServer } from './servers.mts';

const run = promisify(execFile);
const DOWNLOAD_MS = 5 * 60_000;
const APPEAR_MS = 30_000;
const POLL_MS = 100;
const PATH = '/apis/apiextensions.k8s.io/v1/customresourcedefinitions';

/**
 * Gives a server every kind of the documents that Kubernetes itself does not have.
 * @returns which kinds it checks, and which it knows by name only, each as `apiVersion kind`
 * @throws when a definition is refused
 */
export async function defineKinds(
  server: ApiServer,
  documents: readonly Manifest[],
): Promise<{ checked: string[]; byName: string[] }> {
  const kinds = documents.filter(isForeign).map(({ apiVersion, kind }) => `${apiVersion} ${kind}`);
  const foreign = [...new Set(kinds)].sort();
  for (const entry of foreign) {
    const { status, body } = await server.call('POST', PATH, (await definitionOf(entry)) ?? nameOnly(entry));
    if (status >= 300 && status !== 409) throw new Error(`the definition of ${entry} is refused: ${reasonOf(body)}`);
  }
  for (const entry of foreign) await appears(server, entry);
  return {
    checked: foreign.filter((entry) => DEFINITIONS[entry]),
    byName: foreign.filter((entry) => !DEFINITIONS[entry]),
  };
}

/** Kubernetes' own groups end in `.k8s.io`; so does that of the Gateway API, which clusters add. */
function isForeign({ apiVersion }: Manifest) {
  const [group = ''] = apiVersion.split('/');
  return group.includes('.') && (!group.endsWith('.k8s.io') || group === 'gateway.networking.k8s.io');
}

async function definitionOf(entry: string): Promise<unknown> {
  const place = DEFINITIONS[entry];
  if (!place) return undefined;
  // Go downloads a module once.
  const { stdout } = await run('go', ['mod', 'download', '-json', place.module], { timeout: DOWNLOAD_MS });
  return parse(await readFile(join(JSON.parse(stdout).Dir, place.file), 'utf8'));
}

/** A definition that accepts any field. */
function nameOnly(entry: string) {
  const [group, version, kind = ''] = entry.split(/[ /]/);
  const singular = kind.toLowerCase();
  const plural = singular.endsWith('y') ? `${singular.slice(0, -1)}ies` : `${singular}s`;
  const schema = { openAPIV3Schema: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true } };
  return {
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'CustomResourceDefinition',
    metadata: { name: `${plural}.${group}` },
    spec: {
      group,
      scope: 'Namespaced',
      names: { plural, singular, kind },
      versions: [{ name: version, served: true, storage: true, schema }],
    },
  };
}

async function appears(server: ApiServer, entry: string) {
  const [apiVersion, kind] = entry.split(' ');
  const deadline = Date.now() + APPEAR_MS;
  for (;;) {
    const { status, body } = await server.call('GET', `/apis/${apiVersion}`);
    if (status === 200 && body.resources?.some((one) => one.kind === kind)) return;
    if (Date.now() > deadline) throw new Error(`${entry} does not appear`);
    await delay(POLL_MS);
  }
}
