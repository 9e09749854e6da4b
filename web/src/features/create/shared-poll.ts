import { QUESTION_MAX } from '@inkling/contracts/constants';

/** Cache and key under which the worker keeps a shared file (`public/worker/share.js`). */
const SHARED = 'inkling-shared';
const SHARED_FILE = '/shared-media';
/** Milliseconds after which an unclaimed file is not shown any more: the next visitor may be someone else. */
const FILE_MAX_AGE = 30 * 60_000;

/** What another application has shared: text for the question, and the state of its file. */
export interface Shared {
  question: string;
  /** `here`: it can be taken. `large`, `missed`: it was too large, or could not be kept. */
  file: 'here' | 'large' | 'missed' | null;
}

/**
 * What an address of the form contains: `title`, `text` and `url` as the manifest's share target sends them. Equal
 * parts are taken once. Null when there is nothing.
 */
export function sharedOf(search: string): Shared | null {
  const query = new URLSearchParams(search);
  const parts: string[] = [];
  for (const name of ['title', 'text', 'url']) {
    const part = query.get(name)?.trim() ?? '';
    if (part === '' || parts.some((other) => other.includes(part))) continue;
    // A text often begins with the title, or ends in the address.
    const rest = parts.filter((other) => !part.includes(other));
    parts.splice(0, parts.length, ...rest, part);
  }
  const media = query.get('media');
  const file = media === '1' ? 'here' : media === 'large' || media === 'missed' ? media : null;
  // Cut between whole characters, never through one.
  let question = '';
  for (const { segment } of new Intl.Segmenter().segment(parts.join('\n'))) {
    if (question.length + segment.length > QUESTION_MAX) break;
    question += segment;
  }
  return question === '' && file === null ? null : { question, file };
}

/** Takes the shared file out of the cache; null when it is not there or has waited too long. */
export async function takeSharedFile(now = Date.now()): Promise<File | null> {
  if (!('caches' in window)) return null;
  try {
    const cache = await caches.open(SHARED);
    const kept = await cache.match(SHARED_FILE);
    if (!kept) return null;
    await cache.delete(SHARED_FILE);
    if (now - Number(kept.headers.get('x-shared-at')) > FILE_MAX_AGE) return null;
    const name = decodeURIComponent(kept.headers.get('x-name') ?? '') || 'shared';
    return new File([await kept.blob()], name, { type: kept.headers.get('content-type') ?? '' });
  } catch {
    return null;
  }
}
