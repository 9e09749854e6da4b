/** What a check has found, one line each, and how it is printed. */
import { styleText } from 'node:util';

export interface Finding {
  /** `fail`: it does not work, or will not for long. `warn`: worth a look. */
  state: 'ok' | 'warn' | 'fail';
  found: string;
  /** What to do. */
  advice?: string;
}

export const ok = (found: string): Finding => ({ state: 'ok', found });
export const warn = (found: string, advice: string): Finding => ({ state: 'warn', found, advice });
export const fail = (found: string, advice: string): Finding => ({ state: 'fail', found, advice });

const STYLES = { ok: 'green', warn: 'yellow', fail: 'red' } as const;
const HIDDEN = '***';
const SECRET = /PASSWORD|SECRET|PRIVATE|TOKEN|_KEY$|ACCOUNT$|^SMTP_URL$|DATABASE_(READ_)?URL$|^NATS_URL$/;
/** Shorter values are ordinary words, which would disappear from everything that is printed. */
const LEAST_SECRET = 6;

/**
 * @param width of the checks' names
 * @returns one line
 */
export function lineOf({ state, check, found, advice }: Finding & { check: string }, width: number): string {
  const mark = styleText(STYLES[state], state.padEnd(4), { stream: process.stdout });
  const text = advice ? `${found} -> ${advice}` : found;
  return `${mark}  ${check.padEnd(width)}  ${text.replaceAll(/\s+/g, ' ')}`;
}

/** Makes a function that removes secrets from a text: output of programs and servers may quote them. */
export function redactor(settings: Readonly<Record<string, string | undefined>>): (text: string) => string {
  const values = Object.entries(settings)
    .filter(([name]) => SECRET.test(name) && name !== 'WEB_PUSH_PUBLIC_KEY')
    .flatMap(([, value = '']) => [value, ...credentialsOf(value)])
    .filter((value) => value.length >= LEAST_SECRET)
    .toSorted((one, other) => other.length - one.length);
  return (text) => {
    const withoutUsers = text.replaceAll(/\b([a-z][a-z+]*:\/\/)[^\s/@]+@/gi, `$1${HIDDEN}@`);
    return values.reduce((left, value) => left.replaceAll(value, HIDDEN), withoutUsers);
  };
}

/** User and password of an address, both encoded and decoded. */
function credentialsOf(value: string) {
  if (!URL.canParse(value)) return [];
  const { username, password } = new URL(value);
  return [username, password, decoded(username), decoded(password)];
}

function decoded(text: string) {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
