/** What a check has found, one line each, and how it is printed. */
import { styleText } from 'node:util';

/**
 * @typedef {object} Finding
 * @property {'ok' | 'warn' | 'fail'} state `fail`: it does not work, or will not for long. `warn`: worth a look.
 * @property {string} found
 * @property {string} [advice] what to do
 */

/** @param {string} found @returns {Finding} */
export const ok = (found) => ({ state: 'ok', found });
/** @param {string} found @param {string} advice @returns {Finding} */
export const warn = (found, advice) => ({ state: 'warn', found, advice });
/** @param {string} found @param {string} advice @returns {Finding} */
export const fail = (found, advice) => ({ state: 'fail', found, advice });

const STYLES = /** @type {const} */ ({ ok: 'green', warn: 'yellow', fail: 'red' });
const HIDDEN = '***';
const SECRET = /PASSWORD|SECRET|PRIVATE|TOKEN|_KEY$|ACCOUNT$|^SMTP_URL$|DATABASE_URL$|^NATS_URL$/;
/** Shorter values are ordinary words, which would disappear from everything that is printed. */
const LEAST_SECRET = 6;

/**
 * @param {Finding & { check: string }} finding
 * @param {number} width of the checks' names
 * @returns {string} one line
 */
export function lineOf({ state, check, found, advice }, width) {
  const mark = styleText(STYLES[state], state.padEnd(4), { stream: process.stdout });
  const text = advice ? `${found} -> ${advice}` : found;
  return `${mark}  ${check.padEnd(width)}  ${text.replaceAll(/\s+/g, ' ')}`;
}

/**
 * Takes secrets out of texts: whatever a program or a server has said may quote one.
 * @param {Readonly<Record<string, string | undefined>>} settings
 * @returns {(text: string) => string}
 */
export function redactor(settings) {
  const values = Object.entries(settings)
    .filter(([name, value]) => value && SECRET.test(name) && name !== 'WEB_PUSH_PUBLIC_KEY')
    .flatMap(([, value]) => [value, ...credentialsOf(value)])
    .filter((value) => value.length >= LEAST_SECRET)
    .toSorted((one, other) => other.length - one.length);
  return (text) => {
    const withoutUsers = text.replaceAll(/\b([a-z][a-z+]*:\/\/)[^\s/@]+@/gi, `$1${HIDDEN}@`);
    return values.reduce((left, value) => left.replaceAll(value, HIDDEN), withoutUsers);
  };
}

/** User and password of an address, as they are written and as they are meant. */
function credentialsOf(value) {
  if (!URL.canParse(value)) return [];
  const { username, password } = new URL(value);
  return [username, password, decoded(username), decoded(password)].filter(Boolean);
}

function decoded(text) {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
