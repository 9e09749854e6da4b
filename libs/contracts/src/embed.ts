/** Pixels of the frame in which another site shows a poll. */
export const EMBED_WIDTH = 550;
const ROW = 56;
const REST = 230;
const PICTURE = 300;

/** @param options how many @param picture whether the poll has one */
export const embedHeight = (options: number, picture: boolean): number =>
  REST + options * ROW + (picture ? PICTURE : 0);

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };
const attribute = (text: string): string => text.replaceAll(/[&<>"']/g, (character) => ENTITIES[character]!);

/**
 * HTML with which another page shows a poll.
 * @param address of `/embed/{id}`
 * @param title of the frame, in plain text
 */
export function embedCode(address: string, title: string, width: number, height: number): string {
  const size = `width="${width}" height="${height}" title="${attribute(title)}"`;
  const look = `loading="lazy" style="border:0;max-width:100%"`;
  const sandbox = `sandbox="allow-popups allow-popups-to-escape-sandbox"`;
  return `<iframe src="${attribute(address)}" ${size} ${look} ${sandbox}></iframe>`;
}
