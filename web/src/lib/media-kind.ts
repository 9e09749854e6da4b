/** Pictures that the server takes (docs/product.md#media), for a file chooser. */
export const PICTURE_TYPES = 'image/jpeg,image/png,image/gif,image/webp';

/** Bytes of a file's beginning that identify its type. */
const HEAD = 16;

const PICTURES = /^(?:\xff\xd8\xff|\x89PNG\r\n\x1a\n|GIF8[79]a|RIFF.{4}WEBP)/s;
const VIDEOS = /^(?:.{4}(?:ftyp|moov|wide)|\x1aE\xdf\xa3)/s;
/** Picture formats in the same container as MP4 (HEIC, AVIF), which the server does not accept. */
const PICTURE_BRANDS = /^.{4}ftyp(?:heic|heix|heim|heis|hevc|mif1|msf1|avif|avis)/s;

/** A file's kind by its first bytes, not by its name; null for a type that the server would not accept. */
export async function mediaKind(file: Blob): Promise<'image' | 'video' | null> {
  const bytes = new Uint8Array(await file.slice(0, HEAD).arrayBuffer());
  const head = String.fromCharCode(...bytes);
  if (PICTURES.test(head)) return 'image';
  return VIDEOS.test(head) && !PICTURE_BRANDS.test(head) ? 'video' : null;
}
