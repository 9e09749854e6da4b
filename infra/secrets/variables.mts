import { randomBytes } from 'node:crypto';
import webPush from 'web-push';

export const SERVICES = ['auth', 'polls', 'social', 'notifications', 'search', 'insights', 'community'];
const NATS_USERS = ['gateway', ...SERVICES, 'admin'];
const LETTERS = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ';
const SIGNS = `${LETTERS}0123456789`;
const LENGTH = 40;

/**
 * 40 letters and digits, about 238 bits, which need no quoting in URLs, shells, compose files and YAML. The first is a
 * letter, because NATS reads values that begin with a digit as numbers.
 */
export function randomSecret(): string {
  let secret = LETTERS.charAt(randomBytes(1).readUInt8() % LETTERS.length);
  while (secret.length < LENGTH) {
    // Without this limit, the first signs would be more likely than the others.
    for (const byte of randomBytes(LENGTH))
      if (byte < 256 - (256 % SIGNS.length) && secret.length < LENGTH) secret += SIGNS.charAt(byte % SIGNS.length);
  }
  return secret;
}

/** A new pair of VAPID keys. */
export function webPushKeys(): Record<string, string> {
  const { publicKey, privateKey } = webPush.generateVAPIDKeys();
  return { WEB_PUSH_PUBLIC_KEY: publicKey, WEB_PUSH_PRIVATE_KEY: privateKey };
}

const perName = (prefix: string, names: readonly string[]) => names.map((name) => `${prefix}_${name.toUpperCase()}`);

/** Variables under one heading. Those with a `make` are made together. */
export interface Group {
  heading: string;
  names: string[];
  make?: () => Record<string, string>;
}
export const GROUPS: readonly Group[] = [
  { heading: 'Signs the sessions of browsers; the same for auth and gateway', names: ['SESSION_SECRET'] },
  { heading: 'Signs the challenges of proofs of work; the same for auth and notifications', names: ['POW_SECRET'] },
  {
    heading: "PostgreSQL: the owner's password, and one for each service's role",
    names: ['POSTGRES_PASSWORD', ...perName('DATABASE_PASSWORD', SERVICES)],
  },
  { heading: 'NATS: one user per service, and one for admin commands', names: perName('NATS_PASSWORD', NATS_USERS) },
  { heading: 'The S3 store for pictures and videos', names: ['S3_ACCESS_KEY', 'S3_SECRET_KEY'] },
  { heading: 'The role with which PostgreSQL is watched', names: ['DATABASE_PASSWORD_WATCH'] },
  { heading: 'The account of the probe, which signs in and votes every minute', names: ['PROBE_PASSWORD'] },
  { heading: "Grafana's user admin, who is asked for with GRAFANA_LOGIN_OFF=false", names: ['GRAFANA_PASSWORD'] },
  {
    heading: 'Push messages to browsers. Never change these: devices are registered with the public key',
    names: ['WEB_PUSH_PUBLIC_KEY', 'WEB_PUSH_PRIVATE_KEY'],
    make: webPushKeys,
  },
];

export const SECRET_NAMES = GROUPS.flatMap(({ names }) => names);

/**
 * Values for the missing variables.
 * @throws {Error} when only one key of a pair exists
 */
export function makeMissing(given: Readonly<Record<string, string | undefined>>): Record<string, string> {
  const made = {};
  for (const { names, make } of GROUPS) {
    const missing = names.filter((name) => !given[name]);
    if (missing.length === 0) continue;
    if (make && missing.length < names.length)
      throw new Error(
        `${names.join(' and ')} belong together, and only one of them is set: set the other one, or remove both.`,
      );
    Object.assign(made, make ? make() : Object.fromEntries(missing.map((name) => [name, randomSecret()])));
  }
  return made;
}
