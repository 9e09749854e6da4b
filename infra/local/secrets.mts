import { randomBytes } from 'node:crypto';
import { chmod, readFile, rename, writeFile } from 'node:fs/promises';
import webPush from 'web-push';
import { LaunchFailure, codeOf } from './failure.mjs';

const random = () => randomBytes(32).toString('base64url');

/** Generated once per data folder and kept there, readable by its owner alone. */
export interface Secrets {
  sessionSecret: string;
  /** Signs the challenges of proofs of work. */
  workSecret: string;
  /** The superuser's password. */
  postgres: string;
  nats: string;
  /** The VAPID keys by which push services know this server. */
  webPush: { publicKey: string; privateKey: string };
  /** Service name -> its database role's password. */
  services: Record<string, string>;
}

/**
 * Reads the secrets, adding what is missing.
 * @throws {LaunchFailure} when the file is there and cannot be read
 */
export async function loadSecrets(path: string, services: string[]): Promise<Secrets> {
  let kept: Partial<Secrets> = {};
  try {
    kept = JSON.parse(await readFile(path, 'utf8'));
  } catch (cause) {
    if (codeOf(cause) !== 'ENOENT')
      throw new LaunchFailure(
        `${path} cannot be read (${codeOf(cause) ?? 'it is not JSON'}): ` +
          'make it readable, or move the data folder away to start with an empty one.',
        { cause },
      );
  }
  const secrets: Secrets = {
    sessionSecret: kept.sessionSecret ?? random(),
    workSecret: kept.workSecret ?? random(),
    postgres: kept.postgres ?? random(),
    nats: kept.nats ?? random(),
    webPush: kept.webPush ?? webPush.generateVAPIDKeys(),
    services: Object.fromEntries(services.map((name) => [name, kept.services?.[name] ?? random()])),
  };
  const text = `${JSON.stringify(secrets, null, 2)}\n`;
  if (text !== `${JSON.stringify(kept, null, 2)}\n`) {
    await writeFile(`${path}.new`, text, { mode: 0o600 });
    await rename(`${path}.new`, path);
  }
  await chmod(path, 0o600);
  return secrets;
}
