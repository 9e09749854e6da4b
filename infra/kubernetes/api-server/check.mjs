/**
 * Puts both overlays before a real Kubernetes API server: `kubectl apply --server-side --dry-run=server` for every
 * document, then for every pod that would come of them, so that the namespace's pod security has its say.
 *
 *     node infra/kubernetes/api-server/check.mjs [--programs FOLDER]
 *
 * FOLDER has `etcd` and `kube-apiserver`; what is missing there is built, which needs Go. It also needs kustomize or kubectl.
 */
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { underOwnNode } from '../../local/own-node.mjs';
import { workloadsOf } from '../cluster-view.mjs';
import { findKustomize, renderOverlays } from '../render.mjs';
import { buildServers } from './build.mjs';
import { startApiServer } from './servers.mjs';

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
    const { status, body, warnings } = await server.call('PATCH', `${path}/${document.metadata.name}?${options}`, document, APPLY);
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
  const create = (name, spec, labels = {}) => server.call('POST', `/api/v1/namespaces/${documents[0].metadata.namespace ?? documents[0].metadata.name}/pods?dryRun=All&fieldValidation=Strict`, { apiVersion: 'v1', kind: 'Pod', metadata: { name, labels }, spec });
  for (const { name, pod, labels, document } of workloadsOf(documents)) {
    // A StatefulSet's controller adds the volumes that it has claimed.
    const claims = (document.spec.volumeClaimTemplates ?? []).map(({ metadata }) => ({ name: metadata.name, persistentVolumeClaim: { claimName: metadata.name } }));
    const { status, body } = await create(`${name}-pod`, { ...pod, volumes: [...(pod.volumes ?? []), ...claims] }, labels);
    if (status >= 300) complaints.push(`pod of ${name}: ${status} ${body.message}`);
  }
  // Whoever lets everything through proves nothing.
  const { status } = await create('root', { containers: [{ name: 'root', image: 'root:1', securityContext: { privileged: true } }] });
  if (status !== 403) complaints.push(`a privileged pod is answered ${status}`);
  return complaints;
}

/** Kinds of operators get a definition that takes any fields: their own are not to be had here. */
export async function defineForeignKinds(server, documents) {
  const foreign = new Set(documents.filter(({ apiVersion }) => apiVersion.includes('.') && !apiVersion.split('/')[0].endsWith('.k8s.io')).map(({ apiVersion, kind }) => `${apiVersion} ${kind}`));
  for (const entry of foreign) {
    const [apiVersion, kind] = entry.split(' ');
    const [group, version] = apiVersion.split('/');
    const plural = `${kind.toLowerCase()}s`;
    const schema = { openAPIV3Schema: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true } };
    const spec = { group, scope: 'Namespaced', names: { plural, singular: kind.toLowerCase(), kind }, versions: [{ name: version, served: true, storage: true, schema }] };
    await server.call('POST', '/apis/apiextensions.k8s.io/v1/customresourcedefinitions', { apiVersion: 'apiextensions.k8s.io/v1', kind: 'CustomResourceDefinition', metadata: { name: `${plural}.${group}` }, spec });
    const deadline = Date.now() + 30_000;
    while ((await server.call('GET', `/apis/${apiVersion}`)).status !== 200) {
      if (Date.now() > deadline) throw new Error(`${entry} does not appear`);
      await new Promise((resume) => setTimeout(resume, 100));
    }
  }
  return [...foreign];
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
  const { values } = parseArgs({ args, options: { programs: { type: 'string', default: join(tmpdir(), 'inkling-api-server') } } });
  const programs = resolve(values.programs);
  await mkdir(programs, { recursive: true });
  const kustomize = await findKustomize();
  if (!kustomize) throw new Error('There is neither kustomize nor kubectl on the PATH.');
  const overlays = await renderOverlays(kustomize);
  const servers = await buildServers(programs, console.log);
  for (const [name, documents] of Object.entries(overlays)) {
    const folder = await mkdtemp(join(tmpdir(), 'inkling-api-server-'));
    const server = await startApiServer(servers, folder);
    try {
      const foreign = await defineForeignKinds(server, documents);
      const complaints = await complaintsOf(server, documents);
      const version = (await server.call('GET', '/version')).body.gitVersion;
      console.log(`${name}: ${documents.length} documents and ${workloadsOf(documents).length} pods before Kubernetes ${version}, ${complaints.length} complaints`);
      console.log(`  by name only, for want of their schemas: ${foreign.join(', ')}`);
      for (const complaint of complaints) console.log(`  ${complaint}`);
      if (complaints.length > 0) process.exitCode = 1;
    } finally {
      await server.stop();
      await rm(folder, { recursive: true, force: true });
    }
  }
});
