import { LEAST_COMPOSE, LEAST_ENGINE } from '../../docker/versions.mts';
import { isAtLeast, parseVersion } from '../../local/version.mjs';
import { fail, ok } from '../findings.mts';
import type { Ran } from '../host.mts';
import type { Check } from '../run.mts';

const DOCS = 'docs/operations/compose.md#prerequisites';

/** The engine answers, and it and the compose plugin are new enough. */
export const docker: Check = {
  name: 'docker',
  run: async ({ docker: asked }) => {
    const [engine, compose] = await Promise.all([asked.version(), asked.composeVersion()]);
    if (engine.problem === 'missing') {
      const advice = `Install Docker Engine ${LEAST_ENGINE.join('.')} or newer: ${DOCS}.`;
      return [fail('there is no docker on the PATH', advice)];
    }
    return [engineFinding(engine), composeFinding(compose)];
  },
};

function engineFinding({ code, stdout, stderr, problem }: Ran) {
  if (problem === 'late') return fail('the engine does not answer', 'systemctl status docker; journalctl -u docker.');
  if (/permission denied/i.test(stderr))
    return fail('the engine may not be asked', 'Run this with sudo, or as a member of the group docker.');
  if (code !== 0) {
    const reason = stderr.split('\n').at(-1);
    return fail(`the engine does not answer: ${reason}`, 'Start it: sudo systemctl start docker.');
  }
  return versionFinding('Engine', stdout, LEAST_ENGINE);
}

function composeFinding({ code, stdout, problem }: Ran) {
  if (problem === 'late') return fail('docker compose does not answer', 'Run docker compose version by hand.');
  if (code !== 0) {
    const advice = `Install docker-compose-plugin ${LEAST_COMPOSE.join('.')} or newer: ${DOCS}.`;
    return fail('the compose plugin is missing', advice);
  }
  return versionFinding('Compose', stdout, LEAST_COMPOSE);
}

function versionFinding(what: string, text: string, oldest: readonly number[]) {
  const least = oldest.join('.');
  const version = parseVersion(text);
  if (!version)
    return fail(`${what} does not say its version`, `Run docker version by hand; ${least} or newer is needed.`);
  if (isAtLeast(version, oldest)) return ok(`${what} ${version.join('.')}`);
  return fail(`${what} ${version.join('.')} is older than ${least}`, `Update it: ${DOCS}.`);
}
