declare module 'zip-stream' {
  import type { Readable } from 'node:stream';

  /** A ZIP archive as a stream; beyond 4 GB in the format Zip64. Its entries are written one after the other. */
  export default class ZipStream extends Readable {
    constructor(options?: { level?: number });
    entry(
      source: Readable | Buffer,
      data: { name: string; date: Date; store?: boolean },
      callback: (error: Error | null) => void,
    ): void;
    /** Ends the archive with its directory. */
    finish(): void;
  }
}
