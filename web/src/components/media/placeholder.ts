import { thumbHashToDataURL } from 'thumbhash';

const made = new Map<string, string | null>();
/** Most placeholders to keep, since a page shows tens of pictures; the oldest is dropped first. */
const KEPT = 200;

/** A blurred placeholder from a picture's ThumbHash (base64), as a data URL; null when the hash cannot be read. */
export function placeholderOf(hash: string): string | null {
  const known = made.get(hash);
  if (known !== undefined) return known;
  let url: string | null = null;
  try {
    url = thumbHashToDataURL(Uint8Array.from(atob(hash), (letter) => letter.charCodeAt(0)));
  } catch {
    // Without a placeholder the picture appears on the plain ground.
  }
  if (made.size >= KEPT) made.delete(made.keys().next().value as string);
  made.set(hash, url);
  return url;
}
