import { join } from 'node:path';
import { dataPaths } from '../../local/paths.mjs';
import { isRunning } from '../../local/process-identity.mjs';
import { fail, ok } from '../findings.mjs';

/** Of the profile of that name: service, variable, default. */
const OBSERVABILITY = [
  ['grafana', 'GRAFANA_PORT', '3000'],
  ['jaeger', 'JAEGER_PORT', '16686'],
  ['alertmanager', 'ALERTMANAGER_PORT', '9093'],
];

/** Ports that the installation opens on this computer are free, or its own already. */
export const ports = {
  name: 'ports',
  run: async (context) => (context.mode === 'compose' ? composed(context) : started(context)),
};

async function composed({ settings, docker, host }) {
  const containers = await docker.containers();
  const wanted = [
    {
      service: 'nginx',
      variable: 'HTTP_PORT',
      port: settings.HTTP_PORT || '8080',
      on: settings.HTTP_BIND || '0.0.0.0',
    },
  ];
  // Only who uses the profile needs these.
  for (const [service, variable, port] of OBSERVABILITY) {
    if (containers.some((one) => one.service === service))
      wanted.push({ service, variable, port: settings[variable] || port, on: '127.0.0.1' });
  }
  return Promise.all(
    wanted.map(async ({ service, variable, port, on }) => {
      const number = Number(port);
      if (!isPort(number)) return fail(`${variable} is ${port}`, 'It must be a number from 1 to 65535.');
      const own = containers.find((one) => one.state === 'running' && one.ports.includes(number));
      if (own?.service === service) return ok(`${on}:${port} is held by our own ${own.name}`);
      const free = await host.probePort(number, on);
      if (free === 'taken')
        return fail(
          `${on}:${port} is taken by another program`,
          `Find it with ss -ltnp 'sport = :${port}' and end it, or set ${variable}.`,
        );
      if (free === 'no such address') return fail(`${on} is no address of this computer`, 'Correct HTTP_BIND.');
      // The engine may open what this user may not.
      return ok(`${on}:${port} is free`);
    }),
  );
}

async function started({ settings, host }) {
  const port = Number(settings.PORT || 8080);
  if (!isPort(port)) return [fail(`PORT is ${settings.PORT}`, 'It must be a number from 1 to 65535.')];
  const on = settings.HOST || '127.0.0.1';
  const free = await host.probePort(port, on === '127.0.0.1' || on === '::1' ? 'localhost' : on);
  if (free === 'free') return [ok(`${on}:${port} is free`)];
  if (free === 'forbidden') return [fail(`${on}:${port} may not be opened by this user`, 'Choose a PORT above 1023.')];
  if (free === 'no such address') return [fail(`${on} is no address of this computer`, 'Correct HOST.')];
  const own = await runningPid(settings, port, host);
  if (own !== undefined) return [ok(`${on}:${port} is held by our own process ${own}`)];
  return [
    fail(
      `${on}:${port} is taken by another program`,
      `Find it with ss -ltnp 'sport = :${port}' and end it, or set PORT.`,
    ),
  ];
}

/** Of the instance on this data folder, while it runs and has that port. */
async function runningPid(settings, port, host) {
  const paths = dataPaths(settings.DATA_DIR || '.data');
  const [lock, addresses] = await Promise.all([host.read(paths.lock), host.read(join(paths.root, 'addresses.json'))]);
  if (!lock || !addresses || new URL(JSON.parse(addresses).http).port !== String(port)) return undefined;
  const holder = JSON.parse(lock);
  return isRunning(holder) ? holder.pid : undefined;
}

const isPort = (number) => Number.isInteger(number) && number >= 1 && number <= 65_535;
