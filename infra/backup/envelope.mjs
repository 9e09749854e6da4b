import { readFile, writeFile } from 'node:fs/promises';
import { Decrypter, Encrypter, generateX25519Identity, identityToRecipient } from 'age-encryption';
import { LaunchFailure, reasonOf } from '../local/failure.mjs';

/** As `age` itself names its files; `age -d` reads them. */
const SUFFIX = '.age';
const NO_KEY = /no identity matched/i;

/**
 * Encrypts a backup for those who hold the recipients' keys.
 * @param {readonly string[]} recipients public keys, `age1...`
 * @returns {Promise<import('./files.mjs').Envelope>} one that opens what it has sealed: with a key that is only in this
 *   process' memory, so that a backup can be tried on a machine that can read no other one
 * @throws {LaunchFailure} for what is no public key
 */
export async function envelopeFor(recipients) {
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
  const passing = await generateX25519Identity();
  encrypter.addRecipient(await identityToRecipient(passing));
  const decrypter = new Decrypter();
  decrypter.addIdentity(passing);
  return envelope(decrypter, encrypter);
}

/**
 * Opens encrypted backups.
 * @param {string} path of a file with secret keys, as `age-keygen` writes it
 * @returns {Promise<import('./files.mjs').Envelope>}
 * @throws {LaunchFailure} when it cannot be read or holds none
 */
export async function envelopeFrom(path) {
  const text = await readFile(path, 'utf8').catch((cause) => {
    throw new LaunchFailure(`The key ${path} cannot be read: ${reasonOf(cause)}.`, { cause });
  });
  const decrypter = new Decrypter();
  const keys = text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '' && !line.startsWith('#'));
  try {
    for (const key of keys) decrypter.addIdentity(key);
  } catch (cause) {
    throw new LaunchFailure(`${path} holds something that is no secret key of age (AGE-SECRET-KEY-1...).`, { cause });
  }
  if (keys.length === 0) throw new LaunchFailure(`${path} holds no secret key.`);
  return envelope(decrypter);
}

/**
 * Makes a pair of keys.
 * @param {string} path that must not exist; the secret key is written there for its owner alone
 * @returns {Promise<string>} the public key
 */
export async function makeKey(path) {
  const identity = await generateX25519Identity();
  const recipient = await identityToRecipient(identity);
  const text = `# created: ${new Date().toISOString()}\n# public key: ${recipient}\n${identity}\n`;
  await writeFile(path, text, { mode: 0o600, flag: 'wx', flush: true }).catch((cause) => {
    throw new LaunchFailure(`${path} cannot be written: ${reasonOf(cause)}.`, { cause });
  });
  return recipient;
}

/** @returns {import('./files.mjs').Envelope} */
const envelope = (decrypter, encrypter) => ({
  suffix: SUFFIX,
  async *seal(source) {
    yield* await encrypter.encrypt(ReadableStream.from(source));
  },
  async *open(source) {
    try {
      yield* await decrypter.decrypt(ReadableStream.from(source));
    } catch (cause) {
      if (NO_KEY.test(reasonOf(cause)))
        throw new LaunchFailure('The key given by --identity does not open this backup.', { cause });
      throw cause;
    }
  },
});
