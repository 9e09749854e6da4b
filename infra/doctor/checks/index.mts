import type { Mode } from '../options.mts';
import type { Check, Context } from '../run.mts';
import { backups } from './backups.mts';
import { certificate } from './certificate.mts';
import { clock } from './clock.mts';
import { memory, node, openFiles } from './computer.mts';
import { containers } from './containers.mts';
import { disk } from './disk.mts';
import { dns } from './dns.mts';
import { docker } from './docker.mts';
import { envFile } from './env-file.mts';
import { cluster } from './kubernetes/cluster.mts';
import { namespace } from './kubernetes/namespace.mts';
import { network } from './kubernetes/network.mts';
import { operators } from './kubernetes/operators.mts';
import { secrets } from './kubernetes/secrets.mts';
import { mail } from './mail.mts';
import { origin } from './origin.mts';
import { ports } from './ports.mts';
import { proxy } from './proxy.mts';

/** The check, silent where what it asks does not answer: another check reports that. */
const where = (answers: (context: Context) => Promise<boolean>, check: Check): Check => ({
  ...check,
  run: async (context) => ((await answers(context)) ? check.run(context) : []),
});
const engine = async ({ docker: asked }: Context) => (await asked.version()).code === 0;
const server = async ({ kubectl }: Context) => (await kubectl.version()).code === 0;

const FRONT = [dns, origin, certificate, proxy, clock];
const CHECKS: Record<Mode, Check[]> = {
  start: [node, envFile, ports, disk, memory, openFiles, ...FRONT, mail, backups],
  compose: [node, docker, envFile, where(engine, containers), ports, disk, memory, openFiles, ...FRONT, mail, backups],
  kubernetes: [cluster, ...[operators, network, secrets, namespace, ...FRONT].map((check) => where(server, check))],
};

/** @returns the checks in the order in which one would mend things */
export const checksOf = (mode: Mode): readonly Check[] => CHECKS[mode];
