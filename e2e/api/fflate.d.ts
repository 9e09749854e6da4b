declare module 'fflate' {
  /** The files of a ZIP archive by name. */
  export function unzipSync(archive: Uint8Array): Record<string, Uint8Array>;
}
