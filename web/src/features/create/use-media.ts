import { useCallback, useEffect, useRef, useState } from 'react';
import { mediaKind } from '../../lib/media-kind';
import { mediaProblem } from './check-media';

/** The picture or video chosen for a poll. */
export interface ChosenMedia {
  file: File;
  kind: 'image' | 'video';
  /** Object URL of the file. */
  url: string;
  width: number;
  height: number;
}

/** Width and height in pixels of the file behind an object URL; null when the browser cannot show it. */
function measure(url: string, kind: ChosenMedia['kind']): Promise<{ width: number; height: number } | null> {
  return new Promise((resolve) => {
    if (kind === 'image') {
      const image = new Image();
      image.onload = () => resolve({ width: image.naturalWidth, height: image.naturalHeight });
      image.onerror = () => resolve(null);
      image.src = url;
      return;
    }
    const video = document.createElement('video');
    video.onloadedmetadata = () => resolve({ width: video.videoWidth, height: video.videoHeight });
    video.onerror = () => resolve(null);
    video.preload = 'metadata';
    video.src = url;
  });
}

/** The media of the form: `choose` takes a file or says in `problem` why it cannot. Nothing outlives the page. */
export function useMedia() {
  const [media, setMedia] = useState<ChosenMedia | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const latest = useRef<File | null>(null);
  useEffect(() => () => void (media && URL.revokeObjectURL(media.url)), [media]);

  const choose = useCallback(async (file: File): Promise<boolean> => {
    latest.current = file;
    // The file, or its folder, may be gone or unreadable.
    const kind = await mediaKind(file).catch(() => null);
    if (latest.current !== file) return false;
    const why = mediaProblem(kind, file);
    setProblem(why);
    if (why !== null || kind === null) return false;
    const url = URL.createObjectURL(file);
    // A file that this browser cannot show may still be valid; the server decides.
    const size = (await measure(url, kind)) ?? { width: 16, height: 9 };
    // Another file, or none, was chosen meanwhile.
    if (latest.current !== file) {
      URL.revokeObjectURL(url);
      return false;
    }
    setMedia({ file, kind, url, ...size });
    return true;
  }, []);
  const remove = useCallback(() => {
    latest.current = null;
    setMedia(null);
    setProblem(null);
  }, []);
  return { media, problem, choose, remove, setProblem };
}
