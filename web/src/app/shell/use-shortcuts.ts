import { useEffect } from 'react';
import { useNavigate } from 'react-router';
import { isPlainKey } from '../../lib/shortcut-keys';

/** Milliseconds within which the second key of `g h` must follow. */
const SEQUENCE_MS = 1200;
/** Destinations of `g` and a second key. */
const PLACES: Record<string, string> = { h: '/home', n: '/notifications', p: '/profile', s: '/settings' };

/** The shell's keys: c creates, `/` searches, g and a letter navigate, `?` shows the list. */
export function useShortcuts(showList: () => void): void {
  const navigate = useNavigate();
  useEffect(() => {
    let gone = 0;
    const onKey = (event: KeyboardEvent) => {
      if (!isPlainKey(event)) return;
      const place = Date.now() - gone < SEQUENCE_MS ? PLACES[event.key] : undefined;
      gone = event.key === 'g' ? Date.now() : 0;
      if (place) {
        // Before a card takes the letter as its own.
        event.preventDefault();
        event.stopImmediatePropagation();
        return void navigate(place);
      }
      if (event.key === 'c') void navigate('/create');
      else if (event.key === '/') void navigate('/search', { state: { focus: true } });
      else if (event.key === '?') showList();
      else return;
      event.preventDefault();
    };
    document.addEventListener('keydown', onKey, { capture: true });
    return () => document.removeEventListener('keydown', onKey, { capture: true });
  }, [navigate, showList]);
}
