import { createHmac, scryptSync } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { LaunchFailure, reasonOf } from './failure.mjs';
import { ROOT } from './paths.mjs';
import { connect } from './postgres.mts';

const DEFAULT_DATABASE = 'inkling';
/** Two preparations at once would collide on the roles, which belong to the whole server. */
const PREPARATION_LOCK = 'inkling-prepare-roles';

/** Owner's password -> what the services' passwords are derived from. */
const keys = new Map<string, Buffer>();

/** @returns names of the services, from their folders */
export async function serviceNames(): Promise<string[]> {
  const folders = await readdir(join(ROOT, 'services'));
  return folders.filter((name) => existsSync(join(ROOT, 'services', name, 'package.json'))).sort();
}

/**
 * Passwords for the roles on a server that other instances may use too. Roles belong to the whole server, so every
 * instance derives the same passwords from the owner's, which gives full access anyway.
 * @returns undefined when the address has no password to derive them from
 */
export function sharedPasswords(ownerUrl: string, services: readonly string[]): Record<string, string> | undefined {
  const { password } = new URL(ownerUrl);
  if (!password) return undefined;
  // Slow on purpose, so that a service's password does not help to guess the owner's.
  const key = keys.get(password) ?? scryptSync(decodeURIComponent(password), 'inkling-service-roles', 32);
  keys.set(password, key);
  return Object.fromEntries(services.map((name) => [name, createHmac('sha256', key).update(name).digest('base64url')]));
}

/**
 * A password for every service, from variables such as DATABASE_PASSWORD_POLLS.
 * @returns undefined when one is missing
 */
export function passwordsFrom(
  env: Record<string, string | undefined>,
  services: readonly string[],
): Record<string, string> | undefined {
  const passwords: Record<string, string> = {};
  for (const name of services) {
    const password = env[`DATABASE_PASSWORD_${name.toUpperCase()}`];
    if (!password) return undefined;
    passwords[name] = password;
  }
  return passwords;
}

/**
 * Creates the database, when it is missing, and each service's role and schema in it. Safe to repeat and to run at
 * the same time elsewhere.
 * @param ownerUrl of a superuser or an owner that may create roles; without a database it means `inkling`
 * @param passwords service name -> its role's password
 * @param options `ownServer`: the server is the product's alone, and `ownerUrl` its superuser's
 * @returns service name -> its DATABASE_URL
 * @throws {LaunchFailure} when the server is unreachable or refuses
 */
export async function prepareDatabase(
  ownerUrl: string,
  passwords: Record<string, string>,
  { ownServer = false }: { ownServer?: boolean } = {},
): Promise<Record<string, string>> {
  const target = new URL(ownerUrl);
  if (target.pathname.length <= 1) target.pathname = `/${DEFAULT_DATABASE}`;
  const name = decodeURIComponent(target.pathname.slice(1));
  const maintenance = new URL(target);
  maintenance.pathname = '/postgres';
  try {
    const admin = await connect(maintenance.href);
    try {
      await admin.query('select pg_advisory_lock(hashtextextended($1, 0))', [PREPARATION_LOCK]);
      const { rowCount } = await admin.query('select from pg_database where datname = $1', [name]);
      if (rowCount === 0) await admin.query(`create database ${admin.escapeIdentifier(name)} template template0`);
      if (ownServer) await admin.query(await sqlOf('server'));
      await prepareSchemas(target.href, passwords);
    } finally {
      await admin.end();
    }
  } catch (cause) {
    throw new LaunchFailure(`The database at ${maintenance.host} cannot be prepared: ${reasonOf(cause)}.`, { cause });
  }
  return Object.fromEntries(
    Object.entries(passwords).map(([service, password]) => [service, serviceUrl(target, service, password)]),
  );
}

const sqlOf = (name: string) => readFile(join(ROOT, 'infra', 'postgres', `${name}.sql`), 'utf8');

async function prepareSchemas(url: string, passwords: Record<string, string>) {
  const [databaseSql, serviceSql] = await Promise.all([sqlOf('database'), sqlOf('service')]);
  const client = await connect(url);
  try {
    await client.query(databaseSql);
    for (const [service, password] of Object.entries(passwords)) {
      await client.query(`select set_config('inkling.service', $1, false), set_config('inkling.password', $2, false)`, [
        service,
        password,
      ]);
      await client.query(serviceSql);
    }
  } finally {
    await client.end();
  }
}

function serviceUrl(target: URL, service: string, password: string) {
  const url = new URL(target);
  url.username = `inkling_${service}`;
  url.password = encodeURIComponent(password);
  return url.href;
}
