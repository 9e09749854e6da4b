/**
 * Builds etcd and kube-apiserver from their Go modules, for machines that have Go and no cluster: minutes the first
 * time.
 */
import { execFile } from 'node:child_process';
import { access, mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);
const KUBERNETES = 'v1.35.4';
const ETCD = 'v3.6.5';
/** Kubernetes publishes the parts of a release under numbers of their own: v1.35.4 goes with v0.35.4. */
const PARTS = KUBERNETES.replace('v1.', 'v0.');
const BUILD_MS = 40 * 60_000;

/**
 * @param {string} folder where the programs go, and what is needed to build them
 * @param {(line: string) => void} report
 * @returns {Promise<{ etcd: string, apiServer: string }>} paths of the programs
 * @throws when there is no Go, or a build fails
 */
export async function buildServers(folder, report) {
  const etcd = join(folder, 'etcd');
  const apiServer = join(folder, 'kube-apiserver');
  const etcdModule = `module check\n\ngo 1.24\n\nrequire go.etcd.io/etcd/server/v3 ${ETCD}\n`;
  const etcdMain =
    'package main\n\nimport (\n\t"os"\n\n\t"go.etcd.io/etcd/server/v3/etcdmain"\n)\n\nfunc main() { etcdmain.Main(os.Args) }\n';
  if (!(await exists(etcd))) await build(etcd, etcdModule, etcdMain, '.', report);
  if (!(await exists(apiServer))) {
    const tools = '//go:build tools\n\npackage check\n\nimport _ "k8s.io/kubernetes/cmd/kube-apiserver"\n';
    await build(apiServer, await kubernetesModule(), tools, 'k8s.io/kubernetes/cmd/kube-apiserver', report);
  }
  return { etcd, apiServer };
}

/** Inside its own repository Kubernetes takes its parts from folders; outside every one must be named. */
async function kubernetesModule() {
  const { stdout } = await run('go', ['mod', 'download', '-json', `k8s.io/kubernetes@${KUBERNETES}`], {
    timeout: BUILD_MS,
  });
  const own = await readFile(JSON.parse(stdout).GoMod, 'utf8');
  const parts = [...new Set([...own.matchAll(/^\s*(k8s\.io\/\S+) v0\.0\.0$/gm)].map(([, name]) => name))];
  return `module check\n\ngo 1.25\n\nrequire k8s.io/kubernetes ${KUBERNETES}\n\nreplace (\n${parts.map((name) => `\t${name} => ${name} ${PARTS}\n`).join('')})\n`;
}

async function build(target, module, source, what, report) {
  const folder = `${target}.src`;
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, 'go.mod'), module);
  await writeFile(join(folder, 'main.go'), source);
  report(`Building ${target} ...`);
  const options = { cwd: folder, timeout: BUILD_MS, maxBuffer: 16 * 2 ** 20 };
  const [major, minor] = KUBERNETES.slice(1).split('.');
  const version = ['gitVersion=' + KUBERNETES, 'gitMajor=' + major, 'gitMinor=' + minor]
    .map((setting) => `-X k8s.io/component-base/version.${setting}`)
    .join(' ');
  await run('go', ['mod', 'tidy'], options);
  await run('go', ['build', '-p', '2', '-ldflags', version, '-o', target, what], options);
}

const exists = (path) =>
  access(path).then(
    () => true,
    () => false,
  );
