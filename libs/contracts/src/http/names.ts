import { z } from 'zod';
import { NAME_MAX, USERNAME_MAX, USERNAME_MIN, USERNAME_PATTERN } from '../constants.js';
import { typed } from '../common.js';

/** Beside a name these say "verified", which nobody here is. */
const TICKS = /[\u2611\u2705\u2713\u2714\u237b\u{1f5f8}\u{1f5f9}\u{1f5f5}\u{10102}]/u;

/** Accents that stack on letters of any script, and marks of all kinds; honest writing needs two, and five. */
const STACKED =
  /[\u0300-\u036f\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\ufe20-\ufe2f]{3,}|(?:(?![\ufe0e\ufe0f])\p{M}){6,}/u;

/** Alphabets whose letters look alike. Two of them in one word make one name look like another (UTS 39). */
const ALPHABETS = [
  /\p{Script=Latin}/u,
  /\p{Script=Cyrillic}/u,
  /\p{Script=Greek}/u,
  /\p{Script=Armenian}/u,
  /\p{Script=Cherokee}/u,
];
const WORD = /[\p{L}\p{M}]+/gu;
const mixesAlphabets = (text: string): boolean =>
  (text.match(WORD) ?? []).some((word) => ALPHABETS.filter((alphabet) => alphabet.test(word)).length > 1);

/** The name that others see. */
export const DisplayName = typed(NAME_MAX, 'Name')
  .refine((text) => !TICKS.test(text), 'Name cannot contain tick marks')
  .refine((text) => !STACKED.test(text.normalize('NFC')), 'Name has too many accents on one letter')
  .refine((text) => !mixesAlphabets(text), 'Name mixes alphabets in one word');

export const Username = z
  .string({ error: 'Username cannot be empty' })
  .trim()
  .min(1, 'Username cannot be empty')
  .max(USERNAME_MAX, `Username can have at most ${USERNAME_MAX} characters`)
  .regex(/^\S+$/, 'Username cannot contain spaces')
  .regex(USERNAME_PATTERN, 'Username can contain letters, digits, dots and underscores')
  .min(USERNAME_MIN, `Username needs at least ${USERNAME_MIN} characters`);
