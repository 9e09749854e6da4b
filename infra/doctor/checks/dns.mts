import { isIP } from 'node:net';
import { fail, ok, warn } from '../findings.mts';
import type { Host } from '../host.mts';
import { isLocal } from '../installation.mts';
import type { Kubectl, Resource } from '../kubectl.mts';
import type { Check, Context } from '../run.mts';

const INSIDE_MS = 20_000;
/** Run by a container's Node: prints the names that it cannot resolve, or nothing. */
const SCRIPT = `const { lookup } = require('node:dns').promises;
Promise.all(process.argv.slice(1).map((name) => lookup(name).then(() => '', () => name)))
  .then((lost) => console.log(lost.filter(Boolean).join(' ')));`;

/** A Gateway's or an Ingress' addresses. */
interface Entrance extends Resource {
  status?: {
    addresses?: { value: string }[];
    loadBalancer?: { ingress?: { ip?: string; hostname?: string }[] };
  };
}

/** Names can be resolved: the origin's here, and those that services need inside their containers. */
export const dns: Check = {
  name: 'dns',
  run: async (context) => (await Promise.all([originFindings(context), insideFindings(context)])).flat(),
};

async function originFindings({ origin, host, mode, kubectl }: Context) {
  if (!origin || isLocal(origin)) return [];
  const name = origin.hostname.replace(/^\[|\]$/g, '');
  const addresses = isIP(name) ? [name] : await host.resolve(name);
  if (addresses.length === 0)
    return [fail(`${name} is not found`, 'Make an A or AAAA record for it; here, look at /etc/resolv.conf.')];
  const text = `${name} is ${addresses.join(', ')}`;
  const cluster = mode === 'kubernetes';
  const ours = cluster ? await entrances(kubectl, host) : host.addresses();
  if (ours.length === 0 || addresses.some((address) => ours.includes(address))) return [ok(text)];
  const advice = 'Right behind a load balancer, a proxy elsewhere or NAT; otherwise correct the record.';
  return [warn(`${text}, which is none of ${cluster ? "the Gateway's" : "this computer's"} addresses`, advice)];
}

/** Addresses of the way into a cluster, as far as it says them. */
async function entrances(kubectl: Kubectl, host: Host) {
  const kinds = ['gateways.gateway.networking.k8s.io', 'ingresses.networking.k8s.io'];
  const lists = await Promise.all(kinds.map((kind) => kubectl.list<Entrance>(kind)));
  const given = lists
    .flatMap((list) => (Array.isArray(list) ? list : []))
    .flatMap(({ status }) => [
      ...(status?.addresses ?? []).map(({ value }) => value),
      ...(status?.loadBalancer?.ingress ?? []).flatMap(({ ip, hostname }) => ip ?? hostname ?? []),
    ]);
  return (await Promise.all(given.map(async (one) => (isIP(one) ? [one] : host.resolve(one))))).flat();
}

async function insideFindings({ mode, settings, docker }: Context) {
  if (mode !== 'compose') return [];
  const asked = {
    notifications: hostOf(settings.SMTP_URL),
    insights: hostOf(settings.OPENAI_BASE_URL),
    gateway: hostOf(settings.S3_ENDPOINT),
  };
  const all = await docker.containers();
  const runs = (name: string) => all.some(({ service, state }) => service === name && state === 'running');
  const findings = Object.entries(asked).map(async ([service, name]) => {
    if (!name || isIP(name) || !runs(service)) return [];
    const command = ['exec', '-T', service, 'node', '-e', SCRIPT, name];
    const { code, stdout } = await docker.compose(command, { timeoutMs: INSIDE_MS });
    if (code === 0 && stdout === '') return [ok(`${service} finds ${name}`)];
    const advice = `Correct the name, or docker's name server ("dns" in /etc/docker/daemon.json).`;
    return [fail(`${service} does not find ${name}`, advice)];
  });
  return (await Promise.all(findings)).flat();
}

const hostOf = (address?: string) => (address && URL.canParse(address) ? new URL(address).hostname : undefined);
