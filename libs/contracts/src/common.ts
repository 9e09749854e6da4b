import { z } from 'zod';

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
  .max(100)
  .regex(/^[\w-]+$/, 'is not a cursor that this server gave out');

/**
 * Formatting that nobody sees: it can hide or turn around what others read. Joiners and direction marks have honest
 * uses. Halves of surrogate pairs are no text.
 */
const DECEPTIVE =
  /[\u00ad\u061c\u180e\u200b\u202a-\u202e\u2060-\u2069\ufeff\ufff9-\ufffb]|[\u{e0001}-\u{e007f}]|\p{Cs}/u;
/** The flags of England, Scotland and Wales are written with what is otherwise refused. */
const FLAGS =
  /\u{1f3f4}\u{e0067}\u{e0062}(?:\u{e0065}\u{e006e}\u{e0067}|\u{e0073}\u{e0063}\u{e0074}|\u{e0077}\u{e006c}\u{e0073})\u{e007f}/gu;
const isHonest = (text: string): boolean => !DECEPTIVE.test(text.replace(FLAGS, ''));
/** Fillers of Hangul and the empty Braille pattern are letters and symbols that show nothing. */
const VISIBLE = /(?!\p{DI}|\u2800)[\p{L}\p{N}\p{P}\p{S}]/u;

/**
 * Line breaks and tabs with the spaces around them become one space. By parts: an expression for the spaces as well
 * would look at each from each other one.
 */
const oneLine = (text: string): string =>
  text
    .split(/[\t\r\n\u2028\u2029]/)
    .map((part) => part.trim())
    .filter((part) => part !== '')
    .join(' ');

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
    .refine((text) => text === '' || VISIBLE.test(text), `${label} cannot be empty`);

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
    .refine((text) => text === '' || VISIBLE.test(text), `${label} cannot be empty`);

/** Query of a plain list that has pages (see NEXT_CURSOR_HEADER). */
export const ListQuery = z.object({ cursor: Cursor.optional() });
