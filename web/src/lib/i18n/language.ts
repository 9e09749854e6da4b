import { readItem, writeItem } from '../storage';
import { createStore, useStore } from '../store';
import { activate, activeLocale, LOCALES, type Locale } from './active';
import type { Translation } from './translation';

/** The person's choice: a language, or the first of the browser's languages that exists here. */
export type LanguageChoice = Locale | 'auto';

/** Local storage key of the choice. */
const STORAGE_LANGUAGE = 'inkling_language';
/** Milliseconds that the first page waits for its language; after that it is English until the language arrives. */
const PATIENCE_MS = 4000;

const LOADERS: Record<Exclude<Locale, 'en'>, () => Promise<Translation>> = {
  de: () => import('./de').then((module) => module.de),
};

const isLocale = (value: string | null): value is Locale => value !== null && Object.hasOwn(LOCALES, value);

function storedChoice(): LanguageChoice {
  const stored = readItem(STORAGE_LANGUAGE);
  return isLocale(stored) ? stored : 'auto';
}

/** The person's choice; without storage it lasts as long as the page. */
const choice = createStore(storedChoice());

/** The first available language of those wanted, regardless of region; English when there is none. */
export function bestLocale(wanted: readonly string[]): Locale {
  return wanted.map((tag) => tag.toLowerCase().split('-')[0] ?? '').find(isLocale) ?? 'en';
}

const resolve = (chosen: LanguageChoice): Locale => (chosen === 'auto' ? bestLocale(navigator.languages) : chosen);

/** Loads the wanted language and shows it. The page stays as it is when loading fails. */
async function show(): Promise<void> {
  const locale = resolve(choice.get());
  if (locale === activeLocale()) return;
  const translation = locale === 'en' ? null : await LOADERS[locale]();
  // Another language may have been chosen meanwhile.
  if (locale === resolve(choice.get()) && locale !== activeLocale()) activate(locale, translation);
}

/** Keeps and shows a language. Rejects, with everything as it was, when it cannot be loaded. */
export async function chooseLanguage(next: LanguageChoice): Promise<void> {
  const before = choice.get();
  keep(next);
  try {
    await show();
  } catch (error) {
    if (choice.get() === next) keep(before);
    throw error;
  }
}

function keep(next: LanguageChoice): void {
  writeItem(STORAGE_LANGUAGE, next === 'auto' ? null : next);
  choice.set(next);
}

/**
 * Shows the person's language and follows changes in this tab, in other tabs and in the browser's settings. Call once,
 * at the start. Settles when the first page can be drawn: at once in English, otherwise when the language has loaded or
 * the wait is over.
 */
export async function startLanguage(): Promise<void> {
  const follow = (next: LanguageChoice) => {
    choice.set(next);
    show().catch(() => undefined);
  };
  choice.set(storedChoice());
  window.addEventListener('languagechange', () => follow(choice.get()));
  window.addEventListener('storage', ({ key }) => {
    if (key === STORAGE_LANGUAGE || key === null) follow(storedChoice());
  });
  if (resolve(choice.get()) === activeLocale()) return;
  await Promise.race([show().catch(() => undefined), new Promise((done) => setTimeout(done, PATIENCE_MS))]);
}

/** The person's choice. */
export const useLanguageChoice = (): LanguageChoice => useStore(choice);
