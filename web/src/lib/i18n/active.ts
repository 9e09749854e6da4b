import { useSyncExternalStore } from 'react';
import type { Translation } from './translation';

/** Languages of the interface. English comes with the application, any other when it is chosen. */
export type Locale = 'en' | 'de';

/** How a language calls itself, and which way it runs. */
export const LOCALES: Record<Locale, { name: string; dir: 'ltr' | 'rtl' }> = {
  en: { name: 'English', dir: 'ltr' },
  de: { name: 'Deutsch', dir: 'ltr' },
};

let active: Locale = 'en';
let words: Translation | null = null;
const listeners = new Set<() => void>();

/** The language on screen. */
export const activeLocale = (): Locale => active;

/** The sentences of that language; null for English, whose areas are registered one by one. */
export const activeTranslation = (): Translation | null => words;

/** Shows a language: the document says so, and whatever uses {@link useLocale} is drawn again. */
export function activate(locale: Locale, translation: Translation | null): void {
  active = locale;
  words = translation;
  document.documentElement.lang = locale;
  document.documentElement.dir = LOCALES[locale].dir;
  for (const listener of listeners) listener();
}

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/**
 * The language on screen; a component that calls it is drawn again, with all that it draws, when the language changes.
 */
export const useLocale = (): Locale => useSyncExternalStore(subscribe, activeLocale);
