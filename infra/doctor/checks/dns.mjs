import { isIP } from 'node:net';
import { fail, ok, warn } from '../findings.mjs';
import { isLocal } from '../installation.mjs';

const INSIDE_MS = 20_000;
/** Run by the Node of a container: prints one name that it does not find, or nothing. */
const SCRIPT = `const { lookup } = require('node:dns').promises;
Promise.all(process.argv.slice(1).map((name) => lookup(name).then(() => '', () => name)))
  .then((lost) => console.log(lost.filter(Boolean).join(' ')));`;

/** Names are found: the origin's here, and those that services ask for from inside their containers. */
export const dns = {
  name: 'dns',
  run: async (context) => {
    const [outside, inside] = await Promise.all([originFindings(context), insideFindings(context)]);
    return [...outside, ...inside];
  },
};

async function originFindings({ origin, host, mode, kubectl }) {
  if (!origin || isLocal(origin)) return [];
  const name = origin.hostname.replace(/^\[|\]$/g, '');
  const addresses = isIP(name) ? [name] : await host.resolve(name);
  if (addresses.length === 0) {
    return [fail(`${name} is not found`, 'Make an A or AAAA record for it; here, look at /etc/resolv.conf.')];
  }
  const text = `${name} is ${addresses.join(', ')}`;
  const [ours, whose] =
    mode === 'kubernetes' ? [await entrances(kubectl, host), "the Gateway's"] : [host.addresses(), "this computer's"];
  if (ours.length === 0 || addresses.some((address) => ours.includes(address))) return [ok(text)];
  return [
    warn(
      `${text}, which is none of ${whose} addresses`,
      'Right behind a load balancer, a proxy elsewhere or NAT; otherwise correct the record.',
    ),
  ];
}

/** Addresses of the way into a cluster, as far as it says them. */
async function entrances(kubectl, host) {
  const kinds = ['gateways.gateway.networking.k8s.io', 'ingresses.networking.k8s.io'];
  const lists = await Promise.all(kinds.map((kind) => kubectl.list(kind, { namespaced: true })));
  const given = lists
    .filter(Array.isArray)
    .flat()
    .flatMap(({ status }) => [
      ...(status?.addresses ?? []).map(({ value }) => value),
      ...(status?.loadBalancer?.ingress ?? []).map(({ ip, hostname }) => ip ?? hostname),
    ]);
  return (await Promise.all(given.map((one) => (isIP(one) ? [one] : host.resolve(one))))).flat();
}

async function insideFindings({ mode, settings, docker }) {
  if (mode !== 'compose') return [];
  const asked = {
    notifications: hostOf(settings.SMTP_URL),
    insights: hostOf(settings.OPENAI_BASE_URL),
    gateway: hostOf(settings.S3_ENDPOINT),
  };
  const running = new Set(
    (await docker.containers()).filter(({ state }) => state === 'running').map(({ service }) => service),
  );
  const wanted = Object.entries(asked).filter(([service, name]) => running.has(service) && name && !isIP(name));
  const findings = wanted.map(async ([service, name]) => {
    const { code, stdout } = await docker.compose(['exec', '-T', service, 'node', '-e', SCRIPT, name], {
      timeoutMs: INSIDE_MS,
    });
    if (code === 0 && stdout === '') return ok(`${service} finds ${name}`);
    return fail(
      `${service} does not find ${name}`,
      `Correct the name, or docker's name server ("dns" in /etc/docker/daemon.json).`,
    );
  });
  return Promise.all(findings);
}

const hostOf = (address) => (address && URL.canParse(address) ? new URL(address).hostname : undefined);
