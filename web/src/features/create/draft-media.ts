import { dropKept, getKept, putKept } from '../../lib/offline/kept-store';

const KEY = 'draft-media';

/** Keeps the picture or clip of a draft in this browser. One that finds no room is missed when the draft comes back. */
export const keepDraftMedia = (userId: number, file: File): Promise<unknown> =>
  putKept(KEY, userId, file, Date.now()).catch(() => undefined);

/** The file that was kept for this user's draft; null when there is none, or none can be read. */
export const recoverDraftMedia = (userId: number): Promise<File | null> =>
  getKept<File>(KEY, userId).then(
    (kept) => (kept?.data instanceof File ? kept.data : null),
    () => null,
  );

/** Forgets it: its draft was published or discarded, or it was taken out. */
export const forgetDraftMedia = (): Promise<unknown> => dropKept(KEY).catch(() => undefined);
