/**
 * Puts the overlays before a real Kubernetes API server, server-side and strict: as a dry run, in earnest, and again;
 * then an upgrade over each, without deleting anything. For every pod that would come of them it asks as well, so that
 * the namespace's pod security has its say. One more overlay has every optional component.
 *
 *     node infra/kubernetes/api-server/check.mjs [--programs FOLDER]
 *
 * FOLDER has `etcd` and `kube-apiserver`; what is missing there is built, which needs Go. It also needs kustomize or
 * kubectl.
 */
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { stringify } from 'yaml';
import { underOwnNode } from '../../local/own-node.mjs';
import { workloadsOf } from '../cluster-view.mjs';
import { findKustomize, renderOverlay, renderOverlays } from '../render.mjs';
import { buildServers } from './build.mjs';
import { defineKinds } from './definitions.mjs';

const { version: CURRENT } = JSON.parse(await readFile(join(import.meta.dirname, '../../../package.json'), 'utf8'));
const NEXT_VERSION = '9.8.7';
/** What production leaves out, but for what takes the place of something. */
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
const MANAGER = 'fieldManager=check&fieldValidation=Strict&force=true';
const DRY = `${MANAGER}&dryRun=All`;

/**
 * @param {import('./servers.mjs').ApiServer} server
 * @param {any[]} documents
 * @returns {Promise<string[]>} what the server refuses or warns of
 */
export async function complaintsOf(server, documents) {
  const paths = await resourcePaths(server, documents);
  const complaints = [];
  const apply = async (document, options, path = paths(document)) => {
    const { status, body, warnings } = await server.call(
      'PATCH',
      `${path}/${document.metadata.name}?${options}`,
      document,
      APPLY,
    );
    const name = `${document.kind} ${document.metadata.name}`;
    if (status >= 300) complaints.push(`${name}: ${status} ${body.message ?? body}`);
    complaints.push(...warnings.map((warning) => `${name}: ${warning}`));
  };
  // A dry run leaves no namespace behind for the next one.
  for (const document of documents.filter(({ kind }) => kind === 'Namespace')) await apply(document, MANAGER);
  for (const document of documents) await apply(document, DRY);
  for (const document of documents) await apply(document, MANAGER);
  // Once more: what is applied again must be as welcome as the first time, Jobs included.
  for (const document of documents) await apply(document, MANAGER);
  const create = (name, spec, labels = {}) =>
    server.call(
      'POST',
      `/api/v1/namespaces/${documents[0].metadata.namespace ?? documents[0].metadata.name}/pods?dryRun=All&fieldValidation=Strict`,
      { apiVersion: 'v1', kind: 'Pod', metadata: { name, labels }, spec },
    );
  for (const { name, pod, labels, document } of workloadsOf(documents)) {
    // A StatefulSet's controller adds the volumes that it has claimed.
    const claims = (document.spec.volumeClaimTemplates ?? []).map(({ metadata }) => ({
      name: metadata.name,
      persistentVolumeClaim: { claimName: metadata.name },
    }));
    const { status, body } = await create(
      `${name}-pod`,
      { ...pod, volumes: [...(pod.volumes ?? []), ...claims] },
      labels,
    );
    if (status >= 300) complaints.push(`pod of ${name}: ${status} ${body.message}`);
  }
  // Whoever lets everything through proves nothing.
  const { status } = await create('root', {
    containers: [{ name: 'root', image: 'root:1', securityContext: { privileged: true } }],
  });
  if (status !== 403) complaints.push(`a privileged pod is answered ${status}`);
  return complaints;
}

/** Kinds whose definition lets a field through that they do not have: such a check proves nothing. */
async function blindKinds(server, documents, kinds) {
  const paths = await resourcePaths(server, documents);
  const blind = [];
  for (const entry of kinds) {
    const document = documents.find(({ apiVersion, kind }) => `${apiVersion} ${kind}` === entry);
    const wrong = { ...document, spec: { ...document.spec, noSuchField: 1 } };
    const { status } = await server.call('PATCH', `${paths(document)}/${document.metadata.name}?${DRY}`, wrong, APPLY);
    if (status < 300) blind.push(`${entry} takes a field that it does not have`);
  }
  return blind;
}

/**
 * What a server that has one version says to the next one.
 * @param {import('./servers.mjs').ApiServer} server
 * @param {any[]} documents of the next version
 */
async function upgradeComplaints(server, documents) {
  const paths = await resourcePaths(server, documents);
  const complaints = [];
  for (const document of documents) {
    const { status, body } = await server.call(
      'PATCH',
      `${paths(document)}/${document.metadata.name}?${MANAGER}`,
      document,
      APPLY,
    );
    if (status >= 300)
      complaints.push(`upgrade: ${document.kind} ${document.metadata.name}: ${status} ${body.message ?? body}`);
  }
  return complaints;
}

async function resourcePaths(server, documents) {
  const known = new Map();
  for (const apiVersion of new Set(documents.map((document) => document.apiVersion))) {
    const root = apiVersion.includes('/') ? `/apis/${apiVersion}` : `/api/${apiVersion}`;
    for (const { name, kind, namespaced } of (await server.call('GET', root)).body.resources ?? []) {
      if (!name.includes('/')) known.set(`${apiVersion} ${kind}`, { root, name, namespaced });
    }
  }
  return ({ apiVersion, kind, metadata }) => {
    const entry = known.get(`${apiVersion} ${kind}`);
    if (!entry) throw new Error(`the server knows no ${apiVersion} ${kind}`);
    return `${entry.root}${entry.namespaced ? `/namespaces/${metadata.namespace}` : ''}/${entry.name}`;
  };
}

await underOwnNode(import.meta.filename, async (args) => {
  const { values } = parseArgs({
    args,
    options: { programs: { type: 'string', default: join(tmpdir(), 'inkling-api-server') } },
  });
  const programs = resolve(values.programs);
  await mkdir(programs, { recursive: true });
  const kustomize = await findKustomize();
  if (!kustomize) throw new Error('There is neither kustomize nor kubectl on the PATH.');
  const now = await renderAll(kustomize);
  const next = await renderAll(kustomize, NEXT_VERSION);
  const servers = await buildServers(programs, console.log);
  for (const [name, documents] of Object.entries(now)) {
    const folder = await mkdtemp(join(tmpdir(), 'inkling-api-server-'));
    // Only here: it leads to TypeScript, which the Node that starts this program may not read.
    const { startApiServer } = await import('./servers.mjs');
    const server = await startApiServer(servers, folder);
    try {
      const { checked, byName } = await defineKinds(server, documents);
      const complaints = await complaintsOf(server, documents);
      complaints.push(
        ...(await blindKinds(server, documents, checked)),
        ...(await upgradeComplaints(server, next[name] ?? [])),
      );
      const version = (await server.call('GET', '/version')).body.gitVersion;
      console.log(
        `${name}: ${documents.length} documents and ${workloadsOf(documents).length} pods before Kubernetes ${version}, ${complaints.length} complaints`,
      );
      console.log(`  with the definitions of their operators: ${checked.join(', ') || 'none'}`);
      if (byName.length > 0) console.log(`  by name only: ${byName.join(', ')}`);
      for (const complaint of complaints) console.log(`  ${complaint}`);
      if (complaints.length > 0) process.exitCode = 1;
    } finally {
      await server.stop();
      await rm(folder, { recursive: true, force: true });
    }
  }
});

/** The overlays, and one with all that an overlay may have besides. */
async function renderAll(kustomize, version) {
  const overlays = await renderOverlays(kustomize, (folder) => (version ? setVersion(folder, version) : undefined));
  const literals = version ? [`RELEASE=${dashed(version)}`] : [];
  return { ...overlays, everything: await renderOverlay(kustomize, 'everything', everything(literals)) };
}

/** As an operator does: images and RELEASE. */
async function setVersion(folder, version) {
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

function everything(literals) {
  return stringify({
    apiVersion: 'kustomize.config.k8s.io/v1beta1',
    kind: 'Kustomization',
    namespace: 'inkling',
    resources: ['../production'],
    components: OPTIONAL.map((component) => `../../components/${component}`),
    configMapGenerator: [{ name: 'inkling-manifests', behavior: 'merge', literals }],
    transformers: ['../../transformers'],
  });
}

function dashed(version) {
  return version.replaceAll('.', '-');
}
