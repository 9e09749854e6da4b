/**
 * Applies the overlays to a real Kubernetes API server, server-side and strictly: as a dry run, for real, and again;
 * then the next version over each, without deleting anything. Each workload's pod is created as a dry run too, because
 * only then does the namespace's pod security apply. One more overlay has every optional component.
 *
 *     node infra/kubernetes/api-server/check.mjs [--programs FOLDER]
 *
 * FOLDER has `etcd` and `kube-apiserver`; a missing one is built, which needs Go. The check also needs kustomize or
 * kubectl.
 */
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { stringify } from 'yaml';
import { LaunchFailure } from '../../local/failure.mjs';
import { ROOT } from '../../local/paths.mjs';
import { workloadsOf } from '../cluster-view.mts';
import type { IPodSpec, Manifest } from '../manifest.mts';
import { findKustomize, renderOverlay, renderOverlays, type Kustomize } from '../render.mts';
import { buildServers } from './build.mts';
import { defineKinds } from './definitions.mts';
import { reasonOf, startApiServer, type Answer, type ApiServer } from './servers.mts';

const { version: CURRENT } = JSON.parse(await readFile(join(ROOT, 'package.json'), 'utf8'));
const NEXT_VERSION = '9.8.7';
/** Components that production leaves out, except those that replace one of its own. */
const OPTIONAL = [
  'alerts',
  'probe',
  'tracing',
  'google-sign-in',
  'ingress',
  'ingress-nginx',
  'cert-manager',
  'autoscaling-sockets',
  'network-inside',
  'node-local-dns',
  'postgres-recovery',
  'argo-cd',
];
const APPLY = 'application/apply-patch+yaml';
const FOR_REAL = 'fieldManager=check&fieldValidation=Strict&force=true';
const DRY_RUN = `${FOR_REAL}&dryRun=All`;

/** `node infra/kubernetes/api-server/check.mjs`. */
export async function main(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: { programs: { type: 'string', default: join(tmpdir(), 'inkling-api-server') } },
  });
  const folder = resolve(values.programs);
  await mkdir(folder, { recursive: true });
  const kustomize = await findKustomize();
  if (!kustomize) throw new LaunchFailure('There is neither kustomize nor kubectl on the PATH.');
  const now = await renderAll(kustomize, CURRENT);
  const next = await renderAll(kustomize, NEXT_VERSION);
  const programs = await buildServers(folder, console.log);
  for (const [name, documents] of Object.entries(now)) {
    const data = await mkdtemp(join(tmpdir(), 'inkling-api-server-'));
    const server = await startApiServer(programs, data);
    try {
      const complaints = await check(server, name, documents, next[name] ?? []);
      for (const complaint of complaints) console.log(`  ${complaint}`);
      if (complaints.length > 0) process.exitCode = 1;
    } finally {
      await server.stop();
      await rm(data, { recursive: true, force: true });
    }
  }
}

async function check(server: ApiServer, name: string, documents: Manifest[], next: Manifest[]): Promise<string[]> {
  const { checked, byName } = await defineKinds(server, documents);
  const apply = await applierOn(server, documents);
  // The later steps need the namespace, which a dry run does not leave behind.
  const namespaces = documents.filter(({ kind }) => kind === 'Namespace');
  const complaints = [
    ...(await complaintsOf(apply, namespaces, FOR_REAL)),
    ...(await complaintsOf(apply, documents, DRY_RUN)),
    ...(await complaintsOf(apply, documents, FOR_REAL)),
    // Applying again must work as well as the first time, for Jobs too.
    ...(await complaintsOf(apply, documents, FOR_REAL)),
    ...(await podComplaints(server, documents)),
    ...(await blindKinds(apply, documents, checked)),
    ...(await complaintsOf(apply, next, FOR_REAL)).map((complaint) => `upgrade: ${complaint}`),
  ];
  const { gitVersion } = (await server.call('GET', '/version')).body;
  const pods = workloadsOf(documents).length;
  console.log(
    `${name}: ${documents.length} documents and ${pods} pods before Kubernetes ${gitVersion}, ` +
      `${complaints.length} complaints`,
  );
  console.log(`  with the definitions of their operators: ${checked.join(', ') || 'none'}`);
  if (byName.length > 0) console.log(`  by name only: ${byName.join(', ')}`);
  return complaints;
}

type Apply = (document: Manifest, options: string) => Promise<Answer>;

async function applierOn(server: ApiServer, documents: readonly Manifest[]): Promise<Apply> {
  const pathOf = await resourcePaths(server, documents);
  return (document, options) =>
    server.call('PATCH', `${pathOf(document)}/${document.metadata.name}?${options}`, document, APPLY);
}

/** Applies the documents in their order. @returns what the server refuses or warns of */
async function complaintsOf(apply: Apply, documents: readonly Manifest[], options: string): Promise<string[]> {
  const complaints: string[] = [];
  for (const document of documents) {
    const { status, body, warnings } = await apply(document, options);
    const name = `${document.kind} ${document.metadata.name}`;
    if (status >= 300) complaints.push(`${name}: ${status} ${reasonOf(body)}`);
    complaints.push(...warnings.map((warning) => `${name}: ${warning}`));
  }
  return complaints;
}

async function podComplaints(server: ApiServer, documents: readonly Manifest[]): Promise<string[]> {
  const namespace = documents[0]?.metadata.namespace ?? documents[0]?.metadata.name;
  const path = `/api/v1/namespaces/${namespace}/pods?dryRun=All&fieldValidation=Strict`;
  const create = (name: string, spec: IPodSpec, labels: Record<string, string> = {}) =>
    server.call('POST', path, { apiVersion: 'v1', kind: 'Pod', metadata: { name, labels }, spec });
  const complaints: string[] = [];
  for (const { name, pod, labels, document } of workloadsOf(documents)) {
    // The controller of a StatefulSet adds the volumes that it has claimed.
    const claims = (document.spec.volumeClaimTemplates ?? []).map(({ metadata }) => ({
      name: metadata.name,
      persistentVolumeClaim: { claimName: metadata.name },
    }));
    const spec = { ...pod, volumes: [...(pod.volumes ?? []), ...claims] };
    const { status, body } = await create(`${name}-pod`, spec, labels);
    if (status >= 300) complaints.push(`pod of ${name}: ${status} ${reasonOf(body)}`);
  }
  // A server that accepts everything proves nothing.
  const privileged = { name: 'root', image: 'root:1', securityContext: { privileged: true } };
  const { status } = await create('root', { containers: [privileged] });
  if (status !== 403) complaints.push(`a privileged pod is answered ${status}`);
  return complaints;
}

/** Kinds whose definition accepts a field that they do not have: for them the check proves nothing. */
async function blindKinds(apply: Apply, documents: readonly Manifest[], kinds: string[]): Promise<string[]> {
  const blind: string[] = [];
  for (const entry of kinds) {
    const document = documents.find(({ apiVersion, kind }) => `${apiVersion} ${kind}` === entry);
    if (!document) continue;
    const wrong = { ...document, spec: { ...(document.spec as object), noSuchField: 1 } };
    if ((await apply(wrong, DRY_RUN)).status < 300) blind.push(`${entry} accepts a field that it does not have`);
  }
  return blind;
}

/** @returns the path under which the server has a document's kind */
async function resourcePaths(server: ApiServer, documents: readonly Manifest[]) {
  const known = new Map<string, { root: string; name: string; namespaced: boolean }>();
  for (const apiVersion of new Set(documents.map((document) => document.apiVersion))) {
    const root = apiVersion.includes('/') ? `/apis/${apiVersion}` : `/api/${apiVersion}`;
    const { resources = [] } = (await server.call('GET', root)).body;
    for (const { name, kind, namespaced } of resources) {
      // Names with a slash are of subresources.
      if (!name.includes('/')) known.set(`${apiVersion} ${kind}`, { root, name, namespaced });
    }
  }
  return ({ apiVersion, kind, metadata }: Manifest) => {
    const entry = known.get(`${apiVersion} ${kind}`);
    if (!entry) throw new Error(`the server knows no ${apiVersion} ${kind}`);
    return `${entry.root}${entry.namespaced ? `/namespaces/${metadata.namespace}` : ''}/${entry.name}`;
  };
}

/** @returns the overlays, and `everything` with all optional components */
async function renderAll(kustomize: Kustomize, version: string): Promise<Record<string, Manifest[]>> {
  const overlays = await renderOverlays(kustomize, (folder) => setVersion(folder, version));
  const everything = stringify({
    apiVersion: 'kustomize.config.k8s.io/v1beta1',
    kind: 'Kustomization',
    namespace: 'inkling',
    resources: ['../production'],
    components: OPTIONAL.map((component) => `../../components/${component}`),
    configMapGenerator: [{ name: 'inkling-manifests', behavior: 'merge', literals: [`RELEASE=${dashed(version)}`] }],
    transformers: ['../../transformers'],
  });
  return { ...overlays, everything: await renderOverlay(kustomize, 'everything', everything) };
}

/** Changes the images and RELEASE, as an operator does. */
async function setVersion(folder: string, version: string) {
  for (const file of [
    'base/config/manifests.env',
    'base/kustomization.yaml',
    'overlays/production/kustomization.yaml',
    'components/nats/kustomization.yaml',
  ]) {
    const path = join(folder, file);
    const text = await readFile(path, 'utf8');
    const images = text.replaceAll(`newTag: ${CURRENT}`, `newTag: ${version}`);
    await writeFile(path, images.replaceAll(`RELEASE=${dashed(CURRENT)}`, `RELEASE=${dashed(version)}`));
  }
}

const dashed = (version: string) => version.replaceAll('.', '-');
