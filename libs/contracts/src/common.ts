import { z } from 'zod';
import { isBlank, isHonest, oneLine } from './text.js';

/** A row's id: a positive safe integer. */
export const Id = z.int().positive();
export type Id = z.infer<typeof Id>;

/** An id in a path or query, where everything arrives as text. */
export const IdText = z
  .string()
  .regex(/^[1-9]\d{0,15}$/, 'must be a positive whole number')
  .transform(Number)
  .pipe(Id);

const YEAR_MAX = 9_999;
/** ISO 8601 instant, in UTC or with an offset; the server writes it as `Date.prototype.toISOString` does. */
export const Instant = z.iso.datetime({ offset: true }).refine((text) => {
  const year = new Date(text).getUTCFullYear();
  return year >= 1 && year <= YEAR_MAX;
}, `is not a date between the years 1 and ${YEAR_MAX}`);

/** Opaque keyset cursor; only the service that made it reads it. */
export const Cursor = z
  .string()
  .min(1)
  .max(2_000)
  .regex(/^[\w-]+$/, 'is not a cursor that this server gave out');

/**
 * One line of text that a person typed: line breaks and tabs become spaces; trimmed, with something to see, without
 * control characters.
 */
export const typed = (max: number, label: string) =>
  z
    .string({ error: `${label} must be text` })
    .overwrite(oneLine)
    .trim()
    .min(1, `${label} cannot be empty`)
    .max(max, `${label} can have at most ${max} characters`)
    // eslint-disable-next-line no-control-regex
    .regex(/^[^\u0000-\u001f\u007f-\u009f\u2028\u2029]*$/, `${label} contains characters that cannot be shown`)
    .refine(isHonest, `${label} contains characters that cannot be shown`)
    .refine((text) => text === '' || !isBlank(text), `${label} cannot be empty`);

/**
 * Text of several lines that a person typed: tabs become spaces; trimmed, with something to see, without control
 * characters.
 */
export const typedLines = (max: number, label: string) =>
  z
    .string({ error: `${label} must be text` })
    .overwrite((text) =>
      text
        .replaceAll('\t', ' ')
        .replace(/\r\n?|[\u2028\u2029]/g, '\n')
        .replace(/\n{3,}/g, '\n\n'),
    )
    .trim()
    .min(1, `${label} cannot be empty`)
    .max(max, `${label} can have at most ${max} characters`)
    // eslint-disable-next-line no-control-regex
    .regex(/^[^\u0000-\u0009\u000b-\u001f\u007f-\u009f]*$/, `${label} contains characters that cannot be shown`)
    .refine(isHonest, `${label} contains characters that cannot be shown`)
    .refine((text) => text === '' || !isBlank(text), `${label} cannot be empty`);

/** Query of a plain list that has pages (see NEXT_CURSOR_HEADER). */
export const ListQuery = z.object({ cursor: Cursor.optional() });
