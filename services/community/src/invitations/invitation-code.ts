import { randomInt } from 'node:crypto';

/** Letters and figures that nobody confuses, read or heard: no 0 and O, no 1, I and L, no U beside V. */
const SIGNS = '23456789ABCDEFGHJKMNPQRSTVWXYZ';
const GROUPS = [4, 4, 2];

/** A code such as `HARB-7Q2M-XD`: 49 random bits. */
export function newCode(): string {
  const group = (length: number) => Array.from({ length }, () => SIGNS.charAt(randomInt(SIGNS.length))).join('');
  return GROUPS.map(group).join('-');
}

/** What is compared of a code: case, spaces and dashes do not matter. */
export const codeKey = (typed: string): string => typed.toUpperCase().replaceAll(/[^A-Z0-9]/g, '');
