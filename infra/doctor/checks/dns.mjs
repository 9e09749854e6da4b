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

async function originFindings({ origin, host, mode }) {
  if (!origin || isLocal(origin)) return [];
  const name = origin.hostname.replace(/^\[|\]$/g, '');
  const addresses = isIP(name) ? [name] : await host.resolve(name);
  if (addresses.length === 0) {
    return [fail(`${name} is not found`, 'Make an A or AAAA record for it; here, look at /etc/resolv.conf.')];
  }
  const own = host.addresses();
  const text = `${name} is ${addresses.join(', ')}`;
  if (mode !== 'kubernetes' && !addresses.some((address) => own.includes(address))) {
    return [warn(`${text}, which is no address of this computer`, 'Right behind a load balancer, a proxy elsewhere or NAT; otherwise correct the record.')];
  }
  return [ok(text)];
}

async function insideFindings({ mode, settings, docker }) {
  if (mode !== 'compose') return [];
  const asked = { notifications: hostOf(settings.SMTP_URL), insights: hostOf(settings.OPENAI_BASE_URL), gateway: hostOf(settings.S3_ENDPOINT) };
  const running = new Set((await docker.containers()).filter(({ state }) => state === 'running').map(({ service }) => service));
  const wanted = Object.entries(asked).filter(([service, name]) => running.has(service) && name && !isIP(name));
  const findings = wanted.map(async ([service, name]) => {
    const { code, stdout } = await docker.compose(['exec', '-T', service, 'node', '-e', SCRIPT, name], { timeoutMs: INSIDE_MS });
    if (code === 0 && stdout === '') return ok(`${service} finds ${name}`);
    return fail(`${service} does not find ${name}`, `Correct the name, or docker's name server ("dns" in /etc/docker/daemon.json).`);
  });
  return Promise.all(findings);
}

const hostOf = (address) => (address && URL.canParse(address) ? new URL(address).hostname : undefined);
