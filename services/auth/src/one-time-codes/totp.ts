import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';

/** Authenticator applications agree on these alone: SHA-1, six figures, thirty seconds. */
const STEP_SECONDS = 30;
const FIGURES = 6;
/** Steps before and after the present one whose codes count, for clocks that differ and for slow typing. */
const DRIFT_STEPS = 1;
const SECRET_BYTES = 20;
const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** A new secret that an authenticator application and the server share. */
export const newSecret = (): Buffer => randomBytes(SECRET_BYTES);

/** The number of the step at a time in milliseconds. */
export const stepAt = (ms: number): number => Math.floor(ms / 1_000 / STEP_SECONDS);

/** The code of a step, with leading zeros (RFC 4226; the counter is the step of RFC 6238). */
export function codeOf(secret: Buffer, step: number, figures = FIGURES): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const mac = createHmac('sha1', secret).update(counter).digest();
  const offset = mac[mac.length - 1]! & 0xf;
  const number = (mac.readUInt32BE(offset) & 0x7fff_ffff) % 10 ** figures;
  return String(number).padStart(figures, '0');
}

/**
 * The step whose code this is, if it is at most one away from the present one and later than `after`, the last one that
 * was used. Every candidate is compared, so that the time tells nothing.
 */
export function stepOfCode(secret: Buffer, code: string, now: number, after: number | null): number | undefined {
  if (!/^\d{6}$/.test(code)) return undefined;
  let found: number | undefined;
  for (let step = stepAt(now) - DRIFT_STEPS; step <= stepAt(now) + DRIFT_STEPS; step += 1) {
    const same = timingSafeEqual(Buffer.from(codeOf(secret, step)), Buffer.from(code));
    if (same && (after === null || step > after)) found = step;
  }
  return found;
}

/** A secret as people type it into an application. */
export function toBase32(secret: Buffer): string {
  const bits = [...secret].map((byte) => byte.toString(2).padStart(8, '0')).join('');
  return (bits.match(/.{1,5}/g) ?? []).map((five) => BASE32[Number.parseInt(five.padEnd(5, '0'), 2)]).join('');
}

/**
 * The address that a QR code carries to an authenticator application.
 * @param issuer the server's name, under which the application lists the account
 */
export function enrolmentUri(secret: Buffer, issuer: string, account: string): string {
  const label = `${encodeURIComponent(issuer)}:${encodeURIComponent(account)}`;
  return `otpauth://totp/${label}?secret=${toBase32(secret)}&issuer=${encodeURIComponent(issuer)}`;
}
