/** `npm run doctor`: finds the installation, runs its checks, prints what they found. */
import { checksOf } from './checks/index.mts';
import { Docker } from './docker.mts';
import { lineOf } from './findings.mts';
import { HOST } from './host.mts';
import { findInstallation } from './installation.mts';
import { Kubectl } from './kubectl.mts';
import { USAGE, readOptions } from './options.mts';
import { runChecks } from './run.mts';

export async function examine(args: string[]) {
  const options = readOptions(args);
  if (!options) return console.log(USAGE);
  const kubectl = new Kubectl(HOST, options.namespace);
  const docker = new Docker(HOST, options.file);
  const installation = await findInstallation(options, kubectl, process.env);
  const { name, mode } = installation;
  if (!options.json) console.log(`Looking at ${name}.`);
  const findings = await runChecks(checksOf(mode), { ...installation, options, host: HOST, docker, kubectl });
  const count = (wanted: string) => findings.filter(({ state }) => state === wanted).length;
  const [failed, warned] = [count('fail'), count('warn')];
  if (options.json) console.log(JSON.stringify({ installation: name, mode, findings }, null, 2));
  else {
    const width = Math.max(...findings.map(({ check }) => check.length));
    for (const finding of findings) console.log(lineOf(finding, width));
    console.log(failed + warned === 0 ? 'Everything is in order.' : `${failed} failed, ${warned} to look at.`);
  }
  // A check that is late must not keep the process.
  await new Promise<void>((resolve) => process.stdout.write('', () => resolve()));
  process.exit(failed > 0 ? 1 : 0);
}
