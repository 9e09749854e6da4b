import { readFile, writeFile } from 'node:fs/promises';
import { ReadableStream } from 'node:stream/web';
import { Decrypter, Encrypter, generateX25519Identity, identityToRecipient } from 'age-encryption';
import { LaunchFailure, reasonOf } from '../local/failure.mjs';
import type { Bytes, Envelope } from './files.mts';

/** As `age` itself names its files; `age -d` reads them. */
const SUFFIX = '.age';
const NO_KEY = /no identity matched/i;

/**
 * Encrypts a backup for those who hold the recipients' keys. The envelope also opens what it has sealed, with a key
 * that exists only in this process' memory: a machine can try the backup that it makes, and read no other one.
 * @param recipients public keys, `age1...`
 * @throws {LaunchFailure} for what is no public key
 */
export async function envelopeFor(recipients: readonly string[]): Promise<Envelope> {
  const encrypter = new Encrypter();
  for (const recipient of recipients) {
    try {
      encrypter.addRecipient(recipient);
    } catch (cause) {
      const hint = /^AGE-SECRET-KEY/i.test(recipient) ? 'A secret key' : recipient;
      throw new LaunchFailure(
        `${hint} is no public key of age: one looks like age1..., and \`npm run backup -- --new-key FILE\` makes one.`,
        { cause },
      );
    }
  }
  const temporary = await generateX25519Identity();
  encrypter.addRecipient(await identityToRecipient(temporary));
  const decrypter = new Decrypter();
  decrypter.addIdentity(temporary);
  return envelope(decrypter, encrypter);
}

/**
 * Opens encrypted backups.
 * @param path of a file with secret keys, as `age-keygen` writes it
 * @throws {LaunchFailure} when it cannot be read or holds none
 */
export async function envelopeFrom(path: string): Promise<Envelope> {
  const text = await readFile(path, 'utf8').catch((cause) => {
    throw new LaunchFailure(`The key ${path} cannot be read: ${reasonOf(cause)}.`, { cause });
  });
  const decrypter = new Decrypter();
  const lines = text.split('\n').map((line) => line.trim());
  const keys = lines.filter((line) => line !== '' && !line.startsWith('#'));
  try {
    for (const key of keys) decrypter.addIdentity(key);
  } catch (cause) {
    throw new LaunchFailure(`${path} holds something that is no secret key of age (AGE-SECRET-KEY-1...).`, { cause });
  }
  if (keys.length === 0) throw new LaunchFailure(`${path} holds no secret key.`);
  return envelope(decrypter, new Encrypter());
}

/**
 * Makes a pair of keys.
 * @param path of a new file for the secret key, which only its owner may read
 * @returns the public key
 */
export async function makeKey(path: string): Promise<string> {
  const identity = await generateX25519Identity();
  const recipient = await identityToRecipient(identity);
  const text = `# created: ${new Date().toISOString()}\n# public key: ${recipient}\n${identity}\n`;
  await writeFile(path, text, { mode: 0o600, flag: 'wx', flush: true }).catch((cause) => {
    throw new LaunchFailure(`${path} cannot be written: ${reasonOf(cause)}.`, { cause });
  });
  return recipient;
}

const envelope = (decrypter: Decrypter, encrypter: Encrypter): Envelope => ({
  suffix: SUFFIX,
  async *seal(source) {
    yield* bytesOf(await encrypter.encrypt(streamOf(source)));
  },
  async *open(source) {
    try {
      yield* bytesOf(await decrypter.decrypt(streamOf(source)));
    } catch (cause) {
      if (NO_KEY.test(reasonOf(cause)))
        throw new LaunchFailure('The key given by --identity does not open this backup.', { cause });
      throw cause;
    }
  },
});

// age works with the browser's type of a stream, which in Node is the same class.
type WebStream = globalThis.ReadableStream<Uint8Array<ArrayBuffer>>;
const streamOf = (source: Bytes) => ReadableStream.from(source) as unknown as WebStream;
const bytesOf = (stream: globalThis.ReadableStream<Uint8Array>) => stream as unknown as Bytes;
