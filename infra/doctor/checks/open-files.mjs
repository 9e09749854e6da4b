import { ok, warn } from '../findings.mjs';

/** A socket of a browser takes two in nginx and one in a gateway. */
const GOOD = 20_000;

/** How many files and sockets nginx and gateways may have open. */
export const openFiles = {
  name: 'open files',
  run: async ({ mode, docker, host }) => {
    const all = mode === 'compose' ? await docker.containers() : [];
    const processes = all.filter(({ service, pid }) => ['nginx', 'gateway'].includes(service) && pid > 0);
    const looked = processes.length > 0 ? processes : [{ name: 'this computer gives', pid: 'self' }];
    const findings = await Promise.all(looked.map(({ name, pid }) => ofProcess(host, name, pid)));
    return findings.filter((finding) => finding !== undefined);
  },
};

async function ofProcess(host, name, pid) {
  const limits = await host.read(`/proc/${pid}/limits`);
  const most = /^Max open files\s+\S+\s+(\S+)/m.exec(limits ?? '')?.[1];
  if (most === undefined) return undefined;
  const text = `${name}: ${most}`;
  if (most === 'unlimited' || Number(most) >= GOOD) return ok(text);
  const advice = 'For more sockets raise LimitNOFILE of the docker service, or of the service that runs npm start.';
  return warn(`${text}, which is enough for ${Math.floor(Number(most) / 2)} sockets`, advice);
}
