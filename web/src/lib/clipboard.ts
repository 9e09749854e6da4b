import { useCallback, useEffect, useRef, useState } from 'react';

/** Milliseconds that a button says "Copied". */
const COPIED_MS = 2000;

/** Copies text; false when the browser refuses or has no clipboard (plain http on another host). */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}

/** A copy button's state: `copied` stays true for two seconds after a successful copy. */
export function useCopied(): { copied: boolean; copy: (text: string) => Promise<boolean> } {
  const [copied, setCopied] = useState(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const copy = useCallback(async (text: string) => {
    const done = await copyText(text);
    if (done) {
      setCopied(true);
      clearTimeout(timer.current);
      timer.current = setTimeout(() => setCopied(false), COPIED_MS);
    }
    return done;
  }, []);
  return { copied, copy };
}
