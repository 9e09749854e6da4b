import { reasonOf } from '../../local/failure.mjs';
import { fail, ok, warn } from '../findings.mts';
import { isLocal } from '../installation.mts';
import type { Check, Context } from '../run.mts';

const START = {
  compose: 'npm run compose -- up -d --wait',
  start: 'npm start',
  kubernetes: 'kubectl -n inkling get pods',
};
const NO_GATEWAY = [502, 503, 504];

/** PUBLIC_ORIGIN is an origin, https for people elsewhere, and this very server answers there. */
export const origin: Check = {
  name: 'origin',
  run: async (context) => {
    const { origin: url } = context;
    if (!url) return [unset(context)];
    const answer = await answered(url, context);
    if (url.protocol === 'https:' || isLocal(url)) return [answer];
    const advice =
      'Browsers keep push, cameras and safe cookies from it. Put TLS in front: docs/operations/compose.md#tls.';
    return [fail(`${url.origin} is not https`, advice), answer];
  },
};

function unset({ settings: { PUBLIC_ORIGIN: given }, mode }: Context) {
  if (given)
    return fail(`${given} is no origin`, 'It looks like https://polls.example.org, without a path or a / at its end.');
  const advice =
    mode === 'kubernetes'
      ? 'Set PUBLIC_ORIGIN of inkling-config in your overlay.'
      : 'npm run secrets -- --origin https://polls.example.org';
  return fail('PUBLIC_ORIGIN is not set', advice);
}

/** Whether the installation is started, as far as one can see. */
async function isStarted(url: URL, { mode, docker, host }: Context) {
  if (mode === 'compose') return (await docker.containers()).some(({ state }) => state === 'running');
  return mode !== 'start' || !isLocal(url) || (await host.probePort(Number(url.port || 80), 'localhost')) !== 'free';
}

async function answered(url: URL, context: Context) {
  const start = `Is it started? ${START[context.mode]}. Does the proxy in front lead to it?`;
  let answer;
  try {
    answer = await context.host.exchange(new URL('/api/config', url));
  } catch (error) {
    const complain = (await isStarted(url, context)) ? fail : warn;
    return complain(`${url.origin} does not answer: ${reasonOf(error)}`, start);
  }
  const { status, headers, body } = answer;
  if (status >= 300 && status < 400) {
    const advice = 'PUBLIC_ORIGIN is the last address, to which others lead.';
    return fail(`${url.origin} leads to ${headers.location}`, advice);
  }
  if (NO_GATEWAY.includes(status)) return fail(`${url.origin} answers ${status}: no gateway behind it`, start);
  const config = parsed(body);
  if (status !== 200 || config?.product !== 'Inkling') {
    const advice = 'Another site has this name, or the proxy in front leads elsewhere.';
    return fail(`${url.origin} answers ${status}, and it is not Inkling`, advice);
  }
  if (config.environment !== 'production' && !isLocal(url))
    return warn(`${url.origin} answers in ${config.environment}`, 'Set NODE_ENV=production.');
  return ok(`${url.origin} answers, version ${config.version}`);
}

function parsed(body: string): { product?: string; environment?: string; version?: string } | undefined {
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}
