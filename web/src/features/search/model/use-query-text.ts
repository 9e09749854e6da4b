import { useCallback, useEffect, useState } from 'react';
import { useSearchParams } from 'react-router';
import { SEARCH_MAX } from '@inkling/contracts/constants';

/** Milliseconds without a key press after which a search runs. */
const DEBOUNCE_MS = 500;

export interface QueryText {
  /** In the field. */
  text: string;
  /** The text to search for, once nobody has typed for half a second. */
  query: string;
  type: (text: string) => void;
  /** Searches for a text at once, as for a recent search. */
  take: (text: string) => void;
}

/** The text of the search field; the address keeps it, so that going back finds the same results. */
export function useQueryText(): QueryText {
  const [parameters, setParameters] = useSearchParams();
  const query = (parameters.get('q') ?? '').slice(0, SEARCH_MAX);
  const [text, setText] = useState(query);
  const [known, setKnown] = useState(query);
  // The address changed from outside: a link, or going back.
  if (query !== known) {
    setKnown(query);
    if (query !== text.trim()) setText(query);
  }

  const settle = useCallback(
    (next: string) => {
      const settled = next.trim();
      setParameters(settled === '' ? {} : { q: settled }, { replace: true });
    },
    [setParameters],
  );

  useEffect(() => {
    if (text.trim() === query) return undefined;
    const timer = setTimeout(() => settle(text), DEBOUNCE_MS);
    return () => clearTimeout(timer);
  }, [text, query, settle]);

  const take = useCallback(
    (next: string) => {
      setText(next);
      settle(next);
    },
    [settle],
  );
  return { text, query, type: setText, take };
}
