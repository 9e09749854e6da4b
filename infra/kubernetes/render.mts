/** Renders the overlays of k8s/ with kustomize, on a copy that has its own secrets. */
import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { parseAllDocuments } from 'yaml';
import { ROOT } from '../local/paths.mjs';
import type { Manifest } from './manifest.mts';
import { writeSecrets } from './secret-files.mts';

const run = promisify(execFile);
/** Folders that the kustomizations reach. */
const PARTS = ['k8s', 'infra/postgres', 'infra/nats'];
const LIMITS = { timeout: 60_000, maxBuffer: 64 * 2 ** 20 };
const COMMANDS = [
  { command: 'kustomize', probe: ['version'], build: 'build' },
  { command: 'kubectl', probe: ['kustomize', '--help'], build: 'kustomize' },
];

export const OVERLAYS = ['local', 'production'] as const;

/** Renders the overlay in a folder, as YAML. */
export type Kustomize = (folder: string) => Promise<string>;

/** @returns kustomize, or the one inside kubectl; undefined where neither is on the PATH */
export async function findKustomize(): Promise<Kustomize | undefined> {
  for (const { command, probe, build } of COMMANDS) {
    const works = await run(command, probe, LIMITS).then(
      () => true,
      () => false,
    );
    if (works) return async (folder) => (await run(command, [build, folder], LIMITS)).stdout;
  }
  return undefined;
}

/**
 * @param change changes the copy of `k8s` beforehand
 * @returns overlay -> its documents
 */
export const renderOverlays = (
  kustomize: Kustomize,
  change: (folder: string) => Promise<void> = async () => undefined,
): Promise<Record<string, Manifest[]>> =>
  onCopy(async (copy) => {
    await change(join(copy, 'k8s'));
    const rendered = OVERLAYS.map(
      async (name) => [name, parse(await kustomize(join(copy, 'k8s/overlays', name)))] as const,
    );
    return Object.fromEntries(await Promise.all(rendered));
  });

/**
 * Renders an overlay as an operator may write it.
 * @param name of its folder, beside the others
 * @param text its kustomization
 */
export const renderOverlay = (kustomize: Kustomize, name: string, text: string): Promise<Manifest[]> =>
  onCopy(async (copy) => {
    const folder = join(copy, 'k8s/overlays', name);
    await mkdir(folder);
    await writeFile(join(folder, 'kustomization.yaml'), text);
    return parse(await kustomize(folder));
  });

async function onCopy<Result>(work: (copy: string) => Promise<Result>): Promise<Result> {
  const copy = await mkdtemp(join(tmpdir(), 'inkling-k8s-'));
  try {
    for (const part of PARTS) await cp(join(ROOT, part), join(copy, part), { recursive: true });
    await rm(join(copy, 'k8s/overlays/local/secrets'), { recursive: true, force: true });
    await writeSecrets(join(copy, 'k8s/overlays/local/secrets'));
    return await work(copy);
  } finally {
    await rm(copy, { recursive: true, force: true });
  }
}

/** @returns the file's documents */
export const readDocuments = async (path: string) => parse(await readFile(path, 'utf8'));

/** @throws when it is not YAML, or has a key twice */
const parse = (text: string) =>
  parseAllDocuments(text).map((document) => {
    if (document.errors[0]) throw document.errors[0];
    const manifest: Manifest = document.toJS();
    // kustomize breaks long values into lines, which base64 allows and the schema does not.
    if (manifest?.kind === 'Secret' && manifest.data)
      for (const [key, value] of Object.entries(manifest.data)) manifest.data[key] = value.replaceAll('\n', '');
    return manifest;
  });
