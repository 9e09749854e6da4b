import { createStore, useStore } from '../store';
import type { Translation } from './translation';

/** Languages of the interface. English comes with the application, others are loaded when chosen. */
export type Locale = 'en' | 'de';

/** The language's own name, and its direction. */
export const LOCALES: Record<Locale, { name: string; dir: 'ltr' | 'rtl' }> = {
  en: { name: 'English', dir: 'ltr' },
  de: { name: 'Deutsch', dir: 'ltr' },
};

const active = createStore<Locale>('en');
let words: Translation | null = null;

/** The language on screen. */
export const activeLocale = active.get;

/** The sentences of that language; null for English, whose areas are registered one by one. */
export const activeTranslation = (): Translation | null => words;

/** Shows a language: updates the document, and renders everything that uses {@link useLocale}. */
export function activate(locale: Locale, translation: Translation | null): void {
  words = translation;
  document.documentElement.lang = locale;
  document.documentElement.dir = LOCALES[locale].dir;
  active.set(locale);
}

/**
 * The language on screen; a component that calls it is rendered again, with its children, when the language changes.
 */
export const useLocale = (): Locale => useStore(active);
