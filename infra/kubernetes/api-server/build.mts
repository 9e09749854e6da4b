/** Builds etcd and kube-apiserver from their Go modules, once; it takes minutes. */
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);
const KUBERNETES = 'v1.35.4';
const ETCD = 'v3.6.5';
/** The numbers under which Kubernetes publishes the parts of this release: v0.35.4. */
const PARTS = KUBERNETES.replace('v1.', 'v0.');
const BUILD_MS = 40 * 60_000;

export interface Programs {
  etcd: string;
  apiServer: string;
}

/**
 * @param folder where the programs and their sources go
 * @returns paths of the programs
 * @throws when there is no Go, or a build fails
 */
export async function buildServers(folder: string, report: (line: string) => void): Promise<Programs> {
  const etcd = join(folder, 'etcd');
  const apiServer = join(folder, 'kube-apiserver');
  const etcdModule = `module check\n\ngo 1.24\n\nrequire go.etcd.io/etcd/server/v3 ${ETCD}\n`;
  const etcdMain = `package main

import (
	"os"

	"go.etcd.io/etcd/server/v3/etcdmain"
)

func main() { etcdmain.Main(os.Args) }
`;
  if (!existsSync(etcd)) await build(etcd, etcdModule, etcdMain, '.', report);
  if (!existsSync(apiServer)) {
    const tools = '//go:build tools\n\npackage check\n\nimport _ "k8s.io/kubernetes/cmd/kube-apiserver"\n';
    await build(apiServer, await kubernetesModule(), tools, 'k8s.io/kubernetes/cmd/kube-apiserver', report);
  }
  return { etcd, apiServer };
}

/** Kubernetes' own go.mod takes its parts from folders of its repository; here each needs its published version. */
async function kubernetesModule() {
  const { stdout } = await run('go', ['mod', 'download', '-json', `k8s.io/kubernetes@${KUBERNETES}`], {
    timeout: BUILD_MS,
  });
  const own = await readFile(JSON.parse(stdout).GoMod, 'utf8');
  const parts = new Set([...own.matchAll(/^\s*(k8s\.io\/\S+) v0\.0\.0$/gm)].map(([, name]) => name));
  const replaced = [...parts].map((name) => `\t${name} => ${name} ${PARTS}\n`).join('');
  return `module check\n\ngo 1.25\n\nrequire k8s.io/kubernetes ${KUBERNETES}\n\nreplace (\n${replaced})\n`;
}

async function build(
  target: string,
  module: string,
  source: string,
  what: string,
  report: (line: string) => void,
): Promise<void> {
  const folder = `${target}.src`;
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, 'go.mod'), module);
  await writeFile(join(folder, 'main.go'), source);
  report(`Building ${target} ...`);
  const options = { cwd: folder, timeout: BUILD_MS, maxBuffer: 16 * 2 ** 20 };
  const [major, minor] = KUBERNETES.slice(1).split('.');
  const version = [`gitVersion=${KUBERNETES}`, `gitMajor=${major}`, `gitMinor=${minor}`]
    .map((setting) => `-X k8s.io/component-base/version.${setting}`)
    .join(' ');
  await run('go', ['mod', 'tidy'], options);
  await run('go', ['build', '-p', '2', '-ldflags', version, '-o', target, what], options);
}
