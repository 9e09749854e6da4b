import { backups } from './backups.mjs';
import { certificate } from './certificate.mjs';
import { clock } from './clock.mjs';
import { containers } from './containers.mjs';
import { disk } from './disk.mjs';
import { dns } from './dns.mjs';
import { docker } from './docker.mjs';
import { envFile } from './env-file.mjs';
import { cluster } from './kubernetes/cluster.mjs';
import { namespace } from './kubernetes/namespace.mjs';
import { network } from './kubernetes/network.mjs';
import { operators } from './kubernetes/operators.mjs';
import { secrets } from './kubernetes/secrets.mjs';
import { mail } from './mail.mjs';
import { memory } from './memory.mjs';
import { node } from './node.mjs';
import { openFiles } from './open-files.mjs';
import { origin } from './origin.mjs';
import { ports } from './ports.mjs';
import { proxy } from './proxy.mjs';

/** A check that has nothing to say where something that it asks does not answer; another one says that. */
const where = (answers, check) => ({
  ...check,
  run: async (context) => ((await answers(context)) ? check.run(context) : []),
});
const engine = async ({ docker: asked }) => (await asked.version()).code === 0;
const server = async ({ kubectl }) => (await kubectl.version()).code === 0;

const FRONT = [dns, origin, certificate, proxy, clock];
const CHECKS = {
  start: [node, envFile, ports, disk, memory, openFiles, ...FRONT, mail, backups],
  compose: [node, docker, envFile, where(engine, containers), ports, disk, memory, openFiles, ...FRONT, mail, backups],
  kubernetes: [cluster, ...[operators, network, secrets, namespace, ...FRONT].map((check) => where(server, check))],
};

/**
 * @param {'start' | 'compose' | 'kubernetes'} mode
 * @returns {readonly import('../run.mjs').Check[]} in the order in which one would mend things
 */
export const checksOf = (mode) => CHECKS[mode];
