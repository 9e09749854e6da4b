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

/** ISO 8601 instant in UTC, milliseconds, as `Date.prototype.toISOString` writes it. */
export const Instant = z.iso.datetime({ offset: true });

/** Opaque keyset cursor; only the service that made it reads it. */
export const Cursor = z.string().min(1).max(100).regex(/^[\w-]+$/, 'is not a cursor that this server gave out');

/** Text that a person typed: trimmed, without control characters other than line breaks. */
export const typed = (max: number, label: string) =>
  z
    .string({ error: `${label} must be text` })
    .trim()
    .min(1, `${label} cannot be empty`)
    .max(max, `${label} can have at most ${max} characters`)
    // eslint-disable-next-line no-control-regex
    .regex(/^[^\u0000-\u0009\u000b-\u001f\u007f]*$/, `${label} contains characters that cannot be shown`);
