import { createHash, randomInt } from 'node:crypto';

export const RECOVERY_CODES = 10;
/** Without letters that look like figures. Twelve of 32 symbols are 60 bits. */
const SYMBOLS = '0123456789abcdefghjkmnpqrstvwxyz';
const GROUPS = 3;
const GROUP_LENGTH = 4;
const LOOKALIKES: Record<string, string> = { o: '0', i: '1', l: '1' };

const group = (): string => Array.from({ length: GROUP_LENGTH }, () => SYMBOLS[randomInt(SYMBOLS.length)]).join('');

/** New codes such as `k7qx-2m4d-9tra`. */
export const newRecoveryCodes = (): string[] =>
  Array.from({ length: RECOVERY_CODES }, () => Array.from({ length: GROUPS }, group).join('-'));

/**
 * The digest that is stored instead of a code, however the code is typed: capitals, spaces and hyphens do not count.
 * Undefined for a text that is no recovery code. No secret of the server goes in, so that the codes outlive a change of
 * that secret (ADR 26).
 */
export function hashRecoveryCode(accountId: number, typed: string): Buffer | undefined {
  const code = typed
    .toLowerCase()
    .replaceAll(/[\s-]/g, '')
    .replaceAll(/[oil]/g, (letter) => LOOKALIKES[letter]!);
  if (code.length !== GROUPS * GROUP_LENGTH || [...code].some((symbol) => !SYMBOLS.includes(symbol))) return undefined;
  return createHash('sha256').update(`recovery code ${accountId} ${code}`).digest();
}
