import { argon2, randomBytes, timingSafeEqual } from 'node:crypto';

/** Argon2id's cost beside its memory, which is a setting. */
const PASSES = { passes: 2, parallelism: 1 };
const SALT_BYTES = 16;
const HASH_BYTES = 32;
/** Refused above this, so that a damaged row cannot ask for gigabytes. */
const MEMORY_MAX = 1_048_576;

interface Phc {
  memory: number;
  passes: number;
  parallelism: number;
  salt: Buffer;
  hash: Buffer;
}

const PHC = /^\$argon2id\$v=19\$m=(\d{1,7}),t=(\d{1,3}),p=(\d{1,3})\$([A-Za-z0-9+/]{11,86})\$([A-Za-z0-9+/]{16,86})$/;
const unpadded = (bytes: Buffer) => bytes.toString('base64').replace(/=+$/, '');

/** `$argon2id$v=19$m=..,t=..,p=..$salt$hash`, base64 without padding. */
export const encodePhc = ({ memory, passes, parallelism, salt, hash }: Phc): string =>
  `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${unpadded(salt)}$${unpadded(hash)}`;

/** The parts of a PHC string. Throws when it is not argon2id version 19 or its cost is absurd. */
export function decodePhc(text: string): Phc {
  const match = PHC.exec(text);
  if (!match) throw new Error('Stored password hash is not an argon2id PHC string');
  const [, memory, passes, parallelism, salt, hash] = match as unknown as [
    string,
    string,
    string,
    string,
    string,
    string,
  ];
  if (Number(memory) > MEMORY_MAX) throw new Error('Stored password hash asks for too much memory');
  return {
    memory: Number(memory),
    passes: Number(passes),
    parallelism: Number(parallelism),
    salt: Buffer.from(salt, 'base64'),
    hash: Buffer.from(hash, 'base64'),
  };
}

function derive(
  password: string,
  cost: Pick<Phc, 'memory' | 'passes' | 'parallelism'>,
  salt: Buffer,
  length: number,
): Promise<Buffer> {
  // One password typed on two keyboards can arrive composed or decomposed.
  const message = password.normalize('NFKC');
  return new Promise((resolve, reject) => {
    argon2('argon2id', { ...cost, message, nonce: salt, tagLength: length }, (error, key) =>
      error ? reject(error) : resolve(key),
    );
  });
}

/**
 * A new PHC string for `password`, with a fresh salt. About 25 ms in the thread pool with 19 MiB.
 * @param memory in KiB
 */
export async function hashPassword(password: string, memory: number): Promise<string> {
  const salt = randomBytes(SALT_BYTES);
  const cost = { memory, ...PASSES };
  return encodePhc({ ...cost, salt, hash: await derive(password, cost, salt, HASH_BYTES) });
}

/** Whether `password` is the one behind `phc`; costs what the PHC string says. */
export async function verifyPassword(password: string, phc: string): Promise<boolean> {
  const { salt, hash, ...cost } = decodePhc(phc);
  return timingSafeEqual(await derive(password, cost, salt, hash.length), hash);
}
