/** Bytes of a file's beginning that tell what it is. */
const HEAD = 16;

const PICTURES = /^(?:\xff\xd8\xff|\x89PNG\r\n\x1a\n|GIF8[79]a|RIFF.{4}WEBP)/s;
const VIDEOS = /^(?:.{4}(?:ftyp|moov|wide)|\x1aE\xdf\xa3)/s;
/** Brands of the same container as MP4 that are pictures (HEIC, AVIF), which the server does not take. */
const PICTURE_BRANDS = /^.{4}ftyp(?:heic|heix|heim|heis|hevc|mif1|msf1|avif|avis)/s;

/** What a file is by its first bytes, not by its name; null for what the server would not take. */
export async function mediaKind(file: Blob): Promise<'image' | 'video' | null> {
  const bytes = new Uint8Array(await file.slice(0, HEAD).arrayBuffer());
  const head = String.fromCharCode(...bytes);
  if (PICTURES.test(head)) return 'image';
  return VIDEOS.test(head) && !PICTURE_BRANDS.test(head) ? 'video' : null;
}
