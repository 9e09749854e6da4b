import { join } from 'node:path';
import { dataPaths } from '../../local/paths.mjs';
import { isRunning } from '../../local/process-identity.mjs';
import { fail, ok } from '../findings.mts';
import type { Check, Context } from '../run.mts';

/** Of the profile with this name: service, variable, default. */
const OBSERVABILITY = [
  ['grafana', 'GRAFANA_PORT', '3000'],
  ['jaeger', 'JAEGER_PORT', '16686'],
  ['alertmanager', 'ALERTMANAGER_PORT', '9093'],
];

/** Ports that the installation opens on this computer are free, or its own already. */
export const ports: Check = {
  name: 'ports',
  run: async (context) => (context.mode === 'compose' ? composed(context) : [await started(context)]),
};

async function composed({ settings, docker, host }: Context) {
  const containers = await docker.containers();
  const wanted = [
    {
      service: 'nginx',
      variable: 'HTTP_PORT',
      port: settings.HTTP_PORT || '8080',
      on: settings.HTTP_BIND || '0.0.0.0',
    },
    // Only installations that use the profile need these.
    ...OBSERVABILITY.filter(([service]) => containers.some((one) => one.service === service)).map(
      ([service, variable, port]) => ({ service, variable, port: settings[variable] || port, on: '127.0.0.1' }),
    ),
  ];
  return Promise.all(
    wanted.map(async ({ service, variable, port, on }) => {
      if (!isPort(port)) return noPort(variable, port);
      const own = containers.find((one) => one.state === 'running' && one.ports.includes(Number(port)));
      if (own?.service === service) return ok(`${on}:${port} is held by our own ${own.name}`);
      const free = await host.probePort(Number(port), on);
      if (free === 'taken') return taken(on, port, variable);
      if (free === 'no such address') return noAddress(on, 'HTTP_BIND');
      // The engine may open ports that this user may not.
      return ok(`${on}:${port} is free`);
    }),
  );
}

async function started(context: Context) {
  const port = context.settings.PORT || '8080';
  if (!isPort(port)) return noPort('PORT', port);
  const on = context.settings.HOST || '127.0.0.1';
  const free = await context.host.probePort(Number(port), on === '127.0.0.1' || on === '::1' ? 'localhost' : on);
  if (free === 'free') return ok(`${on}:${port} is free`);
  if (free === 'forbidden') return fail(`${on}:${port} may not be opened by this user`, 'Choose a PORT above 1023.');
  if (free === 'no such address') return noAddress(on, 'HOST');
  const own = await runningPid(context, port);
  return own === undefined ? taken(on, port, 'PORT') : ok(`${on}:${port} is held by our own process ${own}`);
}

/** The process of the installation in this data folder, if it runs on that port. */
async function runningPid({ settings, host }: Context, port: string): Promise<number | undefined> {
  const paths = dataPaths(settings.DATA_DIR || '.data');
  const [lock, addresses] = await Promise.all([host.read(paths.lock), host.read(join(paths.root, 'addresses.json'))]);
  if (!lock || !addresses || Number(new URL(JSON.parse(addresses).http).port) !== Number(port)) return undefined;
  const holder = JSON.parse(lock);
  return isRunning(holder) ? holder.pid : undefined;
}

function isPort(text: string) {
  const number = Number(text);
  return Number.isInteger(number) && number >= 1 && number <= 65_535;
}

const noPort = (variable: string, port: string) =>
  fail(`${variable} is ${port}`, 'It must be a number from 1 to 65535.');
const noAddress = (on: string, variable: string) =>
  fail(`${on} is no address of this computer`, `Correct ${variable}.`);
const taken = (on: string, port: string, variable: string) =>
  fail(
    `${on}:${port} is taken by another program`,
    `Find it with ss -ltnp 'sport = :${port}' and end it, or set ${variable}.`,
  );
