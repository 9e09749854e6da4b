import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { parse } from 'yaml';
import { ROOT } from '../local/paths.mjs';

const SERVICES = ['auth', 'polls', 'social', 'notifications', 'search', 'insights', 'community'];
/** They call Google, mail and push services, or the model; the network `inside` has no outside access. */
const REACH_OUT = ['auth', 'notifications', 'insights'];
/** Not in a container's environment: set by the image, or for another way to run. */
const NOT_CARRIED = [
  'NODE_ENV',
  'HTTP_HOST',
  'HTTP_PORT',
  'OPS_PORT',
  'OPS_HOST',
  'MEDIA_DIR',
  'GOOGLE_APPLICATION_CREDENTIALS',
  'FIREBASE_AUTH_EMULATOR_HOST',
  'AUTH_HASH_MEMORY_KIB',
];
/** In .env.example, and read by the launcher of `npm start`, by the images, or by `npm run backup`. */
const NOT_OF_A_SERVICE = ['PORT', 'HOST', 'DATA_DIR', 'LOG', 'MIGRATE', 'BACKUP_RECIPIENTS', 'METRICS_DIR'];

const read = (file) => readFileSync(join(ROOT, file), 'utf8');
// The parser's limit for uses of anchors is lower than the file needs.
const { services, networks } = parse(read('docker-compose.yml'), { merge: true, maxAliasCount: -1 });
const asked = new Set([...read('docker-compose.yml').matchAll(/\$\{(\w+)/g)].map(([, name]) => name));

describe('docker-compose.yml', () => {
  /** @type {Record<string, string[]>} */
  const variables = {};
  beforeAll(async () => {
    const { BaseConfig } = await source('libs/platform/src/config/base-config.ts');
    for (const app of ['gateway', ...SERVICES]) {
      const own = Object.values(await source(`${app === 'gateway' ? app : `services/${app}`}/src/config.ts`)).find(
        (value) => value?.shape,
      );
      variables[app] = Object.keys(BaseConfig.extend(own.shape).shape);
    }
  });

  it.each(['gateway', ...SERVICES])('passes every variable that %s reads from .env', (app) => {
    const given = services[app].environment;
    const wanted = variables[app].filter(
      (name) => !NOT_CARRIED.includes(name) && !(app === 'gateway' && name === 'DATABASE_URL'),
    );
    expect(wanted.filter((name) => !(name in given))).toEqual([]);
    // At least one service declares each variable that all services get.
    expect(Object.keys(given).filter((name) => !Object.values(variables).flat().includes(name))).toEqual([]);
  });

  it('and .env.example have the same variables as the services', () => {
    const documented = new Set(
      [...read('.env.example').matchAll(/\b([A-Z][A-Z0-9_]{2,})\b(?=[=.;]|$)/gm)].map(([, name]) => name),
    );
    const known = new Set(Object.values(variables).flat());
    expect([...known].filter((name) => !documented.has(name))).toEqual([]);
    const assigned = [...read('.env.example').matchAll(/\b([A-Z][A-Z0-9_]{2,})=/g)].map(([, name]) => name);
    expect(assigned.filter((name) => !known.has(name) && !asked.has(name) && !NOT_OF_A_SERVICE.includes(name))).toEqual(
      [],
    );
  });

  it('bounds the processes of every container', () => {
    for (const [name, { deploy, pids_limit: other }] of Object.entries(services)) {
      expect([name, deploy?.resources.limits.pids, other]).toEqual([name, expect.any(Number), undefined]);
    }
  });

  it('has connections for two processes of every service, and limits each service', () => {
    const most = Number(/max_connections=(\d+)/.exec(services.postgres.command.join(' '))?.[1]);
    const [, parts, whole] = /integer \* (\d) \/ (\d)/.exec(read('infra/postgres/limits.sql')) ?? [];
    const allowed = Math.floor((most * Number(parts)) / Number(whole));
    const pool = Number(/DATABASE_POOL=(\d+)/.exec(read('.env.example'))?.[1]);
    // Search has a second pool; a migration takes one connection more.
    expect(allowed).toBeGreaterThanOrEqual(2 * 2 * pool + 1);
    expect(allowed).toBeLessThan(most / 2);
  });

  it('checks PostgreSQL without a shell, whose orphans PostgreSQL as process 1 would take for a crash', () => {
    expect(services.postgres.healthcheck.test.slice(0, 2)).toEqual(['CMD', 'pg_isready']);
  });

  it('lets node_exporter read the metrics of the continuous archive', () => {
    const mounted = (service, target) =>
      services[service].volumes
        .map(String)
        .find((each) => each.split(':')[1] === target)
        ?.split(':')[0];
    const folder = '/archive-metrics';
    expect(services['node-exporter'].command).toContain(`--collector.textfile.directory=${folder}`);
    expect(mounted('node-exporter', folder)).toBe(mounted('archive', '/metrics'));
    expect(mounted('archive-volume', '/metrics')).toBe(mounted('archive', '/metrics'));
  });

  it('gives outside access only to services that call others', () => {
    expect(Object.keys(networks).filter((name) => networks[name]?.internal)).toEqual(['inside']);
    expect(SERVICES.filter((app) => services[app].networks.some((name) => name !== 'inside'))).toEqual(REACH_OUT);
    for (const store of ['postgres', 'nats', 's3', 'prometheus', 'admin', 'streams', 'database'])
      expect([store, services[store].networks]).toEqual([store, ['inside']]);
  });
});

/** A TypeScript source, by its path from the root. */
async function source(path) {
  const module = await import(join(ROOT, path));
  return { ...module.default, ...module };
}
