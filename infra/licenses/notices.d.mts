export interface Notice {
  readonly name: string;
  readonly version: string;
  readonly license: string;
  readonly author: string;
  readonly texts: readonly string[];
}
export function isCompatible(license: string): boolean;
export function noticesOf(files: Iterable<string>, root: string): Notice[];
export function renderNotices(notices: readonly Notice[], of: string): string;
