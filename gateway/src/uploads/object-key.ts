import { randomBytes } from 'node:crypto';
import { MediaPath, UPLOADS_PATH } from '@inkling/contracts';

/** Content types of stored objects, by extension. */
export const CONTENT_TYPES = {
  jpg: 'image/jpeg',
  png: 'image/png',
  gif: 'image/gif',
  webp: 'image/webp',
  mp4: 'video/mp4',
  webm: 'video/webm',
} as const;
export type Extension = keyof typeof CONTENT_TYPES;

const KEY_BYTES = 16;

/** A new key: 128 random bits and an extension, in lower case because some file systems ignore case. */
export const newKey = (extension: Extension): string => `${randomBytes(KEY_BYTES).toString('hex')}.${extension}`;

export const pathOf = (key: string): string => `${UPLOADS_PATH}${key}`;

/** The key in a path under UPLOADS_PATH; undefined for any other path. */
export const keyOf = (path: string): string | undefined =>
  MediaPath.safeParse(path).success ? path.slice(UPLOADS_PATH.length) : undefined;

/** Content type of a key, by its extension. */
export const contentTypeOf = (key: string): string => CONTENT_TYPES[key.slice(key.lastIndexOf('.') + 1) as Extension];
