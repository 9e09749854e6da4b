/** `npm run doctor`: finds the installation, runs its checks, prints what they found. */
import { checksOf } from './checks/index.mjs';
import { Docker } from './docker.mjs';
import { lineOf } from './findings.mjs';
import { HOST } from './host.mjs';
import { findInstallation } from './installation.mjs';
import { Kubectl } from './kubectl.mjs';
import { USAGE, readOptions } from './options.mjs';
import { runChecks } from './run.mjs';

/** @param {string[]} args */
export async function examine(args) {
  const options = readOptions(args);
  if (!options) {
    console.log(USAGE);
    return;
  }
  const kubectl = new Kubectl(HOST, options.namespace);
  const installation = await findInstallation(options, kubectl, process.env);
  if (!options.json) console.log(`Looking at ${installation.name}.`);
  const docker = new Docker(HOST, options.file);
  const findings = await runChecks(checksOf(installation.mode), {
    ...installation,
    options,
    host: HOST,
    docker,
    kubectl,
  });
  const failed = findings.filter(({ state }) => state === 'fail').length;
  if (options.json)
    console.log(JSON.stringify({ installation: installation.name, mode: installation.mode, findings }, null, 2));
  else {
    const width = Math.max(...findings.map(({ check }) => check.length));
    for (const finding of findings) console.log(lineOf(finding, width));
    const warned = findings.filter(({ state }) => state === 'warn').length;
    console.log(failed + warned === 0 ? 'Everything is in order.' : `${failed} failed, ${warned} to look at.`);
  }
  // A look that is late must not keep the process.
  await new Promise((resolve) => process.stdout.write('', resolve));
  process.exit(failed > 0 ? 1 : 0);
}
