import { reasonOf } from '../../local/failure.mjs';
import { fail, ok, warn } from '../findings.mjs';
import { isLocal } from '../installation.mjs';

const START = {
  compose: 'npm run compose -- up -d --wait',
  start: 'npm start',
  kubernetes: 'kubectl -n inkling get pods',
};

/** PUBLIC_ORIGIN is an origin, https for people elsewhere, and this very server answers there. */
export const origin = {
  name: 'origin',
  run: async (context) => {
    const { origin, settings, mode, host } = context;
    if (!origin) {
      const given = settings.PUBLIC_ORIGIN;
      const advice =
        mode === 'kubernetes'
          ? 'Set PUBLIC_ORIGIN of inkling-config in your overlay.'
          : 'npm run secrets -- --origin https://polls.example.org';
      return [
        fail(
          given ? `${given} is no origin` : 'PUBLIC_ORIGIN is not set',
          given ? 'It looks like https://polls.example.org, without a path or a / at its end.' : advice,
        ),
      ];
    }
    const findings = [];
    if (origin.protocol === 'http:' && !isLocal(origin)) {
      findings.push(
        fail(
          `${origin.origin} is not https`,
          'Browsers keep push, cameras and safe cookies from it. Put TLS in front: docs/operations/compose.md#tls.',
        ),
      );
    }
    return [...findings, await answered(origin, mode, host, await isStarted(context))];
  },
};

/** As far as one can see; a cluster is. */
async function isStarted({ mode, docker, origin, host }) {
  if (mode === 'compose') return (await docker.containers()).some(({ state }) => state === 'running');
  return (
    mode !== 'start' || !isLocal(origin) || (await host.probePort(Number(origin.port || 80), 'localhost')) !== 'free'
  );
}

async function answered(origin, mode, host, started) {
  const start = `Is it started? ${START[mode]}. Does the proxy in front lead to it?`;
  let answer;
  try {
    answer = await host.exchange(new URL('/api/config', origin));
  } catch (error) {
    return (started ? fail : warn)(`${origin.origin} does not answer: ${reasonOf(error)}`, start);
  }
  const { status, headers, body } = answer;
  if (status >= 300 && status < 400)
    return fail(
      `${origin.origin} leads to ${headers.location}`,
      'PUBLIC_ORIGIN is the last address, to which others lead.',
    );
  if (status === 502 || status === 503 || status === 504)
    return fail(`${origin.origin} answers ${status}: no gateway behind it`, start);
  const config = parsed(body);
  if (status !== 200 || config?.product !== 'Inkling')
    return fail(
      `${origin.origin} answers ${status}, and it is not Inkling`,
      'Another site has this name, or the proxy in front leads elsewhere.',
    );
  if (config.environment !== 'production' && !isLocal(origin))
    return warn(`${origin.origin} answers in ${config.environment}`, 'Set NODE_ENV=production.');
  return ok(`${origin.origin} answers, version ${config.version}`);
}

function parsed(body) {
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}
