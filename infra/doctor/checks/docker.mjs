import { LEAST_COMPOSE, LEAST_ENGINE } from '../../docker/versions.mts';
import { isAtLeast, parseVersion } from '../../local/version.mjs';
import { fail, ok } from '../findings.mjs';

const DOCS = 'docs/operations/compose.md#prerequisites';

/** The engine answers, and it and the compose plugin are new enough. */
export const docker = {
  name: 'docker',
  run: async ({ docker }) => {
    const [engine, compose] = await Promise.all([docker.version(), docker.composeVersion()]);
    if (engine.problem === 'missing') {
      return [
        fail('there is no docker on the PATH', `Install Docker Engine ${LEAST_ENGINE.join('.')} or newer: ${DOCS}.`),
      ];
    }
    return [engineFinding(engine), composeFinding(compose)];
  },
};

function engineFinding({ code, stdout, stderr, problem }) {
  if (problem === 'late') return fail('the engine does not answer', 'systemctl status docker; journalctl -u docker.');
  if (/permission denied/i.test(stderr)) {
    return fail('the engine may not be asked', 'Run this with sudo, or as a member of the group docker.');
  }
  if (code !== 0)
    return fail(`the engine does not answer: ${lastLine(stderr)}`, 'Start it: sudo systemctl start docker.');
  return versionFinding('Engine', stdout, LEAST_ENGINE);
}

function composeFinding({ code, stdout, problem }) {
  if (problem === 'late') return fail('docker compose does not answer', 'Run docker compose version by hand.');
  if (code !== 0) {
    return fail(
      'the compose plugin is missing',
      `Install docker-compose-plugin ${LEAST_COMPOSE.join('.')} or newer: ${DOCS}.`,
    );
  }
  return versionFinding('Compose', stdout, LEAST_COMPOSE);
}

function versionFinding(what, text, oldest) {
  const least = oldest.join('.');
  const version = parseVersion(text);
  if (!version)
    return fail(`${what} does not say its version`, `Run docker version by hand; ${least} or newer is needed.`);
  if (isAtLeast(version, oldest)) return ok(`${what} ${version.join('.')}`);
  return fail(`${what} ${version.join('.')} is older than ${least}`, `Update it: ${DOCS}.`);
}

const lastLine = (text) => text.split('\n').at(-1) ?? '';
