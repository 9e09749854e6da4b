import { useEffect } from 'react';
import { isPlainKey } from '../../lib/shortcut-keys';

/** The action of a key on the focused card: the index of an option, or like or save. */
export type CardAction = number | 'like' | 'save';

/** 1-6 vote, l likes, s saves. */
export function actionOf(event: KeyboardEvent): CardAction | null {
  if (!isPlainKey(event)) return null;
  if (/^[1-6]$/.test(event.key)) return Number(event.key) - 1;
  if (event.key === 'l') return 'like';
  if (event.key === 's') return 'save';
  return null;
}

/** j and k move the focus to the next and the previous card on the page; the first press takes the card in view. */
export function useCardKeys(): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if ((event.key !== 'j' && event.key !== 'k') || !isPlainKey(event)) return;
      const cards = [...document.querySelectorAll<HTMLElement>('article[data-poll-id]')];
      const current = cards.indexOf(
        document.activeElement?.closest<HTMLElement>('article[data-poll-id]') as HTMLElement,
      );
      const inView = cards.findIndex((card) => card.getBoundingClientRect().bottom > 120);
      const next = cards[current < 0 ? inView : current + (event.key === 'j' ? 1 : -1)];
      if (!next) return;
      event.preventDefault();
      next.focus({ preventScroll: true });
      next.scrollIntoView({
        block: 'nearest',
        behavior: matchMedia('(prefers-reduced-motion: reduce)').matches ? 'auto' : 'smooth',
      });
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, []);
}
