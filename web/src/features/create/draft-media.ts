import { dropKept, getKept, putKept } from '../../lib/offline/kept-store';

const KEY = 'draft-media';
const OPTIONS_KEY = 'draft-option-pictures';

/**
 * Keeps the picture or clip of a draft in this browser. When there is no room for it, the draft comes back without it.
 */
export const keepDraftMedia = (userId: number, file: File): Promise<unknown> =>
  putKept(KEY, userId, file, Date.now()).catch(() => undefined);

/** The file kept for this user's draft; null when there is none or it cannot be read. */
export const recoverDraftMedia = (userId: number): Promise<File | null> =>
  getKept<File>(KEY, userId).then(
    (kept) => (kept?.data instanceof File ? kept.data : null),
    () => null,
  );

/** Forgets the file: its draft was published or discarded, or the file was removed. */
export const forgetDraftMedia = (): Promise<unknown> => dropKept(KEY).catch(() => undefined);

/** The same for the pictures of the draft's options, by the option's index. */
export const keepOptionPictures = (userId: number, files: (File | null)[]): Promise<unknown> =>
  putKept(OPTIONS_KEY, userId, files, Date.now()).catch(() => undefined);

export const recoverOptionPictures = (userId: number): Promise<(File | null)[]> =>
  getKept<unknown>(OPTIONS_KEY, userId).then(
    (kept) => (Array.isArray(kept?.data) ? kept.data.map((file: unknown) => (file instanceof File ? file : null)) : []),
    () => [],
  );

export const forgetOptionPictures = (): Promise<unknown> => dropKept(OPTIONS_KEY).catch(() => undefined);
