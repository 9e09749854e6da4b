import { useCallback, useEffect, useRef, useState } from 'react';
import { forgetDraftMedia, keepDraftMedia, recoverDraftMedia } from './draft-media';
import type { ChosenMedia } from './use-media';

/** The file of a restored draft: it is being read, or it is gone. */
export type Pending = 'restoring' | 'lost' | null;

interface DraftMediaOptions {
  userId: number | undefined;
  /** The restored draft had a file, and nothing else was shared into the form. */
  had: boolean;
  media: ChosenMedia | null;
  choose: (file: File) => Promise<boolean>;
}

/** Keeps the form's file for the next visit, and restores the one of a restored draft. */
export function useDraftMedia({ userId, had, media, choose }: DraftMediaOptions): {
  pending: Pending;
  forget: () => void;
} {
  const [pending, setPending] = useState<Pending>(had ? 'restoring' : null);
  const chosen = useRef(false);

  useEffect(() => {
    if (!media || userId === undefined) return;
    chosen.current = true;
    setPending(null);
    void keepDraftMedia(userId, media.file);
  }, [media, userId]);

  useEffect(() => {
    if (!had || userId === undefined) return;
    let left = false;
    void recoverDraftMedia(userId).then(async (file) => {
      // Another file was chosen, or this one removed, before it was read.
      if (left || chosen.current) return;
      if (!file || !(await choose(file))) setPending('lost');
    });
    return () => {
      left = true;
    };
  }, [had, userId, choose]);

  const forget = useCallback(() => {
    chosen.current = true;
    setPending(null);
    void forgetDraftMedia();
  }, []);
  return { pending, forget };
}
