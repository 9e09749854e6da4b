import { createHmac } from 'node:crypto';

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';
const STEP_MS = 30_000;

/** The bytes of a key in base32, spaces left out. */
function bytesOf(key: string): Buffer {
  let value = 0n;
  const symbols = key.replaceAll(/\s/g, '');
  for (const symbol of symbols) value = value * 32n + BigInt(ALPHABET.indexOf(symbol));
  const bits = symbols.length * 5;
  const hex = (value >> BigInt(bits % 8)).toString(16);
  return Buffer.from(hex.padStart(Math.floor(bits / 8) * 2, '0'), 'hex');
}

/**
 * The six figures that an authenticator application shows for a key.
 * @param ahead steps of 30 seconds from now; the server accepts one in either direction
 */
export function figuresOf(key: string, ahead = 0): string {
  const message = Buffer.alloc(8);
  message.writeBigUInt64BE(BigInt(Math.floor(Date.now() / STEP_MS) + ahead));
  const digest = createHmac('sha1', bytesOf(key)).update(message).digest();
  const start = digest.at(-1)! % 16;
  const figures = (digest.readUInt32BE(start) % 2 ** 31) % 1_000_000;
  return `${figures}`.padStart(6, '0');
}
