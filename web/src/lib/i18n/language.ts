import { useSyncExternalStore } from 'react';
import { activate, activeLocale, LOCALES, type Locale } from './active';
import type { Translation } from './translation';

/** What the person wants: a language, or the first of the browser's that there is. */
export type LanguageChoice = Locale | 'auto';

/** Key of the choice. */
const STORAGE_LANGUAGE = 'inkling_language';
/** Milliseconds that the first page waits for its language; then it is English until the language arrives. */
const PATIENCE_MS = 4000;

const LOADERS: Record<Exclude<Locale, 'en'>, () => Promise<Translation>> = {
  de: () => import('./de').then((module) => module.de),
};

const listeners = new Set<() => void>();
/** The choice where storage refuses to keep it. */
let unkept: LanguageChoice = 'auto';

const isLocale = (value: string | null): value is Locale => value !== null && Object.hasOwn(LOCALES, value);

function choice(): LanguageChoice {
  try {
    const stored = localStorage.getItem(STORAGE_LANGUAGE);
    return isLocale(stored) ? stored : unkept;
  } catch {
    return unkept;
  }
}

/** The first of the languages wanted that there is, whatever its region; English when there is none. */
export function bestLocale(wanted: readonly string[]): Locale {
  return wanted.map((tag) => tag.toLowerCase().split('-')[0] ?? '').find(isLocale) ?? 'en';
}

const resolve = (chosen: LanguageChoice): Locale => (chosen === 'auto' ? bestLocale(navigator.languages) : chosen);

/**
 * Fetches the language that is wanted now and shows it. The page stays as it is when the language cannot be fetched.
 */
async function show(): Promise<void> {
  const locale = resolve(choice());
  if (locale === activeLocale()) return;
  const translation = locale === 'en' ? null : await LOADERS[locale]();
  // Another one may have been chosen meanwhile.
  if (locale === resolve(choice()) && locale !== activeLocale()) activate(locale, translation);
}

/** Keeps and shows a language. Rejects, with everything as it was, when it cannot be fetched. */
export async function chooseLanguage(next: LanguageChoice): Promise<void> {
  const before = choice();
  keep(next);
  try {
    await show();
  } catch (error) {
    if (choice() === next) keep(before);
    throw error;
  }
}

function keep(next: LanguageChoice): void {
  try {
    if (next === 'auto') localStorage.removeItem(STORAGE_LANGUAGE);
    else localStorage.setItem(STORAGE_LANGUAGE, next);
    unkept = 'auto';
  } catch {
    // The choice then lasts as long as the page.
    unkept = next;
  }
  for (const listener of listeners) listener();
}

/**
 * Shows the person's language and follows it: in this tab, in another one, in the browser's settings. Call once, at the
 * start. Settles when the first page can be drawn: at once in English, otherwise with the language, or without it when
 * it cannot be had in time.
 */
export async function startLanguage(): Promise<void> {
  const follow = () => {
    for (const listener of listeners) listener();
    show().catch(() => undefined);
  };
  window.addEventListener('languagechange', follow);
  window.addEventListener('storage', (event) => {
    if (event.key === STORAGE_LANGUAGE || event.key === null) follow();
  });
  if (resolve(choice()) === activeLocale()) return;
  await Promise.race([show().catch(() => undefined), new Promise((done) => setTimeout(done, PATIENCE_MS))]);
}

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/** What the person has chosen. */
export const useLanguageChoice = (): LanguageChoice => useSyncExternalStore(subscribe, choice);
