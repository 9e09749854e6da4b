/** Definitions of kinds that operators bring, from the operators' own Go modules. */
import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { parse } from 'yaml';
import { DEFINITIONS } from '../models.mjs';

const run = promisify(execFile);
const DOWNLOAD_MS = 5 * 60_000;
const APPEAR_MS = 30_000;
const POLL_MS = 100;

/**
 * Gives a server every kind of the documents that it does not know.
 * @param {import('./servers.mjs').ApiServer} server
 * @param {any[]} documents
 * @returns {Promise<{ checked: string[], byName: string[] }>} which kinds it checks, and which it only knows by name
 * @throws when a definition is refused
 */
export async function defineKinds(server, documents) {
  const foreign = [
    ...new Set(documents.filter(isForeign).map(({ apiVersion, kind }) => `${apiVersion} ${kind}`)),
  ].sort();
  for (const entry of foreign) {
    const definition = (await definitionOf(entry)) ?? nameOnly(entry);
    const path = '/apis/apiextensions.k8s.io/v1/customresourcedefinitions';
    const { status, body } = await server.call('POST', path, definition);
    if (status >= 300 && status !== 409)
      throw new Error(`the definition of ${entry} is refused: ${body.message ?? body}`);
  }
  for (const entry of foreign) await appears(server, entry);
  return {
    checked: foreign.filter((entry) => DEFINITIONS[entry]),
    byName: foreign.filter((entry) => !DEFINITIONS[entry]),
  };
}

/** Groups of Kubernetes itself end so, but for that of the Gateway API, which clusters add. */
function isForeign({ apiVersion }) {
  const [group] = apiVersion.split('/');
  return group.includes('.') && (!group.endsWith('.k8s.io') || group === 'gateway.networking.k8s.io');
}

async function definitionOf(entry) {
  const place = DEFINITIONS[entry];
  if (!place) return undefined;
  const folder = await download(place.module);
  return parse(await readFile(join(folder, place.file), 'utf8'));
}

/** @type {Map<string, Promise<string>>} */
const folders = new Map();

function download(module) {
  if (!folders.has(module)) {
    const args = ['mod', 'download', '-json', module];
    folders.set(
      module,
      run('go', args, { timeout: DOWNLOAD_MS }).then(({ stdout }) => JSON.parse(stdout).Dir),
    );
  }
  return folders.get(module);
}

/** Takes any fields. */
function nameOnly(entry) {
  const [apiVersion, kind] = entry.split(' ');
  const [group, version] = apiVersion.split('/');
  const singular = kind.toLowerCase();
  const plural = singular.endsWith('y') ? `${singular.slice(0, -1)}ies` : `${singular}s`;
  const schema = { openAPIV3Schema: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true } };
  const versions = [{ name: version, served: true, storage: true, schema }];
  const spec = { group, scope: 'Namespaced', names: { plural, singular, kind }, versions };
  return {
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'CustomResourceDefinition',
    metadata: { name: `${plural}.${group}` },
    spec,
  };
}

async function appears(server, entry) {
  const [apiVersion, kind] = entry.split(' ');
  const deadline = Date.now() + APPEAR_MS;
  for (;;) {
    const { status, body } = await server.call('GET', `/apis/${apiVersion}`);
    if (status === 200 && body.resources.some((one) => one.kind === kind)) return;
    if (Date.now() > deadline) throw new Error(`${entry} does not appear`);
    await new Promise((resume) => setTimeout(resume, POLL_MS));
  }
}
