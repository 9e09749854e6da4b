/** Renders the overlays of k8s/ with kustomize, on a copy that has secrets of its own. */
import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { parseAllDocuments } from 'yaml';

const run = promisify(execFile);
const ROOT = join(import.meta.dirname, '../..');
/** Folders that the kustomizations reach. */
const PARTS = ['k8s', 'infra/postgres', 'infra/nats'];
const LIMITS = { timeout: 60_000, maxBuffer: 64 * 2 ** 20 };

export const OVERLAYS = ['local', 'production'];

/**
 * @returns {Promise<((folder: string) => Promise<string>) | undefined>} kustomize, or kubectl, which has one inside;
 * undefined where neither is on the PATH
 */
export async function findKustomize() {
  for (const [command, probe, build] of [
    ['kustomize', ['version'], ['build']],
    ['kubectl', ['kustomize', '--help'], ['kustomize']],
  ]) {
    const works = await run(command, probe, LIMITS).then(
      () => true,
      () => false,
    );
    if (works) return async (folder) => (await run(command, [...build, folder], LIMITS)).stdout;
  }
  return undefined;
}

/**
 * @param {(folder: string) => Promise<string>} kustomize
 * @param {(folder: string) => Promise<void>} [change] what else is changed in the copy of `k8s` beforehand
 * @returns {Promise<Record<string, any[]>>} overlay -> its documents
 */
export const renderOverlays = (kustomize, change = async () => undefined) =>
  onCopy(async (copy) => {
    await change(join(copy, 'k8s'));
    const rendered = OVERLAYS.map(
      async (name) => /** @type {const} */ ([name, parse(await kustomize(join(copy, 'k8s/overlays', name)))]),
    );
    return Object.fromEntries(await Promise.all(rendered));
  });

/**
 * An overlay as an operator may write it.
 * @param {(folder: string) => Promise<string>} kustomize
 * @param {string} name of its folder, beside the others
 * @param {string} text of its kustomization
 * @returns {Promise<any[]>} its documents
 */
export const renderOverlay = (kustomize, name, text) =>
  onCopy(async (copy) => {
    const folder = join(copy, 'k8s/overlays', name);
    await mkdir(folder);
    await writeFile(join(folder, 'kustomization.yaml'), text);
    return parse(await kustomize(folder));
  });

async function onCopy(work) {
  const copy = await mkdtemp(join(tmpdir(), 'inkling-k8s-'));
  try {
    for (const part of PARTS) await cp(join(ROOT, part), join(copy, part), { recursive: true });
    await rm(join(copy, 'k8s/overlays/local/secrets'), { recursive: true, force: true });
    // Only here: it leads to TypeScript, which the Node that starts a program may not read.
    const { writeSecrets } = await import('./secret-files.mjs');
    await writeSecrets(join(copy, 'k8s/overlays/local/secrets'));
    return await work(copy);
  } finally {
    await rm(copy, { recursive: true, force: true });
  }
}

/**
 * @param {string} path
 * @returns {Promise<any[]>} the file's documents
 */
export const readDocuments = async (path) => parse(await readFile(path, 'utf8'));

/** @throws when it is no YAML, or a key is there twice */
function parse(text) {
  return parseAllDocuments(text).map((document) => {
    if (document.errors[0]) throw document.errors[0];
    const value = document.toJS();
    // kustomize breaks long values into lines, which base64 allows and the schema does not.
    if (value?.kind === 'Secret')
      for (const key of Object.keys(value.data ?? {})) value.data[key] = value.data[key].replaceAll('\n', '');
    return value;
  });
}
