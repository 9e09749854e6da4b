/** The part of pg-copy-streams that backups use; the package has no types. */
declare module 'pg-copy-streams' {
  import type { Submittable } from 'pg';
  import type { Readable, ReadableOptions, Writable, WritableOptions } from 'node:stream';

  export function to(text: string, options?: ReadableOptions): Readable & Submittable & { rowCount: number };
  export function from(text: string, options?: WritableOptions): Writable & Submittable & { rowCount: number };
}
