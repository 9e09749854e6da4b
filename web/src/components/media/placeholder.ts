import { thumbHashToDataURL } from 'thumbhash';

const made = new Map<string, string | null>();
/** A page shows tens of pictures; the oldest placeholder goes once there are more than these. */
const KEPT = 200;

/**
 * A blurred stand-in for a picture from its ThumbHash (base64), as a data address; null when the hash cannot be read.
 */
export function placeholderOf(hash: string): string | null {
  const known = made.get(hash);
  if (known !== undefined) return known;
  let url: string | null = null;
  try {
    url = thumbHashToDataURL(Uint8Array.from(atob(hash), (letter) => letter.charCodeAt(0)));
  } catch {
    // Without it the picture comes up from the plain ground.
  }
  if (made.size >= KEPT) made.delete(made.keys().next().value as string);
  made.set(hash, url);
  return url;
}
